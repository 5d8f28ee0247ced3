import { fail } from "../core/failure.ts";
import type { Work } from "../database/schema.ts";
import type { AccountsContext } from "./context.ts";
import type { Answer, Billing, Counting, Reservation, Settled } from "./counting.ts";
import { noteCounted, noteFound } from "./free-repeats.ts";
import { noteAnswer } from "./guess-limit.ts";
import type { SeenBefore } from "./history.ts";
import { claimReceipt, lastClaimOf, remember } from "./history.ts";
import { balanceOf, chargeHeld, spendable } from "./money.ts";
import { leftWhenCounted } from "./quotas.ts";
import {
  type Held,
  noteAnswered,
  reservationOf,
  settleReservation,
  voidReservation,
} from "./reservations.ts";
import type { Names } from "./subject.ts";

/** Counts or charges, remembers the answer and claims its receipt in one transaction. */
export const createCommit = (context: AccountsContext): Counting["commit"] => {
  const voidIt = createVoid(context);
  return async (reservation, answer, alongside) => {
    const at = context.now();
    const done = await context.store.transaction(async (work) => {
      if (alongside !== undefined && !(await alongside.isMine(work))) return "another's";
      const settled = await commitWithin(work, reservation, answer, {
        at,
        names: context.names,
        seal: context.seal,
      });
      if (settled !== null) await alongside?.keep(work, settled);
      return settled;
    });
    if (!done.ok) return done;
    // Its time was over and what it held went back, perhaps to another request: an answer now would be free.
    if (done.value === null)
      return fail("overloaded", { detail: "the reservation was void before its answer came" });
    if (done.value !== "another's") return { ok: true, value: done.value };
    const freed = await voidIt(reservation);
    return freed.ok ? fail("request_in_progress", { retryAfterSeconds: 2 }) : freed;
  };
};

export const createVoid =
  ({ store }: AccountsContext): Counting["void"] =>
  (reservation, { isUnanswered = false } = {}) =>
    store.transaction(async (work) => {
      await voidReservation(work, reservation.id, isUnanswered);
      return billingOf(work, reservation, await reservationOf(work, reservation.id));
    });

type Circumstances = Pick<AccountsContext, "names" | "seal"> & { readonly at: Date };

/** Null when the reservation is void. One that was committed before stays as it is. */
const commitWithin = async (
  work: Work,
  reservation: Reservation,
  answer: Answer,
  circumstances: Circumstances,
): Promise<Settled | null> => {
  const settled = await settleReservation(work, reservation.id, "committed");
  const row = settled ?? (await reservationOf(work, reservation.id));
  if (row?.state !== "committed") return null;
  if (settled !== null) await noteAnswered(work, settled);
  const shown = shownReceiptOf(reservation, answer, circumstances.names);
  const seenBefore =
    settled === null
      ? shown && (await lastClaimOf(work, shown, circumstances))
      : await record(work, { ...circumstances, reservation, row, answer, shown });
  return { billing: await billingOf(work, reservation, row), seenBefore };
};

type ShownReceipt = Parameters<typeof claimReceipt>[1];

/** The receipt under its name in the account that sees it; null where none does. */
const shownReceiptOf = (
  reservation: Reservation,
  { receipt, showing, judgingAccount = reservation.account }: Answer,
  names: Names,
): ShownReceipt | null =>
  // What an account pays to the operator is none of its sales.
  judgingAccount === null || receipt === null || reservation.purpose === "topup"
    ? null
    : {
        account: judgingAccount,
        receipt: receiptNameIn(judgingAccount, reservation, receipt.reference, names),
        asker: askerOf(reservation),
        showing: showing ? names.showingOf(judgingAccount, showing) : null,
      };

const receiptNameIn = (
  account: string,
  { mode, question }: Pick<Reservation, "mode" | "question">,
  reference: string,
  names: Names,
): string => names.receiptOf(account, mode, question.provider, reference);

const askerOf = ({ person, key }: Reservation): string => person ?? key ?? "";

type Recorded = Circumstances & {
  readonly reservation: Reservation;
  readonly row: Held;
  readonly answer: Answer;
  readonly shown: ShownReceipt | null;
};

const record = async (work: Work, recorded: Recorded): Promise<SeenBefore | null> => {
  const { at, reservation, row, answer, shown } = recorded;
  const { id, account, mode, purpose } = reservation;
  const counted = isCounted(row);
  const chargedSantim = row.kind === "balance" ? row.santim : 0;
  if (account !== null && chargedSantim > 0)
    await chargeHeld(work, { account, santim: chargedSantim, reservation: id, at });
  // To look for the same receipt again is no guess; to find it at last is what an honest asker does.
  const isFound = reservation.isWaiting && answer.verdict === "verified";
  if (counted || isFound)
    for (const watched of reservation.watched) await noteAnswer(work, watched, answer.verdict, at);
  const seenBefore = shown && (await claimReceipt(work, shown, recorded));
  const firstIn = seenBefore === null ? (shown?.account ?? null) : null;
  if (mode === "live" && purpose !== "topup") {
    if (account !== null && (counted || firstIn === account))
      await rememberIn(work, account, recorded, { chargedSantim, isFirst: firstIn === account });
    // Shown to an account by somebody else's check, such as a customer's in its group.
    if (firstIn !== null && firstIn !== account)
      await rememberIn(work, firstIn, recorded, { chargedSantim: 0, isFirst: true });
  }
  await noteRepeatable(work, recorded, { counted, isFound });
  return seenBefore;
};

/** What may still change is repeated for nothing by the whole account, anything else by the chat that asked. */
const noteRepeatable = async (
  work: Work,
  { at, names, reservation, row, answer }: Recorded,
  { counted, isFound }: { readonly counted: boolean; readonly isFound: boolean },
): Promise<void> => {
  const { account, person, question, purpose } = reservation;
  const { verdict, mayChange = false } = answer;
  const all = account === null && person !== null ? person : row.subject;
  const asked = (asker: string) => ({
    asker,
    question: names.questionOf(asker, question.provider, question.canonical),
  });
  if (isFound)
    for (const asker of person === null ? [all] : [all, person]) await noteFound(work, asked(asker));
  const asker = mayChange ? all : person;
  if (counted && purpose !== "topup" && asker !== null)
    await noteCounted(work, { ...asked(asker), verdict, mayChange, at });
};

const rememberIn = async (
  work: Work,
  account: string,
  { at, names, reservation, answer }: Recorded,
  charged: { readonly chargedSantim: number; readonly isFirst: boolean },
): Promise<void> => {
  const { provider, canonical } = reservation.question;
  const { verdict, receipt, isOwn } = answer;
  await remember(work, {
    ...charged,
    account,
    at,
    asker: askerOf(reservation),
    provider,
    question: names.questionOf(account, provider, canonical),
    receipt: receipt && receiptNameIn(account, reservation, receipt.reference, names),
    verdict,
    amountSantim: receipt?.amountSantim ?? null,
    isOwn: receipt === null ? null : (isOwn ?? null),
  });
};

const isCounted = (row: Held | null): boolean =>
  row !== null && row.state === "committed" && row.kind !== "repeat";

const billingOf = async (
  work: Work,
  { account, allowance, counters }: Reservation,
  row: Held | null,
): Promise<Billing> => {
  const counted = isCounted(row);
  if (allowance.kind === "quota") {
    const { limit, resetAt } = allowance.quota;
    const remaining = row === null ? allowance.quota.remaining : await leftWhenCounted(work, counters);
    return { kind: "quota", counted, quota: { limit, remaining, resetAt } };
  }
  const balance = account && (await balanceOf(work, account));
  return {
    kind: "balance",
    counted,
    chargedSantim: counted && row !== null ? row.santim : 0,
    balanceSantim: balance ? spendable(balance) : 0,
  };
};
