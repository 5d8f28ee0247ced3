import { describe, expect, test } from "vitest";
import {
  codesOf,
  findAmongAll,
  bankHosts as hosts,
  likelyLinesOf,
  nothing,
} from "../../support/detection.ts";

/** What people write besides: nothing in it is a reference. */
const chatter = [
  "I bought iphone15 yesterday",
  "samsung123 is my password",
  "COVID19 vaccine room12b",
  "call me on 0911880011 or 0711223344",
  "my ID is ET12345678",
  "plate 3-AA-12345",
  "plate AA12345",
  "invoice INV2026001 for 45,000 birr",
  "TIN 0012345678",
  "account 1000223349021 CBE",
  "wifi password: Hello2026",
  "flight ET302 at 10:20",
  "30kg teff @ 120 = 3600",
  "see you at 4pm gate B12",
  "order #A1234567",
  "order A1234567 please",
  "B2B2C3D4 hall",
  "meeting 2026-11-20T10:20:30Z",
  "uuid 550e8400-e29b-41d4-a716-446655440000",
  "user_name12",
  "abebe1990@mail.example",
  "ቁጥር 0911880011 ደውል",
  "ሂሳብ ቁጥር 1000223349021",
  "አካውንት 1000223349021 ነው",
  "ETB45,300 sent",
  "45300ETB",
  "Birr 1593.9",
  "paid 3k",
  "1,250.00 2,500.00 3,000",
  "20261118",
  "18112026",
  "18/11/26 11:53 AM",
  "18-Nov-2026",
  "2026-11-18 10:38:47",
  "Nov 18, 2026, 08:45:50 am",
  "+251 (0) 911 88 00 11",
  "00251911880011",
  "reference letter from my boss",
  "payment received, thanks!",
  "receipt please",
  "transaction failed why?",
  "Ref No",
  "the code is 8472",
  "OTP 847291",
  "Your OTP code is 8472 91AB",
  "transaction code is ready",
  "reference number below",
  "transaction ID missing",
  "please send reference number",
  "ቁጥር ላክልኝ",
  "የግብይት ቁጥር የለም",
  "QWERTYUIOP",
  "DECEMBERLY",
  "ABCDEFGHIJ",
  "T-shirt XL2 500birr",
  "Receipt is attached",
  "receipt no 12",
  "payment id 123456",
  "my passport EP1234567",
  "IBAN GB33BUKB20201555555555",
  "lat 9.0054 lon 38.7636",
  "v2-hqWErTyUiOpAsDfGhJkL",
  "Windows11 laptop 8GB512GB",
  "kebele 03/04 house 1234",
  "P.O.Box 1234",
  "A4 paper 80gsm",
  "2kg sugar 1l oil",
  "Rm 4B2C",
  "http://",
  "...",
  "/start",
  "ok 👍",
  "😀😀",
  "transaction number is 261118103874225",
  "reference: pending",
  "ref: tomorrow",
  "ref Selam",
  "Receipt: Thank you",
  "trx DAWIT",
  "Dear Customer, your loan of ETB 5,000.00 with contract number LN20261118A is due on 30/11/2026.",
  "Your BETA PIN was changed on 18/11/2026 at 10:20:30. If it was not you call 8000.",
  "Buy 1GB4U for 20 birr dial *999# or click https://bit.ly/3abcDEF",
  "የእርስዎ የይለፍ ቃል 847291 ነው። ለማንም አይስጡ።",
  "Your account 1********9021 balance is ETB 2,000.00 as of 18/11/2026",
  "Dear Customer, your account 1740000085527719 has been credited with ETB 100 on 18-Nov-2026",
];

describe("in chatter", () => {
  test.each(chatter)("%s", (text) => {
    expect(findAmongAll(text)).toMatchObject({ candidates: [], refused: [] });
  });
});

/** Odd and hostile messages. */
const odd: readonly (readonly [text: string, lines: readonly string[], codes?: readonly string[]])[] = [
  ["https://wallet.bеta.example/receipt/DKJ9QW8ER7", [], ["receipt_url_untrusted"]],
  [
    `${hosts.beta}.evil.example/receipt/DKJ9QW8ER7 and DKJ9QW8ER7`,
    ["beta reference=DKJ9QW8ER7"],
    ["receipt_url_untrusted"],
  ],
  ["javascript:alert(1) DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
  ["data:text/html,DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
  ["file:///etc/passwd DKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
  ["tg://resolve?domain=DKJ9QW8ER7", [], ["receipt_url_untrusted"]],
  ["DKJ9QW8ER7' OR 1=1 --", ["beta reference=DKJ9QW8ER7"]],
  ["<script>DKJ9QW8ER7</script>", ["beta reference=DKJ9QW8ER7"]],
  ["DKJ9QW8ER7%00", ["beta reference=DKJ9QW8ER7"]],
  ["DKJ9QW8ER7\u0000", ["beta reference=DKJ9QW8ER7"]],
  [`{"reference":"DKJ9QW8ER7"}`, ["beta reference=DKJ9QW8ER7"]],
  [
    `{"status":"success","data":{"status":"Verified","transaction_reference":"DKJ9QW8ER7"}}`,
    ["beta reference=DKJ9QW8ER7"],
  ],
  ["VERIFIED ✅ DKJ9QW8ER7 paid to you", ["beta reference=DKJ9QW8ER7"]],
  ["\u202eDKJ9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
  [
    "7RE8WQ9JKD\u202e",
    ["beta reference=7RE8WQ9JKD", "iota transactionId=7RE8WQ9JKD", "epsilon receipt=7RE8WQ9JKD needs phone"],
  ],
  ["D\u200bK\u200bJ\u200b9QW8ER7", ["beta reference=DKJ9QW8ER7"]],
  ["DKJ9QW8ER7\u0301", [], ["reference_not_ascii"]],
  [`${hosts.beta}/receipt/DKJ9QW8ER7/../../admin`, []],
  [`${hosts.beta}/receipt/DKJ9QW8ER7?x=1`, ["beta reference=DKJ9QW8ER7"]],
  [`${hosts.beta}/receipt/DKJ9QW8ER7#x`, ["beta reference=DKJ9QW8ER7"]],
  [`${hosts.beta}//receipt/DKJ9QW8ER7`, []],
  [`${hosts.beta}/receipt/%44KJ9QW8ER7`, ["beta reference=DKJ9QW8ER7"]],
  [`${hosts.beta}/RECEIPT/DKJ9QW8ER7`, ["beta reference=DKJ9QW8ER7"]],
  [`${hosts.eta}/rt/../ft/85527719174ETTB263220044/pdf`, []],
  [`${hosts.iota}/receipt/UKI5E6R7T8/../UKI5E6R7T9`, []],
  [
    `${hosts.iota}/api/receipt/getReceipt?trxNo=UKI5E6R7T8&trxNo=UKI5E6R7T9`,
    [`iota url=${hosts.iota}/api/receipt/getReceipt?trxNo=UKI5E6R7T8&trxNo=UKI5E6R7T9`],
  ],
  [`${hosts.gamma}/slip/?trx=FT26322MN4QX55147&trx=FT26322MN4QX55148`, ["gamma reference=FT26322MN4QX55147"]],
  [
    `${hosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044&PH=0911`,
    ["epsilon receipt=DKI7Q8W9E0R phone=0922330044"],
  ],
  [`${hosts.zeta}/receipt/#/feedback`, [], ["receipt_url_feedback_link"]],
  [`${hosts.zeta}/receipt/#/../feedback/x`, []],
  [
    `${hosts.alpha}/?id=FT26322P0L9M00009021&id=FT26322P0L9M00007766`,
    ["alpha transactionRef=FT26322P0L9M accountNumber=00009021"],
  ],
  [`${hosts.alpha}/?id=FT26322P0L9M0000902`, ["alpha transactionRef=FT26322P0L9M needs accountNumber"]],
  [`${hosts.alpha}/?id=FT26322P0L9M000090211`, []],
  ["A1".repeat(2000), []],
  [
    "FT26322P0L9M ".repeat(300),
    [
      "alpha transactionRef=FT26322P0L9M needs accountNumber",
      "gamma reference=FT26322P0L9M needs accountNumber",
    ],
  ],
  ["DKJ9QW8ER7".repeat(50), []],
  [`https://${"a.".repeat(500)}example/receipt/DKJ9QW8ER7`, [], ["receipt_url_untrusted"]],
];

describe("of an odd message", () => {
  test.each(odd.map((row) => [row[0].slice(0, 100), ...row] as const))(
    "%s",
    (...[, text, lines, codes = []]) => {
      const found = findAmongAll(text);
      expect(likelyLinesOf(found)).toEqual(lines);
      expect(codesOf(found)).toEqual(codes);
    },
  );
});

describe("a word of the widest shape", () => {
  test("is a reference alone, or behind a label that says so", () => {
    for (const text of [
      "A1B2C3D4",
      "“A1B2C3D4”.",
      "A1B2C3D4\nE5F6G7H8",
      "Transaction ID: A1B2C3D4 thanks a lot",
    ])
      expect(likelyLinesOf(findAmongAll(text))[0], text).toBe("iota transactionId=A1B2C3D4");
  });

  test("is none in a sentence, or as a piece of something else", () => {
    for (const text of [
      "I bought A1B2C3D4 yesterday",
      "x/A1B2C3D4",
      "A1B2C3D4-9f",
      "A1B2C3D4&9",
      "ሰላም A1B2C3D4",
    ])
      expect(findAmongAll(text), text).toEqual(nothing);
  });

  test("counts for nothing beside a link or a better word", () => {
    const text = `Order ID A1B2C3D4 paid ${hosts.beta}/receipt/DKJ9QW8ER7`;
    expect(likelyLinesOf(findAmongAll(text))).toEqual(["beta reference=DKJ9QW8ER7"]);
  });
});
