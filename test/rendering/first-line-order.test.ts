import { describe, expect, test } from "vitest";
import { renderReceipt } from "../../src/rendering/render.ts";
import { languages } from "../../src/texts/texts.ts";
import { noClaims } from "../../src/verify/claims.ts";
import { assessReceipt, type ComparedAccount } from "../../src/verify/receipt-assessment.ts";
import { morning, verified } from "../support/bot-world.ts";

/** Several things speak against a payment: the strongest makes the first line, and each of the others a line below it. */

const banks = [{ label: "beta", name: "TEST Beta Wallet" }];
const hana: ComparedAccount = { provider: "", number: "251911008765", name: "Hana Mekonnen" };
const receivers = ["yours", "receiver_unknown", "someone_else", "account_not_shown"] as const;
const flags = ["no_payment", "other_amount", "seen_before", "old"] as const;
const strongestFirst = [
  "account_not_shown",
  "someone_else",
  "no_payment",
  "other_amount",
  "seen_before",
  "old",
  "receiver_unknown",
] as const;

type Receiver = (typeof receivers)[number];
type Flag = (typeof flags)[number];

const cases = receivers.flatMap((receiver) =>
  Array.from({ length: 2 ** flags.length }, (_, bits) => ({
    receiver,
    held: flags.filter((__, at) => (bits >> at) % 2 === 1),
  })),
);

const printedOf = (receiver: Receiver, held: readonly Flag[]) => {
  const isHidden = receiver === "account_not_shown";
  const other = { receiver_account: "2519****1111", receiver_name: "Abebe Bekele" };
  return verified(
    isHidden
      ? { receiver_account: "0003", receiver_name: "TEST Gamma Bank" }
      : receiver === "someone_else"
        ? other
        : {},
    {
      isReceiverAccountShown: !isHidden,
      paymentKind: held.includes("no_payment") ? "bill" : "transfer",
      paymentDateIso: held.includes("old") ? "2026-11-10T10:00:00+03:00" : "2026-11-15T10:20:30+03:00",
    },
  );
};

const told = (receiver: Receiver, held: readonly Flag[], language: (typeof languages)[number]) => {
  const shown = printedOf(receiver, held);
  const claims = held.includes("other_amount")
    ? { amountsSantim: [1_250_000], areTransferred: true }
    : noClaims;
  const seenBefore = held.includes("seen_before")
    ? { firstAt: new Date(morning.getTime() - 20 * 60_000), times: 1, isSameSource: false }
    : null;
  const assessment = assessReceipt(shown, {
    saved: receiver === "receiver_unknown" ? [] : [hana],
    answered: null,
    claims,
    isSeenElsewhere: seenBefore !== null,
    banks,
    now: morning,
  });
  const { text } = renderReceipt(shown, {
    assessment,
    decider: "person",
    shop: "",
    expected: null,
    seenBefore: seenBefore && { ...seenBefore, isByOtherBank: false, who: { kind: "you" }, message: null },
    billing: null,
    isGroup: false,
    isUnfolded: false,
    calendar: null,
    isGuest: false,
    bankOf: (label) => banks.find((bank) => bank.label === label)?.name ?? label,
    language,
    now: morning,
  });
  return { assessment, lines: text.split("\n") };
};

describe.each(languages)("in %s", (language) => {
  test.each(cases)("$receiver with $held", ({ receiver, held }) => {
    // The account does not matter where nobody was paid.
    const isAboutAccount = !(receiver === "account_not_shown" && held.includes("no_payment"));
    const wanted = strongestFirst.filter(
      (reason) => held.some((flag) => flag === reason) || (reason === receiver && isAboutAccount),
    );
    const { assessment, lines } = told(receiver, held, language);
    expect(assessment.reasons).toEqual(wanted);
    const mark = wanted.length === 0 ? "✅" : wanted[0] === "receiver_unknown" ? "❓" : "⚠️";
    const [first = "", ...below] = lines;
    expect(first).toMatch(new RegExp(`^${mark} [^\\d✅]*1,250\\.00 `, "u"));
    const further = below.filter((line) => /^(?:⚠️|❓|✅) /u.test(line)).map((line) => line.split(" ")[0]);
    const isYoursBelow = receiver === "yours" && wanted.length > 0;
    expect(further).toEqual([
      ...wanted.slice(1).map((reason) => (reason === "receiver_unknown" ? "❓" : "⚠️")),
      ...(isYoursBelow ? ["✅"] : []),
    ]);
    if (wanted.length > 0) expect(first).not.toContain("✅");
    // A question is asked only where buttons can answer it.
    expect(below.join(" ")).not.toContain("?");
    expect(new Set(lines).size).toBe(lines.length);
  });
});
