import type { ComponentChildren, JSX } from "preact";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { formatAmount, type ReceiptView } from "../../rendering/render.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { Candidate } from "../../verify/candidates.ts";
import { checkClaimedAmount, receiptAmountsOf } from "../../verify/claims.ts";
import type { ReceiptAssessment } from "../../verify/receipt-assessment.ts";
import { useDates } from "../dates.ts";
import { Icon } from "../icons.tsx";
import { PassOnForm } from "../proof/passing-on.tsx";
import { Rich } from "../rich.tsx";
import { webTexts } from "../texts/texts.ts";
import { toneOf } from "./tone.ts";
import { Verdict } from "./verdict.tsx";

type ReceiptCardProps = {
  readonly view: ReceiptView;
  readonly verified: VerifiedReceipt;
  readonly assessment: ReceiptAssessment;
  readonly candidate: Candidate;
  readonly checkedAt: Date;
  /** What its owner may pass on, sealed; null: the visitor is no owner. */
  readonly proofOffer: string | null;
  /** Our own address, which a copy names. */
  readonly site: string;
  /** Whether the form itself says what is left. */
  readonly isQuotaShown: boolean;
  readonly language: Language;
};

/**
 * A verified receipt as a page shows it: the chat's words, in the chat's order. What `data-fact` marks is what a copy of
 * the card says.
 */
export const ReceiptCard = (props: ReceiptCardProps): JSX.Element => {
  const { view, checkedAt, proofOffer, site, isQuotaShown, language } = props;
  const texts = webTexts(language).form.receipt;
  return (
    <article
      class={`card receipt card--${toneOf(view.mark)}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      data-answer="receipt"
    >
      <Verdict mark={view.mark} language={language}>
        <Rich of={view.verdict} />
      </Verdict>
      {view.shop !== null && <p>{view.shop}</p>}
      {view.further.map((line) => (
        <p class="receipt__further" data-fact="line" lang={language}>
          <Rich of={line} />
        </p>
      ))}
      {view.unsure !== null && (
        <p lang={language}>
          <Rich of={view.unsure} />
        </p>
      )}
      <Comparison {...props} />
      <dl class="rows">
        {view.rows.map(({ label, value }) => (
          <Row label={label === "" ? texts.date : label}>
            <Parts of={value} />
          </Row>
        ))}
        <Row label={texts.bank}>{view.bank}</Row>
        <Row label={texts.reference}>
          <code>{view.reference}</code>
        </Row>
      </dl>
      <details class="receipt__details fold">
        <summary>{texts.details}</summary>
        <dl class="rows">
          {view.details.map(({ label, value }) => (
            <Row label={label} isDetail>
              {value}
            </Row>
          ))}
        </dl>
      </details>
      <Checks {...props} />
      <p class="card__small">
        <span data-fact="note">{texts.printedOn(useDates().dayAndTime(checkedAt))}</span>
        {!isQuotaShown && <span class="no-print">{` · ${view.count}`}</span>}
      </p>
      <p class="card__small copy-note" data-fact="note">
        {texts.copyNote(site)}
      </p>
      <div class="card__actions needs-script">
        <Action name="copy" icon="copy" label={texts.copy} done={texts.copied} />
        <Action name="share" icon="share" label={texts.share} />
        <Action name="picture" icon="photo" label={texts.picture} />
        <Action name="print" icon="print" label={texts.print} />
      </div>
      {proofOffer !== null && <PassOnForm offer={proofOffer} language={language} />}
      <a class="button card__next no-print" href="/" data-action="another">
        {texts.another}
      </a>
    </article>
  );
};

/** The amount that the text or the picture claims beside the bank's, where they differ. */
const Comparison = ({ assessment, verified, language }: ReceiptCardProps): JSX.Element | null => {
  const texts = webTexts(language).form.receipt;
  const { currency } = catalogues[language];
  if (assessment.claimedSantim === null) return null;
  const claimed = assessment.isClaimPrinted ? texts.claimedInPicture : texts.claimed;
  return (
    <dl class="compare">
      <div class="compare__claimed" data-fact="row">
        <dt>{claimed}</dt>
        <dd>{`${formatAmount(assessment.claimedSantim)} ${currency}`}</dd>
      </div>
      <div data-fact="row">
        <dt>{texts.bankSays}</dt>
        <dd>{`${formatAmount(verified.amountMinor)} ${currency}`}</dd>
      </div>
    </dl>
  );
};

/** What was compared, and agrees. */
const Checks = ({ candidate, verified, assessment, language }: ReceiptCardProps): JSX.Element => {
  const texts = webTexts(language).form.receipt;
  const { amountsSantim, printedSantim = [] } = candidate.claims;
  const isUncontested =
    checkClaimedAmount(candidate.claims, receiptAmountsOf(verified)) === "match" &&
    !assessment.isAmountUnclear;
  const isClaimed = isUncontested && amountsSantim.includes(verified.amountMinor);
  const isPrinted = isUncontested && printedSantim.includes(verified.amountMinor);
  const checks = [
    texts.fromBank,
    isPrinted ? texts.amountMatchesPicture : isClaimed ? texts.amountMatches : null,
    verified.totalCheck === "unknown" ? null : texts.totalMatches,
  ];
  return (
    <ul class="receipt__checks">
      {checks
        .filter((check) => check !== null)
        .map((check) => (
          <li>
            <Icon name="check" /> <span>{check}</span>
          </li>
        ))}
    </ul>
  );
};

type RowProps = {
  readonly label: string;
  /** Whether a copy leaves it out. */
  readonly isDetail?: boolean;
  readonly children: ComponentChildren;
};

export const Row = ({ label, isDetail = false, children }: RowProps): JSX.Element => (
  <div class="rows__row" {...(!isDetail && { "data-fact": "row" })}>
    <dt>{label}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

/** Dates and the like, which break between their parts alone. */
const Parts = ({ of: value }: { readonly of: string }): JSX.Element => (
  <>
    {value.split(" · ").map((part, index, parts) => (
      <>
        <span class="part">{index < parts.length - 1 ? `${part} ·` : part}</span>{" "}
      </>
    ))}
  </>
);

type ActionProps = {
  readonly name: string;
  readonly icon: Parameters<typeof Icon>[0]["name"];
  readonly label: string;
  readonly done?: string;
};

const Action = ({ name, icon, label, done }: ActionProps): JSX.Element => (
  <button class="button button--quiet" type="button" data-action={name} {...(done && { "data-done": done })}>
    <Icon name={icon} /> <span>{label}</span>
  </button>
);
