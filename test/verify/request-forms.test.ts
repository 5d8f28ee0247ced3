import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, bodyOf, startApi } from "../support/api.ts";
import { allProviders, bankHosts } from "../support/detection.ts";

/** Every form of a request that docs/api.md names, and how people write it, over HTTP. */

const token = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=";
const shortToken = "v2-hqWErTyUiOpAsDfGhJkL";
const combined = "85527719174ETTB263220044";

let api: Api;
beforeAll(async () => {
  api = await startApi({ providers: allProviders, notOffered: [] });
});
beforeEach(() => {
  api.orders.length = 0;
});
afterAll(() => api.close());

/** The addresses that are asked, or the refusal's code and field. */
const asked = async (label: string, body: unknown): Promise<string> => {
  const reply = await api.post(`/api/verify-${label}`, body);
  const [request] = api.orders;
  if (request === undefined) {
    const { error } = await bodyOf(reply);
    expect(reply.status).toBe(400);
    expect(error.charged).toBe(false);
    return `${error.code} ${error.param}`;
  }
  const question = request.provider.open(request.body);
  if (!question.ok) throw new Error("an order that its provider refuses");
  expect(reply.status).toBe(200);
  return question.value.requests[0].url;
};

/** A provider's path, the requests that ask for exactly it, and those that are refused. */
type Forms = {
  readonly label: string;
  readonly address: string;
  readonly accepted: readonly Readonly<Record<string, unknown>>[];
  readonly refused: readonly (readonly [body: Readonly<Record<string, unknown>>, refusal: string])[];
};

const alpha = { transactionRef: "FT26319K4Q7Z", accountNumber: "1000400004321" };
const gamma = { reference: "FT26322MN4QX55147" };
const epsilon = { receipt: "DKI7Q8W9E0R", phone: "0922330044" };
const eta = { reference: "174ETTB263220044", accountNumber: "85527719" };

/** How a reference may be written: each is cleaned into the same. */
const writings = (reference: string): readonly string[] => [
  reference,
  reference.toLowerCase(),
  ` ${reference}\n`,
  `“${reference}”.`,
  reference.replace(/^(.{6})/, "$1 "),
  reference.replace(/^(.{3})/, "$1\u200b\u2060"),
  `\u202a${reference}\u202c`,
  reference.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
];

/** Characters that only look right: named in the refusal, never mapped. */
const lookAlikes = (reference: string): readonly string[] => [
  reference.replace(/[0-9]/, "З"),
  reference.replace(/[A-Z]/, "Т"),
  reference.replace(/.$/, "፯"),
  reference.replace(/.$/, "٧"),
  reference.replace(/[A-Z]/, "ß"),
  reference.replace(/[A-Z]/, "ı"),
  reference.replace(/.$/, "\u0301"),
];

const forms: readonly Forms[] = [
  {
    label: "alpha",
    address: `${bankHosts.alpha}/?id=FT26319K4Q7Z00004321`,
    accepted: [
      ...writings(alpha.transactionRef).map((transactionRef) => ({ ...alpha, transactionRef })),
      { ...alpha, accountNumber: "1000 4000 04321" },
      { ...alpha, accountNumber: "1000-4000-04321" },
      { ...alpha, accountNumber: "1000–4000‑04321" },
      { ...alpha, accountNumber: "００００4321" },
      { ...alpha, accountNumber: "00004321" },
      { ...alpha, accountNumber: "10000000000000004321".slice(0, 16).concat("4321") },
    ],
    refused: [
      ...lookAlikes(alpha.transactionRef).map(
        (transactionRef) => [{ ...alpha, transactionRef }, "reference_not_ascii transactionRef"] as const,
      ),
      [{}, "parameter_missing transactionRef"],
      [{ transactionRef: alpha.transactionRef }, "parameter_missing accountNumber"],
      [{ accountNumber: alpha.accountNumber }, "parameter_missing transactionRef"],
      [{ ...alpha, transactionRef: "FT26319K4Q7" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "FT26319K4Q7ZZ" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "TT26319K4Q7Z" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "FT26319K4Q7Z00004321" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "FT26319K4Q_Z" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "" }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: "FT26319K4Q7Z".repeat(500) }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: 26319 }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: null }, "reference_malformed transactionRef"],
      [{ ...alpha, transactionRef: ["FT26319K4Q7Z"] }, "reference_malformed transactionRef"],
      [{ ...alpha, accountNumber: "0004321" }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: "1".repeat(21) }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: "1****4321000" }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: "፩፪፫፬፭፮፯፰" }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: "١٠٠٠٤٣٢١" }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: 1000400004321 }, "parameter_invalid accountNumber"],
      [{ ...alpha, accountNumber: "" }, "parameter_invalid accountNumber"],
      [{ ...alpha, account: "1000400004321" }, "parameter_unknown account"],
      [{ transactionref: "FT26319K4Q7Z", accountNumber: "00004321" }, "parameter_unknown transactionref"],
      [{ ...alpha, link: `https://pay.alpha.example/${shortToken}` }, "parameters_exclusive link"],
    ],
  },
  {
    label: "alpha",
    address: `https://api.alpha.example/api/v1/transactions/public/transaction-detail/${shortToken}`,
    accepted: [
      { link: `https://pay.alpha.example/${shortToken}` },
      { link: ` pay.alpha.example/${shortToken}. ` },
    ],
    refused: [
      [{ link: shortToken }, "reference_malformed link"],
      [{ link: "https://pay.alpha.example/" }, "reference_malformed link"],
      [{ link: `https://pay.alpha.example.evil.example/${shortToken}` }, "receipt_url_untrusted link"],
    ],
  },
  {
    label: "beta",
    address: `${bankHosts.beta}/receipt/DKJ9QW8ER7`,
    accepted: writings("DKJ9QW8ER7").map((reference) => ({ reference })),
    refused: [
      ...lookAlikes("DKJ9QW8ER7").map(
        (reference) => [{ reference }, "reference_not_ascii reference"] as const,
      ),
      [{}, "parameter_missing reference"],
      [{ reference: "DKJ9QW8ER" }, "reference_malformed reference"],
      [{ reference: "DKJ9QW8ER77" }, "reference_malformed reference"],
      [{ reference: "FTJ9QW8ER7" }, "reference_malformed reference"],
      [{ reference: "DKJ9-QW8ER7" }, "reference_malformed reference"],
      [{ reference: `${bankHosts.beta}/receipt/DKJ9QW8ER7` }, "reference_malformed reference"],
      [{ refrence: "DKJ9QW8ER7" }, "parameter_unknown refrence"],
      [{ reference: "DKJ9QW8ER7", accountNumber: "00004321" }, "parameter_unknown accountNumber"],
    ],
  },
  {
    label: "gamma",
    address: "https://api.gamma.example/api/onlineSlip/getDetails/?id=FT26322MN4QX55147",
    accepted: [
      ...writings(gamma.reference).map((reference) => ({ reference })),
      { reference: "FT26322MN4QX", accountNumber: "0112233355147" },
      { reference: "FT26322MN4QX55147", accountNumber: "0112233355147" },
    ],
    refused: [
      ...lookAlikes(gamma.reference).map(
        (reference) => [{ reference }, "reference_not_ascii reference"] as const,
      ),
      [{ reference: "FT26322MN4QX5514" }, "reference_malformed reference"],
      [{ reference: "DKJ9QW8ER7" }, "reference_malformed reference"],
      [{ reference: gamma.reference, accountNumber: "0112233355148" }, "parameter_invalid accountNumber"],
      [{ reference: "FT26322MN4QX", accountNumber: "55147" }, "parameter_invalid accountNumber"],
      [{ transactionRef: gamma.reference }, "parameter_unknown transactionRef"],
    ],
  },
  {
    label: "gamma",
    address: "https://api.gamma.example/api/onlineSlip/getDetails/?id=TT26319RR0B455147",
    accepted: [{ reference: "tt26319rr0b455147" }],
    refused: [],
  },
  {
    label: "delta",
    address: `${bankHosts.delta}/receipt/411OBTS263220091`,
    accepted: writings("411OBTS263220091").map((reference) => ({ reference })),
    refused: [
      ...lookAlikes("411OBTS263220091").map(
        (reference) => [{ reference }, "reference_not_ascii reference"] as const,
      ),
      [{ reference: "411OBTS26322009" }, "reference_malformed reference"],
      [{ reference: "41XOBTS263220091" }, "reference_malformed reference"],
      [{ reference: "WDTI20263220000123456" }, "reference_malformed reference"],
    ],
  },
  {
    label: "delta",
    address: `${bankHosts.delta}/receipt/B22WDTS263220007`,
    accepted: [{ reference: "b22wdts263220007" }],
    refused: [],
  },
  {
    label: "epsilon",
    address: `${bankHosts.epsilon}/aureceipt?TID=DKI7Q8W9E0R&PH=0922330044`,
    accepted: [
      ...writings(epsilon.receipt).map((receipt) => ({ ...epsilon, receipt })),
      { ...epsilon, phone: "922330044" },
      { ...epsilon, phone: "0922 33 00 44" },
      { ...epsilon, phone: "0922–33–00–44" },
    ],
    refused: [
      ...lookAlikes(epsilon.receipt).map(
        (receipt) => [{ ...epsilon, receipt }, "reference_not_ascii receipt"] as const,
      ),
      [{ receipt: epsilon.receipt }, "parameter_missing phone"],
      [{ ...epsilon, receipt: "DKI7Q" }, "reference_malformed receipt"],
      [{ ...epsilon, receipt: "D".repeat(31) }, "reference_malformed receipt"],
      [{ ...epsilon, phone: "0822330044" }, "parameter_invalid phone"],
      [{ ...epsilon, phone: 922330044 }, "parameter_invalid phone"],
      [{ ...epsilon, phonenumber: "0922330044" }, "parameter_unknown phonenumber"],
    ],
  },
  {
    label: "zeta",
    address: `https://api.zeta.example/advice/${encodeURIComponent(token)}`,
    accepted: [
      { url: `${bankHosts.zeta}/receipt/#/${token}` },
      { url: `advice.zeta.example/receipt/#/${token}.` },
      { url: ` <${bankHosts.zeta}/receipt/#/${token}> ` },
      { url: `${bankHosts.zeta}/receipt/#/${token.slice(0, 9)}\n${token.slice(9)}` },
      { url: `${bankHosts.zeta}/receipt/#/${encodeURIComponent(token)}` },
    ],
    refused: [
      [{}, "parameter_missing url"],
      [{ url: token }, "reference_malformed url"],
      [{ url: `${bankHosts.zeta}/receipt/#/feedback/${token}` }, "receipt_url_feedback_link url"],
      [{ url: `${bankHosts.zeta}/receipt/#/${token.slice(1)}` }, "reference_malformed url"],
      [{ url: `${bankHosts.zeta}/receipt/${token}` }, "reference_malformed url"],
      [{ url: `${bankHosts.zeta}/receipt/#/${token.replace("P", "Р")}` }, "reference_not_ascii url"],
      [{ token }, "parameter_unknown token"],
    ],
  },
  {
    label: "eta",
    address: `${bankHosts.eta}/rt/${combined}/pdf`,
    accepted: [
      ...writings(eta.reference).map((reference) => ({ ...eta, reference })),
      { ...eta, accountNumber: "1740000085527719" },
      { url: `${bankHosts.eta}/rt/${combined}/pdf` },
      { url: `${bankHosts.eta}/ft/${combined}/pdf` },
      { url: combined },
      { url: `17400000${combined}` },
      { url: combined.toLowerCase() },
    ],
    refused: [
      ...lookAlikes(eta.reference).map(
        (reference) => [{ ...eta, reference }, "reference_not_ascii reference"] as const,
      ),
      [{}, "parameter_missing reference"],
      [{ reference: eta.reference }, "parameter_missing accountNumber"],
      [{ accountNumber: eta.accountNumber }, "parameter_missing reference"],
      [{ ...eta, url: combined }, "parameters_exclusive url"],
      [{ url: combined, accountNumber: "85527719" }, "parameters_exclusive url"],
      [{ url: combined, reference: "?" }, "parameters_exclusive url"],
      [{ ...eta, reference: "174ETTB26322004" }, "reference_malformed reference"],
      [{ url: combined.slice(1) }, "reference_malformed url"],
    ],
  },
  {
    label: "eta",
    // Of the sixteen characters nothing more is known.
    address: `${bankHosts.eta}/rt/85527719ABCD1234EFGH5678/pdf`,
    accepted: [
      { reference: "abcd1234efgh5678", accountNumber: "85527719" },
      { url: "85527719ABCD1234EFGH5678" },
    ],
    refused: [],
  },
  {
    label: "theta",
    address: `${bankHosts.theta}/-2KK4016DGX-7B2D3E`,
    accepted: [
      ...writings("2KK4016DGX-7B2D3E").map((reference) => ({ reference })),
      { reference: "-2KK4016DGX-7B2D3E" },
      { url: `${bankHosts.theta}/-2KK4016DGX-7B2D3E` },
      { url: "receipts.theta.example:8225/-2kk4016dgx-7b2d3e." },
    ],
    refused: [
      ...lookAlikes("2KK4016DGX-7B2D3E").map(
        (reference) => [{ reference }, "reference_not_ascii reference"] as const,
      ),
      [{ reference: "2KK4016DGX–7B2D3E" }, "reference_not_ascii reference"],
      [{}, "parameter_missing url"],
      [
        { reference: "2KK4016DGX-7B2D3E", url: `${bankHosts.theta}/-2KK4016DGX-7B2D3E` },
        "parameters_exclusive url",
      ],
      [{ reference: "261118103874225" }, "reference_malformed reference"],
      [{ reference: "2KK4016DGX-7B2" }, "reference_malformed reference"],
      [{ reference: "2KK4016DGX-7B2D3E7B2" }, "reference_malformed reference"],
      [{ reference: "G463FD60CAB1-AB12" }, "reference_malformed reference"],
      [{ url: "https://receipts.theta.example/-2KK4016DGX-7B2D3E" }, "receipt_url_untrusted url"],
      [{ url: `${bankHosts.theta}/` }, "reference_malformed url"],
    ],
  },
  {
    label: "theta",
    address: `${bankHosts.theta}/-E463FD60CAB1-AB12CD34`,
    accepted: [{ reference: "e463fd60cab1-ab12cd34" }, { url: `${bankHosts.theta}/-E463FD60CAB1-AB12CD34` }],
    refused: [],
  },
  {
    label: "iota",
    address: "https://portal.iota.example/api/receipt/getReceipt?trxNo=UKI5E6R7T8",
    accepted: [
      ...writings("UKI5E6R7T8").map((transactionId) => ({ transactionId })),
      { url: `${bankHosts.iota}/receipt/UKI5E6R7T8` },
      { url: `${bankHosts.iota}/receipt/uki5e6r7t8/` },
      { url: `${bankHosts.iota}/api/receipt/getReceipt?trxNo=UKI5E6R7T8` },
      { url: "portal.iota.example/api/receipt/getReceipt?trxNo=UKI5E6R7T8" },
    ],
    refused: [
      ...lookAlikes("UKI5E6R7T8").map(
        (transactionId) => [{ transactionId }, "reference_not_ascii transactionId"] as const,
      ),
      [{}, "parameter_missing transactionId"],
      [{ transactionId: "UKI5E6R" }, "reference_malformed transactionId"],
      [{ transactionId: "U".repeat(17) }, "reference_malformed transactionId"],
      [
        { transactionId: "UKI5E6R7T8", url: `${bankHosts.iota}/receipt/UKI5E6R7T8` },
        "parameters_exclusive url",
      ],
      [{ url: `${bankHosts.iota}/receipt/UKI5E6R` }, "reference_malformed url"],
      [{ trxNo: "UKI5E6R7T8" }, "parameter_unknown trxNo"],
    ],
  },
];

describe.each(forms)("verify-$label", ({ label, address, accepted, refused }) => {
  test.each(accepted.map((body) => [JSON.stringify(body), body] as const))(
    "asks with %s",
    async (_, body) => {
      expect(await asked(label, body)).toBe(address);
    },
  );

  test.each(refused.map(([body, refusal]) => [JSON.stringify(body).slice(0, 120), refusal, body] as const))(
    "with %s is %s",
    async (_, refusal, body) => {
      expect(await asked(label, body)).toBe(refusal);
    },
  );
});

describe("a refusal", () => {
  test.each([
    ["alpha", { ...alpha, transactionRef: "FТ26319K4Q7Z" }, "Т"],
    ["beta", { reference: "DKJ9QW8ER፯" }, "፯"],
    ["theta", { reference: "2KK4016DGX–7B2D3E" }, "–"],
    ["iota", { transactionId: "UKI5E6R7Tß" }, "ß"],
  ])("of %s names the character", async (label, body, character) => {
    const { error } = await bodyOf(await api.post(`/api/verify-${label}`, body));
    expect(error.message).toContain(`“${character}”`);
  });

  test.each([
    ["alpha", { transactionRf: "FT26319K4Q7Z" }, "transactionRef"],
    ["beta", { refrence: "DKJ9QW8ER7" }, "reference"],
    ["epsilon", { receipt: "DKI7Q8W9E0R", phon: "0922330044" }, "phone"],
    ["eta", { reference: eta.reference, account_number: "85527719" }, "accountNumber"],
    ["theta", { ur1: bankHosts.theta }, "url"],
    ["iota", { transaction_id: "UKI5E6R7T8" }, "transactionId"],
  ])("of %s names the nearest field", async (label, body, near) => {
    const { error } = await bodyOf(await api.post(`/api/verify-${label}`, body));
    expect(error).toMatchObject({ code: "parameter_unknown", hint: `Did you mean ${near}?` });
  });
});
