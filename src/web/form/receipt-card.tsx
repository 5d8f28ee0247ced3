import type { JSX } from "preact";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import type { ReceiptView } from "../../rendering/render.ts";
import { formatAmount } from "../../rendering/render.ts";
import { formatDayAndTime } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { ReceiptAssessment } from "../../verify/assessment.ts";
import { Icon } from "../icons.tsx";
import { Rich } from "../rich.tsx";
import { webTexts } from "../texts/texts.ts";
import { toneOf } from "./tone.ts";

type ReceiptCardProps = {
  readonly view: ReceiptView;
  readonly verified: VerifiedReceipt;
  readonly assessment: ReceiptAssessment;
  readonly checkedAt: Date;
  readonly language: Language;
};

/** A verified receipt as a page shows it: the chat's words, in the chat's order. */
export const ReceiptCard = (props: ReceiptCardProps): JSX.Element => {
  const { view, verified, assessment, checkedAt, language } = props;
  const texts = webTexts(language).form.receipt;
  const { currency } = catalogues[language];
  return (
    <article
      class={`card receipt card--${toneOf(view.mark)}`}
      aria-labelledby="verdict"
      tabIndex={-1}
      data-answer="receipt"
    >
      <h2 class="verdict" id="verdict">
        <span class="verdict__mark">{view.mark}</span>{" "}
        <span>
          <Rich of={view.verdict} />
        </span>
      </h2>
      {view.shop !== null && <p>{view.shop}</p>}
      {view.further.map((line) => (
        <p class="receipt__further">
          <Rich of={line} />
        </p>
      ))}
      {view.unsure !== null && (
        <p>
          <Rich of={view.unsure} />
        </p>
      )}
      {assessment.claimedSantim !== null && (
        <dl class="compare">
          <div>
            <dt>{assessment.isClaimPrinted ? texts.claimedInPicture : texts.claimed}</dt>
            <dd>{`${formatAmount(assessment.claimedSantim)} ${currency}`}</dd>
          </div>
          <div>
            <dt>{texts.bankSays}</dt>
            <dd>{`${formatAmount(verified.amountMinor)} ${currency}`}</dd>
          </div>
        </dl>
      )}
      <dl class="rows">
        {view.rows.map(({ label, value }) => (
          <Row label={label} value={value} />
        ))}
        <div class="rows__row">
          <dt>{view.bank}</dt>
          <dd>
            <code id="reference">{view.reference}</code>
          </dd>
        </div>
      </dl>
      <details class="receipt__details">
        <summary>{texts.details}</summary>
        <dl class="rows">
          {view.details.map(({ label, value }) => (
            <Row label={label} value={value} />
          ))}
        </dl>
      </details>
      <p class="receipt__checks">
        <Icon name="check" /> <span>{texts.fromBank}</span>
      </p>
      <p class="card__small">
        {[texts.printedOn(formatDayAndTime(checkedAt, language)), view.count].join(" · ")}
      </p>
      <div class="card__actions" id="actions" hidden>
        <button class="button button--quiet" type="button" data-action="copy" data-done={texts.copied}>
          <Icon name="copy" /> <span>{texts.copy}</span>
        </button>
        <button class="button button--quiet" type="button" data-action="share">
          <Icon name="share" /> <span>{texts.share}</span>
        </button>
        <button class="button button--quiet" type="button" data-action="picture">
          <Icon name="photo" /> <span>{texts.sharePicture}</span>
        </button>
        <button class="button button--quiet" type="button" data-action="print">
          <Icon name="print" /> <span>{texts.print}</span>
        </button>
      </div>
    </article>
  );
};

const Row = ({ label, value }: ReceiptView["rows"][number]): JSX.Element => (
  <div class="rows__row">
    <dt>{label}</dt>
    <dd dir="auto">{value}</dd>
  </div>
);
