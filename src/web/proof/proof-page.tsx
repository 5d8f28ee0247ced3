import type { JSX } from "preact";
import type { ReadProof } from "../../accounts/accounts.ts";
import { describeProof } from "../../rendering/proof.ts";
import { formatBothDays } from "../../texts/dates.ts";
import { catalogues } from "../../texts/texts.ts";
import { paidWhen } from "../../verify/payment-age.ts";
import { Frame, type FrameContext } from "../frame.tsx";
import { webTexts } from "../texts/texts.ts";
import { PassedOn } from "./passing-on.tsx";

type ProofPageProps = FrameContext & {
  readonly proof: ReadProof;
  /** Address of the page itself, for the preview in chats. */
  readonly url: string;
  /** Whether the account that made it looks. */
  readonly isOwn: boolean;
};

/** What a proof says, to whoever has its link. It bears no mark, because the reader may not be the receiver. */
export const ProofPage = (props: ProofPageProps): JSX.Element => {
  const { proof, language, url, isOwn } = props;
  const { proof: said } = catalogues[language];
  const texts = webTexts(language).proof;
  if (proof.kind !== "proof")
    return (
      <Frame {...props} title={texts.title}>
        <h1>{texts.title}</h1>
        <section class="card card--bad">
          <p>
            <strong>{proof.kind === "forged" ? said.forged : said.gone}</strong>
          </p>
          <CheckYourself text={texts.check} />
        </section>
      </Frame>
    );
  const sentence = describeProof(proof, language);
  const paid = paidWhen(proof.paidAt);
  return (
    <Frame
      {...props}
      title={sentence}
      scripts={isOwn ? ["proof.js"] : []}
      head={
        <>
          <meta property="og:title" content={sentence} />
          <meta property="og:description" content={said.warning} />
          <meta property="og:image" content={`${url}/preview.png?lang=${language}`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      }
    >
      <h1>{texts.title}</h1>
      {isOwn && (
        <div class="card no-print">
          <PassedOn url={url} expiresAt={proof.expiresAt} language={language} />
        </div>
      )}
      <section class="card">
        <p class="proof__sentence">{sentence}</p>
        <p class="note">
          <strong>{said.warning}</strong>
        </p>
        <p>{paid === null ? texts.paidInDoubt : texts.paidOn(formatBothDays(paid.earliest, language))}</p>
        <p class="card__small">{texts.shownBy(proof.bank)}</p>
        <CheckYourself text={texts.check} />
      </section>
    </Frame>
  );
};

const CheckYourself = ({ text }: { readonly text: string }): JSX.Element => (
  <p class="proof__check">
    <a class="button button--main" href="/">
      {text}
    </a>
  </p>
);
