import { describe, expect, test } from "vitest";
import type { Caller } from "../../src/accounts/accounts.ts";
import { askFor, granted, missed, openBooks, verified } from "../support/books.ts";
import { databaseKinds } from "../support/temporary-store.ts";

const notYet = { ...missed, receiptIds: ["DK00000001"] };

const inMessage = (messageId: number) => ({
  receiptSource: {
    id: `chat -5 message ${messageId}`,
    part: "a",
    isWhole: true,
    message: { chatId: -5, messageId },
  },
});

const openShop = async (kind: (typeof databaseKinds)[number]) => {
  const books = await openBooks(kind);
  const { id, caller } = await books.openAccount(50 * 500);
  const rows = () => books.store.db.selectFrom("early_question").selectAll().execute();
  return { ...books, id, caller, rows };
};

describe.each(databaseKinds)("a question before its bank has the receipt, on %s", (kind) => {
  test("is noted once for a message that asks twice at the same moment, and beside one who is shown it", async () => {
    const { accounts, openBeside, reserve, caller, rows, now, pass } = await openShop(kind);
    const besides = await openBeside();
    const asked = now();
    const first = [await reserve(caller), await reserve(caller)];
    const told = await Promise.all(
      first.map((one, n) => (n ? besides : accounts).commit(one, { ...notYet, ...inMessage(7) })),
    );
    for (const one of told) expect(one.ok).toBe(true);
    expect(await rows()).toHaveLength(1);
    pass(1_000);
    const [found, still] = [await reserve(caller), await reserve(caller)];
    const [shown, missing] = await Promise.all([
      accounts.commit(found, { ...verified(), ...inMessage(8) }),
      besides.commit(still, { ...notYet, ...inMessage(7) }),
    ]);
    expect(missing.ok).toBe(true);
    const early = { askedAt: asked, isSameMessage: false, who: { kind: "you" } };
    expect(granted(shown)).toMatchObject({ seenBefore: null, askedEarly: early });
    // The same commit again says the same.
    expect(granted(await accounts.commit(found, { ...verified(), ...inMessage(8) })).askedEarly).toEqual(
      early,
    );
  });

  test("of a program is told to whoever shows the receipt in a chat, and not to the program", async () => {
    const { id, accounts, verify, caller, pass } = await openShop(kind);
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, 1, "Hana"));
    const hana: Caller = { kind: "telegram", userId: 1 };
    await verify(caller, notYet);
    pass(1_000);
    expect((await verify(caller, verified())).askedEarly).toBeNull();
    await verify(caller, { ...notYet, receiptIds: ["DK00000002"] }, askFor(2));
    pass(1_000);
    const shown = await verify(hana, { ...verified(2), ...inMessage(7) }, askFor(2));
    expect(shown.askedEarly).toMatchObject({ isSameMessage: false, who: { kind: "key" } });
  });

  test("goes with its account", async () => {
    const { id, accounts, verify, caller, rows } = await openShop(kind);
    await verify(caller, { ...notYet, ...inMessage(7) });
    expect(await rows()).toHaveLength(1);
    granted(await accounts.erase({ account: id }));
    expect(await rows()).toEqual([]);
  });

  test("of a payment that was undone, or of another receipt, is none", async () => {
    const { verify, caller, rows } = await openShop(kind);
    await verify(caller, { ...notYet, verdict: "receipt_not_completed" });
    await verify(caller, { ...notYet, verdict: "receipt_mismatch" }, askFor(2));
    expect(await rows()).toEqual([]);
  });
});
