import type { Failure } from "../core/failure.ts";
import { heldStore } from "../database/held-store.ts";
import type { Store } from "../database/store.ts";
import { chooseTier, createAccount, listAccounts, resume, showAccount, suspend } from "./account-admin.ts";
import { auditOf } from "./audit.ts";
import { authenticate } from "./caller.ts";
import { commit, voidReservation } from "./commit.ts";
import { type AccountsContext, createActContext } from "./context.ts";
import { approveCredit, creditReceipt, declineCredit, topUp, waitingCredits } from "./credits.ts";
import { accountsToErase, erase, eraseChat } from "./erase.ts";
import { bindGroup, groupAccount, isOrWasOwner, moveGroup, unbindGroup } from "./groups.ts";
import {
  callerDaysOf,
  dayBookOf,
  historyOf,
  noteTakings,
  placeBeforeNewest,
  searchHistory,
  searchHistoryForward,
  usageOf,
} from "./history.ts";
import { createKeyGuard, type KeyGuard } from "./key-guard.ts";
import { createKeyReading, type KeyReading } from "./key-reading.ts";
import { createKey, listKeys, revokeKey, revokeLeaked, rotateKey } from "./keys.ts";
import { createKnownSessions, type KnownSessions } from "./known-sessions.ts";
import { createLease, type Lease } from "./lease.ts";
import { ledgerOf } from "./ledger.ts";
import { createLinkCode, inviteOwner, listLinkCodes, recallLinkCode } from "./link-codes.ts";
import {
  formerAccount,
  isMakerOf,
  leaveAccount,
  readLinkCode,
  redeemLinkCode,
  registerTelegram,
  telegramAccount,
} from "./linking.ts";
import {
  listFormerOwners,
  listMembers,
  listStaff,
  meet,
  ownersOf,
  removeMember,
  removeStaff,
  shopOf,
} from "./members.ts";
import { decideOwner } from "./owner-requests.ts";
import { createProof, createSignProof, listProofs, readProof, withdrawProof } from "./proofs.ts";
import { receiptPseudonym } from "./pseudonyms.ts";
import { allowanceOf, quotaOf, reserve } from "./reserve.ts";
import { type AccountsRetention, createAccountsRetention } from "./retention.ts";
import { adoptSeen, hasSeen } from "./seen-receipts.ts";
import {
  accountOfSignInCode,
  chooseCalendar,
  createSession,
  createSignInCode,
  endOtherSessions,
  endSession,
  listSessions,
  resolveSession,
  signInByCode,
} from "./sessions.ts";
import { isUndone, noteUndone } from "./undone-receipts.ts";

export { type Alongside, alongsideOf } from "../database/alongside.ts";
export type { Account } from "./account-admin.ts";
export { type AccountNotice, type Actor, type AuditAct, type AuditEntry, auditActs } from "./audit.ts";
export { type Caller, callerName, type Entrance, type ResolvedCaller } from "./caller.ts";
export type { Billing, DefinitiveAnswer, Settled } from "./commit.ts";
export type { KeepSecret } from "./context.ts";
export type { Credit, PaidReceipt, WaitingCredit } from "./credits.ts";
export type { AskedEarly } from "./early-questions.ts";
export {
  type AccountToErase,
  type ErasedIdentity,
  readToldErasure,
  type ToldErasure,
  writeToldErasure,
} from "./erase.ts";
export type {
  CallerDay,
  DayBook,
  HistoryEntry,
  HistorySearch,
  Period,
  ProviderDay,
  SearchedEntry,
  Sum,
  Takings,
  UsageDay,
} from "./history.ts";
export { addressBlockOf, type KeyAttributes, type KeyScope, keyScopes } from "./key-attributes.ts";
export type { KeyStanding } from "./key-guard.ts";
export { type KeyMode, leakedKeysIn, percentDecoded } from "./key-text.ts";
export { describeKey, type IssuedKey, isActiveKey, type KeyOptions, type ListedKey } from "./keys.ts";
export type { LedgerEntry } from "./ledger.ts";
export { describeLinkCode, type ListedCode, type NewCode } from "./link-codes.ts";
export type { Left, Move, RedeemedShop } from "./linking.ts";
export type { LinkRole, Owner } from "./links.ts";
export type { Member } from "./members.ts";
export type { OwnerQuestion, OwnerWord } from "./owner-requests.ts";
export type { Cursor } from "./page.ts";
export {
  type ListedProof,
  type ProvenReceipt,
  type ReadProof,
  readProvenReceipt,
  writeProvenReceipt,
} from "./proofs.ts";
export type { KnownReceipt } from "./pseudonyms.ts";
export { networkOf, widestNetworkOf } from "./pseudonyms.ts";
export type { Tier } from "./quotas.ts";
export type { AdminResult, Refused, RefusedCode } from "./refusal.ts";
export type { Allowance, Ask, QuotaState, Reservation } from "./reserve.ts";
export type { ChatMessage, FirstCaller, PaymentLeg, ReceiptSource, SeenBefore } from "./seen-receipts.ts";

type AccountsDependencies = {
  readonly store: Pick<Store, "transaction" | "read" | "lifeline" | "scrub">;
  readonly secret: string;
  readonly now: () => Date;
  /** How long an account's history is kept. */
  readonly historyDays?: number;
  /** Is told of a failed round of retention. The next round tries again. */
  readonly onRetentionFailed?: (failure: Failure) => void;
};

/** Quotas, keys and money of all callers, the same for HTTP, the bot and the operator's tool. */
export type Accounts = BoundAccounts &
  KeyGuard &
  KeyReading &
  KnownSessions & {
    /** This process in `process_lease`; null before it has one and while it could not be renewed. */
    readonly leaseId: Lease["id"];
  };

type BoundAccounts = Readonly<ReturnType<typeof bindAccounts>>;

export const createAccounts = (deps: AccountsDependencies): Accounts & AccountsRetention => {
  const { store, secret, now, historyDays = 90, onRetentionFailed = () => {} } = deps;
  const lease = createLease({ store, now });
  const context: AccountsContext = {
    ...createActContext({ secret, now }),
    store,
    lease,
    signProof: createSignProof(secret),
  };
  const keyGuard = createKeyGuard({ now });
  return {
    ...bindAccounts(context),
    ...keyGuard,
    ...createKeyReading({ ...context, ...keyGuard }),
    ...createKnownSessions(context),
    ...createAccountsRetention({ ...context, lease, historyDays, onRetentionFailed }),
    leaseId: lease.id,
  };
};

const bindTo =
  (context: AccountsContext) =>
  <Given extends readonly unknown[], Outcome>(work: (context: AccountsContext, ...given: Given) => Outcome) =>
  (...given: Given): Outcome =>
    work(context, ...given);

const bindAccounts = (context: AccountsContext) => {
  // A check is settled in any case; `commit` itself looks whether the update is still held.
  const bindCheck = bindTo(context);
  const bind = bindTo({ ...context, store: heldStore(context.store) });

  return {
    // Checks: reserve, then exactly one of commit or void.
    authenticate: bindCheck(authenticate),
    reserve: bindCheck(reserve),
    commit: bindCheck(commit),
    void: bindCheck(voidReservation),
    allowanceOf: bindCheck(allowanceOf),
    quotaOf: bindCheck(quotaOf),
    // Accounts and their money.
    createAccount: bind(createAccount),
    showAccount: bind(showAccount),
    listAccounts: bind(listAccounts),
    suspend: bind(suspend),
    resume: bind(resume),
    chooseTier: bind(chooseTier),
    topUp: bind(topUp),
    creditReceipt: bind(creditReceipt),
    waitingCredits: bind(waitingCredits),
    approveCredit: bind(approveCredit),
    declineCredit: bind(declineCredit),
    ledgerOf: bind(ledgerOf),
    // Keys.
    createKey: bind(createKey),
    listKeys: bind(listKeys),
    rotateKey: bind(rotateKey),
    revokeKey: bind(revokeKey),
    revokeLeaked: bind(revokeLeaked),
    // Proofs of receipts that an owner passes on.
    createProof: bind(createProof),
    readProof: bind(readProof),
    listProofs: bind(listProofs),
    withdrawProof: bind(withdrawProof),
    // Browsers that are signed in.
    createSignInCode: bind(createSignInCode),
    accountOfSignInCode: bind(accountOfSignInCode),
    signInByCode: bind(signInByCode),
    createSession: bind(createSession),
    resolveSession: bind(resolveSession),
    listSessions: bind(listSessions),
    chooseCalendar: bind(chooseCalendar),
    endSession: bind(endSession),
    endOtherSessions: bind(endOtherSessions),
    // Telegram users and groups of an account.
    registerTelegram: bind(registerTelegram),
    telegramAccount: bind(telegramAccount),
    isMakerOf: bind(isMakerOf),
    createLinkCode: bind(createLinkCode),
    inviteOwner: bind(inviteOwner),
    listLinkCodes: bind(listLinkCodes),
    recallLinkCode: bind(recallLinkCode),
    readLinkCode: bind(readLinkCode),
    redeemLinkCode: bind(redeemLinkCode),
    decideOwner: bind(decideOwner),
    formerAccount: bind(formerAccount),
    leaveAccount: bind(leaveAccount),
    meet: bind(meet),
    ownersOf: bind(ownersOf),
    shopOf: bind(shopOf),
    listMembers: bind(listMembers),
    listStaff: bind(listStaff),
    listFormerOwners: bind(listFormerOwners),
    removeMember: bind(removeMember),
    removeStaff: bind(removeStaff),
    groupAccount: bind(groupAccount),
    bindGroup: bind(bindGroup),
    unbindGroup: bind(unbindGroup),
    moveGroup: bind(moveGroup),
    isOrWasOwner: bind(isOrWasOwner),
    // What is kept, and its end.
    historyOf: bind(historyOf),
    searchHistory: bind(searchHistory),
    searchHistoryForward: bind(searchHistoryForward),
    placeBeforeNewest: bind(placeBeforeNewest),
    dayBookOf: bind(dayBookOf),
    callerDaysOf: bind(callerDaysOf),
    usageOf: bind(usageOf),
    noteTakings: bind(noteTakings),
    noteUndone: bind(noteUndone),
    isUndone: bindCheck(isUndone),
    receiptPseudonym: bindCheck(receiptPseudonym),
    hasSeen: bind(hasSeen),
    adoptSeen: bind(adoptSeen),
    auditOf: bind(auditOf),
    erase: bind(erase),
    eraseChat: bind(eraseChat),
    accountsToErase: bind(accountsToErase),
  };
};
