import type { JSX } from "preact";
import type { Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import { Icon } from "../icons.tsx";
import { webTexts } from "../texts/texts.ts";

/** Under a verified answer: makes a proof of it at a press. */
export const PassOnForm = ({
  offer,
  language,
}: {
  /** What the answer says, sealed. */
  readonly offer: string;
  readonly language: Language;
}): JSX.Element => {
  const texts = webTexts(language).proof;
  return (
    <form class="pass-on no-print" id="pass-on" method="post" action="/p">
      <input type="hidden" name="offer" value={offer} />
      <button class="button" type="submit" aria-describedby="pass-on-hint">
        <Icon name="link" /> <span>{texts.passOn}</span>
      </button>
      <p class="card__hint" id="pass-on-hint">
        {texts.passOnHint}
      </p>
    </form>
  );
};

/** The address of a proof that its owner has just made, or looks at. */
export const PassedOn = (props: {
  readonly url: string;
  readonly expiresAt: Date;
  readonly language: Language;
}): JSX.Element => {
  const { url, expiresAt, language } = props;
  const { proof: texts, form } = webTexts(language);
  return (
    <section class="passed-on" id="passed-on" aria-labelledby="passed-on-title">
      <h2 class="card__subtitle" id="passed-on-title" tabIndex={-1}>
        {texts.yourLink}
      </h2>
      <p>
        <a class="passed-on__link" href={url} target="_blank" rel="noopener">
          {url}
        </a>
      </p>
      <p class="card__hint">
        {texts.validUntil(useDates().day(expiresAt))} {texts.passOnHint}
      </p>
      <div class="card__actions needs-script">
        <button class="button button--quiet" type="button" data-link="copy" data-done={form.receipt.copied}>
          <Icon name="copy" /> <span>{form.receipt.copy}</span>
        </button>
        <button class="button button--quiet" type="button" data-link="share">
          <Icon name="share" /> <span>{form.receipt.share}</span>
        </button>
      </div>
      <p class="card__small">
        <a href="/dashboard/receipts#proofs" target="_blank" rel="noopener">
          {texts.withdrawAt}
        </a>
      </p>
      <p class="visually-hidden" role="status" />
    </section>
  );
};
