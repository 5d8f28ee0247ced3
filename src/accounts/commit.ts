import { type Failure, fail, type Verdict } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";
import type { Alongside } from "../database/alongside.ts";
import type { Transaction } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import { noteCreditUndone } from "./credits.ts";
import { type AskedEarly, askedEarly, noteAskedEarly } from "./early-questions.ts";
import { checkQuestion, noteCounted, noteFound, topUpQuestion } from "./free-repeats.ts";
import { noteAnswer } from "./guess-limit.ts";
import { addToHistory, type Takings } from "./history.ts";
import { balanceOf, commitSantim, spendable } from "./ledger.ts";
import { receiptPseudonym } from "./pseudonyms.ts";
import { leftWhenCounted } from "./quotas.ts";
import {
  noteAnswered,
  reservationOf,
  type SettledRow,
  settleReservation,
  voidPending,
  withdraw,
} from "./reservations.ts";
import type { QuotaState, Reservation } from "./reserve.ts";
import {
  lastSeen,
  legUnderPseudonym,
  noteSeen,
  type PaymentLeg,
  type ReceiptSource,
  type SeenBefore,
  type ShownReceipt,
} from "./seen-receipts.ts";
import { isUndoneIn, noteCompletedWithin, noteUndoneWithin } from "./undone-receipts.ts";

export type DefinitiveAnswer = {
  /** When the bank itself was asked for this answer; null: an earlier answer may have been given again. */
  readonly askedAt: Date | null;
  readonly receiptSource: ReceiptSource | null;
} & (
  | {
      readonly verdict: "verified";
      /** What the provider's document says. */
      readonly receipt: {
        readonly reference: string;
        readonly amountSantim: number;
        /** Null: it tells too little of its payment. */
        readonly leg: PaymentLeg | null;
      };
      /** Whose the money is for the merchant; null when that was not assessed. */
      readonly takings: Takings | null;
    }
  | {
      readonly verdict: Exclude<Verdict, "verified">;
      /** The ids under which the receipt that was asked for may be known. */
      readonly receiptIds: readonly string[];
      /** Whether the receipt may still appear or is pending. The same question is free for a while then. */
      readonly mayChange: boolean;
    }
);

/** What the answer cost. `counted` false: what was reserved went back, or nothing was. */
export type Billing =
  | { readonly kind: "quota"; readonly counted: boolean; readonly quota: QuotaState }
  | {
      readonly kind: "balance";
      readonly counted: boolean;
      readonly chargedSantim: number;
      /** What is not reserved, after this. */
      readonly balanceSantim: number;
    };

export type Settled = {
  readonly billing: Billing;
  readonly seenBefore: SeenBefore | null;
  /** Who asked for the receipt before its bank confirmed it; null: nobody else did. */
  readonly askedEarly: AskedEarly | null;
  /** Whether the bank has called the payment undone since it was asked for this answer. */
  readonly isUndone: boolean;
};

/**
 * Counts or charges an answer and keeps it, in one transaction; a second commit changes nothing. Failures:
 * `request_in_progress` when it is not `isMine`, `overloaded` when the reservation is void by now, and `abnormal_usage`
 * when the caller has been blocked for guessing since it was reserved, which voids it.
 */
export const commit = async (
  context: AccountsContext,
  reservation: Reservation,
  answer: DefinitiveAnswer,
  alongside?: Alongside<Settled>,
): Promise<Result<Settled, Failure>> => {
  const at = context.now();
  const commitOnce = async (trx: Transaction): Promise<Committed> => {
    if (alongside !== undefined && !(await alongside.isMine(trx))) return { kind: "answered_elsewhere" };
    const committed = await commitWithin(trx, { context, at, reservation, answer });
    if (committed.kind === "settled") await alongside?.keep(trx, committed.settled);
    return committed;
  };
  const done = await context.store.transaction(commitOnce, { isRepeatable: true });
  if (!done.ok) return done;
  const committed = done.value;
  switch (committed.kind) {
    case "settled":
      return ok(committed.settled);
    case "blocked":
      return committed.refusal;
    case "void":
      // What it had reserved may serve another request by now, so that an answer would be free.
      return fail("overloaded", { detail: "the reservation was void before its answer came" });
    case "answered_elsewhere": {
      const voided = await voidReservation(context, reservation);
      return voided.ok ? fail("request_in_progress", { retryAfterSeconds: 2 }) : voided;
    }
  }
};

/**
 * What the transaction of a commit came to. `settled`: the answer is kept, by this commit or an earlier one. `blocked`: the
 * caller is blocked for guessing, so the reservation was voided. `void`: it was void before.
 */
type Committed =
  | { readonly kind: "settled"; readonly settled: Settled }
  | { readonly kind: "blocked"; readonly refusal: Result<never, Failure> }
  | { readonly kind: "void" }
  | { readonly kind: "answered_elsewhere" };

/** Gives back what was reserved. `isUnanswered`: a provider was asked and gave no answer, which the hour's limit counts. */
export const voidReservation = (
  { store }: AccountsContext,
  reservation: Reservation,
  { isUnanswered = false }: { readonly isUnanswered?: boolean } = {},
): Promise<Result<Billing, Failure>> =>
  store.transaction(async (trx) => {
    await voidPending(trx, reservation.id, isUnanswered);
    return billingOf(trx, reservation, await reservationOf(trx, reservation.id));
  });

type Committing = {
  readonly context: AccountsContext;
  readonly at: Date;
  readonly reservation: Reservation;
  readonly answer: DefinitiveAnswer;
};

/** A reservation that was committed before stays as it is. */
const commitWithin = async (trx: Transaction, committing: Committing): Promise<Committed> => {
  const { context, at, reservation, answer } = committing;
  const justCommitted = await settleReservation(trx, reservation.id, "committed");
  const row = justCommitted ?? (await reservationOf(trx, reservation.id));
  if (row?.state !== "committed") return { kind: "void" };
  const shown = shownReceiptOf(committing);
  if (justCommitted === null) {
    const seenBefore = shown && (await lastSeen(trx, shown, { ...context, at }));
    const early = shown && (await askedEarly(trx, shown, seenBefore, { ...context, at }));
    const billing = await billingOf(trx, reservation, row);
    // A commit whose connection was lost is made again, and tells what the first one found.
    const isUndone =
      shown !== null && reservation.mode === "live" && (await isUndoneIn(trx, shown.account, shown.receipt));
    return { kind: "settled", settled: { billing, seenBefore, askedEarly: early, isUndone } };
  }
  const counted = isCounted(row);
  // A repeated question is no guess. Finding its receipt at last is what an honest caller does.
  const isFound = reservation.followsMiss && answer.verdict === "verified";
  const noted = { verdict: answer.verdict, isPassedOn: answer.receiptSource?.isPassedOn === true };
  const refusal = counted || isFound ? await noteAnswer(trx, reservation.watched, noted, at) : null;
  if (counted && refusal !== null) {
    await withdraw(trx, justCommitted);
    return { kind: "blocked", refusal };
  }
  await noteAnswered(trx, justCommitted);
  const recorded = await record(trx, { ...committing, row, shown, counted, isFound });
  return { kind: "settled", settled: { billing: await billingOf(trx, reservation, row), ...recorded } };
};

/** The receipt as the merchant's account sees it; null where no account does. */
const shownReceiptOf = ({ context, reservation, answer }: Committing): ShownReceipt | null => {
  const { merchantAccount, purpose, mode, question } = reservation;
  // What an account pays to the operator is not one of its sales.
  if (merchantAccount === null || answer.verdict !== "verified" || purpose === "topup") return null;
  const { receipt, receiptSource } = answer;
  const known = { provider: question.provider, reference: receipt.reference };
  return {
    account: merchantAccount,
    receipt: receiptPseudonym(context, merchantAccount, known, mode),
    callerId: callerIdOf(reservation),
    source: receiptSource,
    leg: legUnderPseudonym(context.pseudonyms, merchantAccount, mode, receipt.leg),
  };
};

const callerIdOf = ({ pseudonym, key }: Reservation): string => pseudonym ?? key ?? "";

type Recording = Committing & {
  readonly row: SettledRow;
  readonly shown: ShownReceipt | null;
  readonly counted: boolean;
  readonly isFound: boolean;
};

const record = async (trx: Transaction, recording: Recording): Promise<Omit<Settled, "billing">> => {
  const { context, at, reservation, row, shown, counted } = recording;
  const { id, account, mode, purpose } = reservation;
  const chargedSantim = row.kind === "balance" ? row.santim : 0;
  if (account !== null && chargedSantim > 0)
    await commitSantim(trx, { account, santim: chargedSantim, reservation: id, at });
  const seenBefore = shown && (await noteSeen(trx, shown, { ...context, at }));
  const early = shown && (await askedEarly(trx, shown, seenBefore, { ...context, at }));
  await noteEarlyQuestion(trx, recording);
  const firstIn = seenBefore === null ? (shown?.account ?? null) : null;
  if (mode === "live" && purpose !== "topup") {
    if (account !== null && (counted || firstIn === account))
      await keepInHistory(trx, account, recording, { chargedSantim, isFirst: firstIn === account });
    // Somebody else's check showed it to the merchant, such as a customer's in the merchant's group.
    if (firstIn !== null && firstIn !== account)
      await keepInHistory(trx, firstIn, recording, { chargedSantim: 0, isFirst: true });
  }
  if (mode === "live") await correctCredit(trx, recording);
  // An account may hear at a top-up that a payment is undone which it was shown as one of its sales before.
  const isUndone = mode === "live" && (await correctTakings(trx, recording));
  await noteRepeatable(trx, recording);
  return { seenBefore, askedEarly: early, isUndone };
};

/**
 * The whole account may repeat a question whose answer may change, and what it hands in to top up. Other questions only the
 * person may repeat, and who is no person, from the same page.
 */
const noteRepeatable = async (
  trx: Transaction,
  { context: { pseudonyms }, at, reservation, answer, counted, isFound }: Recording,
): Promise<void> => {
  const { account, pseudonym, subject, question, purpose, page } = reservation;
  const { verdict } = answer;
  const mayChange = verdict !== "verified" && answer.mayChange;
  const everyone = account === null && pseudonym !== null ? pseudonym : subject;
  const ofTopUp = purpose === "topup" ? topUpQuestion(pseudonyms, everyone, question) : null;
  const fromEveryone = checkQuestion(pseudonyms, everyone, question);
  const fromOne =
    pseudonym !== null
      ? checkQuestion(pseudonyms, pseudonym, question)
      : page !== undefined
        ? checkQuestion(pseudonyms, subject, question, page)
        : null;
  if (isFound)
    for (const one of [fromEveryone, fromOne, ofTopUp]) if (one !== null) await noteFound(trx, one);
  const repeatable = ofTopUp ?? (mayChange ? fromEveryone : fromOne);
  if (counted && repeatable !== null) await noteCounted(trx, { ...repeatable, verdict, mayChange, at });
};

/** While the bank does not have the receipt, or not completed, the merchant's account notes who asked for it. */
const noteEarlyQuestion = async (trx: Transaction, { context, at, reservation, answer }: Recording) => {
  const { merchantAccount: account, purpose, mode, question } = reservation;
  if (answer.verdict === "verified" || account === null || purpose === "topup") return;
  const { verdict, mayChange, receiptSource: source, receiptIds } = answer;
  const isEarly = verdict === "receipt_not_found" || (verdict === "receipt_not_completed" && mayChange);
  if (!isEarly) return;
  const receipts = receiptIds.map((reference) =>
    receiptPseudonym(context, account, { provider: question.provider, reference }, mode),
  );
  const asked = { account, receipts, callerId: callerIdOf(reservation), source };
  await noteAskedEarly(trx, asked, { ...context, at });
};

/** A receipt that waits for the operator's word, where its bank says now that the payment was undone. */
const correctCredit = async (
  trx: Transaction,
  { context, reservation, answer }: Recording,
): Promise<void> => {
  if (answer.verdict !== "receipt_not_completed") return;
  const { mayChange, receiptIds, askedAt } = answer;
  if (mayChange || askedAt === null) return;
  const { provider } = reservation.question;
  await noteCreditUndone(trx, context.pseudonyms, { provider, references: receiptIds, at: askedAt });
};

/**
 * What a merchant's account was shown before, where a bank says now that it was undone, or no longer says so. Resolves with
 * whether a verified receipt was called undone since its bank was asked.
 */
const correctTakings = async (
  trx: Transaction,
  { context: { pseudonyms }, at, reservation, answer, shown }: Recording,
): Promise<boolean> => {
  const {
    account,
    merchantAccount,
    question: { provider },
  } = reservation;
  const { askedAt } = answer;
  // Whoever asks in somebody else's group may have been shown the receipt in their own shop.
  const own = account === merchantAccount ? null : account;
  if (answer.verdict === "verified") {
    const { takings, receipt } = answer;
    const before =
      shown && (await noteCompletedWithin(trx, shown.account, shown.receipt, { takings, askedAt, at }));
    if (own !== null) {
      const pseudonym = receiptPseudonym({ pseudonyms }, own, { provider, reference: receipt.reference });
      await noteCompletedWithin(trx, own, pseudonym, { takings: null, askedAt, at });
    }
    return before === "undone";
  }
  if (answer.verdict === "receipt_not_completed") {
    const { mayChange, receiptIds } = answer;
    // What is under way may be completed without a word to that shop.
    const told = [merchantAccount, mayChange ? null : own].filter((one) => one !== null);
    for (const one of told)
      await noteUndoneWithin(trx, pseudonyms, one, { provider, references: receiptIds, at: askedAt ?? at });
  }
  return false;
};

const keepInHistory = async (
  trx: Transaction,
  account: string,
  { context, at, reservation, answer }: Recording,
  charged: { readonly chargedSantim: number; readonly isFirst: boolean },
): Promise<void> => {
  const { provider, canonical } = reservation.question;
  const { receipt, takings } = answer.verdict === "verified" ? answer : { receipt: null, takings: null };
  // It says what came to the merchant, who may be another one than who asks.
  const isOfMerchant = account === reservation.merchantAccount;
  await addToHistory(trx, {
    ...charged,
    account,
    at,
    callerId: callerIdOf(reservation),
    provider,
    question: context.pseudonyms.question(account, provider, canonical),
    receipt:
      receipt &&
      receiptPseudonym(context, account, { provider, reference: receipt.reference }, reservation.mode),
    verdict: answer.verdict,
    amountSantim: receipt?.amountSantim ?? null,
    takings: isOfMerchant ? takings : null,
  });
};

const isCounted = (row: SettledRow | null): boolean =>
  row !== null && row.state === "committed" && row.kind !== "repeat";

const billingOf = async (
  trx: Transaction,
  { account, allowance, counters }: Reservation,
  row: SettledRow | null,
): Promise<Billing> => {
  const counted = isCounted(row);
  if (allowance.kind === "quota") {
    const { limit, resetAt } = allowance.quota;
    const remaining = row === null ? allowance.quota.remaining : await leftWhenCounted(trx, counters);
    return { kind: "quota", counted, quota: { limit, remaining, resetAt } };
  }
  const balance = account && (await balanceOf(trx, account));
  return {
    kind: "balance",
    counted,
    chargedSantim: counted && row !== null ? row.santim : 0,
    balanceSantim: balance ? spendable(balance) : 0,
  };
};
