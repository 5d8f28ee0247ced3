import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { caseNamed, renderCase, testClock } from "../support/cases.ts";
import { codesOf, linesOf, noon, settingsOf } from "../support/detection.ts";

const host = "https://share.eta.example";
const providers = openProviders(
  {
    eta: settingsOf(host, { aliases: ["https://old.eta.example"] }),
    delta: settingsOf("https://receipts.delta.example"),
  },
  "full",
);
const eta = providers.find(({ label }) => label === "eta");

const reference = "174ETTB263190007";
const combined = `74547012${reference}`;

/** Paths that are asked, in order; or the code of the refusal with the field. */
const asked = (body: unknown): readonly string[] | string => {
  const question = eta?.open(body);
  if (question === undefined) throw new Error("eta is not offered");
  return question.ok
    ? question.value.requests.map(({ url }) => url.replace(host, ""))
    : `${question.error.code} ${question.error.param}`;
};

describe("a request to eta", () => {
  const places = [`/rt/${combined}/pdf`, `/ft/${combined}/pdf`];

  test.each([
    ["a link", { url: `${host}/rt/${combined}/pdf` }],
    ["a link to the other place", { url: `${host}/ft/${combined}/pdf` }],
    ["a link on an alias", { url: `https://old.eta.example/rt/${combined}/pdf` }],
    [
      "a link without a scheme, in small letters",
      { url: `share.eta.example/rt/${combined.toLowerCase()}/pdf.` },
    ],
    ["the 24 characters", { url: combined }],
    ["the 24 characters with spaces", { url: " 74547012 174ettb 263190007 " }],
    ["a whole account number with the reference behind it", { url: `17400000${combined}` }],
    ["reference and account number", { reference: "174ettb263190007", accountNumber: "1740-0000 74547012" }],
    ["reference and the last digits", { reference, accountNumber: "74547012" }],
  ])("takes %s, and looks among its own transfers first", (_, body) => {
    expect(asked(body)).toEqual(places);
  });

  test("looks for a transfer to another bank among those first", () => {
    expect(asked({ url: "74547012174IBET263190021" })).toEqual([
      "/ft/74547012174IBET263190021/pdf",
      "/rt/74547012174IBET263190021/pdf",
    ]);
  });

  test("is the same question in each of its forms", () => {
    const forms = [
      { url: combined },
      { url: `${host}/ft/${combined}/pdf` },
      { reference, accountNumber: "174000000074547012" },
    ];
    const questions = forms.map((body) => {
      const question = eta?.open(body);
      return question?.ok ? question.value.canonical : "refused";
    });
    expect(new Set(questions)).toEqual(new Set([`eta 74547012 ${reference}`]));
  });

  test.each([
    ["nothing", {}, "parameter_missing reference"],
    ["a reference alone", { reference }, "parameter_missing accountNumber"],
    ["an account number alone", { accountNumber: "74547012" }, "parameter_missing reference"],
    ["both forms", { url: combined, reference, accountNumber: "74547012" }, "parameters_exclusive url"],
    ["a link and a reference", { url: combined, reference }, "parameters_exclusive url"],
    [
      "a link and an account number",
      { url: combined, accountNumber: "74547012" },
      "parameters_exclusive url",
    ],
    [
      "a shorter reference",
      { reference: "174ETTB26319", accountNumber: "74547012" },
      "reference_malformed reference",
    ],
    ["seven digits", { reference, accountNumber: "4547012" }, "parameter_invalid accountNumber"],
    ["the bare reference as a link", { url: reference }, "reference_malformed url"],
    ["a look-alike letter", { url: combined.replace("E", "Е") }, "reference_not_ascii url"],
    [
      "another host",
      { url: `https://share.eta.example.evil.example/rt/${combined}/pdf` },
      "receipt_url_untrusted url",
    ],
    [
      "a user's name",
      { url: `https://share.eta.example@evil.example/rt/${combined}/pdf` },
      "receipt_url_untrusted url",
    ],
    ["another port", { url: `${host}:8443/rt/${combined}/pdf` }, "receipt_url_untrusted url"],
    ["no encryption", { url: `http://share.eta.example/rt/${combined}/pdf` }, "receipt_url_untrusted url"],
    ["another path", { url: `${host}/xt/${combined}/pdf` }, "reference_malformed url"],
    ["a path that climbs", { url: `${host}/rt/../rt/${combined}/pdf` }, "reference_malformed url"],
    ["digits of another length", { url: `${host}/rt/1${combined}/pdf` }, "reference_malformed url"],
    [
      "the feedback link",
      { url: `https://feedback.share.eta.example?ref=${reference}` },
      "receipt_url_feedback_link url",
    ],
    ["an unknown field", { url: combined, account: "74547012" }, "parameter_unknown account"],
  ])("with %s is refused", (_, body, refusal) => {
    expect(asked(body)).toBe(refusal);
  });
});

describe("a message of eta's", () => {
  const find = (text: string) => detect(text, providers, noon);

  test("about a payment names the receipt by its link, which the endpoint takes as it stands", () => {
    const found = find(
      `Dear Customer your Account 174xxxxxxxx7012 has been debited with ETB 6000 to Birrway wallet 911000000 with reference ${reference} on 15-Nov-2026. Your Current Balance is ETB 393.06. To download your payment information click this link ${host}/rt/${combined}/pdf Thank you for banking with us`,
    );
    expect(linesOf(found)).toEqual([`eta url=${host}/rt/${combined}/pdf`]);
    expect(found.candidates[0]?.encodedDate).toEqual({ year: 2026, month: 11, day: 15 });
    expect(asked(found.candidates[0]?.request)).toEqual([`/rt/${combined}/pdf`, `/ft/${combined}/pdf`]);
  });

  test("with a feedback link and the bank's other pages is read by its receipt link", () => {
    const found = find(
      `Dear Customer, Birr 100  IB Fund transfer has been made from A/c No. 174xxxxxxxx7012 to A/c of 1090000000007018 on 15-Nov-2026 . The A/c Available Bal. is Birr  293.06  and the transaction Branch is Bole. To download your payment information click this link ${host}/rt/49927012174IBFT263190003/pdf Thank you …  please share us your feedback: https://feedback.share.eta.example?ref=174IBFT263190003 Link your id: https://id.share.eta.example/`,
    );
    expect(linesOf(found)).toEqual([`eta url=${host}/rt/49927012174IBFT263190003/pdf`]);
    expect(codesOf(found)).toEqual(["receipt_url_feedback_link"]);
  });

  test("about money received lacks the account number, and its type tells eta from its rival", () => {
    const found = find(
      "Dear Customer your account 109xxxxxxxx7018 has been credited with ETB 13000 from other bank with reference 109P2PI263190016 on 15-Nov-2026. Your Current Balance is ETB 33824.78.",
    );
    expect(linesOf(found)).toEqual(["eta reference=109P2PI263190016 needs accountNumber"]);
  });

  test("is told from delta's by the type of the transaction", () => {
    expect(linesOf(find("174IBFT263190003"))[0]).toBe("eta reference=174IBFT263190003 needs accountNumber");
    expect(linesOf(find("822WDTS263160002"))[0]).toBe("delta reference=822WDTS263160002");
  });
});

test("a label that the operator added is known beside the amounts too", async () => {
  const [other] = openProviders({ eta: settingsOf(host, { labels: { "Service Charge": ["Fee"] } }) }, "full");
  const one = caseNamed("eta", "verified");
  const body = one.body.kind === "page" ? one.body.template.replace("Service Charge", "Fee") : "";
  const bytes = await renderCase({ ...one, body: { kind: "page", template: body } });
  const document = await decodeDocument(bytes, "application/pdf");
  const question = other?.open(one.request);
  if (!document.ok || !question?.ok) throw new Error("the document is not read");
  expect(question.value.read({ status: 200, document: document.value }, testClock)).toMatchObject({
    value: { receipt: { transferred_amount: "1250.00 ETB", commission: "5.00 ETB" } },
  });
});
