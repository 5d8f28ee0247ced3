import { nouns, participles, subjects } from "./words.ts";

/**
 * Sentences that this payment did not happen: `could not be completed`, `did not go through`, `was not made`. Each is
 * put in such a form that words around it, such as `if` or `please call`, still tell a rule or advice from it.
 */
const sentences = (): readonly (readonly [RegExp, string])[] => {
  const it = "(?:transaction|payment|transfer|deposit)";
  const money = `(?<!\\b(?:vat|tax|tip|fee|charge|discount|interest|commission|bonus) )(?:${it}|amount|money|funds?|beneficiary|receiver|recipient|payee|account)`;
  const done =
    "(?:completed?|processed|executed|effected|carried out|finali[sz]ed|posted|settled|credited|transferred|paid|made|sent|delivered)";
  const toDo = "(?:complete|process|execute|post|settle|credit|transfer|send|deliver|make|perform)";
  const was = "(?:is|was|were|are|has|have|had)";
  const isnt = "(?:is|was|were|are|has|have|had)n['’]t(?: yet)?(?: been)?";
  const not = "(?:not|never)(?: yet)?(?: been)?";
  const undone = `(?:${done}|received|cleared|confirmed|accepted|final)(?! (?:an?|any|twice|in cash|through|by (?:you|me|us|cheque|cash))\\b)`;
  const ofMessage = "(?<!\\b(?:sms|e-?mail|message|notification|recipient|receiver|name) )";
  const suspense = "(?:(?:the |a |our |the bank['’]s )?)suspense";
  const patterns: readonly (readonly [string, string])[] = [
    [`${ofMessage}\\b(?:could not|couldn['’]t) (?:be|get) (?:successfully )?${done}`, "failed"],
    [
      `(?<=\\b${it} )(?:cannot|can not|can['’]t) be ${done}(?= (?:at this time|now)\\b|[^a-z]{0,3}$)`,
      "failed",
    ],
    [
      `\\b(?:could not|couldn['’]t|(?:(?:was|were|is|are) )?unable to|failed to) ${toDo}(?: (?:your|this|the) (?:${it}|request|amount|money|funds?)\\b| it\\b|(?=[^a-z]{0,3}$))`,
      "failed",
    ],
    [`\\b(?:could not|couldn['’]t) ${toDo} ${it}\\b`, "failed"],
    [
      `(?<=\\b${it} )(?:ended (?:with|in) (?:an? )?(?:error|failure)|(?:was )?not found|does not exist)\\b`,
      "failed",
    ],
    [
      `\\b(?:we|bank|system|payer|sender|customer) (?:have |has )?(?:cancell?ed|reversed|stopped|rejected|declined|blocked|recalled|refunded|returned) (?:your|this|the) (?:${it}|money|amount|funds?)\\b`,
      "it was reversed",
    ],
    [
      `\\b(?:could not|couldn['’]t|unable to|failed to) credit (?:the )?(?:beneficiary|receiver|recipient|payee|account)\\b`,
      "failed",
    ],
    [`\\b${it} fail(?=[^a-z]{0,3}$)`, "failed"],
    [
      `^[^a-z]{0,3}(?:dear [^,.:?!]{1,60}, ?)?(?:the |your )?(?:amount|money|funds?) (?:is|are) (?:returned|refunded|reversed)(?=[^a-z]{0,3}$)`,
      "it was refunded",
    ],
    [
      `(?<=\\b(?:this|your|the) ${it}(?: (?:of|to|from|for|no|number|ref) (?:[^,;:?!]|,(?=\\d)){1,80}?| (?=[^ ?!]{0,20}\\d)[^ ]{4,30})? is )returned\\b(?![^?!]{0,100}\\b(?:if|when|whenever|unless|within|after|automatically|should)\\b)`,
      "refunded",
    ],
    [
      `(?<=\\b(?:amount|money|funds?) )(?:(?:is|was|were|has been|have been) )?restored to (?=(?:the |your )?(?:account|sender|payer|customer)\\b)`,
      "was refunded ",
    ],
    [
      `^[^a-z]{0,3}(?:the |your )?(?:amount|money|funds?) (?:(?:is|was|are|were|has been|have been) )?(?:put |placed )?(?:held|on hold)(?=[^a-z]{0,3}$)`,
      "it was reversed",
    ],
    ["\\b(?:posted|moved|credited) to (?:the |a )?suspense\\b", "it was reversed"],
    [
      `(?<=\\b(?:this|the|your) (?:${it}|amount|money|funds?) ${was} (?:been )?)(?:parked|kept|placed|held|booked|lodged|posted) in ${suspense}\\b`,
      "reversed",
    ],
    [
      `^[^a-z]{0,3}(?:the )?(?:${it}|amount) (?:(?:was|were|has been|have been) )?(?:parked|kept|placed|held|booked|lodged|posted) in ${suspense}(?: account)?(?=[^a-z]{0,3}$)`,
      "it was reversed",
    ],
    [
      "^[^a-z]{0,6}(?:(?:this is an? )?(?:test|dummy|demo|training) receipt(?: only)?|(?:test|dummy) (?:receipt|transaction|payment)[ ,/(–—-]{1,4}no value)(?=[^a-z]{0,6}$)",
      "void",
    ],
    [
      "^[^a-z]{0,3}this (?:receipt|document|slip|advice|page) is not valid as (?:a )?proof of payment(?=[^a-z]{0,3}$)",
      "void",
    ],
    ["^[^a-z]{0,3}not verified(?=[^a-z]{0,3}$)", "void"],
    ["^[^a-z]{0,3}no such account(?=[^a-z]{0,3}$)", "failed"],
    ["\\bwithdrawn by (?:the )?(?:sender|payer|customer)(?=[^a-z]{0,3}$)", "reversed"],
    ["\\b(?:did not|didn['’]t) (?:go through|get through|succeed|take place)\\b", "failed"],
    [`(?<=\\b${it} )(?:did not|didn['’]t|does not|doesn['’]t) (?:complete|post|clear|happen)\\b`, "failed"],
    [`(?<=\\b${money} )(?:${was} ${not}|${isnt}) ${undone}`, "was failed"],
    [
      `(?<=\\b${money} )(?:(?:${was} )?not(?: yet)?|hasn['’]t|haven['’]t|did not|didn['’]t|never) (?:gone through|reach(?:ed)? (?:the|its|your) (?:beneficiary|receiver|recipient|payee|account|bank|customer|destination)|arrived?|left (?:the|your) account)`,
      "was failed",
    ],
    [`(?<=\\b${money} )(?:(?:${was} )?(?:still )?yet to be|remains to be) ${done}`, "was failed"],
    [
      "^[^a-z]{0,3}(?:the |your |payer['’]s |sender['’]s )?account (?:was |is |has )?not (?:been )?debited(?=[^a-z]{0,3}$)",
      "failed",
    ],
    [`\\b${money} ${not} ${undone}`, "it failed"],
    [
      "^[^a-z]{0,3}not (?:yet )?(?:completed?|processed|executed|effected|carried out|finali[sz]ed|posted|settled|credited|transferred|paid)(?=[^a-z]{0,3}$)",
      "failed",
    ],
    [`^[^a-z]{0,3}not yet ${done}\\b`, "failed"],
    ["\\bnot yet (?:been )?paid\\b", "failed"],
    [
      `\\b(?:no (?:${it}|money|funds?|amount)|nothing) (?:was|were|has been|have been) ${undone}`,
      "it was failed",
    ],
    [
      "\\b(?:partially|partly|not fully|only partly) (?:completed|processed|executed|credited|settled|successful|reversed|refunded)\\b",
      "failed",
    ],
    [
      `(?<=\\b(?:${it}|amount|money|funds?|receipt) (?:${was} )?(?:been )?)(?:(?:taken|pulled|clawed|claimed|drawn|called) back|called off|re-?credited|deleted|removed|erased|held back|frozen)\\b(?! (?:as|for|tax)\\b)`,
      "reversed",
    ],
    [
      `(?<=\\b(?:${it}|amount|money|funds?) (?:is|was|has been|have been) )withheld\\b(?! (?:as|for|tax)\\b)`,
      "reversed",
    ],
    ["^[^a-z]{0,3}(?:deleted|removed|erased)(?=[^a-z]{0,3}$)", "void"],
    // Alone or of this payment: a policy lapses and a tax is deferred, too.
    [
      `(?:^[^a-z]{0,5}|(?<=\\b(?:${it}|receipt) (?:${was} )?(?:been )?))(?:lapsed|deferred|postponed|stalled|claw(?:ed)?[ -]back|rescinded|superseded)(?=[^a-z]{0,5}$)`,
      "failed",
    ],
    ["^[^a-z]{0,3}debited,? but not (?:yet )?credited(?=[^a-z]{0,3}$)", "failed"],
    [`(?<=\\bthis ${it} )is (?:under|in) dispute(?=[^a-z]{0,3}$)`, "was disputed"],
    ["^[^a-z]{0,3}this is (?:only )?an? (?:payment )?request, not an? payment(?=[^a-z]{0,3}$)", "failed"],
    [
      `^[^a-z]{0,3}(?:the )?(?:receiver|recipient|beneficiary|payee) must (?:still )?(?:accept|approve|confirm) this ${it}(?=[^a-z]{0,3}$)`,
      "failed",
    ],
    ["^[^a-z]{0,3}not (?:yet )?final(?=[^a-z]{0,3}$)", "failed"],
    [`(?<=\\b${it} (?:${was} )?(?:been )?)withdrawn\\b(?! (?:from|at|by)\\b)`, "reversed"],
    [
      `(?<=\\b(?:${it}|amount|money|funds?) (?:${was} )?)(?:went|gone|came|come) back to (?:the |its )?(?:sender|payer)\\b`,
      "reversed",
    ],
    ["\\brecall(?: (?:is|was|has been))? requested\\b", "reversal"],
    ["\\b(?:revers(?:e|ing)|contra) entry\\b", "reversal"],
    [`\\b(?:${it} error|(?:an )?error (?:has )?occurred)\\b`, "it failed"],
    [
      "(?:^[^a-z]{0,3}|\\bthis is )not (?:an? )?(?:payment |bank |genuine |real )?(?:receipt|proof of payment)(?=[^a-z]{0,3}$)",
      "void",
    ],
    [
      `(?<=\\b(?:receipt|${it}) (?:is|was|has been) )(?:an? )?(?:(?:reported|flagged|marked) as )?(?:fake|forged|forgery|counterfeit|fraud|fraudulent)\\b`,
      "void",
    ],
    [
      "^[^a-z]{0,3}(?:(?:reported|flagged|marked) as )?(?:fake|forged|counterfeit|fraudulent)(?: (?:receipt|payment|transaction))?(?=[^a-z]{0,3}$)",
      "void",
    ],
    ["^[^a-z]{0,3}do not hono(?:u)?r(?=[^a-z]{0,3}$)", "failed"],
    [
      "\\bdo not (?:accept|honou?r) this (?:receipt|payment|transaction)\\b(?! (?:as|before|from|if|in|on|unless|until|when|without)\\b)",
      "void",
    ],
  ];
  return patterns.map(([pattern, word]) => [new RegExp(pattern, "g"), word]);
};

/** What stands in no name of an offer: `Rolled back as the offer expired` is of the payment. */
const noOffersName = [
  ...[...participles, ...nouns, ...subjects],
  ...["as", "by", "since", "because", "due", "for", "of", "to", "after", "when", "while", "with", "on"],
  ...["and", "or", "not", "no", "back", "out", "off"],
].join("|");

/** Expressions of several words, each as one of the words above. */
export const expressions: readonly (readonly [RegExp, string])[] = [
  // What banks do with other things than payments: old notes, offers, a bonus, a tax.
  [/\b(?:notes|banknotes|coins|cards|coupons|passbooks) (?:are|will be|were) (?:no longer|not) valid\b/g, ""],
  [
    new RegExp(
      `^[^a-z]{0,3}(?:(?!(?:${noOffersName})\\b)[a-z'’-]{1,20} ){0,4}(?:offer|promotion|promo(?: code)?|campaign|coupon|discount|bonus|lottery|raffle) (?:(?:has|have|is) )?(?:expired|no longer valid)\\b`,
      "g",
    ),
    "",
  ],
  [
    /^[^a-z]{0,3}(?:your )?cash ?back (?:is|will be|gets) (?:refunded|returned|paid back|credited back) (?:in)?to your (?:wallet|account)\b/g,
    "",
  ],
  [/\bunpaid loans?\b/g, ""],
  [
    /\b(?:get|claim|ask for|apply for) (?:a |the |your )?refund (?:on|of) (?:the |your )?(?:vat|tax(?:es)?)\b/g,
    "",
  ],
  // What a status of the app means, told in a legend.
  [
    new RegExp(
      `^[^a-z]{0,3}(?:when|where|once) [^,?]{0,60}(?:see|sees|shows?|displays?|reads?|(?:status|state) is) ["'“‘]?(?:pending|${[...participles].join("|")})(?=["'”’]?, (?:the|your) )`,
      "g",
    ),
    "when told ",
  ],
  // What became of this payment is no rule, though the sentence begins with when it did.
  [
    /^[^a-z]{0,3}(?:before|when|once|until|where) (?!.*\b(?:if|case|unless|whether|should|will|told|says?)\b)[^,?]{1,80}, (?=(?:this|your|the) (?:transaction|payment|transfer|deposit) (?:was|has been) )/g,
    "",
  ],
  // Not what became of the payment before the same.
  [
    /\bbefore (?=(?:your|the|an?) (?:account|wallet|card|sim|line|service|id) (?:is|are|gets|will be) (?:blocked|suspended|stopped|expired|terminated)\b)/g,
    "until ",
  ],
  // What becomes of any payment or deposit.
  [
    /\bis returned (?=(?:(?:at|on|upon|after) check-?out|in (?:the )?(?:case|event) of (?:an? |the )?(?:cancell?ation|failure|refund|return)|only (?:with|against|upon)|where (?:the|an?|any|your) [a-z]{2,20} (?:is|are|cannot|does|has))\b|as (?:a )?cash ?back(?:[^a-z]{0,3}$| (?:to|into|on|within|every) ))/g,
    "may be returned ",
  ],
  // `Ref No FT26320… has been reversed`, `Reversal No.: 12`; `Refund: No` says none.
  [
    /\b(?:ref(?:erence)?|trans?(?:action|fer)?|txn|trx|invoice|receipt|rcpt|voucher|order|payment|account|cheque|bill|slip|doc(?:ument)?|ticket)\.? no(?= ?[.:]|$| \S*\d| \S{4,30} (?:has|was) )(?!\.? of\b)/g,
    "number",
  ],
  [/(?<=\b(?:reversal|refund|cancellation|return) )no(?= ?[.:]{1,2}(?: |$)| \S*\d)(?!\.? of\b)/g, "number"],
  [new RegExp(`\\bautomatically (?=(?:${[...participles, "returned"].join("|")})\\b)`, "g"), ""],
  [/\b(?:rolled|charged|paid)[ -]back\b/g, "reversed"],
  [/\b(?:credited|transferred|sent|given) back\b/g, "refunded"],
  [/\binsufficient (?:funds?|balance)\b/g, "failed"],
  [
    /\bnot (?:a )?valid(?= (?:receipt|payment|transaction)\b|[^a-z ]|$)(?: (?:receipt|payment|transaction))?/g,
    "void",
  ],
  // When somebody left: `Time out: 12:00`.
  [/^[^a-z]{0,3}time[ -]out ?:? ?\d{1,2}:\d{2}(?: ?[ap]m)?[^a-z\d:]{0,3}$/g, ""],
  [/\btimed? ?out\b/g, "expired"],
  [/\bno longer valid\b/g, "void"],
  [
    /\bnot (?:yet )?(?:been )?(?:completed|successful|processed|executed|approved|authori[sz]ed|settled|honou?red)\b/g,
    "failed",
  ],
  [
    /\breturned to (?=(?:the |its |his |her )?(?:payer|sender|customer|account|owner|source)\b)/g,
    "refunded ",
  ],
  [/(?:^[^a-z]{0,3}|(?<=\b(?:was|been) ))returned to (?=your account\b)/g, "refunded "],
  [/\b(?:amount|money|funds?|payment|transfer|transaction) (?=returned\b)/g, "refunded "],
  // What becomes of others' accounts, letters and papers, and when a service rests.
  [
    /^[^a-z]{0,3}(?:(?:suspended|blocked) accounts|(?:rejected|declined) applications|returned mail|(?:cancell?ed|expired) stamps)(?= (?:are|is|can|cannot|may|will|must)\b|[^a-z]{0,3}(?:p\b|$))/g,
    "any",
  ],
  // What is still to be paid of a bill.
  [/\bunpaid (?=(?:balance|arrears|dues)\b)/g, ""],
  [/\bservices? suspended (?=(?:on|during) (?:public )?holidays\b)/g, ""],
  ...sentences(),
];
