import { sql } from "kysely";
import { z } from "zod";
import { flat, ok } from "../core/result.ts";
import { dayOf, minuteMs } from "../core/time.ts";
import { newErasedQueue, ownUpdatesFrom } from "../database/inbox-rows.ts";
import type { Tables, Transaction } from "../database/schema.ts";
import { type Account, accountOf } from "./account-admin.ts";
import { leaving, noteAct } from "./audit.ts";
import { testSubjectOf } from "./caller.ts";
import type { AccountsContext } from "./context.ts";
import { waitingSantimOf } from "./credits.ts";
import { balanceOf } from "./ledger.ts";
import {
  deleteFormers,
  endLinks,
  formerAccountsOf,
  hasOwner,
  isBarred,
  linkOf,
  lockAccount,
  makersSuccessor,
  type Owner,
  readOwners,
  unlink,
} from "./links.ts";
import { type AdminResult, refuse } from "./refusal.ts";

/** Whose data is erased. */
export type ErasedIdentity = { readonly account: string } | { readonly telegram: number };

const moneySchema = z.object({
  /** Without what is reserved. */
  balanceSantim: z.int(),
  /** For checks that are under way, which charge it or give it back. */
  reservedSantim: z.int(),
  /** Of receipts that were handed in and wait until the operator decides. */
  waitingSantim: z.int(),
});

export type AccountToErase = Account & Readonly<z.infer<typeof moneySchema>>;

const toldSchema = z.array(moneySchema.extend({ id: z.string() }));

/** What somebody was told that an erasure takes. Less may go by then, and more may not. */
export type ToldErasure = readonly Readonly<z.infer<typeof toldSchema>[number]>[];

/** As it is kept with the question. */
export const writeToldErasure = (told: ToldErasure): string => JSON.stringify(toldSchema.parse(told));

/** Throws for what `writeToldErasure` did not write. */
export const readToldErasure = (text: string): ToldErasure => toldSchema.parse(JSON.parse(text));

/** Deletes the deliveries of a private chat, such as the message that its data was erased. */
export const eraseChat = async ({ store }: AccountsContext, telegram: number): AdminResult<void> => {
  const deleted = await store.transaction((trx) => eraseReplies(trx, telegram));
  return deleted.ok ? store.scrub("now") : deleted;
};

/**
 * Erases names, links, keys and history. Ledger entries and credited receipts stay under the account's random id.
 *
 * An erased user's account is erased with its last owner, and with it the accounts that the user may come back to.
 * False: there was no account, though what was kept of a private chat is gone all the same. Refused: `account_unknown`; `account_changed` where an account or money would go that
 * nobody was told of (unset: all may go).
 */
export const erase = async (
  context: AccountsContext,
  whose: ErasedIdentity,
  told?: ToldErasure,
): AdminResult<boolean> => {
  const { store, now } = context;
  const removed = await store.transaction(async (trx) => {
    if ("telegram" in whose) return eraseUser(trx, context, { userId: whose.telegram, told });
    if (!(await isAllTold(trx, [whose.account], told))) return null;
    const owners = await readOwners(trx, context.seal, whose.account);
    const isErased = await eraseAccount(trx, whose.account, now());
    if (isErased) await eraseToldTo(trx, owners);
    return { hadAccount: isErased, erased: isErased ? [whose.account] : [] };
  });
  if (!removed.ok) return removed;
  if (removed.value === null) return refuse("account_changed");
  const { hadAccount, erased } = removed.value;
  if ("account" in whose && !hadAccount) return refuse("account_unknown");
  for (const account of erased) {
    const deleted = await eraseHistory(context, account);
    if (!deleted.ok) return deleted;
  }
  const scrubbed = await store.scrub("now");
  return scrubbed.ok ? ok(hadAccount) : scrubbed;
};

/** The accounts that `erase` would erase with their money. Refused: `account_unknown`. */
export const accountsToErase = async (
  context: AccountsContext,
  whose: ErasedIdentity,
): AdminResult<readonly AccountToErase[]> => {
  const { store } = context;
  return flat(
    await store.transaction(async (trx): AdminResult<readonly AccountToErase[]> => {
      const pseudonym = "account" in whose ? "" : context.pseudonyms.user(whose.telegram);
      const accounts = "account" in whose ? [whose.account] : await onlyOwnedBy(trx, pseudonym);
      const found: AccountToErase[] = [];
      for (const id of accounts) {
        const account = await accountOf(trx, id);
        if (!account.ok) return account;
        found.push({ ...account.value, ...(await moneyOf(trx, account.value)) });
      }
      return ok(found);
    }),
  );
};

const moneyOf = async (
  trx: Transaction,
  { id, balanceSantim }: Account,
): Promise<z.infer<typeof moneySchema>> => ({
  balanceSantim,
  reservedSantim: ((await balanceOf(trx, id))?.posted_santim ?? balanceSantim) - balanceSantim,
  waitingSantim: await waitingSantimOf(trx, id),
});

/**
 * Locks accounts and compares what would go with what was told. Money may have come in since. What was reserved counts as
 * told, for a check that found nothing out has given it back.
 */
const isAllTold = async (
  trx: Transaction,
  accounts: readonly string[],
  told: ToldErasure | undefined,
): Promise<boolean> => {
  if (told === undefined) return true;
  for (const id of accounts) {
    if (!(await lockAccount(trx, id))) continue;
    const account = await accountOf(trx, id);
    if (!account.ok) continue;
    const known = told.find((one) => one.id === id);
    const money = await moneyOf(trx, account.value);
    const isMore =
      known === undefined ||
      money.balanceSantim + money.reservedSantim > known.balanceSantim + known.reservedSantim ||
      money.waitingSantim > known.waitingSantim;
    if (isMore) return false;
  }
  return true;
};

/** The account cannot be reached any more, so its history can be deleted in pieces. */
const eraseHistory = async ({ store }: AccountsContext, account: string): AdminResult<true> => {
  for (;;) {
    const isMore = await store.transaction((trx) => eraseSomeHistory(trx, account));
    if (!isMore.ok) return isMore;
    if (!isMore.value) return ok(true);
  }
};

/** Accounts that have no owner besides this user, including former ones that wait for them; none that are erased. */
const onlyOwnedBy = async (trx: Transaction, pseudonym: string): Promise<readonly string[]> => {
  const linked = await linkOf(trx, pseudonym);
  const own = linked?.role === "owner" ? [linked.account_id] : [];
  const found: string[] = [];
  for (const account of [...own, ...(await formerAccountsOf(trx, pseudonym))])
    if (!(await hasOwner(trx, account, pseudonym)) && (await accountOf(trx, account)).ok) found.push(account);
  return found;
};

/**
 * Deletes messages that wait for a private chat. An update that is being handled, such as the request to erase, moves to
 * a random queue, because a private chat's queue has its user's number.
 */
const eraseQueue = async (trx: Transaction, userId: number): Promise<void> => {
  await trx
    .deleteFrom("inbox")
    .where("queue", "=", userId)
    .where("state", "=", sql.lit("waiting"))
    .where("lease", "is", null)
    .where((eb) => eb.or([eb("update_id", "<", 0), eb("update_id", ">=", ownUpdatesFrom)]))
    .execute();
  await trx
    .updateTable("inbox")
    .set({ queue: newErasedQueue() })
    .where("queue", "=", userId)
    .where("lease", "is not", null)
    .execute();
};

/** Null: more would go than the user was told of, such as when another owner has just left. */
const eraseUser = async (
  trx: Transaction,
  context: AccountsContext,
  { userId, told }: { readonly userId: number; readonly told: ToldErasure | undefined },
) => {
  const pseudonym = context.pseudonyms.user(userId);
  const linked = await linkOf(trx, pseudonym);
  // Another owner may be leaving at this moment.
  if (linked !== null) await lockAccount(trx, linked.account_id);
  const ownedAlone = await onlyOwnedBy(trx, pseudonym);
  if (!(await isAllTold(trx, ownedAlone, told))) return null;
  await erasePrivateChat(trx, userId);
  await eraseFromAccounts(trx, context, pseudonym);
  if (linked !== null) await eraseLink(trx, linked);
  if (linked !== null && !ownedAlone.includes(linked.account_id)) await noteLeft(trx, context, linked);
  const erased: string[] = [];
  for (const account of ownedAlone) if (await eraseAccount(trx, account, context.now())) erased.push(account);
  await deleteFormers(trx, pseudonym);
  await eraseMaker(trx, pseudonym);
  await noteErased(trx, context, { pseudonym, userId });
  return { hadAccount: linked !== null || ownedAlone.length > 0, erased };
};

/**
 * What the private chats of an erased account's owners were told and asked, as far as they are known. Nobody's chat is known
 * who is staff or waits to come back. The people themselves go on, with their language and what they look up next.
 */
const eraseToldTo = async (trx: Transaction, owners: readonly Owner[]): Promise<void> => {
  for (const { chatId } of owners) {
    if (chatId === null) continue;
    await trx.deleteFrom("open_question").where("user_id", "=", chatId).execute();
    await eraseReplies(trx, chatId);
  }
};

/** What was said in a private chat, and what is noted of the messages that it was said about. */
const eraseReplies = async (trx: Transaction, chatId: number): Promise<void> => {
  for (const table of ["outbox", "answered_text", "message_pointer", "message_state"] as const)
    await trx.deleteFrom(table).where("chat_id", "=", chatId).execute();
};

/** A private chat has its user's number. */
const erasePrivateChat = async (trx: Transaction, userId: number): Promise<void> => {
  await trx.deleteFrom("open_question").where("user_id", "=", userId).execute();
  await trx.deleteFrom("expectation").where("user_id", "=", userId).execute();
  await trx.deleteFrom("expected_receipt").where("user_id", "=", userId).execute();
  await trx.deleteFrom("chat").where("chat_id", "=", userId).execute();
  await eraseReplies(trx, userId);
  await eraseQueue(trx, userId);
  await trx.deleteFrom("album_part").where("chat_id", "=", userId).execute();
  await trx.deleteFrom("shown_picture").where("chat_id", "=", userId).execute();
  await trx
    .deleteFrom("retry")
    .where((eb) => eb.or([eb("user_id", "=", userId), eb("chat_id", "=", userId)]))
    .execute();
};

/** How long an answer can be under way. */
const underWayMs = 2 * minuteMs;

const noteErased = async (
  trx: Transaction,
  { seal, now }: AccountsContext,
  { pseudonym, userId }: { readonly pseudonym: string; readonly userId: number },
): Promise<void> => {
  const row = { number: seal.close(pseudonym, String(userId)), erased_at: now().getTime() };
  await trx
    .insertInto("erased_person")
    .values({ pseudonym, ...row })
    .onConflict((conflict) => conflict.column("pseudonym").doUpdateSet(row))
    .execute();
};

/**
 * Erases what answers that were under way have written of people since they were erased, in accounts that go on. Questions
 * and promises for what arrived later stay. False: they have written nothing that a chat was to be told.
 */
export const eraseLateActs = async (
  trx: Transaction,
  { seal, pseudonyms, now }: LateContext,
): Promise<boolean> => {
  const erased = await trx
    .selectFrom("erased_person")
    .selectAll()
    .orderBy("erased_at")
    .limit(peopleMax)
    .execute();
  let isErased = false;
  for (const { pseudonym, number, erased_at } of erased) {
    if (!(await hasAskedSince(trx, pseudonyms.userOn(pseudonym, dayOf(now())), erased_at)))
      await eraseAsCaller(trx, pseudonym);
    const userId = Number(seal.open(pseudonym, number));
    for (const table of ["open_question", "retry"] as const) {
      const late = trx.deleteFrom(table).where("user_id", "=", userId).where("begun_at", "<=", erased_at);
      const { numDeletedRows } = await late.executeTakeFirst();
      isErased ||= numDeletedRows > 0n;
    }
  }
  const over = erased.filter(({ erased_at }) => erased_at <= now().getTime() - underWayMs);
  if (over.length > 0)
    await trx
      .deleteFrom("erased_person")
      .where(
        "pseudonym",
        "in",
        over.map(({ pseudonym }) => pseudonym),
      )
      .execute();
  return isErased;
};

type LateContext = Pick<AccountsContext, "seal" | "pseudonyms" | "now">;

/** Whether somebody goes on without an account: what is written of them from now on is no late answer. */
const hasAskedSince = async (trx: Transaction, subject: string, since: number): Promise<boolean> => {
  const asked = await trx
    .selectFrom("reservation_unit")
    .innerJoin("reservation", "reservation.id", "reservation_unit.reservation_id")
    .select("reservation.id")
    .where("reservation_unit.subject", "=", subject)
    .where("reservation.created_at", ">", since)
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined;
};

/** So many people in one round; those who were erased last wait for the next. */
const peopleMax = 100;

/** The pseudonym of whoever asked, in what accounts keep. */
const eraseAsCaller = async (trx: Transaction, pseudonym: string): Promise<void> => {
  await trx.deleteFrom("free_repeat").where("caller_id", "=", pseudonym).execute();
  await trx.deleteFrom("early_question").where("caller_id", "=", pseudonym).execute();
  await trx
    .updateTable("seen_receipt")
    .set({ caller_id: "", message: null })
    .where("caller_id", "=", pseudonym)
    .execute();
  // Of shops that they have left, too.
  await trx
    .updateTable("receipt_history")
    .set({ caller_id: "" })
    .where("caller_id", "=", pseudonym)
    .execute();
  for (const column of ["actor", "subject"] as const)
    await trx
      .updateTable("audit_entry")
      .set({ [column]: "" })
      .where(column, "=", pseudonym)
      // The condition of the partial index, without which it is not used.
      .where(column, "<>", sql.lit(""))
      .execute();
};

/** What accounts know of them: their requests, codes, sessions and groups. */
const eraseFromAccounts = async (
  trx: Transaction,
  context: AccountsContext,
  pseudonym: string,
): Promise<void> => {
  await eraseAsCaller(trx, pseudonym);
  await trx.deleteFrom("owner_request").where("pseudonym", "=", pseudonym).execute();
  await trx.deleteFrom("link_code").where("maker", "=", pseudonym).execute();
  await trx.deleteFrom("web_session").where("holder", "=", pseudonym).execute();
  await trx.deleteFrom("sign_in_code").where("pseudonym", "=", pseudonym).execute();
  const groups = await trx
    .deleteFrom("group_binding")
    .where("bound_by", "=", pseudonym)
    .returning("account_id")
    .execute();
  const by = { kind: "service", face: "chat" } as const;
  for (const { account_id: account } of groups)
    await noteAct(trx, context, { account, by, act: "group_unbound" });
};

/** Without a name: the others of the account see that somebody has left. */
const noteLeft = (
  trx: Transaction,
  context: AccountsContext,
  { account_id: account, role }: Tables["telegram_link"],
): Promise<void> =>
  noteAct(trx, context, { account, by: { kind: "service", face: "chat" }, act: leaving(role) });

/**
 * The link to a suspended account stays without a name, for otherwise an erasure would end the suspension. It owns nothing
 * any more, so that the account goes with its last other owner.
 */
const eraseLink = async (trx: Transaction, linked: Tables["telegram_link"]): Promise<void> => {
  const { account_id: account, pseudonym, role } = linked;
  if (!(await isBarred(trx, linked))) return unlink(trx, pseudonym);
  const stays = (await hasOwner(trx, account, pseudonym)) ? "staff" : role;
  await trx
    .updateTable("telegram_link")
    .set({ role: stays, ...nameless })
    .where("pseudonym", "=", pseudonym)
    .where("account_id", "=", account)
    .execute();
};

const nameless = { name: "", reach: "" };

/** The free checks of an account whose maker was erased count on the day of their successor. */
const eraseMaker = async (trx: Transaction, pseudonym: string): Promise<void> => {
  // Written unchanged, which locks it: another may become an owner at this moment. The next statement reads the owners then.
  await trx.updateTable("account").set({ made_by: pseudonym }).where("made_by", "=", pseudonym).execute();
  await trx
    .updateTable("account")
    .set({ made_by: makersSuccessor() })
    .where("made_by", "=", pseudonym)
    .execute();
};

/**
 * Deletes an account's name, links and keys, so that it cannot be reached; false when there is no such account. Owners
 * of a suspended account stay linked without names, so that an erasure does not end the suspension.
 */
const eraseAccount = async (trx: Transaction, id: string, at: Date): Promise<boolean> => {
  const erased = await trx
    .updateTable("account")
    .set({ name: "", made_by: "", erased_at: at.getTime() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .returning("suspended_at")
    .executeTakeFirst();
  if (erased === undefined) return false;
  await trx.deleteFrom("api_key").where("account_id", "=", id).execute();
  await trx.deleteFrom("web_session").where("account_id", "=", id).execute();
  const isSuspended = erased.suspended_at !== null;
  await endLinks(trx, id, at, { ofStaffOnly: isSuspended });
  if (isSuspended)
    await trx.updateTable("telegram_link").set(nameless).where("account_id", "=", id).execute();
  await trx.deleteFrom("link_code").where("account_id", "=", id).execute();
  await trx.deleteFrom("proof").where("account_id", "=", id).execute();
  await trx.deleteFrom("owner_request").where("account_id", "=", id).execute();
  await trx.deleteFrom("group_binding").where("account_id", "=", id).execute();
  return true;
};

/** Rows of one kind in one transaction, so that none takes long. */
const rowsMax = 5_000;

/** Deletes a piece of the history of an erased account; false when nothing was left. */
export const eraseSomeHistory = async (trx: Transaction, id: string): Promise<boolean> => {
  const receipts = trx
    .selectFrom("seen_receipt")
    .select("receipt")
    .where("account_id", "=", id)
    .limit(rowsMax);
  const payments = trx
    .selectFrom("seen_payment")
    .select("payment")
    .where("account_id", "=", id)
    .limit(rowsMax);
  const undone = trx
    .selectFrom("undone_receipt")
    .select("receipt")
    .where("account_id", "=", id)
    .limit(rowsMax);
  const replies = trx.selectFrom("idempotency").select("scope").where("account", "=", id).limit(rowsMax);
  const deleted = [
    await eraseOldest(trx, id),
    await trx
      .deleteFrom("seen_receipt")
      .where("account_id", "=", id)
      .where("receipt", "in", receipts)
      .executeTakeFirst(),
    await trx
      .deleteFrom("seen_payment")
      .where("account_id", "=", id)
      .where("payment", "in", payments)
      .executeTakeFirst(),
    await trx
      .deleteFrom("undone_receipt")
      .where("account_id", "=", id)
      .where("receipt", "in", undone)
      .executeTakeFirst(),
    await trx.deleteFrom("early_question").where("account_id", "=", id).executeTakeFirst(),
    await trx.deleteFrom("idempotency").where("scope", "in", replies).executeTakeFirst(),
    await trx.deleteFrom("saved_account").where("account_id", "=", id).executeTakeFirst(),
    await trx.deleteFrom("receiver_answer").where("account_id", "=", id).executeTakeFirst(),
    await trx
      .deleteFrom("free_repeat")
      .where("caller_id", "in", [id, testSubjectOf(id)])
      .executeTakeFirst(),
    await trx.deleteFrom("audit_entry").where("account_id", "=", id).executeTakeFirst(),
    await trx.deleteFrom("guess_limit").where("subject", "=", id).executeTakeFirst(),
    await trx.deleteFrom("guess_minute").where("subject", "=", id).executeTakeFirst(),
  ];
  return deleted.some(({ numDeletedRows }) => numDeletedRows > 0n);
};

const eraseOldest = async (trx: Transaction, id: string) => {
  const until = await trx
    .selectFrom("receipt_history")
    .select("at")
    .where("account_id", "=", id)
    .orderBy("at")
    .offset(rowsMax)
    .limit(1)
    .executeTakeFirst();
  return trx
    .deleteFrom("receipt_history")
    .where("account_id", "=", id)
    .$if(until !== undefined, (query) => query.where("at", "<=", until?.at ?? 0))
    .executeTakeFirst();
};
