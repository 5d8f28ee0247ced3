import { onTestFinished } from "vitest";
import {
  type Accounts,
  type Ask,
  type Caller,
  createAccounts,
  type DefinitiveAnswer,
  type KeyMode,
} from "../../src/accounts/accounts.ts";
import type { Failure } from "../../src/core/failure.ts";
import type { Result } from "../../src/core/result.ts";
import { openStore, type Store } from "../../src/database/store.ts";
import { type DatabaseKind, temporaryStoreOn, testSecret } from "./temporary-store.ts";

export const shop: Caller = { kind: "address", address: "203.0.113.7" };
export const selam: Caller = { kind: "telegram", userId: 4711 };
export const deadlineMs = 15_000;

/** One question; another number is another one. */
export const askFor = (number = 1, mode: KeyMode = "live"): Ask => ({
  deadlineMs,
  question: { provider: "beta", canonical: `beta ${referenceOf(number)}` },
  mode,
});

type VerifiedAnswer = Extract<DefinitiveAnswer, { readonly verdict: "verified" }>;

export const verified = (number = 1, amountSantim = 125_000): VerifiedAnswer => ({
  askedAt: null,
  receiptSource: null,
  verdict: "verified",
  receipt: {
    reference: referenceOf(number),
    amountSantim,
    leg: { isReceiving: false, told: [referenceOf(number)] },
  },
  takings: null,
});

export const missed: Exclude<DefinitiveAnswer, VerifiedAnswer> = {
  askedAt: null,
  receiptSource: null,
  verdict: "receipt_not_found",
  receiptIds: [],
  mayChange: false,
};

const referenceOf = (number: number): string => `DK${String(number).padStart(8, "0")}`;

/** What was asked for; throws where it was refused. */
export const granted = <T>(result: Result<T, { readonly code: string }>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}`);
  return result.value;
};

/** An owner agrees to everybody who wants to own an account with them. */
export const confirmOwners = async (
  { accounts, store }: { readonly accounts: Pick<Accounts, "decideOwner">; readonly store: Store },
  owner: number,
): Promise<void> => {
  const waiting = await store.db.selectFrom("owner_request").select("id").execute();
  for (const { id } of waiting) granted(await accounts.decideOwner(id, owner, true));
};

export const codeOf = (result: Result<unknown, { readonly code: string }>): string =>
  result.ok ? "ok" : result.error.code;

/** Asks again while the database has no room: on a slow machine some of hundreds at once are told so. */
export const untilThereIsRoom = async <T extends Result<unknown, { readonly code: string }>>(
  ask: () => Promise<T>,
): Promise<T> => {
  let result = await ask();
  while (codeOf(result) === "overloaded") result = await ask();
  return result;
};

/** Accounts on a new database, with a clock that the test moves; noon in Addis Ababa unless told otherwise. */
export const openBooks = async (kind: DatabaseKind = "sqlite", start = "2026-11-15T09:00:00Z") => {
  let at = new Date(start);
  const now = () => at;
  const { store, databaseUrl } = await temporaryStoreOn(kind, now);
  const failures: Failure[] = [];
  const accounts = createAccounts({
    store,
    secret: testSecret,
    now,
    onRetentionFailed: (failure) => failures.push(failure),
  });
  const pass = (ms: number) => {
    at = new Date(at.getTime() + ms);
  };
  const reserve = async (caller: Caller = shop, ask: Ask = askFor()) =>
    granted(await accounts.reserve(caller, ask));
  /** Asks and is answered. */
  const verify = async (caller: Caller, answer: DefinitiveAnswer = verified(), ask: Ask = askFor()) =>
    granted(await accounts.commit(await reserve(caller, ask), answer));
  const remaining = async (caller: Caller = shop) => granted(await accounts.quotaOf(caller))?.remaining;
  /** An account that pays, with a key of its own. */
  const openAccount = async (santim: number, mode: KeyMode = "live") => {
    const { id } = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
    if (santim > 0) granted(await accounts.topUp(id, santim, "operator"));
    const { key, id: keyId } = granted(await accounts.createKey(id, mode));
    return { id, keyId, key, caller: { kind: "key", key } as const };
  };
  /** The same database from another process's point of view: a store and accounts of its own. */
  const openBeside = async () => {
    const besides = await openStore({ databaseUrl, secret: testSecret, now });
    onTestFinished(() => besides.close());
    return createAccounts({ store: besides, secret: testSecret, now });
  };
  return {
    accounts,
    store,
    databaseUrl,
    openBeside,
    now,
    pass,
    reserve,
    verify,
    remaining,
    openAccount,
    failures,
  };
};

export type Books = Awaited<ReturnType<typeof openBooks>>;
