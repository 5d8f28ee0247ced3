import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { type Receipt, receiptSchema } from "../../src/core/receipt.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { complaintOf } from "../../tools/mutate/oracle.ts";
import type { Outcome, Specimen } from "../../tools/mutate/specimen.ts";
import { createTracer } from "../../tools/mutate/trace.ts";
import { mutate, specimensOf } from "../support/mutations.ts";

/** The mutator itself: its papers say what the fixtures say, and it notices a reader that errs. */

const specimens = (await Promise.all(providerLabels.map(specimensOf))).flat();
const tracer = createTracer(specimens);
const traced = specimens.flatMap((one) => (one.source === null ? [] : [{ ...one, source: one.source }]));

test("each provider has documents whose values the mutator finds", async () => {
  for (const provider of providerLabels) {
    const own = traced.filter((one) => one.provider === provider && "receipt" in one.expected);
    const [first] = specimens.filter(({ name }) => name === own[0]?.name);
    expect(first, provider).toBeDefined();
    if (first !== undefined) expect((await tracer(first)).told.size, provider).toBeGreaterThan(5);
  }
});

test.each(traced.map((one) => [one.name, one] as const))(
  "the mutator's paper of %s is read as its folder says",
  async (_, specimen) => {
    const paper = specimen.source.open();
    const outcome = await specimen.read(await paper.write(null));
    const trace = { ...(await tracer(specimen)), statuses: new Set<number>() };
    expect(complaintOf(outcome, specimen, trace, paper, { isSame: true })).toBeNull();
  },
);

const gamma = specimens.filter(({ provider }) => provider === "gamma");

describe("the mutator", () => {
  test.each(Object.entries(lies()))("notices a reader that %s", async (_, lie) => {
    const lying = gamma.map(
      (one): Specimen => ({ ...one, read: async (written) => lie(await one.read(written), one) }),
    );

    expect((await mutate(lying, 2_000)).wrong).not.toEqual([]);
  });

  test("makes the same documents of the same seed", async () => {
    const bytes: Uint8Array[][] = [[], []];
    for (const seen of bytes) {
      const watched = gamma.map((one): Specimen => {
        const read: Specimen["read"] = (written) => {
          seen.push(written.bytes);
          return one.read(written);
        };
        return { ...one, read };
      });
      await mutate(watched, 200);
    }
    expect(bytes[0]).toEqual(bytes[1]);
  });
});

function lies(): Readonly<Record<string, (outcome: Outcome, specimen: Specimen) => Outcome>> {
  const believing =
    (code: string) =>
    (outcome: Outcome, { expected }: Specimen): Outcome => {
      if (outcome.ok || outcome.error.code !== code || !("receipt" in expected)) return outcome;
      return {
        ok: true,
        value: {
          receipt: receiptSchema.parse(expected.receipt),
          amountMinor: expected.amount_minor,
          paymentDateIso: null,
          totalCheck: "exact",
          absentFields: [],
          paymentKind: "transfer",
          receiverBank: "beta",
          isReceiverAccountShown: true,
        },
      };
    };
  const retelling =
    (change: (receipt: Receipt) => Partial<Receipt>) =>
    (outcome: Outcome): Outcome => {
      if (!outcome.ok) return outcome;
      const { receipt } = outcome.value;
      return { ok: true, value: { ...outcome.value, receipt: { ...receipt, ...change(receipt) } } };
    };
  return {
    "takes any reference and account": believing("receipt_mismatch"),
    "takes any status": believing("receipt_not_completed"),
    "fills in what it cannot read": believing("provider_format_changed"),
    "takes a cut document": believing("provider_error"),
    "exchanges the parties": retelling(({ payer_name, receiver_name }) => ({
      payer_name: receiver_name,
      receiver_name: payer_name,
    })),
    "drops the cents": retelling(({ total_debited }) => ({
      total_debited: total_debited.replace(/\d\d ETB/, "00 ETB"),
    })),
    "repeats the asked reference instead of the printed one": (outcome, { reference }) =>
      retelling(() => ({ transaction_reference: reference.slice(0, 12) }))(outcome),
    "refuses what it should read": () => fail("provider_format_changed"),
    "calls a change a forgery": (outcome) => (outcome.ok ? outcome : fail("receipt_mismatch")),
    "calls a change a miss": (outcome) => (outcome.ok ? outcome : fail("receipt_not_found")),
  };
}
