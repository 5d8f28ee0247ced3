import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bank, bankLabels, startBank } from "../support/bank.ts";
import { booked, linesOf, tell } from "../support/doors.ts";
import { playOrder } from "../support/play-order.ts";
import { settingsOf } from "../support/upstream-asking.ts";
import { createWorld, type World } from "../support/world.ts";

/** What is no good question, through the chat and over HTTP: refused in the same words, and nobody is asked. */

let http: World;
let chat: World;

describe("bad input", () => {
  let banks: readonly Bank[];
  beforeAll(async () => {
    banks = await Promise.all(bankLabels.map((label) => startBank(label)));
    const offered = banks.filter(({ label }) => label !== "iota");
    const providers = Object.fromEntries(offered.map(({ label, url }) => [label, settingsOf(url)]));
    [http, chat] = await Promise.all([createWorld({ providers }), createWorld({ providers, hasChat: true })]);
  });
  afterAll(async () => {
    await Promise.all([http.close(), chat.close()]);
    await Promise.all(banks.map((bank) => bank.close()));
  });
  const untouched = { callers: 0, taken: 0, pending: 0 };
  const expectNothingAsked = () => expect(banks.flatMap(({ requests }) => requests)).toEqual([]);
  const urlOf = (label: string) => banks.find((bank) => bank.label === label)?.url ?? "";

  const texts: readonly (readonly [what: string, text: () => string, code: string])[] = [
    [
      "a link on a look-alike host",
      () => "https://beta-receipts.example/receipt/DKF1AB2CD3",
      "receipt_url_untrusted",
    ],
    [
      "a link with the bank as its user",
      () => `http://${urlOf("beta").slice(7)}@evil.example/receipt/DKF1AB2CD3`,
      "receipt_url_untrusted",
    ],
    [
      "a link on another port of the bank",
      () => "http://127.0.0.1:9/receipt/DKF1AB2CD3",
      "receipt_url_untrusted",
    ],
    [
      "a feedback link that names no receipt",
      () => `${urlOf("gamma")}/cs/?trx=thanks`,
      "receipt_url_feedback_link",
    ],
    ["a Cyrillic letter in a reference", () => "FT26319\u041a4Q7Z", "reference_not_ascii"],
    ["an Ethiopic digit inside a reference", () => "DKF1AB2C\u136b3", "reference_not_ascii"],
  ];
  test.each(texts)(
    "%s is refused in the same words in both faces, and nobody is asked",
    async (_, text, code) => {
      const [api, bot] = await Promise.all([
        booked(http, () => http.post("/api/verify", { text: text() })),
        booked(chat, () => playOrder(chat.selam(), text(), { bank: "" })),
      ]);
      const { error } = api.seen.body;
      expect([api.seen.status, error.code, error.charged, api.seen.remaining]).toEqual([
        400,
        code,
        false,
        null,
      ]);
      expect(linesOf(bot.seen).slice(0, 2)).toEqual([`🚫 ${error.message}`, error.hint]);
      expect([api.books, bot.books]).toEqual([untouched, untouched]);
      expectNothingAsked();
    },
  );

  test("a text without a reference is answered with what to send, and nobody is asked", async () => {
    const text = "Thank you very much for the 250 birr!";
    const api = await http.post("/api/verify", { text });
    const bot = await tell(chat, text);
    expect([api.status, api.body.error.code]).toEqual([400, "reference_not_found_in_text"]);
    expect(bot.text).toBe("Send me the SMS, a photo or the link of a receipt.");
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  test("a reference of two banks is a question in the chat and ambiguous over HTTP, and nobody is asked", async () => {
    const text = "FT26319K4Q7Z";
    const api = await http.post("/api/verify", { text });
    const bot = await tell(chat, text);
    expect([api.status, api.body.error.code]).toEqual([400, "reference_ambiguous"]);
    expect(bot.text).toMatch(/Which bank/);
    expect(bot.buttons.flat().map((button) => button.text)).toEqual(["TEST Bank", "TEST Bank"]);
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  test("an account number that is none is asked for again in the chat and refused over HTTP", async () => {
    const request = { transactionRef: "FT26319K4Q7Z", accountNumber: "12345" };
    const api = await http.post("/api/verify-alpha", request);
    const question = await tell(chat, `${urlOf("alpha")}/?id=${request.transactionRef}`);
    const bot = await tell(chat, request.accountNumber, question.message_id);
    expect([api.status, api.body.error.code, api.body.error.param]).toEqual([
      400,
      "parameter_invalid",
      "accountNumber",
    ]);
    expect(question.text).toMatch(/only with an account number/);
    expect(bot.text).toMatch(/^That is not an account number/);
    expect([http.books(), chat.books()]).toEqual([untouched, untouched]);
    expectNothingAsked();
  });

  const requests: readonly (readonly [
    what: string,
    path: string,
    body: unknown,
    status: number,
    code: string,
  ])[] = [
    ["broken JSON", "verify-beta", "{", 400, "json_invalid"],
    ["a list", "verify-beta", [], 400, "json_invalid"],
    ["no field", "verify-beta", {}, 400, "parameter_missing"],
    [
      "a reference without its account",
      "verify-alpha",
      { transactionRef: "FT26319K4Q7Z" },
      400,
      "parameter_missing",
    ],
    ["a field of another bank", "verify-beta", { transactionRef: "DKF1AB2CD3" }, 400, "parameter_unknown"],
    ["a number for a reference", "verify-beta", { reference: 1234567890 }, 400, "reference_malformed"],
    ["a reference that is too short", "verify-beta", { reference: "DKF1AB2CD" }, 400, "reference_malformed"],
    [
      "a reference of 13 characters",
      "verify-gamma",
      { reference: "FT26319K4Q7Z1" },
      400,
      "reference_malformed",
    ],
    ["a path in a reference", "verify-beta", { reference: "../admin/x" }, 400, "reference_malformed"],
    ["a Cyrillic letter", "verify-beta", { reference: "DKF1AB2CD\u0417" }, 400, "reference_not_ascii"],
    [
      "an account that is not the reference's own",
      "verify-gamma",
      { reference: "FT26319SS1KP36984", accountNumber: "1000300000000" },
      400,
      "parameter_invalid",
    ],
    [
      "a bank that is not offered",
      "verify-iota",
      { transactionId: "UKF1PAYSEN" },
      404,
      "provider_not_offered",
    ],
    [
      "a bank that does not exist",
      "verify-nobody",
      { reference: "3119YQQ263197000" },
      404,
      "route_not_found",
    ],
  ];
  test.each(requests)("%s is refused over HTTP, and nobody is asked", async (_, path, body, status, code) => {
    const api = await booked(http, () => http.post(`/api/${path}`, body));
    const { error } = api.seen.body;
    expect([api.seen.status, error.code, error.charged, api.seen.remaining]).toEqual([
      status,
      code,
      false,
      null,
    ]);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(api.books).toEqual(untouched);
    expectNothingAsked();
  });
});
