import type { FastifyInstance, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import type { ListedProof } from "../../accounts/accounts.ts";
import { formatAmount } from "../../rendering/amounts.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { cursorIn, cursorOf, Pager, Part, PressForm } from "./parts.tsx";
import { may } from "./powers.ts";
import { actorOf, idIn, needing, orThrow, sessionOf } from "./shell.tsx";

const path = "/dashboard/receipts";
const pageMax = 20;

/** Some of the proofs that a shop has passed on. */
export type ProofsPage = {
  /** One more than is shown reveals that there are more. */
  readonly proofs: readonly ListedProof[];
  readonly isLater: boolean;
};

/** Adds the form by which an owner takes a proof back. */
export const addProofs = (server: FastifyInstance, context: PageContext): void => {
  server.post(`${path}/withdraw`, needing(context, "withdraw proofs"), async (request, reply) => {
    const session = sessionOf(request);
    await orThrow(context.accounts.withdrawProof(session.account.id, idIn(request), actorOf(session)));
    return reply.redirect(`${path}#proofs`, 303);
  });
};

/** The page of proofs that a visitor asks for; null: there is none, or it is not theirs to see. */
export const proofsFor = async (
  { accounts }: PageContext,
  request: FastifyRequest,
): Promise<ProofsPage | null> => {
  const session = sessionOf(request);
  if (!may(session, "withdraw proofs")) return null;
  const before = cursorIn(request, "proofs");
  const proofs = await orThrow(accounts.listProofs(session.account.id, { before, limit: pageMax + 1 }));
  return proofs.length === 0 && before === null ? null : { proofs, isLater: before !== null };
};

/** What was passed on, and can be taken back. */
export const Proofs = (props: ProofsPage & { readonly language: Language }): JSX.Element => {
  const { proofs, isLater, language } = props;
  const { receipts: texts, dashboard } = webTexts(language);
  const dates = useDates();
  const shown = proofs.slice(0, pageMax);
  const last = proofs.length > pageMax ? shown.at(-1) : undefined;
  return (
    <Part id="proofs" title={texts.proofs}>
      <p class="card__hint">{texts.proofsHint}</p>
      <ul class="lines">
        {shown.map(({ id, amountSantim, bank, madeAt, expiresAt }) => (
          <li class="lines__line">
            <span>
              <a class="lines__link" href={`/p/${id}`}>
                {formatAmount(amountSantim)} {catalogues[language].currency}
              </a>{" "}
              · <bdi>{bank}</bdi>{" "}
              <small class="card__hint">
                {texts.proofLife(dates.dayAndTime(madeAt), dates.dayAndTime(expiresAt))}
              </small>
            </span>
            <PressForm action={`${path}/withdraw`} fields={{ id }} label={texts.withdraw} />
          </li>
        ))}
      </ul>
      <Pager
        texts={dashboard}
        older={last === undefined ? null : `${path}?proofs=${cursorOf(last.madeAt, last.id)}#proofs`}
        newest={isLater ? `${path}#proofs` : null}
      />
    </Part>
  );
};
