import { describe, expect, test } from "vitest";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { codesOf, linesOf, settingsOf } from "../support/detection.ts";

const host = "https://receipts.theta.example:8225";
const now = new Date("2026-11-15T12:00:00+03:00");
const theta = openProviders(
  { theta: settingsOf(host, { aliases: ["https://old.theta.example:8225"] }) },
  "full",
);
const [provider] = theta;
if (provider === undefined) throw new Error("theta is not offered");

/** The address that is asked, or the code of the refusal with the field. */
const asks = (body: unknown): string => {
  const question = provider.open(body);
  if (question.ok) return question.value.requests.map(({ url }) => url).join(" ");
  return `${question.error.code} ${question.error.param ?? ""}`.trim();
};

const asked = `${host}/-2KK2MF1YNL-6A1B2C`;

describe("a request", () => {
  test.each([
    [{ reference: "2KK2MF1YNL-6A1B2C" }],
    [{ reference: "-2KK2MF1YNL-6A1B2C" }],
    [{ reference: " -2kk2mf1ynl-6a1b2c. " }],
    [{ reference: "2KK2MF1YNL\u200b-6A1B2C" }],
    [{ url: `${host}/-2KK2MF1YNL-6A1B2C` }],
    [{ url: `${host}/-2kk2mf1ynl-6a1b2c.` }],
    [{ url: `${host}/2KK2MF1YNL-6A1B2C/` }],
    [{ url: "receipts.theta.example:8225/-2KK2MF1YNL-6A1B2C" }],
    [{ url: "https://old.theta.example:8225/-2KK2MF1YNL-6A1B2C" }],
  ])("%j is asked under one address, the dash part of it", (body) => {
    expect(asks(body)).toBe(asked);
    expect(provider.open(body)).toMatchObject({ value: { canonical: "theta 2KK2MF1YNL-6A1B2C" } });
  });

  test.each(["0123456789AB-7G8H", "ABCDEF012345-7G8H9I0J", "2KK2MF1YNL-6A1B"])(
    "%s is a token",
    (reference) => {
      expect(asks({ reference })).toBe(`${host}/-${reference}`);
    },
  );

  test.each([
    [{}, "parameter_missing url"],
    [{ url: asked, reference: "2KK2MF1YNL-6A1B2C" }, "parameters_exclusive url"],
    [{ reference: "2KK2MF1YNL-6A1B2C", refrence: "x" }, "parameter_unknown refrence"],
    [{ url: asked, reference: "2KK2" }, "parameters_exclusive url"],
    [{ reference: "2KK2MF1YNL" }, "reference_malformed reference"],
    [{ reference: "261115103874225" }, "reference_malformed reference"],
    [{ reference: "G123456789AB-7G8H" }, "reference_malformed reference"],
    [{ reference: "2KK2MF1YNL-6A1" }, "reference_malformed reference"],
    [{ reference: "2KK2MF1YNL-6A1B2C3D4" }, "reference_malformed reference"],
    [{ reference: "2KК2MF1YNL-6A1B2C" }, "reference_not_ascii reference"],
    [{ reference: 5 }, "reference_malformed reference"],
    [{ url: "" }, "reference_malformed url"],
    [{ url: "2KK2MF1YNL-6A1B2C" }, "reference_malformed url"],
    [{ url: `${host}/` }, "reference_malformed url"],
    [{ url: `${host}/receipt/-2KK2MF1YNL-6A1B2C` }, "reference_malformed url"],
    [{ url: `${host}/-2KK2MF1YNL-6A1B2C/../x` }, "reference_malformed url"],
    [{ url: asked.replace("https:", "http:") }, "receipt_url_untrusted url"],
    [{ url: asked.replace(":8225", "") }, "receipt_url_untrusted url"],
    [{ url: asked.replace("theta", "thēta") }, "receipt_url_untrusted url"],
    [
      { url: asked.replace("https://", "https://receipts.theta.example:8225@evil.example/") },
      "receipt_url_untrusted url",
    ],
    [{ url: asked.replace("https://", "https://user@") }, "receipt_url_untrusted url"],
  ])("%j is refused: %s", (body, refusal) => {
    expect(asks(body)).toBe(refusal);
  });
});

describe("a message", () => {
  const find = (text: string) => detect(text, theta, now);

  test.each([
    `Your available balance is now ETB 2,510.12. Receipt  Link: ${asked}. Contact center  8000.`,
    `Download the receipt by link ${asked}.\nThank you`,
  ])("with a link gives the link, without the full stop: %s", (text) => {
    expect(linesOf(find(text))).toEqual([`theta url=${asked}`]);
    const [candidate] = find(text).candidates;
    expect(candidate?.encodedDate).toEqual({ year: 2026, month: 11, day: 15 });
    expect(asks(candidate?.request)).toBe(asked);
  });

  test.each([
    ["2KK2MF1YNL-6A1B2C", "2KK2MF1YNL-6A1B2C"],
    ["please check -2kk2mf1ynl-6a1b2c", "2KK2MF1YNL-6A1B2C"],
    ["E4634A744AA3-7G8H", "E4634A744AA3-7G8H"],
  ])("with a bare token %s gives it", (text, reference) => {
    expect(linesOf(find(text))).toEqual([`theta reference=${reference}`]);
  });

  test.each([
    "Txn ID: 261115103874225",
    "the page 0123456789AB-7G8H",
    "251911223344-SELAM and 0911223344-SELAM",
    "a token of next year 2O3OK4V1DD-6A1B2C",
  ])("without a token that can be looked up gives nothing: %s", (text) => {
    expect(linesOf(find(text))).toEqual([]);
  });

  test("with a look-alike link refuses it", () => {
    const detection = find("https://receipts.theta.example.evil.example/-2KK2MF1YNL-6A1B2C");
    expect([linesOf(detection), codesOf(detection)]).toEqual([[], ["receipt_url_untrusted"]]);
  });
});
