import { describe, expect, test } from "vitest";
import { noClaims } from "../../src/verify/claims.ts";
import {
  assessReceipt,
  type ComparedAccount,
  type ReceiptCircumstances,
} from "../../src/verify/receipt-assessment.ts";
import { verified } from "../support/bot-world.ts";

/** What a receipt means for the merchant: one judgement for chat and API. */

const now = new Date("2026-11-15T12:00:00+03:00");
const banks = [
  { label: "alpha", name: "TEST Alpha Bank" },
  { label: "beta", name: "TEST Beta Wallet" },
];

const usual: ReceiptCircumstances = {
  saved: [],
  answered: null,
  claims: noClaims,
  isSeenElsewhere: false,
  banks,
  now,
};

const own = (number: string, name = "", provider = "beta"): ComparedAccount => ({ provider, number, name });
const phone = own("0911008765", "Hana Mekonnen", "");
const transferred = (...amountsSantim: number[]) => ({ amountsSantim, areTransferred: true });

const shown = verified();
const toAlpha = verified(
  { receiver_account: "1000200008765", receiver_name: "Hana Mekonnen" },
  { receiverBank: "ALPHA BANK S.C." },
);

type Row = readonly [
  what: string,
  receipt: typeof shown,
  known: Partial<ReceiptCircumstances>,
  reasons: string,
];

const rows: readonly Row[] = [
  ["no account is saved", shown, {}, "receiver_unknown none_saved"],
  ["the phone is saved, in its local form", shown, { saved: [phone] }, "yours"],
  ["the number as printed is saved", shown, { saved: [own("2519****8765")] }, "yours"],
  [
    "a saved account lies at another bank",
    shown,
    { saved: [own("1000200008765", "", "alpha")] },
    "receiver_unknown none_at_this_bank",
  ],
  [
    "the bank of a saved account is not known",
    toAlpha,
    { saved: [own("1000200008765", "", "")] },
    "receiver_unknown none_at_this_bank",
  ],
  [
    "the printed bank is the saved account's",
    toAlpha,
    { saved: [own("1000200008765", "", "alpha")] },
    "yours",
  ],
  [
    "the receipt does not tell the bank",
    verified({ receiver_account: "1000200008765" }, { receiverBank: null }),
    { saved: [own("1000200008765", "", "alpha")] },
    "receiver_unknown bank_unknown",
  ],
  ["digits and name differ", shown, { saved: [own("2519****1111", "Abebe Bekele")] }, "someone_else"],
  ["digits differ and no name is saved", shown, { saved: [own("2519****1111")] }, "someone_else"],
  [
    "digits differ and the name is the same",
    shown,
    { saved: [own("2519****1111", "HANA MEKONNEN TADESSE")] },
    "receiver_unknown same_name_other_number",
  ],
  [
    "digits agree and the name is another",
    shown,
    { saved: [own("2519****8765", "Abebe Bekele")] },
    "receiver_unknown other_name",
  ],
  ...(
    [
      ["order", "TADESSE HANA MEKONNEN"],
      ["script", "ሀና መኮንን ታደሰ"],
      ["doubled letters", "Hana Mekonen Tadese"],
      ["an initial", "HANA M. TADESSE"],
      ["a cut end", "HANA MEKONNEN TADES"],
      ["an honorific", "W/O. HANA MEKONNEN TADESSE"],
      ["a hyphen", "HANA-MEKONNEN TADESSE"],
    ] as const
  ).flatMap(([what, name]): readonly Row[] => [
    [
      `only ${what} tells the names apart, digits agree`,
      verified({ receiver_name: name }),
      { saved: [own("2519****8765", "Hana Mekonnen Tadesse")] },
      "yours",
    ],
    [
      `only ${what} tells the names apart, digits differ`,
      verified({ receiver_name: name }),
      { saved: [own("2519****1111", "Hana Mekonnen Tadesse")] },
      "receiver_unknown same_name_other_number",
    ],
  ]),
  ...(
    [
      ["ABEBE KEBEDE WOLDE", "ሐና መኮንን"],
      ["አበበ ከበደ", "Hana Mekonnen"],
      ["A**** K****", "Hana Mekonnen"],
      ["H**** K****", "Hana Mekonnen"],
    ] as const
  ).flatMap(([printed, saved]): readonly Row[] => [
    [
      `the name is printed as ${printed} and saved as ${saved}, digits agree`,
      verified({ receiver_name: printed }),
      { saved: [own("2519****8765", saved)] },
      "receiver_unknown other_name",
    ],
    [
      `the name is printed as ${printed} and saved as ${saved}, digits differ`,
      verified({ receiver_name: printed }),
      { saved: [own("2519****1111", saved)] },
      "someone_else",
    ],
  ]),
  ...(
    [
      ["HANA MEKONNEN TADESSE", "ሐና መኮንን"],
      ["HANNA MEKONEN", "ሀና መኮንን ታደሰ"],
      ["TSEHAY GIRMA", "ፀሐይ ግርማ"],
      ["HAILEMARIAM DESALEGN", "ኃይለማርያም ደሳለኝ"],
      ["PETROS QELEMEWORK", "ጴጥሮስ ቀለመወርቅ"],
      ["CHALTU JEMAL", "ጫልቱ ጀማል"],
      ["H*** M***", "Hana Mekonnen"],
      ["M*** H***", "Hana Mekonnen"],
      ["HA** ME******", "ሐና መኮንን"],
      ["**** ****", "Hana Mekonnen"],
    ] as const
  ).map(
    ([printed, saved]): Row => [
      `the name is printed as ${printed} and saved as ${saved}, digits agree`,
      verified({ receiver_name: printed }),
      { saved: [own("2519****8765", saved)] },
      "yours",
    ],
  ),
  ...(
    [
      ["G/MICHAEL TESFAYE", "Gebremichael Tesfaye", "yours"],
      ["Haile-Mariam W/Gebriel", "HAILEMARIAM WOLDEGEBRIEL", "receiver_unknown other_name"],
      ["HAILEMARIAM W/GEBRIEL", "Hailemariam Woldegebriel", "yours"],
      ["T/MICHAEL TESFAYE", "G/MICHAEL TESFAYE", "receiver_unknown other_name"],
      ["G/MICHAEL TESFAYE", "Gebremariam Tesfaye", "receiver_unknown other_name"],
      ["KEBEDECH ALEMU", "Kebede Alemu", "receiver_unknown other_name"],
      ["KEBEDE ALEMU", "Kebedech Alemu", "receiver_unknown other_name"],
      ["HANAN ALI", "Hana Ali", "receiver_unknown other_name"],
      ["MOHAMMED ALIYU", "Mohammed Ali", "receiver_unknown other_name"],
      ["HANA BEKELECH TADESSE", "Hana Bekele Tadesse", "receiver_unknown other_name"],
      ["HANA MEKON", "Hana Mekonnen Tadesse", "yours"],
      ["ሐና መኮንን", "ሀና መኮንን", "yours"],
      ["ሃና መኮንን", "ሐና መኮንን", "yours"],
      ["ሠላም ፀሀይ", "ሰላም ጸሐይ", "yours"],
      ["ዓለሙ ኃይሉ", "አለሙ ሀይሉ", "yours"],
      ["ሐና አለሙ", "ሀና አበበ", "receiver_unknown other_name"],
      ["GEBREMICHAEL TESFAYE", "Gebre Michael Tesfaye", "yours"],
      ["GEBRE MICHAEL TESFAYE HAILU", "Gebremichael Tesfaye", "yours"],
      ["MOHAMMEDALI", "Mohammed Ali", "yours"],
      ["ABDULLATIF KEDIR", "Abdul Latif Kedir", "yours"],
      ["HANA MEKONNEN", "Hanna", "receiver_unknown other_name"],
      ["MOHAMMEDALI", "Mohammed Aliyu", "receiver_unknown other_name"],
    ] as const
  ).map(
    ([printed, saved, told]): Row => [
      `the name is printed as ${printed} and saved as ${saved}, digits agree`,
      verified({ receiver_name: printed }),
      { saved: [own("2519****8765", saved)] },
      told,
    ],
  ),
  [
    "only the spelling of the company's form tells the names apart",
    verified({ receiver_name: "HANA & SONS P.L.C." }),
    { saved: [own("2519****8765", "Hana and Sons PLC")] },
    "yours",
  ],
  [
    "the first names agree and the others do not",
    verified({ receiver_name: "HANA BEKELE TADESSE" }),
    { saved: [own("2519****8765", "Hana Mekonnen Tadesse")] },
    "receiver_unknown other_name",
  ],
  [
    "fewer than four digits are visible",
    verified({ receiver_account: "1*****65" }, { receiverBank: "alpha" }),
    { saved: [own("1000200008765", "Hana Mekonnen", "alpha")] },
    "receiver_unknown digits_hidden",
  ],
  [
    "hardly more is visible than the beginning of every phone",
    verified({ receiver_account: "25193******0", receiver_name: "" }, { receiverBank: "theta" }),
    { saved: [own("251935123450", "Hana Mekonnen", "")] },
    "receiver_unknown digits_hidden",
  ],
  [
    "a phone of another network is saved, and the receiver's bank is that network's wallet",
    verified({ receiver_account: "251712000456" }),
    { saved: [phone] },
    "receiver_unknown none_at_this_bank",
  ],
  ...(["2519****8765", "251911008765"] as const).flatMap((number): readonly Row[] => [
    [
      `${number} is saved at the bank, and a till was paid`,
      verified({ receiver_account: "405060", receiver_name: "Addis Books" }),
      { saved: [own(number, "Hana Mekonnen")] },
      "receiver_unknown none_at_this_bank",
    ],
    [
      `${number} is saved at the bank, and a phone of another network was paid`,
      verified({ receiver_account: "2517****0456", receiver_name: "Addis Books" }),
      { saved: [own(number, "Hana Mekonnen")] },
      "receiver_unknown none_at_this_bank",
    ],
  ]),
  [
    "a till is saved, and a phone was paid at the same bank",
    shown,
    { saved: [own("405060", "Addis Books")] },
    "receiver_unknown none_at_this_bank",
  ],
  ["one of two saved accounts agrees", shown, { saved: [own("2519****1111", "Abebe"), phone] }, "yours"],
  ...(
    [
      ["0911008765", "251911008765"],
      ["2519****8765", "0911008765"],
      ["0911008765", "2519****8765"],
    ] as const
  ).flatMap(([nameless, named]): readonly Row[] =>
    [false, true].map((isReversed): Row => {
      const both = [own(nameless), own(named, "Abebe Bekele")];
      return [
        `${nameless} is saved without a name, ${isReversed ? "after" : "before"} ${named} with another name`,
        shown,
        { saved: isReversed ? both.reverse() : both },
        "receiver_unknown other_name",
      ];
    }),
  ),
  [
    "one number is saved without a name, under another name and under the receiver's",
    shown,
    { saved: [own("0911008765", "", ""), own("0911008765", "Abebe Bekele", ""), phone] },
    "yours",
  ],
  [
    "a number without a name agrees, and another whole number of another name agrees with what is printed",
    shown,
    { saved: [own("0911008765", "", ""), own("0922008765", "Abebe Bekele", "")] },
    "yours",
  ],
  [
    "a till is saved whose digits end the printed till's, under the same name",
    verified({ receiver_account: "405060", receiver_name: "Addis Books" }),
    { saved: [own("05060", "Addis Books")] },
    "receiver_unknown same_name_other_number",
  ],
  [
    "a till is saved whose digits end the printed till's, without a name",
    verified({ receiver_account: "405060", receiver_name: "Addis Books" }),
    { saved: [own("05060")] },
    "someone_else",
  ],
  [
    "the printed till is saved",
    verified({ receiver_account: "405060", receiver_name: "Addis Books" }),
    { saved: [own("405060", "Addis Books")] },
    "yours",
  ],
  ["“not mine” was pressed before", shown, { answered: "not_mine" }, "someone_else"],
  [
    "“mine” was pressed for this receipt",
    verified({ receiver_account: "1*****65" }),
    { answered: "mine" },
    "yours",
  ],
  [
    "no account is shown, whatever was pressed or saved",
    verified({ receiver_account: "0003", receiver_name: "ALPHA BANK" }, { isReceiverAccountShown: false }),
    { saved: [own("0003", "ALPHA BANK")], answered: "mine" },
    "account_not_shown",
  ],
  [
    "the message names another amount",
    shown,
    { saved: [phone], claims: transferred(1_250_000) },
    "other_amount",
  ],
  ["the message names the total", shown, { saved: [phone], claims: transferred(125_600) }, "yours"],
  [
    "one of two transferred amounts is another",
    shown,
    { saved: [phone], claims: transferred(125_000, 1_250_000) },
    "other_amount",
  ],
  [
    "one of several amounts agrees",
    shown,
    { saved: [phone], claims: { amountsSantim: [1, 125_000], areTransferred: false } },
    "yours",
  ],
  [
    "none of several amounts agrees",
    shown,
    { saved: [phone], claims: { amountsSantim: [1, 1_250_000], areTransferred: false } },
    "other_amount",
  ],
  [
    "less is named than was paid, and no verb says that it was paid",
    shown,
    { saved: [phone], claims: { amountsSantim: [1, 2], areTransferred: false } },
    "yours",
  ],
  [
    "it is a withdrawal",
    verified({}, { paymentKind: "withdrawal" }),
    { saved: [phone] },
    "no_payment withdrawal",
  ],
  ["it is airtime", verified({}, { paymentKind: "airtime" }), { saved: [phone] }, "no_payment airtime"],
  ["it is a bill", verified({}, { paymentKind: "bill" }), { saved: [phone] }, "no_payment bill"],
  [
    "it is airtime, and the receiver a short code",
    verified({ receiver_account: "100001" }, { paymentKind: "airtime", isReceiverAccountShown: false }),
    { saved: [phone] },
    "no_payment airtime",
  ],
  ["a merchant was paid", verified({}, { paymentKind: "merchant" }), { saved: [phone] }, "yours"],
  [
    "payer and receiver are one account",
    verified({ payer_account: "2519****8765", payer_name: "HANA MEKONNEN" }),
    { saved: [phone] },
    "no_payment same_account",
  ],
  [
    "payer and receiver only look alike behind their masks",
    verified({ payer_account: "2519****8765" }),
    { saved: [phone] },
    "yours",
  ],
  ["it was seen before", shown, { saved: [phone], isSeenElsewhere: true }, "seen_before"],
  [
    "it is three days old",
    verified({}, { paymentDateIso: "2026-11-12T10:00:00+03:00" }),
    { saved: [phone] },
    "old",
  ],
  [
    "its date can be read in two ways",
    verified({}, { paymentDateIso: null }),
    { saved: [phone] },
    "old in doubt",
  ],
  [
    "everything speaks against it",
    verified({}, { paymentKind: "airtime", paymentDateIso: "2026-11-01" }),
    { answered: "not_mine", isSeenElsewhere: true, claims: transferred(1) },
    "someone_else no_payment other_amount seen_before old airtime",
  ],
  [
    "it is seen before and the receiver is unknown",
    shown,
    { isSeenElsewhere: true },
    "seen_before receiver_unknown none_saved",
  ],
];

describe("what a real receipt means", () => {
  test.each(rows)("%s", (_, receipt, known, expected) => {
    const { kind, reasons, receiver, noPayment, isDateInDoubt } = assessReceipt(receipt, {
      ...usual,
      ...known,
    });
    const facts = [
      ...(reasons.length === 0 ? [kind] : reasons),
      receiver.why ?? null,
      noPayment,
      isDateInDoubt ? "in doubt" : null,
    ];
    expect(facts.filter((fact) => fact !== null).join(" ")).toBe(expected);
    expect(kind).toBe(reasons[0] ?? "yours");
  });
});
