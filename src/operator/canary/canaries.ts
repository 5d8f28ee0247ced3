import type { CanaryReceipt } from "../../config/canary-file.ts";
import { createPseudonym } from "../../core/crypto.ts";
import type { Failure } from "../../core/failure.ts";
import type { Observe } from "../../core/measurements.ts";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { flat, ok, type Result } from "../../core/result.ts";
import { startProblem } from "../../core/start-problem.ts";
import { dayMs, minuteMs } from "../../core/time.ts";
import type { Store } from "../../database/store.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Verify } from "../../verify/verify.ts";
import type { CanaryState } from "../alarms/alarm-states.ts";

/** Asks the banks for the operator's own receipts, so that a bank that fails is known before a merchant meets it. */
export type Canaries = {
  /** Asks for those that are due, each by one process. Failure: `overloaded`, while the database is away. */
  readonly round: () => Promise<Result<void, Failure>>;
  /** How the receipts of each bank fared last, whichever process asked. */
  readonly states: () => Promise<Result<readonly CanaryState[], Failure>>;
};

type Dependencies = {
  readonly receipts: readonly CanaryReceipt[];
  readonly providers: readonly Provider[];
  /** Counts on nobody, and is not answered from the cache. */
  readonly verify: Verify;
  readonly store: Pick<Store, "transaction" | "read">;
  readonly secret: string;
  readonly observe: Observe;
  readonly now: () => Date;
  /** In [0, 1), so that installations do not ask at the same time. */
  readonly random?: () => number;
};

type Canary = {
  readonly id: string;
  readonly provider: Provider;
  readonly request: CanaryReceipt["request"];
  readonly amountSantim: number | null;
};

const everyMs = 15 * minuteMs;

/** Throws a start problem for a request that its provider cannot be asked with. */
export const createCanaries = (deps: Dependencies): Canaries => {
  const { store, observe, now } = deps;
  const canaries = canariesOf(deps);
  const check = async (canary: Canary): Promise<Result<void, Failure>> => {
    const outcome = await ask(canary, deps.verify);
    // Our own lack of room says nothing about the bank.
    if (outcome?.code === "overloaded") return ok(undefined);
    observe({ kind: "canary", provider: canary.provider.label, isVerified: outcome === null });
    return noteOutcome(store, canary, outcome, now());
  };
  return {
    round: async () => {
      const due = await takeDue(deps, canaries);
      if (!due.ok) return due;
      const noted = await Promise.all(due.value.map(check));
      return noted.find((one) => !one.ok) ?? ok(undefined);
    },
    states: () => readStates(store),
  };
};

/** A failed look at one of the operator's receipts: a code, or `amount_differs`. */
type CanaryFailure = { readonly code: string; readonly clause: string };

/** Asks for a receipt; null: it is verified. */
const ask = async (
  { provider, request, amountSantim }: Omit<Canary, "id">,
  verify: Verify,
): Promise<CanaryFailure | null> => {
  const { result } = await verify({
    caller: { kind: "known_key", id: "operator" },
    provider,
    body: request,
    merchantAccount: null,
  });
  return failureIn(result, amountSantim);
};

/** What is wrong with the answer to one of the operator's own receipts; null: nothing is. */
export const failureIn = (
  result: Result<VerifiedReceipt, Failure>,
  amountSantim: number | null,
): CanaryFailure | null => {
  if (!result.ok) {
    const { code, detail = "" } = result.error;
    return { code, clause: code === "provider_format_changed" ? detail.slice(0, 200) : "" };
  }
  const differs = amountSantim !== null && result.value.amountMinor !== amountSantim;
  return differs ? { code: "amount_differs", clause: "" } : null;
};

/** The receipts with their banks. Throws a start problem for one that its bank cannot be asked for. */
export const openCanaries = (
  receipts: readonly CanaryReceipt[],
  providers: readonly Provider[],
): readonly Omit<Canary, "id">[] =>
  receipts.map(({ provider: label, request, amountSantim }, index) => {
    const provider = providers.find((one) => one.label === label);
    if (provider === undefined) throw startProblem(`CANARY_FILE: receipts.${index}: ${label} is not offered`);
    const question = provider.open(request);
    if (question.ok) return { provider, request, amountSantim };
    const { code, param = "" } = question.error;
    throw startProblem(`CANARY_FILE: receipts.${index}.request cannot be asked: ${code} ${param}`.trimEnd());
  });

const canariesOf = ({ receipts, providers, secret }: Dependencies): readonly Canary[] => {
  const pseudonym = createPseudonym(secret, "canary");
  return openCanaries(receipts, providers).map((one) => ({
    ...one,
    id: pseudonym(one.provider.label, one.request),
  }));
};

/** Takes those that are due, in one transaction: what this process has moved on no other takes. */
const takeDue = async (
  { store, now, random = Math.random }: Dependencies,
  canaries: readonly Canary[],
): Promise<Result<readonly Canary[], Failure>> => {
  const at = now().getTime();
  return flat(
    await store.transaction(async (trx) => {
      const due: Canary[] = [];
      for (const canary of canaries) {
        const { id, provider } = canary;
        await trx
          .insertInto("canary")
          .values({
            id,
            provider: provider.label,
            next_at: at,
            failures: 0,
            code: "",
            clause: "",
            checked_at: null,
          })
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
        const taken = await trx
          .updateTable("canary")
          .set({ next_at: Math.round(at + everyMs * (0.9 + 0.2 * random())) })
          .where("id", "=", id)
          // A clock that was ahead for a while must not keep it waiting.
          .where((eb) => eb.or([eb("next_at", "<=", at), eb("next_at", ">", at + 2 * everyMs)]))
          .returning("id")
          .executeTakeFirst();
        if (taken !== undefined) due.push(canary);
      }
      // Receipts that the file no longer names.
      await trx
        .deleteFrom("canary")
        .where("next_at", "<", at - dayMs)
        .execute();
      return ok(due);
    }),
  );
};

const noteOutcome = async (
  store: Dependencies["store"],
  { id }: Canary,
  outcome: CanaryFailure | null,
  at: Date,
): Promise<Result<void, Failure>> =>
  store.transaction(async (trx) => {
    await trx
      .updateTable("canary")
      .set((eb) => ({
        failures: outcome === null ? 0 : eb("failures", "+", 1),
        code: outcome?.code ?? "",
        clause: outcome?.clause ?? "",
        checked_at: at.getTime(),
      }))
      .where("id", "=", id)
      .execute();
  });

const readStates = (store: Dependencies["store"]) =>
  store.read(async (db): Promise<readonly CanaryState[]> => {
    const rows = await db.selectFrom("canary").selectAll().orderBy("failures", "desc").execute();
    const worst = new Map(rows.toReversed().map((row) => [row.provider, row]));
    return [...worst.values()].map(({ provider, failures, code, clause }) => ({
      provider,
      failures: Number(failures),
      code,
      clause,
      isChecked: rows.every((row) => row.provider !== provider || row.checked_at !== null),
    }));
  });
