import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { linesOf, noon, settingsOf } from "../support/detection.ts";

const host = "https://wallet.epsilon.example";
const providers = openProviders(
  {
    beta: settingsOf("https://wallet.beta.example"),
    epsilon: settingsOf(host, { aliases: ["https://old.epsilon.example:8443"] }),
    iota: settingsOf("https://money.iota.example"),
  },
  "full",
);
const epsilon = providers.find(({ label }) => label === "epsilon");

const receipt = "DKF215LOOSO";

/** Numbers that are asked, in order; or the code of the refusal with the field. */
const asked = (body: unknown): readonly string[] | string => {
  const question = epsilon?.open(body);
  if (question === undefined) throw new Error("epsilon is not offered");
  return question.ok
    ? question.value.requests.map(({ url }) => url.replace(`${host}/aureceipt?TID=${receipt}&PH=`, ""))
    : `${question.error.code} ${question.error.param}`;
};

describe("a request to epsilon", () => {
  const local = ["0911000000", "251911000000"];
  const international = ["251911000000", "0911000000"];

  test.each([
    ["0911000000", local],
    ["911000000", local],
    ["0911-00-00-00", local],
    [" (0911) 00 00 00 ", local],
    ["٠٩١١", "parameter_invalid phone"],
    ["+251911000000", international],
    ["+251 911 000 000", international],
    ["+251 (0) 911 000 000", international],
    ["251911000000", international],
    ["00251911000000", international],
    ["２５１９１１００００００", international],
  ])("asks with %s the way it was given first, then the other way", (phone, expected) => {
    expect(asked({ receipt, phone })).toEqual(expected);
  });

  test("takes numbers of both mobile networks and is the same question in every form", () => {
    const canonical = (phone: string) => {
      const question = epsilon?.open({ receipt: ` ${receipt.toLowerCase()} `, phone });
      return question?.ok ? question.value.canonical : "refused";
    };
    fc.assert(
      fc.property(fc.constantFrom("7", "9"), fc.integer({ min: 0, max: 99_999_999 }), (network, number) => {
        const national = network + String(number).padStart(8, "0");
        const forms = [national, `0${national}`, `251${national}`, `+251${national}`, `00251${national}`];
        expect(new Set(forms.map(canonical))).toEqual(new Set([`epsilon ${receipt} 0${national}`]));
      }),
    );
  });

  test.each([
    ["no phone", { receipt }, "parameter_missing phone"],
    ["no receipt", { phone: "0911000000" }, "parameter_missing receipt"],
    ["a phone of a house", { receipt, phone: "0111000000" }, "parameter_invalid phone"],
    ["a phone that is too short", { receipt, phone: "091100000" }, "parameter_invalid phone"],
    ["a phone of another country", { receipt, phone: "+254711000000" }, "parameter_invalid phone"],
    ["a phone among words", { receipt, phone: "call 0911000000 now" }, "parameter_invalid phone"],
    [
      "a receipt of five characters",
      { receipt: "DKF21", phone: "0911000000" },
      "reference_malformed receipt",
    ],
    ["a field too many", { receipt, phone: "0911000000", url: host }, "parameter_unknown url"],
  ])("is refused with %s", (_, body, expected) => {
    expect(asked(body)).toBe(expected);
  });
});

const found = (text: string) => linesOf(detect(text, providers, noon));

describe("in a message", () => {
  test.each([
    [
      "Dear hana, you received 42.00Br. from 0911000000 - SELAM GETACHEW on 15/11/26 17:48,Txn ID DKF215LOOSO.Your <WALLET> account balance is 217.00Br. Thank you! For invoice https://wallet.epsilon.example/aureceipt?TID=DKF215LOOSO&PH=0922000000",
      ["epsilon receipt=DKF215LOOSO phone=0922000000"],
    ],
    [
      "Dear SELAM, you have sent 28.00Br. to HANA MEKONNEN on 15/11/26 20:45,Txn ID DKF215LOOSO. For invoice https://wallet.epsilon.example/aureceipt?TID=DKF215LOOSO&PH=251911000000 For your feedback please click the link https://shorturl.at/xxxxx",
      ["epsilon receipt=DKF215LOOSO phone=251911000000"],
    ],
    [
      "https://old.epsilon.example:8443/aureceipt?tid=dkf215looso&amp;ph=%2B251922000000",
      ["epsilon receipt=DKF215LOOSO phone=251922000000"],
    ],
    ["wallet.epsilon.example/aureceipt?TID=DKF215LOOSO", ["epsilon receipt=DKF215LOOSO needs phone"]],
    ["DKF215LOOSO", ["epsilon receipt=DKF215LOOSO needs phone"]],
    ["DKF215LOOSO 0922000000", ["epsilon receipt=DKF215LOOSO phone=0922000000"]],
  ])("%s", (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  test("ten characters of 2026 are none of its own, those of 2025 may be", () => {
    expect(found("DKF1AB2CD3")).toEqual(["beta reference=DKF1AB2CD3", "iota transactionId=DKF1AB2CD3"]);
    expect(found("CKF1AB2CD3")).toContain("epsilon receipt=CKF1AB2CD3 needs phone");
  });

  test("what is found is accepted by its endpoint", () => {
    const [candidate] = detect(
      `${host}/aureceipt?TID=${receipt}&PH=+251922000000`,
      providers,
      noon,
    ).candidates;
    expect(asked(candidate?.request)).toEqual(["251922000000", "0922000000"]);
  });
});
