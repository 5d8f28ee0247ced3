import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { codesOf, linesOf, noon, settingsOf } from "../support/detection.ts";
import { runs } from "../support/properties.ts";

const host = "https://receipts.alpha.example:100";
const links = "https://links.alpha.example";
const api = "https://api.alpha.example";
const detail = "/api/v1/transactions/public/transaction-detail/";
const token = "v2-hqWErTyUiOpAsDfGhJkL";
const older = "8Kd0wQzLr5TnVb3XyGm";

const all = { linkUrl: links, apiUrl: api, aliases: ["https://old.alpha.example"] };
const offered = (settings: Partial<ProviderSettings> = all) =>
  openProviders(
    { alpha: settingsOf(host, settings), gamma: settingsOf("https://slips.gamma.example") },
    "full",
  );

/** Addresses that are asked, in order; or the code of the refusal with the field. */
const asked = (body: unknown, settings: Partial<ProviderSettings> = all): readonly string[] | string => {
  const question = offered(settings)
    .find(({ label }) => label === "alpha")
    ?.open(body);
  if (question === undefined) throw new Error("alpha is not offered");
  return question.ok
    ? question.value.requests.map(({ url }) => url)
    : `${question.error.code} ${question.error.param}`;
};

describe("a reference and an account number", () => {
  const places = [`${host}/?id=FT26319K4Q7Z00004321`, `${host}/BranchReceipt/FT26319K4Q7Z&00004321`];

  test.each([
    ["in its fields", { transactionRef: " ft26319k4q7z. ", accountNumber: "1000-2000 04321" }],
    ["in a receipt's link", { link: `${host}/?id=FT26319K4Q7Z00004321` }],
    ["in a slip's link", { link: `${host}/branchreceipt/ft26319k4q7z&amp;00004321` }],
    ["where a token would stand", { link: `${links}/FT26319K4Q7Z00004321` }],
    ["where a token is fetched", { link: `${api}${detail}ft26319k4q7z00004321` }],
  ])("%s are looked for among receipts, then among the branches' slips", (_, body) => {
    expect(asked(body)).toEqual(places);
  });

  test.each([
    [{}, "parameter_missing transactionRef"],
    [{ transactionRef: "FT26319K4Q7Z" }, "parameter_missing accountNumber"],
    [{ transactionRef: "FT26319" }, "parameter_missing accountNumber"],
    [{ accountNumber: "1000200004321" }, "parameter_missing transactionRef"],
    [{ transactionRef: "FT26319K4Q7", accountNumber: "1000200004321" }, "reference_malformed transactionRef"],
    [{ transactionRef: "FT26319K4Q7Z", accountNumber: "4321" }, "parameter_invalid accountNumber"],
    [
      { transactionRef: "FT26319К4Q7Z", accountNumber: "1000200004321" },
      "reference_not_ascii transactionRef",
    ],
    [{ link: `${host}/?id=FT26319K4Q7Z` }, "account_number_required accountNumber"],
    [{ link: `${links}/FT26319K4Q7Z` }, "account_number_required accountNumber"],
    [{ link: `${links}/FT26319K4Q7Z0000432` }, "account_number_required accountNumber"],
    [{ link: `${links}/FT26319K4Q7Z000043210` }, "reference_malformed link"],
    [{ transactionref: "FT26319K4Q7Z", accountNumber: "1000200004321" }, "parameter_unknown transactionref"],
  ])("as in %j are refused", (body, refusal) => {
    expect(asked(body)).toBe(refusal);
  });
});

describe("a link whose token is no reference", () => {
  test.each([
    [`${links}/${token}`],
    [` ${links}/${token}. `],
    [`links.alpha.example/${token}/`],
    [`${links}/${token}?lang=am#top`],
    [`${api}${detail}${token}`],
    [`${host}/${token}`],
    [`https://old.alpha.example/${token}`],
  ])("%s is asked for by its token, every letter as it is", (link) => {
    expect(asked({ link })).toEqual([`${api}${detail}${token}`]);
  });

  test("may have no version in front", () => {
    expect(asked({ link: `${links}/${older}` })).toEqual([`${api}${detail}${older}`]);
  });

  test.each([
    ["where the links lead when the providers file names no other host", { linkUrl: links }, links],
    ["at the receipts' host when it names none at all", {}, host],
  ])("is asked for %s", (_, settings, at) => {
    expect(asked({ link: `${at}/${token}` }, settings)).toEqual([`${at}${detail}${token}`]);
  });

  test.each([
    [{ link: token }, "reference_malformed link"],
    [{ link: "" }, "reference_malformed link"],
    [{ link: links }, "reference_malformed link"],
    [{ link: `${links}/v2-short` }, "reference_malformed link"],
    [{ link: `${links}/v2-${"a1".repeat(17)}` }, "reference_malformed link"],
    [{ link: `${links}/${token}/more` }, "reference_malformed link"],
    [{ link: `${links}/app/${token}` }, "reference_malformed link"],
    [{ link: `${links}/${token.replace("q", "%2e")}` }, "reference_malformed link"],
    [{ link: `${links}/${token.replace("W", "Ԝ")}` }, "reference_not_ascii link"],
    [{ link: `${links}/${token}`, accountNumber: "1000200004321" }, "parameters_exclusive link"],
    [{ link: `${links}/${token}`, transactionRef: "FT26319K4Q7Z" }, "parameters_exclusive link"],
    [{ link: `http://links.alpha.example/${token}` }, "receipt_url_untrusted link"],
    [{ link: `https://links.alpha.example:444/${token}` }, "receipt_url_untrusted link"],
    [{ link: `https://links.alpha.example@evil.example/${token}` }, "receipt_url_untrusted link"],
    [{ link: `https://links.alpha.example.evil.example/${token}` }, "receipt_url_untrusted link"],
    [{ link: `https://feedback.links.alpha.example/${token}` }, "receipt_url_feedback_link link"],
    [{ url: `${links}/${token}` }, "parameter_unknown url"],
  ])("as in %j is refused", (body, refusal) => {
    expect(asked(body)).toBe(refusal);
  });

  test("is nobody's where the host is not configured", () => {
    expect(asked({ link: `${links}/${token}` }, {})).toBe("receipt_url_untrusted link");
  });

  test("is another question for each letter that differs in case", () => {
    const canonical = (link: string) => {
      const question = offered()[0]?.open({ link });
      return question?.ok ? question.value.canonical : "refused";
    };
    expect(canonical(`${links}/${token}`)).toBe(canonical(`${api}${detail}${token}`));
    expect(canonical(`${links}/${token}`)).not.toBe(canonical(`${links}/${token.replace("h", "H")}`));
  });
});

describe("a message of alpha's", () => {
  const find = (text: string) => detect(text, offered(), noon);

  test("is read by its receipt link, though others follow", () => {
    const found = find(
      `Dear Selam Getachew Alemu You have successfully transferred ETB260.00 from account 1********4321 to account 1********8765 (Hana Mekonnen Tadesse). Service charge of ETB 0.50 and VAT(15%) of ETB0.08 and Disaster Recovery(5%) of 0.03 with total of ETB260.61 .Your current balance is ETB8,900.27. Thanks for Banking with us. ${links}/${token}  for feedback: https://forms.gle/abcDEF123`,
    );
    expect(linesOf(found)).toEqual([`alpha link=${links}/${token}`]);
    expect(codesOf(found)).toEqual([]);
    expect(asked(found.candidates[0]?.request)).toEqual([`${api}${detail}${token}`]);
  });

  test.each([
    ["broken by a line end", `${links}/v2-hqWErTyUiOp\nAsDfGhJkL`],
    ["broken early", `${links}/v2-hq\nWErTyUiOpAsDfGhJkL`],
    ["with an amount behind it", `${links}/${token} 8900 birr`],
    ["with a word behind it", `${links}/${token}\nBirr2000X`],
  ])("%s has its token whole", (_, text) => {
    expect(linesOf(find(text))).toEqual([`alpha link=${links}/${token}`]);
  });

  test("about money paid in at a branch names reference and digits by its link", () => {
    expect(linesOf(find(`… for Reciept ${host}/BranchReceipt/FT26319DCWR1&00004321`))).toEqual([
      "alpha transactionRef=FT26319DCWR1 accountNumber=00004321",
    ]);
  });

  test.each([
    `${links}/`,
    `${links}/privacy`,
    `${links}/termsandconditions`,
    `${links}/TermsAndConditions`,
    `${links}/v2-documentation`,
    `${links}/about/us`,
    `${links}/assets/index8f3k2l9d0s1a.js`,
    `${links}/index8f3k2l9d0s1a.js`,
    `${links}/12345678901234`,
    `${api}/api/v1/transactions/public/`,
    `${api}/api/v1/health`,
    `Give this to nobody: ${token}`,
    `Txn ID ${older}`,
  ])("%s points to no receipt", (text) => {
    expect(linesOf(find(text))).toEqual([]);
    expect(codesOf(find(text))).toEqual([]);
  });

  test("on a look-alike host is refused", () => {
    const found = find(`https://links-alpha.example.evil.example/${token}`);
    expect(linesOf(found)).toEqual([]);
    expect(codesOf(found)).toEqual(["receipt_url_untrusted"]);
  });

  test("with whatever token is found, and the endpoint takes what is found", () => {
    const letters = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
    const word = fc.array(letters, { minLength: 18, maxLength: 20 }).map((parts) => parts.join(""));
    const isMixed = (text: string) => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
    fc.assert(
      fc.property(word.filter(isMixed), fc.constantFrom("v2-", ""), (text, version) => {
        const found = find(`የተላከው ደረሰኝ ${links}/${version}${text} ነው።`);
        expect(linesOf(found)).toEqual([`alpha link=${links}/${version}${text}`]);
        expect(asked(found.candidates[0]?.request)).toEqual([`${api}${detail}${version}${text}`]);
      }),
      runs(2_000),
    );
  });
});
