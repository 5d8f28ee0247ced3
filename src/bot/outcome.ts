import { z } from "zod";
import { failureAssessmentKinds, failureCodes, notFoundReasons } from "../failure.ts";
import { readingSchema } from "../receipt.ts";
import { err, ok } from "../result.ts";
import type { Verification } from "../verify.ts";
import { type Pointer, pointerSchema } from "./pointers.ts";

/** What a verification found out and cost, as it is kept until it has been said. */
const outcomeSchema = z.strictObject({
  reading: readingSchema.nullable(),
  failure: z
    .strictObject({
      code: z.enum(failureCodes),
      receiptStatus: z.string().optional(),
      mismatch: z.enum(["reference", "account"]).optional(),
      reason: z.enum(notFoundReasons).optional(),
      assessment: z.enum(failureAssessmentKinds).optional(),
    })
    .nullable(),
  billing: z
    .discriminatedUnion("kind", [
      z.strictObject({
        kind: z.literal("quota"),
        counted: z.boolean(),
        quota: z.strictObject({ limit: z.int(), remaining: z.int(), resetAt: z.coerce.date() }),
      }),
      z.strictObject({
        kind: z.literal("balance"),
        counted: z.boolean(),
        chargedSantim: z.int(),
        balanceSantim: z.int(),
      }),
    ])
    .nullable(),
  seenBefore: z
    .strictObject({
      firstAt: z.coerce.date(),
      times: z.int(),
      by: z.enum(["this", "this occasion", "another"]).default("another"),
      who: z
        .discriminatedUnion("kind", [
          z.strictObject({ kind: z.enum(["you", "key", "unknown"]) }),
          z.strictObject({ kind: z.literal("member"), name: z.string() }),
        ])
        .default({ kind: "unknown" }),
      message: z
        .strictObject({ chatId: z.int(), messageId: z.int(), isSameChat: z.boolean() })
        .nullable()
        .default(null),
    })
    .nullable(),
  source: z.enum(["live", "cache"]).nullable(),
  checkedAt: z.coerce.date(),
  isSameShowing: z.boolean().default(false),
  pointer: pointerSchema.nullable().default(null),
  askedBy: z.int().nullable().default(null),
});

/** What the chat says depends on nothing else of a verification. */
export type Outcome = Omit<Verification, "timings" | "account" | "assessment"> & {
  /** The same message brought the receipt before it was changed. */
  readonly isSameShowing?: boolean;
};

/** With what was asked, and by whom (a Telegram user, or whom they write as), where that is known. */
export type AskedOutcome = Outcome & { readonly pointer: Pointer | null; readonly askedBy: number | null };

export const writeOutcome = (
  { result, billing, seenBefore, source, checkedAt, isSameShowing }: Outcome,
  asked: { readonly pointer: Pointer; readonly userId: number } | null = null,
): string => {
  const failure = result.ok
    ? null
    : {
        code: result.error.code,
        receiptStatus: result.error.receiptStatus,
        mismatch: result.error.mismatch,
        reason: result.error.reason,
        assessment: result.error.assessment,
      };
  const reading = result.ok ? result.value : null;
  return JSON.stringify({
    reading,
    failure,
    billing,
    seenBefore,
    source,
    checkedAt,
    isSameShowing,
    pointer: asked?.pointer ?? null,
    askedBy: asked?.userId ?? null,
  });
};

/** Throws when the text is not of `writeOutcome`'s making. */
export const readOutcome = (written: string): AskedOutcome => {
  const { reading, failure, ...rest } = outcomeSchema.parse(JSON.parse(written));
  if (reading !== null) return { ...rest, result: ok(reading) };
  if (failure === null) throw new Error("an outcome holds neither a reading nor a failure");
  const { code, receiptStatus, mismatch, reason, assessment } = failure;
  const facts = {
    ...(receiptStatus !== undefined && { receiptStatus }),
    ...(mismatch && { mismatch }),
    ...(reason && { reason }),
    ...(assessment && { assessment }),
  };
  return { ...rest, result: err({ code, ...facts }) };
};
