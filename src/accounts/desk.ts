import { type AccountDesk, createAccountDesk } from "./account-desk.ts";
import { type Audit, createAudit } from "./audit.ts";
import { type Credits, createCredits } from "./credits.ts";
import { createDayBooks, type DayBooks } from "./day-book.ts";
import { createErasing, type Erasing } from "./erasing.ts";
import { createGroups, type Groups } from "./groups.ts";
import { createKeyDesk, type KeyDesk } from "./key-desk.ts";
import { createLinkCodes, type LinkCodes } from "./link-codes.ts";
import { createLinking, type Linking } from "./linking.ts";
import { createMembers, type Members } from "./members.ts";
import { createOwnerRequests, type OwnerRequests } from "./owner-requests.ts";
import { createPeople, type People } from "./people.ts";
import type { Room } from "./room.ts";
import { createStatements, type Statements } from "./statements.ts";
import { createTopUps, type TopUps } from "./top-ups.ts";

export type { Account, Tier } from "./account-desk.ts";
export type { AccountNotice, Actor, AuditAct, AuditEntry } from "./audit.ts";
export type { Credit, PaidReceipt, WaitingCredit } from "./credits.ts";
export type { DayBook, ProviderDay } from "./day-book.ts";
export type { Erased, GoingAccount } from "./erasing.ts";
export type { KeyAttributes, KeyScope } from "./key-attributes.ts";
export type { KeyOrder } from "./key-desk.ts";
export type { IssuedKey, ListedKey } from "./keys.ts";
export type { ListedCode, NewCode } from "./link-codes.ts";
export type { Left, Move, RedeemedShop } from "./linking.ts";
export type { LinkRole } from "./links.ts";
export type { Member } from "./members.ts";
export type { OwnerQuestion, OwnerWord } from "./owner-requests.ts";
export type { Owner } from "./people.ts";
export type { AtDesk, Refused, RefusedCode } from "./refusal.ts";
export type { KeepSecret } from "./room.ts";
export type { HistoryEntry, LedgerEntry, Period, Totals } from "./statements.ts";

/** What an owner or the operator may do with accounts, whichever face they use. */
export type Desk = AccountDesk &
  KeyDesk &
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

export const createDesk = (room: Room): Desk => ({
  ...createAccountDesk(room),
  ...createKeyDesk(room),
  ...createAudit(room),
  ...createLinkCodes(room),
  ...createLinking(room),
  ...createOwnerRequests(room),
  ...createMembers(room),
  ...createPeople(room),
  ...createGroups(room),
  ...createTopUps(room),
  ...createCredits(room),
  ...createStatements(room),
  ...createDayBooks(room),
  ...createErasing(room),
});
