/**
 * Whether a clause in lower case says of this payment that somebody has yet to pay or to confirm it, that it depends on
 * something, or that it will be undone: `Please confirm this payment`, `Subject to clearance`, `This payment will be
 * reversed`. Advice and policies, which are of any payment, are none.
 *
 * @param before the clause before it, which may suppose what this one says
 */
export const isConditionalClause = (clause: string, before: string): boolean => {
  if (/[?፧]$/.test(clause)) return false;
  return requests.some((one) => one.test(clause)) || dependent.test(clause) || willBeUndone(clause, before);
};

const opening = String.raw`^[^\p{L}\d]{0,5}(?:(?:(?:please )?(?:note|notice|attention|warning|alert|important|info|information)(?: that)?|dear [^,:!;]{1,60})[,:!;]? (?:[-–] )?)?`;
const own =
  "(?:this|your) (?:(?:bank|mobile|money|wallet|above|pending) )?(?:payment|transaction|transfer|deposit)";
const details = String.raw`(?: (?:(?:of|to|from|for|with|no|number|ref|reference|id)(?![\p{L}\d])|(?=[^\s?]{0,12}\d)|\()[^?]{0,100}?)`;
const end = String.raw`[^\p{L}\d]{0,4}$`;
/** Who is to see for themselves that it came is told where or before what. */
const noCheck = String.raw`(?!.{0,100}(?<!\p{L})(?:before|after|if|when|at|with (?!your (?:pin|password|otp|code))|online|on (?:our|the|your)|to (?:avoid|see|check|know|be))(?!\p{L}))`;
const ask = "(?:(?:please|kindly|pls) )";
const what = "(?:approval|confirmation|authori[sz]ation|verification|clearance|action|otp|pin|review)";

const requests = [
  `${ask}?(?:confirm|approve|authori[sz]e|complete|finali[sz]e|finish|accept)(?: and pay)? ${own}${noCheck}${details}?(?=${end}|,? (?:to (?:proceed|continue|complete|finish|finali[sz]e)|now|by (?:entering|typing|replying|dialing|pressing)|with your (?:pin|password|otp|code))(?!\\p{L}))`,
  `${ask}(?:pay|make|proceed with|submit|settle) (?:${own}|(?:this|the) (?:amount|bill|invoice))(?=${end}| now(?!\\p{L}))`,
  `${ask}pay (?:(?:etb|birr|br) ?)?\\d`,
  // A press or a scan may confirm, as a check, what is long done.
  `${ask}?(?:confirm|approve|press|tap|click|sign|log in|reply|enter|dial|type)(?!\\p{L})[^?]{0,60}? to (?:complete|finish|finali[sz]e|authori[sz]e|approve|release) ${own}`,
  `${ask}?(?:reply|enter|type)(?!\\p{L})[^?]{0,60}? to confirm ${own}`,
  `to (?:complete|finish|finali[sz]e|authori[sz]e|approve|release) ${own}${details}?, ?\\p{L}`,
  `to confirm ${own}${details}?, ?${ask}?(?:enter|approve|reply|type)(?!\\p{L})`,
  `(?:${own}|the (?:payment|transaction|transfer))${details}? (?:still )?(?:requires?|needs?|awaits?) (?:(?:your|further|additional|an?|the|manual|bank|final|customer|receiver)(?:['’]s)? ){0,3}${what}(?!\\p{L})`,
  `(?:(?:your|payment|bank) )?(?:approval|confirmation|authori[sz]ation|action) (?:is )?(?:still )?(?:required|needed|outstanding)(?=${end})`,
].map((request) => new RegExp(opening + request, "u"));

const whose =
  "(?:(?:the|your|our|a|final|bank|banks|receiver|beneficiary|receiving|sending|manual|further|security|compliance)(?:['’]s)? ){0,4}";
const coming = "clearance|clearing|reali[sz]ation|settlement|final confirmation|availability of funds";
const others = String.raw`(?!\p{L}| of (?:the |your |any |all )?(?:cheques?|checks?)| (?:fees?|charges?|rules|terms|policy|house))`;

/** What is subject to approval without being named may be an offer. */
const dependent = new RegExp(
  [
    opening,
    `(?:(?:${own}|(?:the|this|your) (?:payment|transaction|transfer|amount|credit|receipt|money|funds?))${details}?(?: (?:is|are|was|remains?|still|valid|credited|received|accepted)){1,3} `,
    `subject to ${whose}(?:${coming}|approval|confirmation|verification|review|authori[sz]ation)`,
    `|(?:(?:payment|transfer|transaction|funds) )?subject to ${whose}(?:${coming}))${others}`,
  ].join(""),
  "u",
);

const undone = new RegExp(
  [
    opening,
    `(?:(?<this>this (?:payment|transaction|transfer|deposit|receipt))|(?:the|your) (?:payment|transaction|transfer|deposit|amount|money|funds?))${details}?`,
    " (?:(?:will|shall)(?: now| soon| then)? be|(?:is|are) (?:going |about |due |scheduled )?to be)(?: automatically)?",
    " (?:reversed|refunded|cancell?ed|returned|voided|recalled|rejected|declined|withdrawn|(?:rolled|charged|sent|credited|paid|taken) back)",
    String.raw`(?!\p{L})(?<rest>.*)$`,
  ].join(""),
  "u",
);

/** A policy says of `the amount` what a notice says, so the notice has to say no more than to whom, by whom or when. */
const willBeUndone = (clause: string, before: string): boolean => {
  const found = undone.exec(clause)?.groups;
  if (found === undefined || supposing.test(found.rest ?? "")) return false;
  if (found.this !== undefined) return true;
  return !supposing.test(before) && !/[?፧]$/.test(before) && noMore.test(found.rest ?? "");
};

const supposing =
  /(?<!\p{L})(?:if|in case|in the (?:case|event)|unless|when|whenever|where|should|once|until|upon|on request|only|any|every|failed|unsuccessful)(?!\p{L})/u;

const noMore =
  /^(?:(?: in (?:full|part))?(?: to (?:the |your |its )?(?:sender|payer|customer|source|account|owner|wallet|card)| by (?:the |your )?(?:bank|sender|system)| on \d[\d/.:-]{0,10}| today| tomorrow| shortly| soon| now){0,3}[^\p{L}\d]{0,4}$|,? (?:because|due to|as|since) )/u;
