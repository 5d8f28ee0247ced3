import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Caller, DefinitiveAnswer } from "../../src/accounts/accounts.ts";
import { noteAnswer } from "../../src/accounts/guess-limit.ts";
import { askFor, type Books, codeOf, granted, missed, openBooks, verified } from "../support/books.ts";
import { isFull, longTest, oneIn } from "../support/extent.ts";
import { databaseKinds } from "../support/temporary-store.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const mismatch: DefinitiveAnswer = { ...missed, verdict: "receipt_mismatch" };
const incomplete: DefinitiveAnswer = { ...missed, verdict: "receipt_not_completed" };

/** Asks one question after the other until it is refused; says how many were answered, and the refusal. */
const walk = async ({ accounts }: Books, caller: Caller, answers: readonly DefinitiveAnswer[]) => {
  for (const [number, answer] of answers.entries()) {
    const reserved = await accounts.reserve(caller, askFor(number));
    if (!reserved.ok) return { answered: number, error: reserved.error };
    expect(codeOf(await accounts.commit(reserved.value, answer))).toBe("ok");
  }
  return { answered: answers.length, error: null };
};

/** Thirty questions at once, answered in their order. */
const burst = async ({ accounts }: Books, caller: Caller, answerOf: (n: number) => DefinitiveAnswer) => {
  const reserved = await Promise.all(times(30, caller).map((one, n) => accounts.reserve(one, askFor(n))));
  return Promise.all(reserved.map((one, n) => (one.ok ? accounts.commit(one.value, answerOf(n)) : one)));
};

const times = <T>(count: number, one: T): readonly T[] => Array.from({ length: count }, () => one);
const hit = verified();
const blocked = { code: "abnormal_usage" };

describe.each(databaseKinds)("guessing on %s", (kind) => {
  test("is refused after eleven misses in a row for 15 minutes, then for 30, then for an hour", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(1_000 * 500);
    for (const [misses, minutes] of [
      [missed, 15],
      [mismatch, 30],
      [missed, 60],
    ] as const) {
      expect(await walk(books, caller, times(1_000, misses))).toEqual({
        answered: 11,
        error: { code: "abnormal_usage", retryAfterSeconds: minutes * 60 },
      });
      books.pass(minutes * minuteMs - 1);
      expect((await walk(books, caller, [hit])).error).toEqual({
        code: "abnormal_usage",
        retryAfterSeconds: 1,
      });
      books.pass(1);
      expect((await walk(books, caller, times(10, missed))).error).toBeNull();
      expect((await walk(books, caller, [hit])).error).toBeNull();
    }
    books.pass(25 * hourMs);
    expect((await walk(books, caller, times(12, missed))).error).toMatchObject({ retryAfterSeconds: 900 });
  });

  longTest("is told by its share of misses in an hour: more than 60 % of at least thirty", async () => {
    // Never eleven in a row: a hit after every ten misses.
    const mixed = (hits: number, misses: number) => [
      ...times(hits - Math.floor(misses / 10), hit),
      ...Array.from({ length: misses + Math.floor(misses / 10) }, (_, n) => (n % 11 === 10 ? hit : missed)),
    ];
    const books = await openBooks(kind);
    const { caller: fair } = await books.openAccount(500 * 500);
    expect(await walk(books, fair, [...mixed(12, 18), hit])).toMatchObject({ answered: 31, error: null });
    const { caller: guesser } = await books.openAccount(500 * 500);
    expect(await walk(books, guesser, [...mixed(11, 19), hit])).toMatchObject({
      answered: 30,
      error: { code: "abnormal_usage" },
    });
    const { caller: slow } = await books.openAccount(500 * 500);
    expect((await walk(books, slow, mixed(7, 13))).error).toBeNull();
    books.pass(hourMs);
    expect((await walk(books, slow, mixed(7, 13))).error).toBeNull();
  });

  test("is told by fifty misses among the last hundred answers", async () => {
    const books = await openBooks(kind);
    const halves = Array.from({ length: 200 }, (_, n) => (n % 2 ? missed : hit));
    const { caller: guesser } = await books.openAccount(500 * 500);
    expect(await walk(books, guesser, halves)).toMatchObject({
      answered: 100,
      error: { code: "abnormal_usage", retryAfterSeconds: 900 },
    });
  });

  longTest("is told by fifty misses again after the block, at any pace, and not by forty-nine", async () => {
    const books = await openBooks(kind);
    const halves = Array.from({ length: 200 }, (_, n) => (n % 2 ? missed : hit));
    const { caller: guesser } = await books.openAccount(500 * 500);
    await walk(books, guesser, halves);
    books.pass(15 * minuteMs);
    expect(await walk(books, guesser, halves)).toMatchObject({
      answered: 100,
      error: { code: "abnormal_usage", retryAfterSeconds: 1_800 },
    });
    const { caller: slow } = await books.openAccount(500 * 500);
    let answered = 0;
    for (const answer of halves) {
      if ((await walk(books, slow, [answer])).error !== null) break;
      answered += 1;
      books.pass(10 * minuteMs);
    }
    expect(answered).toBe(100);
    // One hit more in each hundred, and nobody is stopped.
    const { caller: fair } = await books.openAccount(500 * 500);
    const fairly = Array.from({ length: 200 }, (_, n) => (n % 2 && n % 100 !== 99 ? missed : hit));
    expect((await walk(books, fair, fairly)).error).toBeNull();
  });

  test("is told in one process when it was done in two", async () => {
    const books = await openBooks(kind);
    const besides = { ...books, accounts: await books.openBeside() };
    const { caller } = await books.openAccount(100 * 500);
    expect((await walk(books, caller, times(6, missed))).error).toBeNull();
    expect((await walk(besides, caller, times(5, missed))).error).toBeNull();
    expect((await walk(books, caller, [hit])).error?.code).toBe("abnormal_usage");
  });

  test("is nothing that a burst within the balance does: each gets its answer", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(24 * 500);
    const settled = await burst(books, caller, (n) => (n % 3 === 0 ? missed : verified(n)));
    expect(settled.map(codeOf).sort()).toEqual([...times(6, "balance_exhausted"), ...times(24, "ok")]);
  });

  test("is told as well in a burst: eleven misses are told, and nothing else, free of charge", async () => {
    const books = await openBooks(kind);
    const { accounts } = books;
    const { id, caller } = await books.openAccount(30 * 500);
    // A receipt among the guesses is not told either, or whoever hears nothing of the others would know them.
    const settled = await burst(books, caller, (n) => (n === 29 ? hit : missed));
    expect(settled.map(codeOf).sort()).toEqual([...times(19, "abnormal_usage"), ...times(11, "ok")]);
    expect(settled.at(-1)).toEqual({ ok: false, error: { code: "abnormal_usage", retryAfterSeconds: 900 } });
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(19 * 500);
    expect(granted(await accounts.allowanceOf(caller))).toEqual({ kind: "balance", balanceSantim: 19 * 500 });
    const today = { since: books.now(), until: new Date(books.now().getTime() + 1), limit: 50 };
    expect(granted(await accounts.historyOf(id, today))).toHaveLength(11);
    expect(codeOf(await accounts.reserve(caller, askFor(99)))).toBe("abnormal_usage");
    books.pass(15 * minuteMs);
    // What was under way when the account was refused is not held against it again.
    expect((await walk(books, caller, times(12, missed))).answered).toBe(11);
    expect((await accounts.reserve(caller, askFor(99))).ok).toBe(false);
  });

  test("is not what receipts that are not completed show, nor misses that lie days apart", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(1_000 * 500);
    expect((await walk(books, caller, times(40, incomplete))).error).toBeNull();
    for (let day = 0; day < 15; day++) {
      expect((await walk(books, caller, [missed])).error).toBeNull();
      expect(codeOf(await books.accounts.reserve(caller, askFor(1)))).toBe("ok");
      books.pass(25 * hourMs);
    }
  });

  test("is not what a chat does that looks for the same receipt again and again", async () => {
    const books = await openBooks(kind);
    granted(await books.accounts.registerTelegram(1));
    const chat = { kind: "telegram", userId: 1 } as const;
    for (let n = 0; n < 15; n++) await books.verify(chat, missed);
  });

  const passedOn = (verdict: DefinitiveAnswer): DefinitiveAnswer => ({
    ...verdict,
    receiptSource: { id: "a", part: "b", isWhole: true, message: null, isPassedOn: true },
  });

  test("is not what messages of others do that are passed on, up to fifty misses of the last hundred", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(1_000 * 500);
    const junk = times(12, passedOn(missed));
    expect((await walk(books, caller, [...junk, ...times(10, missed)])).error).toBeNull();
    // What is found counts like any other answer, and the person's own misses as before.
    expect((await walk(books, caller, [passedOn(hit), ...junk, ...times(10, missed)])).error).toBeNull();
    expect(await walk(books, caller, [missed, hit])).toMatchObject({ answered: 1, error: blocked });
  });

  longTest("is stopped after fifty misses that are forwarded, with guesses between them or not", async () => {
    const books = await openBooks(kind);
    const { caller } = await books.openAccount(1_000 * 500);
    const guesses = times(200, passedOn(missed));
    expect(await walk(books, caller, guesses)).toMatchObject({ answered: 50, error: blocked });
    books.pass(15 * minuteMs);
    expect(await walk(books, caller, [...times(10, missed), ...guesses])).toMatchObject({
      answered: 50,
      error: { code: "abnormal_usage", retryAfterSeconds: 1_800 },
    });
  });

  test("is each account's own, and none of a test key's", async () => {
    const books = await openBooks(kind);
    const [one, other] = [await books.openAccount(100 * 500), await books.openAccount(500)];
    const { caller: tester } = await books.openAccount(0, "test");
    expect((await walk(books, one.caller, times(20, missed))).answered).toBe(11);
    expect((await walk(books, other.caller, [missed])).error).toBeNull();
    for (let n = 0; n < 20; n++) await books.verify(tester, missed, askFor(n, "test"));
  });
});

const answersOfOne = isFull ? 10_000 : 2_000;

test.each(oneIn(3, [0.2, 0.1, 0.05]))(
  "an honest merchant with a share of %d misses is never refused in thousands of answers",
  async (share) => {
    const { store, now, pass, openAccount } = await openBooks();
    const { id } = await openAccount(0);
    const [chances = []] = fc.sample(
      fc.noBias(fc.array(fc.nat(99), { minLength: answersOfOne, maxLength: answersOfOne, size: "max" })),
      { numRuns: 1, seed: 20_261_121 },
    );
    const noted = await store.transaction(async (trx) => {
      for (const chance of chances) {
        const verdict = chance < share * 100 ? "receipt_not_found" : "verified";
        await noteAnswer(trx, [{ subject: id, day: null }], { verdict, isPassedOn: false }, now());
        pass(7_000);
      }
      return trx.selectFrom("guess_limit").select(["blocked_until", "blocks"]).execute();
    });
    expect(granted(noted)).toEqual([{ blocked_until: 0, blocks: 0 }]);
  },
);
