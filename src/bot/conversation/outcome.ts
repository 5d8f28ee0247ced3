import { z } from "zod";
import type { ReceiptSource } from "../../accounts/accounts.ts";
import { markOf } from "../../core/crypto.ts";
import { type Failure, failureAssessmentKinds, failureCodes, notFoundReasons } from "../../core/failure.ts";
import { type VerifiedReceipt, verifiedReceiptSchema } from "../../core/receipt.ts";
import { err, ok } from "../../core/result.ts";
import { minuteMs } from "../../core/time.ts";
import { type Candidate, candidateSchema } from "../../verify/candidates.ts";
import type { Verification } from "../../verify/verify.ts";
import { placeSchema } from "../telegram/chat.ts";
import { type ChatCaller, shownMessageOf } from "./caller.ts";
import { languageSchema } from "./language-schema.ts";

export const shownInSchema = z.object({
  messageId: z.int(),
  part: z.string(),
  update: z.int().optional(),
  pointsTo: z.int().optional(),
  names: z.string().optional(),
  isPassedOn: z.boolean().optional(),
  album: z.string().optional(),
});

/** Facts of failures that are not kept: of those that decide nothing about a receipt, and for the books and the log. */
type ForgottenFact =
  | "param"
  | "subject"
  | "cause"
  | "issues"
  | "candidates"
  | "resetAt"
  | "retryAfterSeconds"
  | "printedReference"
  | "detail";

const failureSchema = z.object({
  code: z.enum(failureCodes),
  receiptStatus: z.string().exactOptional(),
  mismatch: z.enum(["reference", "account"]).exactOptional(),
  reason: z.enum(notFoundReasons).exactOptional(),
  assessment: z.enum(failureAssessmentKinds).exactOptional(),
} satisfies { readonly [Fact in Exclude<keyof Failure, ForgottenFact>]: z.ZodType<Failure[Fact]> });

const firstCallerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.enum(["you", "key", "unknown"]) }),
  z.object({ kind: z.literal("member"), name: z.string() }),
]);

/** What a verification found and cost, as it is kept until the answer is sent. */
const outcomeSchema = z.object({
  verified: verifiedReceiptSchema.strip().nullable(),
  failure: failureSchema.nullable(),
  billing: z
    .discriminatedUnion("kind", [
      z.object({
        kind: z.literal("quota"),
        counted: z.boolean(),
        quota: z.object({ limit: z.int(), remaining: z.int(), resetAt: z.coerce.date() }),
      }),
      z.object({
        kind: z.literal("balance"),
        counted: z.boolean(),
        chargedSantim: z.int(),
        balanceSantim: z.int(),
      }),
    ])
    .nullable(),
  seenBefore: z
    .object({
      isByOtherBank: z.boolean().default(false),
      firstAt: z.coerce.date(),
      times: z.int(),
      isSameSource: z.boolean(),
      who: firstCallerSchema.default({ kind: "unknown" }),
      message: z
        .object({ chatId: z.int(), messageId: z.int(), isSameChat: z.boolean() })
        .nullable()
        .default(null),
    })
    .nullable(),
  askedEarly: z
    .object({ askedAt: z.coerce.date(), isSameMessage: z.boolean(), who: firstCallerSchema })
    .nullable()
    .default(null),
  source: z.enum(["live", "cache"]).nullable(),
  checkedAt: z.coerce.date(),
  askedAt: z.coerce.date().nullable().default(null),
  candidate: candidateSchema.nullable().default(null),
  askedBy: z.int().nullable().default(null),
  account: z.string().nullable().default(null),
  shownIn: shownInSchema.optional(),
});

/** The part of a verification on which the chat's answer depends. */
export type Outcome = Omit<Verification, "timings" | "account" | "assessment">;

/** What was asked, by whom, where it was shown, and for which merchant's account. */
type Asked = {
  readonly candidate: Candidate;
  readonly caller: Pick<ChatCaller, "userId" | "source">;
  readonly account: string | null;
};

/** An outcome, and the merchant's account whose history `seenBefore` is of; null: none. */
export type FoundOutcome = Outcome & { readonly account: string | null };

/** Longer than the cache gives an answer again. */
const guestsAnswerMs = 10 * minuteMs;

/**
 * Whether what was found for a guest is too old to decide anything. It is noted nowhere, nor that the bank has called it
 * undone since.
 */
export const isTooOldOfGuest = ({ checkedAt }: Pick<Outcome, "checkedAt">, now: Date): boolean =>
  now.getTime() - checkedAt.getTime() > guestsAnswerMs;

/** An outcome with what was asked, by whom, and what shows it, where that is known. */
type AskedOutcome = FoundOutcome & {
  readonly candidate: Candidate | null;
  readonly askedBy: number | null;
  readonly shownIn?: ChatCaller["source"];
};

export const writeOutcome = (
  { result, billing, seenBefore, askedEarly, source, checkedAt, askedAt }: Outcome,
  asked: Asked,
): string => {
  const failure = result.ok ? null : failureSchema.parse(result.error);
  const verified = result.ok ? result.value : null;
  return JSON.stringify({
    verified,
    failure,
    billing,
    seenBefore,
    askedEarly,
    source,
    checkedAt,
    askedAt,
    candidate: asked.candidate,
    askedBy: asked.caller.userId,
    account: asked.account,
    shownIn: asked.caller.source,
  });
};

/** Throws when the text is not of `writeOutcome`'s making. */
export const readOutcome = (written: string): AskedOutcome => {
  const { verified, failure, ...rest } = outcomeSchema.parse(JSON.parse(written));
  if (verified !== null) return { ...rest, result: ok(verified) };
  if (failure === null) throw new Error("an outcome holds neither a receipt nor a failure");
  return { ...rest, result: err(failure) };
};

/**
 * What shows a receipt in a chat, for the account's history: one of the answers about a message. Who points to a message
 * shows its receipt again.
 */
export const receiptSourceOf = (
  { place, source }: Pick<ChatCaller, "place" | "source">,
  { slot, isOnly }: { readonly slot: string; readonly isOnly: boolean },
): ReceiptSource => {
  const { chatId } = place;
  const { messageId, part } = source ?? { messageId: place.messageId, part: slot };
  const message = { chatId, messageId: shownMessageOf({ place, source }) };
  const { isPassedOn, names: text } = source ?? {};
  return { id: `chat ${chatId} message ${messageId}`, part, text, isWhole: isOnly, message, isPassedOn };
};

/**
 * The slot of a later answer to a receipt, which takes the place of the first one, so that a change of the message changes
 * it, too. Of a question of an earlier version the first slot is not known.
 */
export const slotOfFollowing = ({ source }: Pick<ChatCaller, "source">, id: string): string =>
  source?.part || `answered:${id}`;

/** An answer about a real receipt, which can be edited while its outcome is kept. */
export const recordSchema = z.object({
  /** Who asked for it, and the message that did. */
  caller: z.object({
    place: placeSchema,
    userId: z.int(),
    language: languageSchema,
  }),
  /** The slot of the answer. */
  slot: z.string(),
  /** Which receipt it is about: somebody may change the message that asked for it, and its slot with it. */
  mark: z.string(),
});

/**
 * The mark of a receipt, made of what its chat has read already. With an account: the mark of a question about the
 * receipt that was put to this account's people.
 */
export const receiptMark = (
  provider: string,
  { receipt }: VerifiedReceipt,
  account: string | null = null,
): string =>
  markOf(JSON.stringify([provider, receipt.transaction_reference, ...(account === null ? [] : [account])]));

export type ReceiptRecord = Readonly<z.infer<typeof recordSchema>>;
