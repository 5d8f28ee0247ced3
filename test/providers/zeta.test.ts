import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import type { Provider, ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { codesOf, linesOf, settingsOf } from "../support/detection.ts";

const host = "https://receipts.zeta.example";
const token = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=";
const encoded = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c%2BlPUxdN%2Fo%3D";
const link = `${host}/receipt/#/${token}`;
const feedback = `${host}/receipt/#/feedback/${token}`;
const now = new Date("2026-11-15T17:00:00+03:00");

const zetaWith = (settings: Partial<ProviderSettings> = {}): Provider => {
  const [zeta] = openProviders({ zeta: settingsOf(host, settings) }, "full");
  if (zeta === undefined) throw new Error("zeta is not offered");
  return zeta;
};

/** The address that is asked, or the code of the refusal with the field. */
const asks = (body: unknown, settings: Partial<ProviderSettings> = {}): string => {
  const question = zetaWith(settings).open(body);
  if (question.ok) return question.value.requests.map(({ url }) => url).join(" ");
  return `${question.error.code} ${question.error.param ?? ""}`.trim();
};

describe("a request", () => {
  test.each([
    link,
    ` ${link}. `,
    `${host}/receipt#/${token}`,
    `receipts.zeta.example/receipt/#/${token}`,
    `${host}/receipt/#/${encoded}`,
    `https://old.zeta.example/receipt/#/${token}`,
  ])("%s is asked by its token, every letter as it is and percent-encoded", (url) => {
    expect(asks({ url }, { aliases: ["https://old.zeta.example"] })).toBe(`${host}/api/receipt/${encoded}`);
  });

  test.each([
    ["https://api.zeta.example/v1/{token}?full=1", `https://api.zeta.example/v1/${encoded}?full=1`],
    ["https://api.zeta.example/advice?t={token}", `https://api.zeta.example/advice?t=${encoded}`],
    ["https://api.zeta.example", `https://api.zeta.example/api/receipt/${encoded}`],
  ])("goes where the operator says: %s", (apiUrl, address) => {
    expect(asks({ url: link }, { apiUrl })).toBe(address);
  });

  test.each([
    [{}, "parameter_missing url"],
    [{ link }, "parameter_unknown link"],
    [{ url: feedback }, "receipt_url_feedback_link url"],
    [{ url: `${host}/receipt/#/feedback/` }, "receipt_url_feedback_link url"],
    [{ url: `https://feedback.receipts.zeta.example/receipt/#/${token}` }, "receipt_url_feedback_link url"],
    [{ url: token }, "reference_malformed url"],
    [{ url: `${host}/receipt/${token}` }, "reference_malformed url"],
    [{ url: `${host}/other/#/${token}` }, "reference_malformed url"],
    [{ url: link.slice(0, -2) }, "reference_malformed url"],
    [{ url: `${link}x` }, "reference_malformed url"],
    [{ url: link.replace("PEF7", "../.") }, "reference_malformed url"],
    [{ url: link.replace("https:", "http:") }, "receipt_url_untrusted url"],
    [{ url: link.replace("zeta.example", "zeta.example.evil.example") }, "receipt_url_untrusted url"],
    [{ url: link.replace("PEF7", "PЕF7") }, "reference_not_ascii url"],
  ])("%j is refused: %s", (body, refusal) => {
    expect(asks(body)).toBe(refusal);
  });

  test("tells tokens apart by the case of one letter", () => {
    const [one, other] = [link, link.replace("PEF", "pEF")].map((url) => zetaWith().open({ url }));
    expect(one?.ok && other?.ok && one.value.canonical !== other.value.canonical).toBe(true);
  });
});

describe("a message", () => {
  const find = (text: string) => detect(text, [zetaWith()], now);

  test("with both links gives the receipt once, and refuses the feedback link", () => {
    const detection = find(
      `A Withdrawal of 2,012.00 ETB has been made from your account 426*******611 on 15-11-2026 16:01:11 by IPS OUT GOING.\nPlease Download Your Digital Advice Here: \n${link}\nPlease Rate Your Satisfaction Level Here: \n${feedback}\nThank you.`,
    );
    expect(linesOf(detection)).toEqual([`zeta url=${link}`]);
    expect(codesOf(detection)).toEqual(["receipt_url_feedback_link"]);
  });

  test("with the feedback link alone gives the receipt's link, which its endpoint takes", () => {
    const detection = find(`Please Rate Your Satisfaction Level Here: ${feedback}`);
    expect(linesOf(detection)).toEqual([`zeta url=${link}`]);
    expect(codesOf(detection)).toEqual(["receipt_url_feedback_link"]);
    expect(asks(detection.candidates[0]?.request)).toBe(`${host}/api/receipt/${encoded}`);
  });

  test("of a deposit, which has no link, gives nothing", () => {
    const detection = find(
      "A Deposit of 40,000.00 ETB has been made to your account 426*******611 BY IPS /INCOMMING/XXXXETAA/XXXXETAAFT26319FLQKV on 15-11-2026 15:27:53",
    );
    expect(linesOf(detection)).toEqual([]);
  });
});

describe("a layout of the operator's", () => {
  const json = {
    transaction_reference: "body.0.Txn Ref",
    payment_date: "body.0.when",
    payer_account: "body.0.from",
    receiver_account: "body.0.to",
    receiver_name: "body.0.toName",
    transferred_amount: "body.0.amt",
  };
  const answer = {
    "Txn Ref": "XXXXETAAFT26319FLQKV",
    when: "2026-11-15T16:01:11+03:00",
    from: "426*******611",
    to: "1000*****4321",
    toName: "HANA MEKONNEN TADESSE",
    amt: 2012.5,
  };

  const read = async (body: unknown, settings: Partial<ProviderSettings>, status = 200) => {
    const question = zetaWith(settings).open({ url: link });
    const document = await decodeDocument(Buffer.from(JSON.stringify(body)), "application/json");
    if (!question.ok || !document.ok) throw new Error("nothing to read");
    return question.value.read({ status, document: document.value }, now);
  };

  test("is read by its paths; what they leave out is absent, and a total is added up", async () => {
    expect(await read({ body: [answer] }, { json })).toMatchObject({
      value: {
        receipt: {
          document_type: "Digital Advice",
          transaction_reference: "XXXXETAAFT26319FLQKV",
          payment_date: "2026-11-15T16:01:11+03:00",
          payer_name: "",
          receiver_name: "HANA MEKONNEN TADESSE",
          transferred_amount: "2012.50 ETB",
          total_debited: "2012.50 ETB",
        },
        paymentDateIso: "2026-11-15T16:01:11+03:00",
        totalCheck: "unknown",
        absentFields: ["payer_name"],
      },
    });
  });

  test.each([
    ["a path that leads nowhere", { body: [{ ...answer, toName: undefined }] }, json],
    ["no reference", { body: [{ ...answer, "Txn Ref": null }] }, json],
    ["an object in the place of a text", { body: [{ ...answer, when: { day: 15 } }] }, json],
    [
      "a status that nobody knows",
      { body: [{ ...answer, st: "Sent" }] },
      { ...json, receipt_status: "body.0.st" },
    ],
    ["no status where one is named", { body: [answer] }, { ...json, receipt_status: "body.0.st" }],
    ["nothing of the sandbox's layout when none is configured", { body: [answer] }, undefined],
  ])("with %s is not understood", async (_, body, paths) => {
    const outcome = await read(body, paths === undefined ? {} : { json: paths });
    expect(outcome).toMatchObject({ error: { code: "provider_format_changed" } });
  });

  test("names its own words for a miss, which replace the sandbox's", async () => {
    const settings = { miss: "no such ADVICE" };
    const words = (text: string) => read({ error: { text } }, settings, 404);
    expect(await words("There is no such advice here")).toMatchObject({
      error: { code: "receipt_not_found" },
    });
    expect(await words("Receipt does not exist")).toMatchObject({
      error: { code: "provider_format_changed" },
    });
  });

  test("is no miss for a remark that quotes one", async () => {
    const outcome = await read(
      { body: [{ ...answer, amt: "?", remark: "receipt does not exist" }] },
      { json },
    );
    expect(outcome).toMatchObject({ error: { code: "provider_format_changed" } });
  });
});
