/**
 * What a page says of itself, told from what it says of the payment: that it could not load a picture, print or send a
 * mail, and what it shows while it waits.
 */

/** What pages hold, do or ask of a browser. No payment is called so. */
const thing = [
  "qr(?: code)?|bar ?code|pdf|images?|pictures?|files?|pages?|links?|pop-?ups?|screenshots?|camera",
  "location|notifications?|e-?mail|feedback|rating|translation|preview|share|print|save|scan|export",
].join("|");
/** A receipt may also be what is cancelled or expired, so it is named beside what pages do alone. */
const shown = `(?:(?:the|your|this|an?) )?(?:receipt )?(?:${thing}|receipt|details)`;
const toDo =
  "(?:generate|load|fetch|save|share|print|download|upload|copy|open|render|display|show|export|create|scan)";
const done =
  "(?:generated|loaded|fetched|saved|shared|printed|downloaded|uploaded|copied|opened|rendered|displayed|shown|exported|created|scanned|sent)";
const where = "(?: (?:to|by|via|from) (?:the |your )?(?:e-?mail|phone|sms|gallery|device|server))?";

/** What a press copies. */
const shownValue =
  "(?:(?:the|your) )?(?:account(?: number)?|amount|(?:sender |receiver )?name|phone(?: number)?|(?:transaction )?(?:id|reference|number))";

const messages = [
  `(?:(?:the|your|this) )?(?:${thing})(?: (?:access|permission|generation|creation))?(?: (?:is|was|has|were|have)(?: been)?)? (?:failed|cancell?ed|blocked|denied|expired|stopped|unsuccessful|aborted)`,
  // Of the reader's visit. A one-time password and its check may be the payment's.
  "(?:(?:the|your|user) )?(?:log-?in|logging in|sign(?:ing)?[- ]?in|sms|session|cookies?)(?: (?:is|was|has|were|have)(?: been)?)? (?:failed|cancell?ed|blocked|expired|stopped|unsuccessful|aborted|terminated)",
  "(?:(?:(?:all|the|your|optional|third-party) )?cookies?|access|(?:access|permission) to (?:the |your )?(?:location|camera|gallery|storage|clipboard|page|contacts)|permission)(?: (?:is|was|were|has been|have been))? (?:denied|rejected|refused|declined)",
  `(?:failed|unable) to ${toDo}(?: ${shown}${where})?`,
  `(?:failed|unable) to send ${shown}${where}`,
  `${shown} (?:failed to (?:${toDo}|send)|(?:could not|couldn['’]t|cannot) be ${done})${where}`,
  `(?:failed|unable) to copy ${shownValue}`,
  `${shownValue} cop(?:y|ying) (?:failed|cancell?ed)|copying ${shownValue} (?:failed|was cancell?ed)`,
  "invalid (?:input|(?:phone|mobile)(?: number)?|e-?mail(?: address)?|(?:receipt )?link|url|date|file)",
  // Of a request that the page sent, as the reader is asked to repeat it.
  "(?:(?:the |your )?request )?timed out[.!,]? (?:please )?(?:try again|retry)(?: later)?",
  "(?:(?:ደረሰኙን|ፋይሉን|ምስሉን|ፒዲኤፍ|ገጹን) )?(?:ማውረድ|ማጋራት|ማተም|መቅዳት|ማስቀመጥ|መጫን|ማዘጋጀት) (?:አልተሳካም|አልተቻለም)",
];

const message = new RegExp(String.raw`^\W{0,3}(?:${messages.join("|")})[\s.!;።…]{0,4}$`, "i");

const waiting =
  /^\W*(?:processing|loading|please wait)(?: your (?:payment|request|receipt))?\W*(?:please wait\W*)?$/i;

/** Of the payment, whatever stands beside it: `Cancelled - customer copy`, `Failed: network error`. */
const ofPayment = new RegExp(
  [
    String.raw`\b(?:(?:payment|transaction|transfer|money|fund|amount|order|deposit|bill)s?|bank|account|entry|credit|debit|it was|system|return(?:ed|s)?)\b`,
    String.raw`\b(?:revers|refund|void|auto-?(?:matic|cancel|revers)|customer|merchant|payer|sender|receiver|recipient|beneficiary)`,
    String.raw`^\W*(?:cancell?ed|rejected|declined|recalled|dishonou?red|unpaid)\b`,
    String.raw`^\W*(?:failed|aborted|unsuccessful|expired|incomplete|blocked|stopped|terminated|denied)(?: ?[:(–-]| (?:[a-z]{2,12} )?copy\b| (?:due|because|by|on|after|as|with)\b)`,
    String.raw`[\u1200-\u137f]`,
  ].join("|"),
  "i",
);

const about =
  /^[^.!?]{0,100}\b(?:download(?:s|ing)?|printing|sharing|copy(?:ing)?|saving|loading|upload|scan(?:ning)?|connection|network|internet|session|clipboard|browser)\b[^.!?]{0,100}[.!?]*$/i;

/** Whether a text or a sentence is what a page says of itself. */
export const isOfPage = (text: string): boolean =>
  waiting.test(text) || message.test(text) || (about.test(text) && !ofPayment.test(text));
