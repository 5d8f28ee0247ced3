import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { complaintOf } from "../../tools/mutate/run.ts";
import type { Outcome, Specimen } from "../../tools/mutate/specimen.ts";
import { cases } from "../support/cases.ts";
import { mutate, specimensOf } from "../support/mutations.ts";

/** The mutator itself: what it expects is what the fixtures say, and it notices a reader that errs. */

const specimens = (await Promise.all(providerLabels.map(specimensOf))).flat();

describe("the mutator", () => {
  test.each(specimens.map((one) => [one.name, one] as const))(
    "expects of %s what its folder says",
    async (name, { own }) => {
      const expected = cases.find((one) => `${one.label}/${one.name}` === name)?.expected;
      if (expected === undefined) throw new Error("no such folder");
      if ("receipt" in expected)
        expect(own.records.map(({ receipt }) => receipt)).toEqual([expected.receipt]);
      else expect([...own.codes]).toContain(expected.code);
    },
  );

  test.each(
    specimens.flatMap(({ name, medium, read, own }) =>
      medium === null ? [] : [[name, { medium, read, own }] as const],
    ),
  )("writes %s as its folder holds it", async (_, { medium, read, own }) => {
    expect(complaintOf(await read(await medium.write(medium.sheet, null)), own)).toBeNull();
  });

  const gamma = specimens.filter(({ provider }) => provider === "gamma");

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
    (
      outcome: Outcome,
      {
        own: {
          records: [record],
        },
      }: Specimen,
    ): Outcome =>
      outcome.ok || outcome.error.code !== code || record === undefined
        ? outcome
        : {
            ok: true,
            value: {
              receipt: record.receipt,
              amountMinor: record.amountSantim,
              paymentDateIso: null,
              totalCheck: "exact",
              absentFields: [],
              paymentKind: "transfer",
              receiverBank: "beta",
              isReceiverAccountShown: true,
            },
          };
  const retelling =
    (change: (receipt: Record<string, string>) => object) =>
    (outcome: Outcome): Outcome =>
      outcome.ok
        ? {
            ok: true,
            value: {
              ...outcome.value,
              receipt: {
                ...outcome.value.receipt,
                ...change(outcome.value.receipt as unknown as Record<string, string>),
              },
            },
          }
        : outcome;
  return {
    "takes any reference and account": believing("receipt_mismatch"),
    "takes any status": believing("receipt_not_completed"),
    "fills in what it cannot read": believing("provider_format_changed"),
    "takes a cut document": believing("provider_error"),
    "exchanges the parties": retelling(({ payer_name, receiver_name }) => ({
      payer_name: receiver_name,
      receiver_name: payer_name,
    })),
    "drops the cents": retelling(({ total_debited = "" }) => ({
      total_debited: total_debited.replace(/\d\d ETB/, "00 ETB"),
    })),
    "repeats the asked reference instead of the printed one": (outcome, { asked }) =>
      retelling(() => ({ transaction_reference: asked.reference }))(outcome),
    "refuses what it should read": () => fail("provider_format_changed"),
    "calls a change a forgery": (outcome) => (outcome.ok ? outcome : fail("receipt_mismatch")),
    "calls a change a miss": (outcome) => (outcome.ok ? outcome : fail("receipt_not_found")),
  };
}
