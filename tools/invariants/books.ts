import type { Store } from "../../src/database/store.ts";

/** What a database holds about money and days, read at one moment. */
export type Books = {
  readonly balances: readonly {
    readonly account: string;
    readonly postedSantim: number;
    readonly pendingSantim: number;
    readonly entries: number;
  }[];
  /** Of the ledger, in the order of their numbers. */
  readonly entries: readonly {
    readonly account: string;
    readonly seq: number;
    readonly kind: "topup" | "charge" | "adjustment";
    readonly amountSantim: number;
    readonly balanceSantim: number;
    readonly reservation: string | null;
    readonly source: string;
  }[];
  readonly reservations: readonly {
    readonly id: string;
    readonly account: string | null;
    readonly state: "pending" | "committed" | "void";
    readonly kind: "quota" | "balance" | "repeat";
    readonly santim: number;
  }[];
  /** Units that reservations hold of a day. */
  readonly units: readonly { readonly reservation: string; readonly subject: string; readonly day: string }[];
  readonly days: readonly { readonly subject: string; readonly day: string; readonly taken: number }[];
  /** Answers that were counted on an account, or that showed it a receipt first. */
  readonly answers: readonly {
    readonly account: string;
    readonly question: string;
    readonly chargedSantim: number;
  }[];
};

/** Reads the books in one transaction, so that on SQLite they are of one moment. On a server nobody else may write. */
export const readBooks = async (store: Pick<Store, "transaction">): Promise<Books> => {
  const read = await store.transaction(async (trx) => ({
    balances: await trx.selectFrom("balance").selectAll().execute(),
    entries: await trx.selectFrom("ledger_entry").selectAll().orderBy("account_id").orderBy("seq").execute(),
    reservations: await trx
      .selectFrom("reservation")
      .select(["id", "account_id", "state", "kind", "santim"])
      .execute(),
    units: await trx.selectFrom("reservation_unit").selectAll().execute(),
    days: await trx.selectFrom("quota_day").selectAll().execute(),
    answers: await trx
      .selectFrom("receipt_history")
      .select(["account_id", "question", "charged_santim"])
      .execute(),
  }));
  if (!read.ok) throw new Error(`the books cannot be read: ${read.error.detail ?? read.error.code}`);
  const { balances, entries, reservations, units, days, answers } = read.value;
  return {
    balances: balances.map((row) => ({
      account: row.account_id,
      postedSantim: row.posted_santim,
      pendingSantim: row.pending_santim,
      entries: row.entries,
    })),
    entries: entries.map((row) => ({
      account: row.account_id,
      seq: row.seq,
      kind: row.kind,
      amountSantim: row.amount_santim,
      balanceSantim: row.balance_santim,
      reservation: row.reservation_id,
      source: row.source,
    })),
    reservations: reservations.map(({ account_id, ...row }) => ({ ...row, account: account_id })),
    units: units.map(({ reservation_id, ...row }) => ({ ...row, reservation: reservation_id })),
    days,
    answers: answers.map(({ account_id, question, charged_santim }) => ({
      account: account_id,
      question,
      chargedSantim: charged_santim,
    })),
  };
};

type Rules = {
  /** Answers that a subject may have on a day. Unset: what no subject may exceed. */
  readonly limitOf?: (subject: string) => number;
};

/** The most that any subject has: the addresses of one organisation, see `tiers`. */
const largestLimit = 20;

/**
 * What is wrong in the books: sums, holds, charges that belong to no counted answer or to more than one, and days that
 * gave more than they have. Empty when all is well, at whatever moment they were read.
 */
export const mistakesInBooks = (books: Books, { limitOf = () => largestLimit }: Rules = {}): string[] => [
  ...mistakesInBalances(books),
  ...mistakesInCharges(books),
  ...mistakesInDays(books, limitOf),
];

const mistakesInBalances = ({ balances, entries, reservations }: Books): string[] => {
  const wrong: string[] = [];
  const entriesOf = groupBy(entries, ({ account }) => account);
  const holds = reservations.filter(({ state, kind }) => state === "pending" && kind === "balance");
  const holdsOf = groupBy(holds, ({ account }) => account ?? "");
  for (const { account, postedSantim, pendingSantim, entries: count } of balances) {
    const own = entriesOf.get(account) ?? [];
    const sum = sumOf(own.map(({ amountSantim }) => amountSantim));
    if (sum !== postedSantim || own.length !== count)
      wrong.push(
        `${own.length} entries add up to ${sum}, the balance says ${count} and ${postedSantim} santim`,
      );
    let reached = 0;
    for (const [at, entry] of own.entries()) {
      reached += entry.amountSantim;
      if (entry.seq !== at + 1 || entry.balanceSantim !== reached)
        wrong.push(
          `entry ${at + 1} says it is ${entry.seq} and ends at ${entry.balanceSantim}, not ${reached}`,
        );
    }
    const held = sumOf((holdsOf.get(account) ?? []).map(({ santim }) => santim));
    if (held !== pendingSantim) wrong.push(`${held} santim are held, the balance says ${pendingSantim}`);
    if (pendingSantim < 0 || postedSantim < pendingSantim)
      wrong.push(`a balance is negative: ${postedSantim} santim with ${pendingSantim} held`);
  }
  const known = new Set(balances.map(({ account }) => account));
  for (const account of entriesOf.keys()) if (!known.has(account)) wrong.push("entries without a balance");
  return wrong;
};

const mistakesInCharges = ({ entries, reservations, answers }: Books): string[] => {
  const wrong: string[] = [];
  const charges = entries.filter(({ kind }) => kind === "charge");
  const chargesOf = groupBy(charges, ({ reservation }) => reservation ?? "");
  for (const [id, ofOne] of chargesOf) {
    if (id === "") wrong.push(`${ofOne.length} charges belong to no reservation`);
    else if (ofOne.length > 1) wrong.push(`a reservation was charged ${ofOne.length} times`);
  }
  for (const { id, state, kind, santim } of reservations) {
    const charged = sumOf((chargesOf.get(id) ?? []).map(({ amountSantim }) => amountSantim));
    const due = state === "committed" && kind === "balance" ? santim : 0;
    if (charged !== -due) wrong.push(`a ${state} reservation of ${kind} was charged ${-charged}, not ${due}`);
  }
  const answersOf = groupBy(answers, ({ account }) => account);
  for (const [account, ofOne] of groupBy(charges, (charge) => charge.account)) {
    const charged = -sumOf(ofOne.map(({ amountSantim }) => amountSantim));
    const paid = (answersOf.get(account) ?? []).filter(({ chargedSantim }) => chargedSantim > 0);
    const answered = sumOf(paid.map(({ chargedSantim }) => chargedSantim));
    if (charged !== answered || paid.length !== ofOne.length)
      wrong.push(`${ofOne.length} charges of ${charged} santim for ${paid.length} answers of ${answered}`);
  }
  for (const [account, ofOne] of answersOf)
    if (
      ofOne.some(({ chargedSantim }) => chargedSantim > 0) &&
      !charges.some((one) => one.account === account)
    )
      wrong.push("answers say that they were charged, and the ledger has no charge");
  const sources = groupBy(
    entries.filter(({ kind, source }) => kind === "topup" && source !== "operator"),
    ({ source }) => source,
  );
  for (const [, ofOne] of sources)
    if (ofOne.length > 1) wrong.push(`a payment was credited ${ofOne.length} times`);
  return wrong;
};

const mistakesInDays = (
  { days, units, reservations }: Books,
  limitOf: (subject: string) => number,
): string[] => {
  const wrong: string[] = [];
  // Older days go bit by bit.
  const [newest = "", before = newest] = [...new Set(days.map(({ day }) => day))].sort().reverse();
  const isKept = ({ day }: { readonly day: string }): boolean => day >= before;
  const nameOf = ({ subject, day }: { readonly subject: string; readonly day: string }) =>
    `${day} ${subject}`;
  const unitsOf = groupBy(units, nameOf);
  for (const day of days.filter(isKept)) {
    const counted = unitsOf.get(nameOf(day))?.length ?? 0;
    if (day.taken !== counted) wrong.push(`${day.taken} taken of a day, ${counted} counted`);
    if (day.taken < 0) wrong.push(`${day.taken} taken of a day`);
    const limit = limitOf(day.subject);
    if (day.taken > limit) wrong.push(`${day.taken} taken of a day that has ${limit}`);
  }
  const kept = new Map(reservations.map((one) => [one.id, one]));
  for (const { reservation } of units.filter(isKept)) {
    const { state, kind } = kept.get(reservation) ?? {};
    if (state === undefined || state === "void" || kind !== "quota")
      wrong.push(`a unit of a day belongs to a ${state ?? "missing"} reservation of ${kind ?? "nothing"}`);
  }
  return wrong;
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

export const groupBy = <Key, Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
};
