import { z } from "zod";
import { createPseudonym } from "../core/crypto.ts";
import { fail } from "../core/failure.ts";
import { flat, ok } from "../core/result.ts";
import { dayMs } from "../core/time.ts";
import type { Database } from "../database/schema.ts";
import { type Actor, noteAct } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { randomBase62 } from "./key-text.ts";
import { lockAccount } from "./links.ts";
import { type Cursor, pageOf } from "./page.ts";
import { givesNothing, mayAct } from "./permission.ts";
import { type KnownReceipt, receiptPseudonym } from "./pseudonyms.ts";
import { type AdminResult, refuse } from "./refusal.ts";
import { isUndoneIn } from "./undone-receipts.ts";

/** What an account's owner passes on about a verified receipt. It holds no name: the receiver is masked before. */
const proofSchema = z.object({
  amountSantim: z.int().nonnegative(),
  /** Masked; empty where the receipt names none. */
  receiver: z.string().max(200),
  /** As the operator calls it. */
  bank: z.string().max(200),
  /** When the payment was made, as ISO 8601 or the day alone; null where the receipt leaves it in doubt. */
  paidAt: z.string().max(40).nullable(),
  /** When the bank showed the receipt. */
  checkedAt: z.iso.datetime(),
});

export type ProvenReceipt = Omit<z.infer<typeof proofSchema>, "checkedAt"> & { readonly checkedAt: Date };

/** `forged`: we never made it. `gone`: its time is over, it was withdrawn, or its account was erased. */
export type ReadProof =
  | ({ readonly kind: "proof"; readonly account: string; readonly expiresAt: Date } & ProvenReceipt)
  | { readonly kind: "forged" | "gone" };

/** A proof in its account's list. `id` is what its address ends in. */
export type ListedProof = ProvenReceipt & {
  readonly id: string;
  readonly madeAt: Date;
  readonly expiresAt: Date;
};

const keptMs = 30 * dayMs;
/** Valid proofs of one account at a time. */
const proofsMax = 1_000;

/**
 * Makes a proof that anybody can read at `/p/<id>` for 30 days. Only an owner of the account makes one. Refused:
 * `account_unknown`, `not_owner`, `too_many_proofs`, and `receipt_undone` where the bank has called the payment undone since.
 * Failure: `account_suspended`.
 *
 * @param of the receipt, so that the proof goes when that is called undone later
 */
export const createProof = async (
  context: AccountsContext,
  account: string,
  { by, of, ...receipt }: ProvenReceipt & { readonly by: Actor; readonly of: KnownReceipt },
): AdminResult<{ readonly id: string; readonly expiresAt: Date }> => {
  const { store, seal, now } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<{ id: string; expiresAt: Date }> => {
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if (!(await mayAct(trx, context, account, by))) return refuse("not_owner");
      if (await givesNothing(trx, account, by)) return fail("account_suspended");
      const name = receiptPseudonym(context, account, of);
      if (await isUndoneIn(trx, account, name)) return refuse("receipt_undone");
      const at = now();
      const { made } = await trx
        .selectFrom("proof")
        .select(({ fn }) => fn.countAll().as("made"))
        .where("account_id", "=", account)
        .where("expires_at", ">", at.getTime())
        .executeTakeFirstOrThrow();
      if (Number(made) >= proofsMax) return refuse("too_many_proofs");
      const id = context.signProof(randomBase62(idLength));
      const expiresAt = new Date(at.getTime() + keptMs);
      await trx
        .insertInto("proof")
        .values({
          id,
          account_id: account,
          receipt: name,
          sealed: seal.close(contextOf(id), writeProvenReceipt(receipt)),
          created_at: at.getTime(),
          expires_at: expiresAt.getTime(),
        })
        .execute();
      await noteAct(trx, context, { account, by, act: "proof_made" });
      return ok({ id, expiresAt });
    }),
  );
};

/** Reads what stands behind an address. A changed or invented one is told from one that has ended. */
export const readProof = async (context: AccountsContext, id: string): AdminResult<ReadProof> => {
  const { store, seal, now } = context;
  if (!isSigned(context, id)) return ok({ kind: "forged" });
  return store.read(async (db): Promise<ReadProof> => {
    const row = await validProof(db, now(), id);
    if (row === undefined) return { kind: "gone" };
    return {
      kind: "proof",
      account: row.account_id,
      ...readProvenReceipt(seal.open(contextOf(id), row.sealed)),
      expiresAt: new Date(row.expires_at),
    };
  });
};

const validProof = (db: Database, at: Date, id: string) =>
  validProofs(db, at).where("id", "=", id).executeTakeFirst();

/** A proof that was made at the very moment at which its receipt was called undone is none. */
const validProofs = (db: Database, at: Date) =>
  db
    .selectFrom("proof")
    .selectAll()
    .where("expires_at", ">", at.getTime())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("undone_receipt")
            .select("undone_at")
            .whereRef("undone_receipt.account_id", "=", "proof.account_id")
            .whereRef("undone_receipt.receipt", "=", "proof.receipt"),
        ),
      ),
    );

/** Valid proofs, newest first; `before`: the last one of the page before. */
export const listProofs = (
  { store, seal, now }: AccountsContext,
  account: string,
  { before, limit }: { readonly before: Cursor | null; readonly limit: number },
): AdminResult<readonly ListedProof[]> =>
  store.read(async (db) => {
    const proofs = validProofs(db, now()).where("account_id", "=", account);
    const page = pageOf(proofs, ["created_at", "id"], "newest first", { after: before, limit });
    const rows = await page.execute();
    return rows.map((row) => ({
      id: row.id,
      ...readProvenReceipt(seal.open(contextOf(row.id), row.sealed)),
      madeAt: new Date(row.created_at),
      expiresAt: new Date(row.expires_at),
    }));
  });

/**
 * Deletes a proof. Doing it again changes nothing. Refused: `account_unknown`, and `not_owner`, also where the proof is another
 * account's and goes on.
 */
export const withdrawProof = async (
  context: AccountsContext,
  account: string,
  id: string,
  by: Actor,
): AdminResult<boolean> =>
  flat(
    await context.store.transaction(async (trx): AdminResult<boolean> => {
      if (!(await lockAccount(trx, account))) return refuse("account_unknown");
      if (!(await mayAct(trx, context, account, by))) return refuse("not_owner");
      const deleted = await trx
        .deleteFrom("proof")
        .where("id", "=", id)
        .where("account_id", "=", account)
        .executeTakeFirst();
      if (Number(deleted.numDeletedRows) === 0)
        return (await validProof(trx, context.now(), id)) === undefined ? ok(false) : refuse("not_owner");
      await noteAct(trx, context, { account, by, act: "proof_withdrawn" });
      return ok(true);
    }),
  );

/** Letters and digits before the signature: 71 bits, too many to guess. */
const idLength = 12;
/** Characters of base64url: 48 bits, enough to tell an invented id, which the table would not hold either. */
const signatureLength = 8;

/** Signs a proof's id. */
export const createSignProof = (secret: string): ((random: string) => string) => {
  const sign = createPseudonym(secret, "accounts/proofs");
  return (random) => `${random}${sign(random).slice(0, signatureLength)}`;
};

/** An invented id is no secret, so it need not be compared in constant time: the row itself decides. */
const isSigned = ({ signProof }: Pick<AccountsContext, "signProof">, id: string): boolean =>
  id.length === idLength + signatureLength && signProof(id.slice(0, idLength)) === id;

/** Under which a proof is sealed. */
const contextOf = (id: string): string => `proof ${id}`;

/** As it is sealed. */
export const writeProvenReceipt = ({ checkedAt, ...content }: ProvenReceipt): string =>
  JSON.stringify({ ...content, checkedAt: checkedAt.toISOString() });

/** Throws for what `writeProvenReceipt` did not write. */
export const readProvenReceipt = (text: string): ProvenReceipt => {
  const { checkedAt, ...content } = proofSchema.parse(JSON.parse(text));
  return { ...content, checkedAt: new Date(checkedAt) };
};
