import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { testClock } from "../support/cases.ts";
import { linesOf, noon, settingsOf } from "../support/detection.ts";

const host = "https://money.iota.example";
const providers = openProviders(
  {
    beta: settingsOf("https://wallet.beta.example"),
    epsilon: settingsOf("https://wallet.epsilon.example"),
    iota: settingsOf(host, { aliases: ["https://old.iota.example"] }),
  },
  "full",
);
const iota = providers.find(({ label }) => label === "iota");

const id = "UKF4D2CODA";

const open = (body: unknown) => {
  const question = iota?.open(body);
  if (question === undefined) throw new Error("iota is not offered");
  return question;
};

/** The address that is asked; or the code of the refusal with the field. */
const asked = (body: unknown): string => {
  const question = open(body);
  return question.ok ? question.value.requests[0].url : `${question.error.code} ${question.error.param}`;
};

describe("a request to iota", () => {
  test.each([
    ["a number", { transactionId: " ukf4 d2coda. " }],
    ["the link that people get", { url: `${host}/receipt/${id}` }],
    ["the address that is fetched", { url: `${host}/api/receipt/getReceipt?trxNo=${id}` }],
    ["a link on an alias, in small letters", { url: `old.iota.example/receipt/${id.toLowerCase()}/` }],
  ])("takes %s", (_, body) => {
    expect(asked(body)).toBe(`${host}/api/receipt/getReceipt?trxNo=${id}`);
  });

  test("is the same question in each of its forms", () => {
    const forms = [{ transactionId: id }, { url: `${host}/receipt/${id}` }];
    const questions = forms.map((body) => {
      const question = open(body);
      return question.ok ? question.value.canonical : "refused";
    });
    expect(new Set(questions)).toEqual(new Set([`iota ${id}`]));
  });

  test.each([
    ["nothing", {}, "parameter_missing transactionId"],
    [
      "both forms, even if they agree",
      { transactionId: id, url: `${host}/receipt/${id}` },
      "parameters_exclusive url",
    ],
    ["a number of seven characters", { transactionId: "UKF4D2C" }, "reference_malformed transactionId"],
    ["a Cyrillic letter", { transactionId: "UKF4D2СODA" }, "reference_not_ascii transactionId"],
    [
      "a link elsewhere",
      { url: `https://money.iota.example.evil/receipt/${id}` },
      "receipt_url_untrusted url",
    ],
    [
      "a user name before the host",
      { url: `https://x@money.iota.example/receipt/${id}` },
      "receipt_url_untrusted url",
    ],
    ["another port", { url: `${host}:8443/receipt/${id}` }, "receipt_url_untrusted url"],
    ["a page without a number", { url: `${host}/receipt/` }, "reference_malformed url"],
    ["another page", { url: `${host}/help/${id}` }, "reference_malformed url"],
  ])("is refused with %s", (_, body, expected) => {
    expect(asked(body)).toBe(expected);
  });
});

const found = (text: string) => linesOf(detect(text, providers, noon));

test.each([
  [
    `Dear Selam, you have sent 2.00 Birr to Hana Mekonnen Tadesse 251711***123 on 15/11/26 at 11:53 AM. Transaction number UKF4D2CODA. Transaction fee 0.00 Birr. Get your receipt here: ${host}/receipt/UKF4D2CODA Get extra 20MB when you buy 100MB daily bundle`,
    [`iota url=${host}/receipt/UKF4D2CODA`],
  ],
  [
    "Dear Hana, you have received 3.00 Birr from Selam Getachew Alemu-251712***456 on 15/11/26 at 10:07 AM. Transaction number UKF64FXVZ2. Your current balance is 2,424.84 Birr. To buy click https://bit.ly/abc",
    ["iota transactionId=UKF64FXVZ2", "beta reference=UKF64FXVZ2"],
  ],
  [
    "ውድ Selam፣ የ5.00 ብር የጥቅል ለ 251718000000 በ15/11/26 በ1:47 AM ላይ ገዝተዋል። የገንዘብ ዝውውር መለያ ቁጥር UKFFV2KE5Z ነው። የአገልግሎት ክፍያ 0.00 ብር ነው።",
    ["iota transactionId=UKFFV2KE5Z", "beta reference=UKFFV2KE5Z"],
  ],
])("%s", (text, expected) => {
  expect(found(text)).toEqual(expected);
});

describe("an answer without a document", () => {
  const read = async (body: object) => {
    const question = open({ transactionId: id });
    const document = await decodeDocument(Buffer.from(JSON.stringify(body)), "application/json");
    if (!question.ok || !document.ok) return "refused";
    const reading = question.value.read({ status: 200, document: document.value }, testClock);
    return reading.ok ? "verified" : reading.error.code;
  };

  test.each([
    "Transaction not found",
    "No record for this number",
    "The transaction does not exist.",
    "INVALID TRANSACTION",
  ])("says in its own words that there is none: %s", async (responseDescription) => {
    expect(await read({ responseCode: "1", responseDescription })).toBe("receipt_not_found");
    expect(await read({ responseCode: 404, responseDescription, base64Data: null })).toBe(
      "receipt_not_found",
    );
  });

  test.each([
    ["other words", { responseCode: "1", responseDescription: "Internal error" }, "provider_error"],
    ["no words", { responseCode: "1" }, "provider_error"],
    [
      "words of a miss beside something else",
      { responseCode: "1", responseDescription: "Transaction not found", base64Data: "PGh0bWw+" },
      "provider_error",
    ],
    ["success", { responseCode: "0", responseDescription: "Success" }, "provider_format_changed"],
    ["no code", { responseDescription: "Transaction not found" }, "provider_format_changed"],
  ])("says nothing with %s", async (_, body, expected) => {
    expect(await read(body)).toBe(expected);
  });
});
