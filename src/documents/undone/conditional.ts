/**
 * Whether a clause in lower case says nothing but that somebody has yet to make or to confirm this payment, that it depends on
 * clearance, or that it will be undone: `Please confirm this payment`, `Subject to clearance`, `This payment will be reversed`.
 * Advice and policies, which are of any payment, say more.
 *
 * @param before the clause before it, which may suppose what this one says
 */
export const isConditionalClause = (clause: string, before: string): boolean =>
  !/[?፧]$/.test(clause) &&
  (notMade.some((one) => one.test(clause)) || (willBeUndone.test(clause) && !supposes(before)));

const opening = String.raw`^[^\p{L}\d]{0,5}(?:(?:(?:please )?(?:note|notice|attention|warning|alert|important)(?: that)?|dear [^,:!;]{1,60})[,:!;]? (?:[-–] )?)?`;
const end = String.raw`[^\p{L}\d]{0,4}$`;
const amount = String.raw`(?: \(?(?:of |no |number |ref |reference |id )?(?:etb |birr )?[^\s?]{0,12}\d[^\s?]{0,20}(?: (?:etb|birr))?\)?)?`;
const own = `(?:this|your) (?:(?:bank|mobile|money|wallet|pending) )?(?:payment|transaction|transfer)${amount}`;
const ask = "(?:(?:please|kindly|pls) )";
const secret = "(?:your|the) (?:pin|password|otp|code)";
const doing = "(?:confirm|approve|authori[sz]e|complete|finali[sz]e|finish)";
const whose =
  "(?:(?:your|the|our|a|further|final|manual|bank|receiver|beneficiary|receiving|customer)(?:['’]s)? ){0,3}";
const step = "(?:approval|confirmation|authori[sz]ation|clearance)";
const coming = "(?:clearance|clearing|reali[sz]ation|settlement|final confirmation|availability of funds)";

const notMade = [
  `${ask}?${doing} ${own}(?:,? (?:to (?:proceed|continue)|now|(?:by (?:entering|typing)|with) ${secret}))?`,
  `${ask}?(?:confirm|approve|(?:enter|type) ${secret}) to ${doing} ${own}`,
  `${ask}(?:pay|make) (?:this payment|this amount)(?: now)?`,
  `${own} (?:still )?(?:requires?|needs?|awaits?) ${whose}${step}`,
  `(?:(?:your|payment|bank) )?(?:approval|confirmation|authori[sz]ation) (?:is )?(?:still )?(?:required|needed|outstanding)`,
  `(?:${own}|the (?:payment|transaction|transfer|amount)) (?:is|remains) (?:credited )?subject to ${whose}(?:${step}|${coming})(?: by (?:the )?(?:(?:receiving|beneficiary|sending) )?bank)?`,
  `(?:(?:payment|transfer|transaction|funds) )?subject to ${whose}${coming}`,
].map((clause) => new RegExp(opening + clause + end, "u"));

const willBeUndone = new RegExp(
  [
    opening,
    `(?:${own}|the (?:payment|transaction|transfer|amount|money|funds?))(?: to [^?,;:]{1,60}?)?`,
    " (?:(?:will|shall)(?: now| soon)? be|(?:is|are) (?:going |about |due |scheduled )?to be)(?: automatically)?",
    " (?:reversed|refunded|cancell?ed|returned|voided|recalled|rejected|declined|(?:rolled|charged|sent) back)",
    String.raw`(?:(?: in (?:full|part)| to (?:the |your |its )?(?:sender|payer|customer|source|account|owner|wallet)| by (?:the |your )?(?:bank|sender|system)| on \d[\d/.:-]{0,10}| within \d{1,3} (?:hours?|days?)| today| tomorrow| shortly| soon| now){0,3}${end}|,? (?:because|due to|as|since) )`,
  ].join(""),
  "u",
);

/** Whether a clause supposes what the next one says. `If you have questions, call` supposes nothing of a payment. */
const supposes = (clause: string): boolean => {
  const rest = clause.replace(help, "");
  return /[?፧]$/.test(rest) || supposing.test(rest);
};

const help =
  /(?<!\p{L})(?:(?:if|in case|should|for|do|of|you|have|need|got|any|some|more|further) ){0,6}(?:questions?|queries|help|assistance|complaints?|information)(?!\p{L})\??/u;

const supposing =
  /(?<!\p{L})(?:if|in case|in the (?:case|event)|unless|when|whenever|where|should|once|until|upon|on request|only|any|every|failed|unsuccessful)(?!\p{L})/u;
