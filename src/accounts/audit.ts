import { hourMs } from "../core/time.ts";
import type { Tables, Transaction } from "../database/schema.ts";
import type { AccountsContext, ActContext } from "./context.ts";
import { randomBase62 } from "./key-text.ts";
import { linkOf, readOwners } from "./links.ts";
import type { AdminResult } from "./refusal.ts";

/** Who changes an account, and through which face. */
export type Actor =
  | { readonly kind: "operator" }
  | { readonly kind: "user"; readonly userId: number; readonly face?: "web" }
  | { readonly kind: "key"; readonly key: string; readonly face?: "web" }
  | {
      readonly kind: "service";
      readonly face: "api" | "chat";
      /** The chat that is told of it. */
      readonly chatId?: number | undefined;
    };

export const operator: Actor = { kind: "operator" };

/** Everything that the audit log notes. */
export const auditActs = [
  "account_created",
  "account_suspended",
  "account_resumed",
  "tier_changed",
  "topped_up",
  "credit_waiting",
  "credit_approved",
  "credit_declined",
  "key_created",
  "key_replaced",
  "key_revoked",
  "key_leaked",
  "link_created",
  "link_recalled",
  "owner_requested",
  "owner_joined",
  "owner_refused",
  "owner_left",
  "owner_removed",
  "member_joined",
  "member_left",
  "member_removed",
  "saved_account_kept",
  "saved_account_removed",
  "group_bound",
  "group_unbound",
  "proof_made",
  "proof_withdrawn",
] as const;

export type AuditAct = (typeof auditActs)[number];

/**
 * Acts that stay for as long as the log does: of money, owners and the account itself. The others can be repeated at will,
 * so of those each account keeps the newest.
 */
export const lastingActs: readonly AuditAct[] = [
  "account_created",
  "account_suspended",
  "account_resumed",
  "tier_changed",
  "topped_up",
  "credit_waiting",
  "credit_approved",
  "credit_declined",
  "owner_requested",
  "owner_joined",
  "owner_refused",
  "owner_left",
  "owner_removed",
];

/** One act. It holds nothing that a payer wrote. */
export type AuditEntry = {
  readonly id: string;
  readonly at: Date;
  readonly actor: {
    readonly kind: Tables["audit_entry"]["actor_kind"];
    /** A Telegram user's pseudonym or a key's id; empty for other actors and for an erased user. */
    readonly id: string;
    /** The user's name while they belong to the account; else empty. */
    readonly name: string;
  };
  readonly face: Tables["audit_entry"]["face"];
  readonly act: AuditAct;
  /** The id of what it was done to, or a user's pseudonym; empty where there is none. */
  readonly subject: string;
};

/** An act that the owners are told of in their private chats. */
type ToldAct =
  | {
      readonly act:
        | "owner_joined"
        | "member_joined"
        | "key_created"
        | "key_replaced"
        | "key_revoked"
        | "key_leaked"
        | "link_created"
        | "group_bound";
      /** A newcomer's name, a key's last characters, or the role that a code gives. */
      readonly what: string;
    }
  | {
      readonly act: "saved_account_kept" | "saved_account_removed";
      readonly what: { readonly provider: string; readonly number: string; readonly name: string };
    };

/** A message to an owner about an act. */
export type AccountNotice = ToldAct & {
  /** Their private chat. */
  readonly owner: number;
  readonly account: string;
  readonly by: {
    readonly kind: Actor["kind"];
    readonly face: AuditEntry["face"];
    /** Empty where it is not known. */
    readonly name: string;
    /** Whether this owner did it. */
    readonly isOwner: boolean;
  };
};

type NewAct = {
  readonly account: string;
  readonly by: Actor;
  readonly act: AuditAct;
  readonly subject?: string;
};

/** Newest first; `before`: the last id of the page before. */
export const auditOf = (
  context: AccountsContext,
  account: string,
  { before, limit }: { readonly before?: string; readonly limit: number },
): AdminResult<readonly AuditEntry[]> =>
  context.store.read(async (db) => {
    const rows = await db
      .selectFrom("audit_entry")
      .leftJoin("telegram_link", (join) =>
        join
          .onRef("telegram_link.pseudonym", "=", "audit_entry.actor")
          .onRef("telegram_link.account_id", "=", "audit_entry.account_id"),
      )
      .selectAll("audit_entry")
      .select("telegram_link.name")
      .where("audit_entry.account_id", "=", account)
      .$if(before !== undefined, (query) => query.where("audit_entry.id", "<", before ?? ""))
      .orderBy("audit_entry.id", "desc")
      .limit(limit)
      .execute();
    return rows.flatMap(({ id, at, actor_kind: kind, actor, face, act, subject, name }) => {
      const known = auditActs.find((one) => one === act);
      const called = name === null || name === "" ? "" : context.seal.open(actor, name);
      if (known === undefined) return [];
      return [{ id, at: new Date(at), actor: { kind, id: actor, name: called }, face, act: known, subject }];
    });
  });

/** What it is called that somebody leaves an account. */
export const leaving = (role: Tables["telegram_link"]["role"]): AuditAct =>
  role === "owner" ? "owner_left" : "member_left";

/** Notes an act in the transaction that does it. */
export const noteAct = async (
  trx: Transaction,
  { pseudonyms, now }: Pick<AccountsContext, "pseudonyms" | "now">,
  { account, by, act, subject = "" }: NewAct,
): Promise<void> => {
  const at = now();
  // Only the ledger of an erased account is kept.
  const known = await trx
    .selectFrom("account")
    .select("id")
    .where("id", "=", account)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (known === undefined) return;
  await trx
    .insertInto("audit_entry")
    .values({
      account_id: account,
      id: nextId(at),
      at: at.getTime(),
      act,
      subject,
      ...actorOf(by, pseudonyms),
    })
    .execute();
};

let acts = 0;

/** Ids sort by time, also within one millisecond. */
const nextId = (at: Date): string => {
  acts = (acts + 1) % 36 ** 5;
  return at.getTime().toString(36).padStart(9, "0") + acts.toString(36).padStart(5, "0") + randomBase62(8);
};

/** Acts of one kind and one actor that owners are told of in an hour. What comes beyond them is in the audit log alone. */
const toldMax = 30;

const isToldEnough = async (
  trx: Transaction,
  { pseudonyms, now }: ActContext,
  { account, act, by }: NewAct,
): Promise<boolean> => {
  const { actor_kind, actor } = actorOf(by, pseudonyms);
  const lately = await trx
    .selectFrom("audit_entry")
    .select("id")
    .where("account_id", "=", account)
    .where((eb) => eb.and({ act, actor_kind, actor }))
    .where("at", ">", now().getTime() - hourMs)
    .limit(toldMax + 1)
    .execute();
  return lately.length > toldMax;
};

/**
 * Notes an act and tells the owners in their private chats, except where an owner sees it there: who did it in the chat. A
 * browser that is signed in may be in other hands, so whoever signed it in is told, too.
 */
export const tellAct = async (
  trx: Transaction,
  context: ActContext,
  noted: NewAct & ToldAct,
): Promise<void> => {
  await noteAct(trx, context, noted);
  const { seal, pseudonyms, ownUpdates, now } = context;
  if (await isToldEnough(trx, context, noted)) return;
  const { by, subject, ...told } = noted;
  const pseudonym = by.kind === "user" ? pseudonyms.user(by.userId) : "";
  const doer = pseudonym === "" ? null : await linkOf(trx, pseudonym);
  const name = doer === null || doer.name === "" ? "" : seal.open(pseudonym, doer.name);
  const { face } = actorOf(by, pseudonyms);
  for (const { chatId, pseudonym: owner } of await readOwners(trx, seal, told.account)) {
    if (chatId === null || chatId === seenIn(by) || owner === subject) continue;
    const accountNotice: AccountNotice = {
      ...told,
      owner: chatId,
      by: { kind: by.kind, face, name, isOwner: owner === pseudonym },
    };
    await ownUpdates.add(trx, { chatId, dueAt: now(), about: { accountNotice } });
  }
};

/** The chat that sees an act without a notice; null: there is none. A private chat has its user's number. */
const seenIn = (by: Actor): number | null => {
  if (by.kind === "user") return by.face === "web" ? null : by.userId;
  return by.kind === "service" ? (by.chatId ?? null) : null;
};

const actorOf = (
  by: Actor,
  pseudonyms: AccountsContext["pseudonyms"],
): Pick<Tables["audit_entry"], "actor_kind" | "actor" | "face"> => {
  if (by.kind === "operator") return { actor_kind: "operator", actor: "", face: "cli" };
  if (by.kind === "service") return { actor_kind: "service", actor: "", face: by.face };
  if (by.kind === "key") return { actor_kind: "key", actor: by.key, face: by.face ?? "api" };
  return { actor_kind: "person", actor: pseudonyms.user(by.userId), face: by.face ?? "chat" };
};
