import { describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { type Failure, fail, failureCodes, isBillable } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { openProviders } from "../../src/providers/registry.ts";
import type { LookUp } from "../../src/verify/look-up.ts";
import { createVerify } from "../../src/verify/verify.ts";
import { settingsOf, verifiedReceipt } from "../support/api.ts";
import { nothingSaved } from "../support/assessing.ts";
import { granted, openBooks, selam } from "../support/books.ts";

const [beta] = openProviders({ beta: settingsOf("beta") }, "full");
const body = { reference: "DKF7ABCD12" };

/** The use-case over real accounts, its look-up answered by the test. */
const openDesk = async (
  answer: () => Promise<Result<VerifiedReceipt, Failure>>,
  prepareAssessment?: Parameters<typeof createVerify>[0]["prepareAssessment"],
  commitOf = ({ commit }: Accounts): Accounts["commit"] => commit,
) => {
  const books = await openBooks();
  const asked: unknown[] = [];
  const lookUp: LookUp = async (_provider, _question, options) => {
    asked.push(options);
    return {
      result: await answer(),
      source: "live",
      checkedAt: books.now(),
      askedAt: books.now(),
      timings: { upstreamMs: 0, parseMs: 0 },
    };
  };
  if (beta === undefined) throw new Error("beta is not offered");
  const verify = createVerify({
    accounts: { ...books.accounts, commit: commitOf(books.accounts) },
    lookUp,
    prepareAssessment: prepareAssessment ?? nothingSaved(books.now),
    banks: [],
    now: books.now,
  });
  return { ...books, asked, verify, order: { provider: beta, body } };
};

describe("what an answer costs", () => {
  test("is 5 ETB when it is definitive, and nothing for any other of the closed list", async () => {
    let failure: Failure = { code: "internal_error" };
    const { verify, order, openAccount, accounts, pass } = await openDesk(async () => err(failure));
    const { id, caller } = await openAccount(500 * failureCodes.length);
    let balanceSantim = 500 * failureCodes.length;
    for (const code of failureCodes) {
      // Sooner, a repeat is free.
      pass(30 * 60_000);
      failure = { code };
      const { result, billing, seenBefore } = await verify({ ...order, caller });
      const charged = ["receipt_not_found", "receipt_not_completed", "receipt_mismatch"].includes(code);
      if (charged) balanceSantim -= 500;
      expect(isBillable(failure)).toBe(charged);
      expect(result).toMatchObject(err(failure));
      expect([billing, seenBefore]).toEqual([
        { kind: "balance", counted: charged, chargedSantim: charged ? 500 : 0, balanceSantim },
        null,
      ]);
    }
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(balanceSantim);
  });

  test("of a receipt to which a further account belongs is for a party of it alone", async () => {
    const { verify, order, openAccount } = await openDesk(async () => ok(verifiedReceipt));
    const { caller } = await openAccount(5_000);
    const { payer_account, receiver_account } = verifiedReceipt.receipt;
    const verdictFor = async (party: string) => {
      const { result, billing } = await verify({ ...order, caller, party });
      return [result.ok ? "Verified" : result.error.code, billing?.counted];
    };
    for (const account of [payer_account, receiver_account])
      expect(await verdictFor(account.replace(/\*+/, "00000000"))).toEqual(["Verified", true]);
    expect(await verdictFor("1000099990000")).toEqual(["receipt_mismatch", true]);
  });

  test("is 5 ETB when it is verified, and says so of the second time too", async () => {
    const { verify, order, openAccount, now } = await openDesk(async () => ok(verifiedReceipt));
    const { caller } = await openAccount(1_000);
    expect((await verify({ ...order, caller })).seenBefore).toBeNull();
    expect(await verify({ ...order, caller })).toMatchObject({
      result: ok(verifiedReceipt),
      billing: { chargedSantim: 500, balanceSantim: 0 },
      seenBefore: { firstAt: now(), times: 1 },
    });
    expect(await verify({ ...order, caller })).toMatchObject({
      result: err({ code: "balance_exhausted" }),
      billing: null,
    });
  });

  test("is the provider's own of this moment for whoever asks afresh", async () => {
    const { asked, verify, order } = await openDesk(async () => ok(verifiedReceipt));
    for (const isFresh of [undefined, false, true])
      await verify({ ...order, caller: selam, ...(isFresh !== undefined && { isFresh }) });
    expect(asked).toMatchObject([{ isFresh: false }, { isFresh: false }, { isFresh: true }]);
  });

  test("is told with what the receipt means for the merchant, and what its message claims", async () => {
    const { verify, order, openAccount } = await openDesk(async () => ok(verifiedReceipt));
    const [mine, shops] = [await openAccount(5_000), await openAccount(0)];
    const claims = { amountsSantim: [1_250_000], areTransferred: true };
    const told = async (merchantAccount?: string | null) => {
      const asked = { ...order, caller: mine.caller, claims };
      const { assessment, seenBefore } = await verify({
        ...asked,
        ...(merchantAccount !== undefined && { merchantAccount }),
      });
      return [assessment?.reasons, seenBefore?.times ?? 0];
    };
    const [other, seen, unknown] = ["other_amount", "seen_before", "receiver_unknown"];
    expect(await told()).toEqual([[other, unknown], 0]);
    expect(await told()).toEqual([[other, seen, unknown], 1]);
    expect(await told(shops.id)).toEqual([[other, unknown], 0]);
    expect(await told(shops.id)).toEqual([[other, seen, unknown], 1]);
    expect(await told(null)).toEqual([[other, unknown], 0]);
    expect(await told(mine.id)).toEqual([[other, seen, unknown], 2]);
  });

  test("goes back, and no answer is given, while the saved accounts cannot be read", async () => {
    const { store, verify, order, openAccount, accounts } = await openDesk(
      async () => ok(verifiedReceipt),
      async () => fail("overloaded"),
    );
    const { id, caller } = await openAccount(500);
    expect(await verify({ ...order, caller })).toMatchObject({
      result: err({ code: "overloaded" }),
      assessment: null,
    });
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(500);
    expect(await store.db.selectFrom("seen_receipt").selectAll().execute()).toEqual([]);
  });

  test("goes back, and no answer is given, where the answer cannot be kept", async () => {
    const { verify, order, openAccount, accounts } = await openDesk(
      async () => ok(verifiedReceipt),
      undefined,
      () => async () => fail("overloaded"),
    );
    const { id, caller } = await openAccount(500);
    expect(await verify({ ...order, caller })).toMatchObject({ result: err({ code: "overloaded" }) });
    // What was reserved is there for others of the account.
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(500);
  });

  test("is nothing for a repeat while a receipt may still appear, and the provider itself is asked for it", async () => {
    const answers: Result<VerifiedReceipt, Failure>[] = [
      err({ code: "receipt_not_found" }),
      err({ code: "receipt_not_completed", receiptStatus: "Pending" }),
      ok(verifiedReceipt),
    ];
    const { asked, verify, order, openAccount } = await openDesk(
      async () => answers.shift() ?? ok(verifiedReceipt),
    );
    const { caller } = await openAccount(5_000);
    const told: unknown[] = [];
    for (let n = 0; n < 4; n++) {
      const { result, billing } = await verify({ ...order, caller });
      told.push([result.ok || result.error.code, billing?.counted]);
    }
    expect(told).toEqual([
      ["receipt_not_found", true],
      ["receipt_not_completed", false],
      [true, false],
      [true, false],
    ]);
    // What was found is a receipt as any other.
    expect(asked).toMatchObject([false, true, true, false].map((isFresh) => ({ isFresh })));
  });

  test("is nothing for what is no question: nothing is reserved", async () => {
    const { verify, order, store } = await openDesk(async () => ok(verifiedReceipt));
    expect(await verify({ ...order, body: {}, caller: selam })).toMatchObject({ billing: null });
    expect(await store.db.selectFrom("reservation").selectAll().execute()).toEqual([]);
  });

  test("is nothing when a look-up breaks", async () => {
    const { verify, order, remaining } = await openDesk(async () => {
      throw new Error("a bug");
    });
    await expect(verify({ ...order, caller: selam })).rejects.toThrow("a bug");
    expect(await remaining(selam)).toBe(5);
  });

  test("is nothing when what joins its count breaks", async () => {
    const { verify, order, remaining } = await openDesk(async () => ok(verifiedReceipt));
    const alongside = {
      isMine: async () => true,
      keep: async () => {
        throw new Error("a bug");
      },
    };
    await expect(verify({ ...order, caller: selam, alongside })).rejects.toThrow("a bug");
    expect(await remaining(selam)).toBe(5);
  });
});

describe("an answer whose count cannot be written", () => {
  test("is not given", async () => {
    const { verify, order, store } = await openDesk(async () => {
      await store.close();
      return ok(verifiedReceipt);
    });
    const { result, billing } = await verify({ ...order, caller: selam });
    expect(result).toMatchObject({ ok: false, error: { code: "overloaded" } });
    expect(billing).toBeNull();
  });

  test("is not given when its time was over and what it held went to another request", async () => {
    const { verify, order, accounts, pass } = await openDesk(async () => {
      pass(60_000);
      granted(await accounts.applyRetention());
      return ok(verifiedReceipt);
    });
    const { result } = await verify({ ...order, caller: selam });
    expect(result).toMatchObject({ ok: false, error: { code: "overloaded" } });
  });
});

describe("what joins the count of an order", () => {
  test("is told the whole verification, in the transaction that counts it", async () => {
    const { verify, order, store } = await openDesk(async () => ok(verifiedReceipt));
    const kept: unknown[] = [];
    const verification = await verify({
      ...order,
      caller: selam,
      alongside: {
        isMine: async () => true,
        keep: async (trx, told) => {
          kept.push(told);
          await trx.insertInto("chat").values({ chat_id: 1, language: "am" }).execute();
        },
      },
    });
    expect(kept).toEqual([verification]);
    expect(await store.db.selectFrom("chat").selectAll().execute()).toHaveLength(1);
  });

  test("is left alone when the answer costs nothing", async () => {
    const { verify, order } = await openDesk(async () => err({ code: "provider_timeout" }));
    const alongside = {
      isMine: async () => {
        throw new Error("nobody is to be asked");
      },
      keep: async () => {},
    };
    expect((await verify({ ...order, caller: selam, alongside })).billing?.counted).toBe(false);
  });
});
