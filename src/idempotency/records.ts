import type { Tables, Work } from "../store/schema.ts";
import type { Claim } from "./idempotency.ts";

/** The SQL of idempotency. Each decision is one conditional statement on one row, so that of all copies one wins. */
type NewClaim = Claim & {
  readonly account: string;
  readonly lease: string | null;
  readonly bodyHash: string;
  readonly at: number;
  /** When the claim is free again whatever became of it. */
  readonly freeAt: number;
};

type Found = Pick<Tables["idempotency"], "body_hash" | "reply">;

/** Claims a key that nobody holds; else tells what there is. Of a row that vanishes meanwhile: it still runs. */
export const claimKey = async (work: Work, claim: NewClaim): Promise<"claimed" | Found> => {
  const fresh = {
    account: claim.account,
    lease: claim.lease,
    token: claim.token,
    body_hash: claim.bodyHash,
    reply: null,
    expires_at: claim.freeAt,
  };
  const claimed = await work
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
  const found = await work
    .selectFrom("idempotency")
    .select(["body_hash", "reply"])
    .where("scope", "=", claim.scope)
    .executeTakeFirst();
  return found ?? { body_hash: claim.bodyHash, reply: null };
};

/** Whether the claim still stands; it cannot be lost before this transaction has ended. */
export const holdsKey = async (work: Work, { scope, token }: Claim): Promise<boolean> => {
  const held = await work
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
export const keepReply = async (
  work: Work,
  { scope, token }: Claim,
  reply: string,
  expiresAt: number,
): Promise<boolean> => {
  const kept = await work
    .updateTable("idempotency")
    .set({ reply, expires_at: expiresAt })
    .where("scope", "=", scope)
    .where("token", "=", token)
    .where("reply", "is", null)
    .returning("scope")
    .executeTakeFirst();
  return kept !== undefined;
};

export const freeKey = async (work: Work, { scope, token }: Claim): Promise<true> => {
  await work
    .deleteFrom("idempotency")
    .where("scope", "=", scope)
    .where("token", "=", token)
    .where("reply", "is", null)
    .execute();
  return true;
};

/** Deletes at most 1,000 rows whose time is over; says how many. */
export const forgetExpired = async (work: Work, at: number): Promise<number> => {
  const expired = await work
    .selectFrom("idempotency")
    .select("scope")
    .where("expires_at", "<=", at)
    .orderBy("scope")
    .limit(1_000)
    .execute();
  if (expired.length === 0) return 0;
  const scopes = expired.map(({ scope }) => scope);
  await work.deleteFrom("idempotency").where("scope", "in", scopes).where("expires_at", "<=", at).execute();
  return scopes.length;
};
