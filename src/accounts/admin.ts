import { type AccountAdmin, createAccountAdmin } from "./account-admin.ts";
import { type Audit, createAudit } from "./audit.ts";
import type { AccountsContext } from "./context.ts";
import { type Credits, createCredits } from "./credits.ts";
import { createDayBooks, type DayBooks } from "./day-book.ts";
import { createErasing, type Erasing } from "./erasing.ts";
import { createGroups, type Groups } from "./groups.ts";
import { createKeyAdmin, type KeyAdmin } from "./key-admin.ts";
import { createLinkCodes, type LinkCodes } from "./link-codes.ts";
import { createLinking, type Linking } from "./linking.ts";
import { createMembers, type Members } from "./members.ts";
import { createOwnerRequests, type OwnerRequests } from "./owner-requests.ts";
import { createPeople, type People } from "./people.ts";
import { createStatements, type Statements } from "./statements.ts";
import { createTopUps, type TopUps } from "./top-ups.ts";

export type { Account, Tier } from "./account-admin.ts";
export type { AccountNotice, Actor, AuditAct, AuditEntry } from "./audit.ts";
export type { KeepSecret } from "./context.ts";
export type { Credit, PaidReceipt, WaitingCredit } from "./credits.ts";
export type { DayBook, ProviderDay } from "./day-book.ts";
export type { Erased, GoingAccount } from "./erasing.ts";
export type { KeyOrder } from "./key-admin.ts";
export type { KeyAttributes, KeyScope } from "./key-attributes.ts";
export type { IssuedKey, ListedKey } from "./keys.ts";
export type { ListedCode, NewCode } from "./link-codes.ts";
export type { Left, Move, RedeemedShop } from "./linking.ts";
export type { LinkRole } from "./links.ts";
export type { Member } from "./members.ts";
export type { OwnerQuestion, OwnerWord } from "./owner-requests.ts";
export type { Owner } from "./people.ts";
export type { AdminResult, Refused, RefusedCode } from "./refusal.ts";
export type { HistoryEntry, LedgerEntry, Period, Totals } from "./statements.ts";

/** What an owner or the operator may do with accounts, whichever face they use. */
export type AccountsAdmin = AccountAdmin &
  KeyAdmin &
  Audit &
  LinkCodes &
  Linking &
  OwnerRequests &
  Members &
  People &
  Groups &
  TopUps &
  Credits &
  Statements &
  DayBooks &
  Erasing;

export const createAdmin = (context: AccountsContext): AccountsAdmin => ({
  ...createAccountAdmin(context),
  ...createKeyAdmin(context),
  ...createAudit(context),
  ...createLinkCodes(context),
  ...createLinking(context),
  ...createOwnerRequests(context),
  ...createMembers(context),
  ...createPeople(context),
  ...createGroups(context),
  ...createTopUps(context),
  ...createCredits(context),
  ...createStatements(context),
  ...createDayBooks(context),
  ...createErasing(context),
});
