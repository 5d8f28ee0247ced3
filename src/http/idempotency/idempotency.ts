import { z } from "zod";
import { canonicalJson } from "../../core/canonical-json.ts";
import { createPseudonym, createSeal, freshId } from "../../core/crypto.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { dayMs } from "../../core/time.ts";
import type { Alongside } from "../../database/alongside.ts";
import { deleteExpiredReplies } from "../../database/retention.ts";
import type { Tables, Transaction } from "../../database/schema.ts";
import type { Store } from "../../database/store.ts";

const keptReplySchema = z.strictObject({
  status: z.int(),
  contentType: z.string(),
  contentLanguage: z.string().nullable(),
  body: z.string(),
});

/**
 * A reply as it left, kept so that every copy is answered with the same bytes. Of its headers those that describe the
 * body.
 */
type KeptReply = Readonly<z.infer<typeof keptReplySchema>>;

/** Throws for what this program did not keep. */
const parseReply = (text: string): KeptReply => keptReplySchema.parse(JSON.parse(text));

/** A request that its sender may repeat: the same key at the same endpoint means the same request. */
export type RepeatableRequest = {
  /** The owner of the key. Keys of other owners never match it. */
  readonly account: string;
  /** Live and test requests of one account are apart. */
  readonly mode: "live" | "test";
  /** Path as the interface names it, and for an item of a batch its place: `/api/verify/batch#3`. */
  readonly endpoint: string;
  /** As sent in `Idempotency-Key`, checked by `isIdempotencyKey`. */
  readonly key: string;
  /** Any JSON value; two bodies are equal when their members are, in any order. */
  readonly body: unknown;
  /** How long the work may take; a claim that is older than this and ten seconds is free again. */
  readonly deadlineMs: number;
};

/** The right to execute one request; lost when its time is over or its process is gone. */
export type Claim = { readonly scope: string; readonly token: string };

export type Begun =
  | { readonly kind: "execute"; readonly claim: Claim }
  | { readonly kind: "replay"; readonly reply: KeptReply };

/**
 * One execution for all copies of a request, across processes and crashes. A copy executes, or is answered with
 * the first one's reply, or hears that the first still runs. Replies are encrypted and kept for 24 hours.
 */
export type Idempotency = {
  /**
   * Failures: `request_in_progress` (with `retryAfterSeconds`), `idempotency_key_reused` for another body,
   * `overloaded` while the database is away.
   */
  readonly begin: (request: RepeatableRequest) => Promise<Result<Begun, Failure>>;
  /**
   * What joins the transaction that charges for the request, so that a crash can never part the two: first
   * whether the claim still stands, for nothing may be charged when a copy has it; last the reply, or with null the key
   * is free again.
   */
  readonly alongside: <Settled>(
    claim: Claim,
    compose: (settled: Settled) => KeptReply | null,
  ) => Alongside<Settled>;
  /** For a reply that cost nothing. A claim that was lost stays with the copy that has it. */
  readonly keep: (claim: Claim, reply: KeptReply) => Promise<Result<boolean, Failure>>;
  /** Gives the key back, so that a copy can execute. */
  readonly free: (claim: Claim) => Promise<Result<true, Failure>>;
  /** Forgets at most 1,000 replies and claims whose time is over. */
  readonly applyRetention: () => Promise<Result<number, Failure>>;
};

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const isIdempotencyKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

type Dependencies = {
  readonly store: Store;
  readonly secret: string;
  /** This process's row in `process_lease`: a claim ends with it. */
  readonly leaseId: () => string | null;
  readonly now: () => Date;
};

const keptMs = dayMs;
/** As a reservation outlives its work's deadline. */
const graceMs = 10_000;

export const createIdempotency = ({ store, secret, leaseId, now }: Dependencies): Idempotency => {
  const pseudonym = createPseudonym(secret, "idempotency/names");
  const seal = createSeal(secret, "idempotency/replies");

  const keep = (trx: Transaction, claim: Claim, reply: KeptReply): Promise<boolean> => {
    const sealed = seal.close(claim.scope, JSON.stringify(reply));
    return keepReply(trx, claim, sealed, now().getTime() + keptMs);
  };

  return {
    begin: async ({ account, mode, endpoint, key, body, deadlineMs }) => {
      const at = now().getTime();
      const scope = pseudonym("scope", account, mode, endpoint, key);
      const bodyHash = pseudonym("body", canonicalJson(body));
      const token = freshId(16);
      const freeAt = at + deadlineMs + graceMs;
      const claimed = await store.transaction((trx) =>
        claimKey(trx, { scope, token, account, lease: leaseId(), bodyHash, at, freeAt }),
      );
      if (!claimed.ok) return claimed;
      const { value: found } = claimed;
      if (found === "claimed") return ok({ kind: "execute", claim: { scope, token } });
      if (found.body_hash !== bodyHash) return fail("idempotency_key_reused", { param: "Idempotency-Key" });
      if (found.reply === null) return fail("request_in_progress", { retryAfterSeconds: 1 });
      return ok({ kind: "replay", reply: parseReply(seal.open(scope, found.reply)) });
    },

    alongside: (claim, compose) => ({
      isMine: (trx) => holdsKey(trx, claim),
      keep: async (trx, settled) => {
        const reply = compose(settled);
        const isDone = reply === null ? await freeKey(trx, claim) : await keep(trx, claim, reply);
        if (!isDone) throw new Error("a claim vanished while it was held");
      },
    }),
    keep: (claim, reply) => store.transaction((trx) => keep(trx, claim, reply)),
    free: (claim) => store.transaction((trx) => freeKey(trx, claim)),
    applyRetention: () => store.transaction((trx) => deleteExpiredReplies(trx, now())),
  };
};

/**
 * What a claim is made with. Each decision on it is one conditional statement on one row, so that of all copies one
 * wins.
 */
type NewClaim = Claim & {
  readonly account: string;
  readonly lease: string | null;
  readonly bodyHash: string;
  readonly at: number;
  /** When the claim ends in any case. */
  readonly freeAt: number;
};

type ClaimedKey = Pick<Tables["idempotency"], "body_hash" | "reply">;

/** Claims a free key; else returns the state of its request. A row that vanishes meanwhile counts as still running. */
const claimKey = async (trx: Transaction, claim: NewClaim): Promise<"claimed" | ClaimedKey> => {
  const fresh = {
    account: claim.account,
    lease: claim.lease,
    token: claim.token,
    body_hash: claim.bodyHash,
    reply: null,
    expires_at: claim.freeAt,
  };
  const claimed = await trx
    .insertInto("idempotency")
    .values({ scope: claim.scope, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column("scope")
        .doUpdateSet(fresh)
        .where((eb) =>
          eb.or([
            eb("idempotency.expires_at", "<=", claim.at),
            eb.and([
              eb("idempotency.reply", "is", null),
              eb("idempotency.lease", "is not", null),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom("process_lease")
                    .select("process_lease.id")
                    .whereRef("process_lease.id", "=", "idempotency.lease")
                    .where("process_lease.expires_at", ">", claim.at),
                ),
              ),
            ]),
          ]),
        ),
    )
    .returning("token")
    .executeTakeFirst();
  if (claimed) return "claimed";
  const found = await trx
    .selectFrom("idempotency")
    .select(["body_hash", "reply"])
    .where("scope", "=", claim.scope)
    .executeTakeFirst();
  return found ?? { body_hash: claim.bodyHash, reply: null };
};

/** Whether the claim still stands; it cannot be lost before this transaction has ended. */
const holdsKey = async (trx: Transaction, { scope, token }: Claim): Promise<boolean> => {
  const held = await trx
    .updateTable("idempotency")
    .set({ token })
    .where("scope", "=", scope)
    .where("token", "=", token)
    .where("reply", "is", null)
    .returning("scope")
    .executeTakeFirst();
  return held !== undefined;
};

/** True when the claim still stood. */
const keepReply = async (
  trx: Transaction,
  { scope, token }: Claim,
  reply: string,
  expiresAt: number,
): Promise<boolean> => {
  const kept = await trx
    .updateTable("idempotency")
    .set({ reply, expires_at: expiresAt })
    .where("scope", "=", scope)
    .where("token", "=", token)
    .where("reply", "is", null)
    .returning("scope")
    .executeTakeFirst();
  return kept !== undefined;
};

const freeKey = async (trx: Transaction, { scope, token }: Claim): Promise<true> => {
  await trx
    .deleteFrom("idempotency")
    .where("scope", "=", scope)
    .where("token", "=", token)
    .where("reply", "is", null)
    .execute();
  return true;
};
