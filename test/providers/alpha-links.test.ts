import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { caseNamed, renderCase, testClock } from "../support/cases.ts";
import { settingsOf } from "../support/detection.ts";
import { answer, type Behaviour, inTurn, startMisbehavingServer } from "../support/misbehaving-server.ts";
import { runs } from "../support/properties.ts";
import { createWorld, type HttpAnswer } from "../support/world.ts";

/** The JSON behind alpha's token links: as the bank says it, or refused. */

const host = "https://links.alpha.example";
const token = "v2-hqWErTyUiOpAsDfGhJkL";

const alphaWith = (labels: Readonly<Record<string, readonly string[]>> = {}): Provider => {
  const [alpha] = openProviders({ alpha: settingsOf(host, { labels }) }, "full");
  if (alpha === undefined) throw new Error("alpha is not offered");
  return alpha;
};

/** The fixture's text, with one thing in it changed. */
const good = Buffer.from(await renderCase(caseNamed("alpha", "verified-link"))).toString();
const changed = (from: string | RegExp, to: string): string => {
  const text = good.replace(from, to);
  if (text === good) throw new Error(`the fixture has no ${from}`);
  return text;
};

/** The record of an answer, or the code of the refusal with the printed status. */
const read = async (text: string, { status = 200, provider = alphaWith() } = {}) => {
  const question = provider.open({ link: `${host}/${token}` });
  const document = await decodeDocument(Buffer.from(text), "application/json");
  if (!question.ok) throw new Error("the link is refused");
  const reading = document.ok
    ? question.value.read({ status, document: document.value }, testClock)
    : document;
  if (reading.ok) return reading.value.receipt;
  return [reading.error.code, reading.error.receiptStatus].filter(Boolean).join(" ");
};

describe("a payment's moment", () => {
  test.each([
    ["2026-11-14T23:00:05Z", "11/15/2026, 2:00:05 AM"],
    ["2026-11-15T07:20:30.123Z", "11/15/2026, 10:20:30 AM"],
    ["2026-11-14T21:00:00Z", "11/15/2026, 12:00:00 AM"],
    ["2026-11-14T20:59:59Z", "11/14/2026, 11:59:59 PM"],
    ["2026-05-09T09:05:07+00:00", "5/9/2026, 12:05:07 PM"],
    ["2025-12-31T22:30:00Z", "1/1/2026, 1:30:00 AM"],
    ["2024-02-28T21:30:00Z", "2/29/2024, 12:30:00 AM"],
  ])("%s is %s in Addis Ababa", async (instant, printed) => {
    expect(await read(changed("2026-11-15T07:20:30Z", instant))).toMatchObject({ payment_date: printed });
  });

  test.each([
    "2026-11-15T07:20:30",
    "2026-11-15 07:20:30Z",
    "2026-02-29T07:20:30Z",
    "2026-13-01T07:20:30Z",
    "2026-11-15T24:20:30Z",
    "2026-11-17T07:20:30Z",
    "2014-12-31T07:20:30Z",
    "15/11/2026",
    "",
  ])("that is written %j is refused", async (instant) => {
    expect(await read(changed("2026-11-15T07:20:30Z", instant))).toBe("provider_format_changed");
  });

  test("is the first of several", async () => {
    const several = changed('"2026-11-15T07:20:30Z"', '"2026-11-15T07:20:30Z", "2026-11-15T09:00:00Z"');
    expect(await read(several)).toMatchObject({ payment_date: "11/15/2026, 10:20:30 AM" });
  });
});

describe("the JSON of a token", () => {
  test.each([
    ["without the fee", changed('"serviceChargeValue": 5.00,', ""), { total_debited: "1255.75 ETB" }],
    ["with an empty fee", changed("5.00,", '"",'), { total_debited: "1255.75 ETB" }],
    ["with its currency", changed('"id"', '"currency": "ETB", "id"'), { status: "Verified" }],
    ["with the fee's currency", changed("5.00,", '"ETB 5.00",'), { commission: "5.00 ETB" }],
    [
      "with the debit beside the total",
      changed('"id"', '"debitAmount": "1250.00", "id"'),
      { total_debited: "1255.75 ETB" },
    ],
    [
      "with the debit in place of the total",
      changed("amountDebited", "debitAmount"),
      { total_debited: "1255.75 ETB" },
    ],
    ["with a status word in capitals", changed("Completed", "SUCCESS"), { status: "Verified" }],
    ["without a status", changed('"status": "Completed",', ""), { status: "Verified" }],
    ["with its own token", changed('"id"', `"link": "${host}/${token}", "id"`), { status: "Verified" }],
    [
      "with another token in a remark",
      changed("goods done", "see v2-AnOtHeRqWeRtYuIoPaSd for goods done"),
      { status: "Verified" },
    ],
  ])("%s is verified", async (_, text, expected) => {
    expect(await read(text)).toMatchObject(expected);
  });

  test("shows no fee that is not there", async () => {
    expect(await read(changed('"serviceChargeValue": 5.00,', ""))).not.toHaveProperty("commission");
  });

  const format = "provider_format_changed";
  test.each([
    ["without a reference", changed('"id"', '"ID"'), format],
    ["with a reference that is none", changed("FT26319K4Q7Z", "FT26319K4Q7Z;1"), format],
    ["with two references", changed('"id"', '"id": "FT26319K4Q7Y", "id"'), format],
    ["with the same reference twice", changed('"id"', '"id": "FT26319K4Q7Z", "id"'), format],
    ["without the receiver", changed("creditAccountHolder", "beneficiary"), format],
    ["with an empty name", changed("HANA MEKONNEN TADESSE", " "), format],
    ["with null for a name", changed('"HANA MEKONNEN TADESSE"', "null"), format],
    ["with a name that is a list", changed('"HANA MEKONNEN TADESSE"', '["HANA"]'), format],
    ["without an account", changed("1********8765", "-"), format],
    ["with an account hidden whole", changed("1********8765", "*********"), format],
    ["with two moments' lists", changed('"processingDate"', '"dateTimes": [], "processingDate"'), format],
    ["with a moment outside of a list", changed(/\["?\s*("2026-11-15T07:20:30Z")\s*\]/, "$1"), format],
    [
      "with moments of two days",
      changed('"2026-11-15T07:20:30Z"', '"2026-11-15T07:20:30Z", "2026-11-10T07:20:30Z"'),
      format,
    ],
    ["with a currency of its own", changed('"id"', '"currency": "USD", "id"'), format],
    ["with no amount", changed("1250.00", '"nil"'), format],
    ["with nothing transferred", changed("1250.00", "0"), format],
    ["with an amount below nothing", changed("1250.00", "-1250.00"), format],
    ["with an amount in powers of ten", changed("1250.00", "1.25e3"), format],
    ["with three decimals", changed("1250.00", "1250.001"), format],
    ["with another currency in an amount", changed("1250.00", '"USD 1250.00"'), format],
    ["in another currency", changed('"ETB"', '"USD"'), format],
    ["with a total that is no sum", changed("1255.75", "1256.75"), format],
    ["with a total below its parts", changed("1255.75", "1249.00"), format],
    ["with a levy that is not in the total", changed('"vatValue"', '"drCharge": 0.25, "vatValue"'), format],
    ["with a debit that is neither total nor amount", changed('"id"', '"debitAmount": 1240, "id"'), format],
    ["with neither total nor debit", changed("amountDebited", "amountTaken"), format],
    ["with an unknown status", changed("Completed", "INAU"), format],
    ["with an empty status", changed("Completed", ""), format],
    ["with two statuses", changed('"status"', '"recordStatus": "REVE", "status"'), format],
    ["in a list", `[${good}]`, format],
    ["inside of something", `{"data": ${good}}`, format],
    ["that is empty", "{}", format],
    ["that goes on after its end", `${good} {}`, format],
    ["that is not yet paid", changed("Completed", "Pending"), "receipt_not_completed Pending"],
    ["that was taken back", changed("Completed", "reversed"), "receipt_not_completed reversed"],
    ["with another token", changed('"id"', '"token": "v2-AnOtHeRqWeRtYuIoPaSd", "id"'), "receipt_mismatch"],
    [
      "with the token in other cases",
      changed('"id"', `"link": "${host}/${token.replace("h", "H")}", "id"`),
      "receipt_mismatch",
    ],
  ])("%s is refused", async (_, text, code) => {
    expect(await read(text)).toBe(code);
  });

  test("cut at any byte is refused", async () => {
    const end = good.trimEnd().length;
    for (let at = 0; at < end; at += 1)
      expect(await read(good.slice(0, at)), `at ${at}`).toMatch(/^provider_(?:error|format_changed)$/);
  });

  test("with a key that the operator renamed is read", async () => {
    const provider = alphaWith({ creditAccountHolder: ["beneficiaryName"] });
    const text = changed("creditAccountHolder", "beneficiaryName");
    expect(await read(text, { provider })).toMatchObject({ receiver_name: "HANA MEKONNEN TADESSE" });
  });

  test("with any two of its texts exchanged is refused, or read as it stands there", async () => {
    const members = Object.keys(JSON.parse(good)).filter((key) => typeof JSON.parse(good)[key] !== "object");
    const key = fc.constantFrom(...members);
    await fc.assert(
      fc.asyncProperty(key, key, async (one, other) => {
        const json = JSON.parse(good);
        const receipt = await read(JSON.stringify({ ...json, [one]: json[other], [other]: json[one] }));
        if (typeof receipt === "string") return;
        const swapped = { ...json, [one]: json[other], [other]: json[one] };
        expect(receipt).toMatchObject({
          transaction_reference: swapped.id,
          payer_name: swapped.debitAccountHolder,
          payer_account: swapped.debitAccountNo,
          receiver_name: swapped.creditAccountHolder,
          receiver_account: swapped.creditAccountNo,
          transferred_amount: `${swapped.amountCredited.toFixed(2)} ETB`,
          total_debited: `${swapped.amountDebited.toFixed(2)} ETB`,
        });
      }),
      runs(500),
    );
  });
});

describe("an answer without a receipt", () => {
  const problem = (title: string, detail: string) => JSON.stringify({ type: "about:blank", title, detail });

  test.each([
    ["500", "Invalid or tampered legacy token!", "receipt_not_found"],
    ["500", "An error occurred: invalid or tampered token", "receipt_not_found"],
    ["400", "Invalid or tampered legacy token!", "receipt_not_found"],
    ["404", "Transaction not found.", "receipt_not_found"],
    ["404", "No route", "provider_format_changed"],
    ["500", "Transaction service not found.", "provider_error"],
    ["400", "Missing Headers", "provider_blocked"],
    ["400", "Something else", "provider_error"],
    ["500", "Something else", "provider_error"],
    ["200", "Invalid or tampered legacy token!", "provider_format_changed"],
  ])("%s “%s” is %s", async (status, detail, code) => {
    expect(await read(problem("A problem", detail), { status: Number(status) })).toBe(code);
  });

  test.each([
    [404, "<html><body><h1>Not Found</h1></body></html>", "provider_format_changed"],
    [404, problem("Not Found", ""), "receipt_not_found"],
    [500, "<html><body>Internal Server Error</body></html>", "provider_error"],
    [200, "<html><body>Please verify you are human</body></html>", "provider_blocked"],
    [
      200,
      "<html><body>You Are Not Allowed to See This Data, Please Check your Link</body></html>",
      "provider_format_changed",
    ],
  ])("%i %s is %s", async (status, text, code) => {
    expect(await read(text, { status })).toBe(code);
  });
});

describe("on the way to the bank", () => {
  const asksThrough = async (
    behaviour: Behaviour,
  ): Promise<HttpAnswer & { readonly heads: readonly string[] }> => {
    const [page, data] = await Promise.all([
      startMisbehavingServer(answer(200, "<html>an app</html>")),
      startMisbehavingServer(behaviour),
    ]);
    const headers = { "X-App-Id": "a-value", "X-App-Version": "1.2.3" };
    const alpha = settingsOf("http://127.0.0.1:9", { linkUrl: page.url, apiUrl: data.url, headers });
    const world = await createWorld({ providers: { alpha } });
    onTestFinished(async () => {
      await world.close();
      await Promise.all([page.close(), data.close()]);
    });
    const answered = await world.post("/api/verify-alpha", { link: `${page.url}/${token}` });
    expect(page.requests).toEqual([]);
    return { ...answered, heads: data.requests };
  };
  const verified = answer(200, good);

  test("the token goes to the data's host alone, with the configured headers", async () => {
    const { status, heads } = await asksThrough(verified);
    expect(status).toBe(200);
    expect(heads).toHaveLength(1);
    const lines = heads[0]?.toLowerCase().split("\r\n") ?? [];
    expect(heads[0]).toMatch(`GET /api/v1/transactions/public/transaction-detail/${token} HTTP/1.1`);
    expect(lines).toEqual(expect.arrayContaining(["x-app-id: a-value", "x-app-version: 1.2.3"]));
  });

  test.each([
    ["a passing 400", answer(400, '{"title":"Bad Request"}')],
    ["a passing 400 without a word", answer(400)],
    ["a passing 500", answer(500, '{"detail":"Invalid or tampered legacy token!"}')],
    ["a passing 503", answer(503)],
  ])("%s is asked once more", async (_, first) => {
    const { body, heads, remaining } = await asksThrough(inTurn(first, verified));
    expect([body.status, heads.length, remaining]).toEqual(["success", 2, 4]);
  });

  test.each([
    ["a miss", answer(500, '{"detail":"Invalid or tampered legacy token!"}'), "receipt_not_found", 4],
    ["a 400", answer(400, '{"title":"Bad Request"}'), "provider_error", 5],
    ["a 400 without a word", answer(400), "provider_error", 5],
    ["a 500 in plain words", answer(500, "Oops { "), "provider_error", 5],
    ["missing headers", answer(400, '{"detail":"Missing Headers"}'), "provider_blocked", 5],
  ])("%s that stays is told after the second time", async (_, behaviour, code, left) => {
    const { body, heads, remaining } = await asksThrough(behaviour);
    expect([body.error.code, heads.length, remaining]).toEqual([code, 2, left]);
  });
});
