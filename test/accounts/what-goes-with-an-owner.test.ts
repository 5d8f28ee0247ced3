import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/database/store.ts";
import { codeOf, granted, openBooks, verified } from "../support/books.ts";
import { botMessages, openBotWorld } from "../support/bot-world.ts";
import { longTest } from "../support/extent.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** Which accounts go when an owner erases what is kept of them. */

const [first, second] = [1, 2];

describe.each(databaseKinds)("a shop of two owners, on %s", (kind) => {
  const openShop = async () => {
    const books = await openBooks(kind);
    const { accounts } = books;
    const { id } = granted(await accounts.registerTelegram(first));
    granted(await accounts.topUp(id, 100_000, "operator"));
    const by = { kind: "user", userId: first } as const;
    const { code } = granted(await accounts.createLinkCode(id, "owner", { by }));
    granted(await accounts.redeemLinkCode(code, second, "Almaz"));
    const request = await books.store.db.selectFrom("owner_request").select("id").executeTakeFirstOrThrow();
    granted(await accounts.decideOwner(request.id, first, true));
    return { accounts, id };
  };

  test("stays with the other one when one goes, also while it is suspended, and goes with the last", async () => {
    const { accounts, id } = await openShop();
    granted(await accounts.suspend(id));
    expect(granted(await accounts.accountsToErase({ telegram: second }))).toEqual([]);
    granted(await accounts.erase({ telegram: second }));
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(100_000);
    // Whoever was erased is still barred, and owns nothing.
    expect(granted(await accounts.telegramAccount(second))).toMatchObject({ account: id, role: "staff" });
    expect(granted(await accounts.accountsToErase({ telegram: first }))).toMatchObject([{ id }]);
    granted(await accounts.erase({ telegram: first }));
    expect(codeOf(await accounts.showAccount(id))).toBe("account_unknown");
    expect(granted(await accounts.accountsToErase({ telegram: first }))).toEqual([]);
  });

  test("keeps no name and no chat of an owner who is erased while it is suspended", async () => {
    const { accounts, id } = await openShop();
    granted(await accounts.meet(first, "Zerihunawit"));
    granted(await accounts.suspend(id));
    const shown = async () =>
      granted(await accounts.listMembers(id))
        .map(({ name }) => name)
        .sort();
    expect(await shown()).toEqual(["Almaz", "Zerihunawit"]);
    granted(await accounts.erase({ telegram: second }));
    granted(await accounts.meet(second, "Almaz"));
    expect(await shown()).toEqual(["", "Zerihunawit"]);
    expect(granted(await accounts.ownersOf(id)).map(({ chatId }) => chatId)).toEqual([first]);
    granted(await accounts.erase({ telegram: first }));
    granted(await accounts.meet(first, "Zerihunawit"));
    expect(await shown()).toEqual(["", ""]);
    expect(granted(await accounts.ownersOf(id)).map(({ chatId }) => chatId)).toEqual([null]);
  });

  test("does not go with an owner who was told that it stays", async () => {
    const { accounts, id } = await openShop();
    const told = await Promise.all(
      [first, second].map(async (telegram) => granted(await accounts.accountsToErase({ telegram }))),
    );
    expect(told).toEqual([[], []]);
    granted(await accounts.erase({ telegram: first }, []));
    expect(codeOf(await accounts.erase({ telegram: second }, []))).toBe("account_changed");
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(100_000);
    expect(granted(await accounts.telegramAccount(second))).toMatchObject({ account: id, role: "owner" });
  });
});

/** How many transactions wait for one that has changed a row of the table. */
const waitingFor = async (store: Store, table: string): Promise<number> => {
  const waiting =
    await sql`select 1 from pg_locks where locktype = 'tuple' and relation = ${table}::regclass`.execute(
      store.db,
    );
  return waiting.rows.length;
};

longTest("on PostgreSQL an account whose maker is erased counts on who becomes its owner", async () => {
  const { accounts, store, openBeside } = await openBooks("postgres");
  const besides = await openBeside();
  const { id } = granted(await accounts.registerTelegram(first));
  const { pseudonym } = granted(await accounts.telegramAccount(first)) ?? { pseudonym: "" };
  granted(await accounts.removeMember(id, { pseudonym, role: "owner", isLastToo: true }));
  const { code } = granted(await accounts.inviteOwner(id));
  const erasing: Promise<unknown>[] = [];
  const redeemed = await accounts.redeemLinkCode(code, second, "Almaz", async () => {
    erasing.push(besides.erase({ telegram: first }).then(codeOf));
    await expect.poll(() => waitingFor(store, "account")).toBe(1);
  });
  expect([codeOf(redeemed), await Promise.all(erasing)]).toEqual(["ok", ["ok"]]);
  const owner = granted(await accounts.telegramAccount(second));
  const made = await store.db.selectFrom("account").select("made_by").where("id", "=", id).execute();
  expect(made).toEqual([{ made_by: owner?.pseudonym }]);
});

longTest(
  "on PostgreSQL a key that goes with its account at the moment of its revocation is unknown",
  async () => {
    const { store, openAccount, openBeside } = await openBooks("postgres");
    const besides = await openBeside();
    const { keyId } = await openAccount(0);
    const revoking: Promise<unknown>[] = [];
    const deleted = await store.transaction(async (trx) => {
      await trx.deleteFrom("api_key").where("id", "=", keyId).execute();
      revoking.push(besides.revokeKey(keyId).then(codeOf));
      await expect.poll(() => waitingFor(store, "api_key")).toBe(1);
    });
    expect([codeOf(deleted), await Promise.all(revoking)]).toEqual(["ok", ["key_unknown"]]);
  },
);

test("an owner whose suspended shop is erased goes on being answered, /erase included", async () => {
  const world = await openBotWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  const { id } = world.telegram.people.user("selam");
  const account = granted(await world.accounts.telegramAccount(id))?.account ?? "";
  granted(await world.accounts.suspend(account));
  granted(await world.accounts.erase({ telegram: id }));
  await world.selam.say("/erase");
  await world.selam.say("/help");
  const said = await botMessages(world, 3);
  expect(said[1]?.text).toMatch(/^Erase what/);
});

test("what an owner's private chat was told and asked goes when the operator erases the account", async () => {
  const world = await openBotWorld();
  await world.selam.say("/start");
  await botMessages(world, 1);
  const receipt = await world.selam.say("DKF1AB2CD3");
  await botMessages(world, 2);
  await world.selam.edit(receipt, "never mind");
  await botMessages(world, 2, ({ text }) => text.startsWith("You changed the message"));
  await world.hana.say("/topup");
  await world.selam.say("/key");
  await botMessages(world, 3);
  const { id: userId } = world.telegram.people.conversation("selam").user();
  const { id: other } = world.telegram.people.conversation("hana").user();
  const kept = async () => {
    const told = await world.store.db.selectFrom("outbox").select("chat_id").execute();
    const texts = await world.store.db.selectFrom("answered_text").select("chat_id").execute();
    const asked = await world.store.db.selectFrom("open_question").select("chat_id").execute();
    return [told, texts, asked].map((rows) => rows.some(({ chat_id }) => Number(chat_id) === userId));
  };
  expect(await kept()).toEqual([true, true, true]);
  const { account = "" } = granted(await world.accounts.telegramAccount(userId)) ?? {};
  granted(await world.accounts.erase({ account }));
  expect(await kept()).toEqual([false, false, false]);
  const told = await world.store.db.selectFrom("outbox").select("chat_id").execute();
  expect(told.every(({ chat_id }) => Number(chat_id) === other)).toBe(true);
});

test("money that came in after it was told what goes is not erased", async () => {
  const books = await openBooks();
  const { id } = granted(await books.accounts.registerTelegram(4711));
  const told = granted(await books.accounts.accountsToErase({ telegram: 4711 }));
  const receipt = { provider: "beta", reference: "DKF1AB2CD3", amountSantim: 30_000 };
  granted(await books.accounts.creditReceipt({ account: id, ...receipt }));
  expect(codeOf(await books.accounts.erase({ telegram: 4711 }, told))).toBe("account_changed");
  expect(codeOf(await books.accounts.erase({ account: id }, told))).toBe("account_changed");
  const anew = granted(await books.accounts.accountsToErase({ telegram: 4711 }));
  expect(anew.map(({ balanceSantim }) => balanceSantim)).toEqual([30_000]);
  expect(granted(await books.accounts.erase({ telegram: 4711 }, anew))).toBe(true);
});

describe("money that was reserved when it was told what goes", () => {
  const openShop = async () => {
    const books = await openBooks();
    const { id } = granted(await books.accounts.registerTelegram(4711));
    granted(await books.accounts.topUp(id, 1_000, "operator"));
    const reservation = await books.reserve({ kind: "telegram", userId: 4711 });
    const told = granted(await books.accounts.accountsToErase({ telegram: 4711 }));
    expect(told).toMatchObject([{ balanceSantim: 500, reservedSantim: 500 }]);
    return { ...books, id, reservation, told };
  };

  test("goes as well, once it is given back or charged", async () => {
    const back = await openShop();
    granted(await back.accounts.void(back.reservation));
    expect(granted(await back.accounts.erase({ telegram: 4711 }, back.told))).toBe(true);
    const charged = await openShop();
    granted(await charged.accounts.commit(charged.reservation, verified()));
    expect(granted(await charged.accounts.erase({ telegram: 4711 }, charged.told))).toBe(true);
  });

  test("hides no money that has come in since", async () => {
    const { accounts, id, reservation, told } = await openShop();
    granted(await accounts.topUp(id, 1, "operator"));
    expect(codeOf(await accounts.erase({ telegram: 4711 }, told))).toBe("account_changed");
    granted(await accounts.void(reservation));
    expect(codeOf(await accounts.erase({ telegram: 4711 }, told))).toBe("account_changed");
  });
});
