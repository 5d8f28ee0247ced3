import { openStates } from "./unfinished.ts";

/**
 * Whether a clause in lower case says of this payment that it is under way: `Your transfer to HANA is pending`, `Payment of
 * ETB 1,250.00 on hold`. What it says of payments in general (`While a payment is processing …`) is none.
 */
export const isUnfinishedClause = (clause: string): boolean => {
  if (/[?፧]$/.test(clause)) return false;
  const parts = clause.split(/(?<=[,:!;])\s*(?=\p{L})|\s[-–—|]\s/u);
  return parts.some((part, at) => {
    const found = said.exec(part) ?? bare.exec(part) ?? bareProcessing.exec(part);
    if (found === null) return false;
    const before = part.slice(0, found.index);
    if (found.groups?.service !== undefined && !isAlone(parts, at)) return false;
    return (
      !supposing.test([...parts.slice(0, at), before].join(" ")) &&
      !general.test(before) &&
      !goingOn.test(found.groups?.details ?? "") &&
      !/^[\s,;]{0,3}if any\b/.test(`${part.slice(found.index + found[0].length)} ${parts[at + 1] ?? ""}`)
    );
  });
};

const notices = "note|notice|attention|warning|alert|important|info|information|customer|client";
const subject = [
  String.raw`(?:^[^\p{L}\d]{0,5}|(?<!\p{L})(?:this|your|the|our|${notices}) )`,
  "(?:(?:bank|mobile|money|funds?|wallet|online|above|full|incoming|outgoing|recent|last) )?",
].join("");
const payment = "(?:payment|transaction|transfer|txn|trx|remittance)(?: (?:request|order|instruction))?";
const money = "(?:amount|money|funds?)";

/** A number, or what begins with one of these words: `of ETB 500`, `to HANA MEKONNEN`, `FT26319K4Q7Z`, `(ETB 500)`. */
const detailsAfter = (words: string): string =>
  String.raw`(?<details> (?:(?:${words})(?![\p{L}\d])|(?=[^\s?]{0,12}\d)|(?=\([^()?]{0,40}\d))[^?]{0,120}?)`;

const what =
  "approval|confirmation|verification|review|authori[sz]ation|clearance|settlement|processing|completion";

/** `… is still processing, please wait` */
const said = new RegExp(
  [
    subject,
    `(?:${payment}|${money})`,
    `${detailsAfter("of|to|from|for|with|by|on|at|no|number|ref|reference|id|dated|made|you")}??`,
    "(?:(?: (?:is|are|remains?|stays?|has been|have been|still|currently|now|yet|also)){1,4} ",
    `(?:(?:${openStates}|pending(?: (?:${what}))?|processing|in (?:progress|process)|queued|scheduled|unsettled|unconfirmed)`,
    String.raw`(?=[^\p{L}\d]{0,4}$|[.,:;!()]| (?:please|pls|kindly|and|but|due|because|since|until|till|at|with|by|in|on|for|from|as|so|now|yet|we|you|it)(?!\p{L}))`,
    String.raw`|(?:held|frozen|initiated|submitted)(?=[^\p{L}\d]{0,4}$|, | (?:please|pending|until|till) )`,
    String.raw`|(?:awaiting|waiting for) \p{L})`,
    String.raw`| was (?:(?:put |placed )?on hold|held|frozen|queued)(?=[^\p{L}\d]{0,4}$|, | (?:please|pending|until|till) ))`,
  ].join(""),
  "u",
);

const bareDetails = detailsAfter(
  String.raw`of(?= (?:(?:etb|birr|br) ?)?\d)|to|from|no|number|ref|reference|id|dated`,
);

/** `Payment of ETB 1,250.00 on hold` */
const bare = new RegExp(
  [
    subject,
    payment,
    `${bareDetails}??`,
    ` (?:pending(?: (?:${what}))?|on hold|in (?:progress|review)|under review|queued|awaiting (?:${what}))`,
    String.raw`(?=[^\p{L}\d:]{0,4}$|,? please )`,
  ].join(""),
  "u",
);

/** `Payment of ETB 1,250.00 processing`; without details it may be a service: `Secure payment processing`. */
const bareProcessing = new RegExp(
  [
    String.raw`^[^\p{L}\d]{0,5}(?:(?:this|your|${notices}) ){0,2}`,
    `(?:${payment}${bareDetails} (?:processing|held|frozen)|(?<service>${payment}) processing)`,
    String.raw`(?=[^\p{L}\d:]{0,4}$|,? please )`,
  ].join(""),
  "u",
);

/** Whether a part of a clause stands by itself, but for a notice or a greeting before it and a request behind it. */
const isAlone = (parts: readonly string[], at: number): boolean =>
  parts.slice(0, at).every((part) => opening.test(part)) &&
  parts.slice(at + 1).every((part) => /^(?:please|kindly|pls)(?!\p{L})/u.test(part));

const opening = new RegExp(
  String.raw`^[^\p{L}\d]{0,5}(?:(?:please )?(?:${notices})|dear [^,:!;]{1,60})[^\p{L}\d]{0,4}$`,
  "u",
);

/** Anywhere before it in the sentence: it is supposed, or of the time when it is so. */
const supposing =
  /(?<!\p{L})(?:if|when|whenever|in case|once|unless|until|till|whether|where|while|whilst|should|as long as|as soon as|during|after|before|which|whose)(?!\p{L})/u;

/** Right before it: of any payment, of what may be, or of what a word means. */
const general =
  /(?<!\p{L})(?:may|might|can|would|will|shall|must|cannot|any|every|each|how|without|sure|means?|the (?:day|date|time|rate)(?: that)?[^\p{L}]{0,3}$)/u;

/** Between the payment and the word: the word is of something else. */
const goingOn =
  /(?<!\p{L})(?:is|are|was|were|has|have|had|will|may|can|that|which|who|whose|if|when|where|while|successful|successfully|completed|credited|received|paid)(?!\p{L})/u;
