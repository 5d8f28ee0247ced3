import { describe, expect, test } from "vitest";
import { createMerchantOf } from "../../src/bot/conversation/caller.ts";
import { codeOf, granted, openBooks } from "../support/books.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** Which merchant a message is assessed for, on whom it counts, and who may save. */

const group = -1_000_123;
const [selam, hana, abebe] = [1, 2, 3];
const inGroup = { chatId: group, messageId: 1 };
const inPrivate = (userId: number) => ({ place: { chatId: userId, messageId: 1 }, userId });

describe.each(databaseKinds)("which account is assessed for, on %s", (kind) => {
  const openShop = async () => {
    const books = await openBooks(kind);
    const { accounts } = books;
    const { id } = granted(await accounts.registerTelegram(selam));
    granted(await accounts.meet(selam, "Selam"));
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, hana, "Hana"));
    return { ...books, shop: id, merchantOf: createMerchantOf({ accounts }) };
  };

  test("in a private chat it is the person's own; staff ask its owner", async () => {
    const { shop, merchantOf } = await openShop();
    expect(await merchantOf(inPrivate(selam))).toMatchObject({ account: shop, decider: "person" });
    expect(await merchantOf(inPrivate(hana))).toMatchObject({ account: shop, decider: "owners" });
    expect(await merchantOf(inPrivate(abebe))).toEqual({
      account: null,
      countedOn: { kind: "telegram", userId: abebe },
      decider: "person",
      shop: "",
    });
  });

  test("in a group it is the one that the group is bound to, whoever posts; nobody's before", async () => {
    const { accounts, shop, merchantOf } = await openShop();
    const posted = [selam, hana, abebe, group].map((userId) => ({ place: inGroup, userId }));
    for (const writer of posted)
      expect(await merchantOf(writer)).toMatchObject({ account: null, decider: "nobody" });
    expect(granted(await accounts.bindGroup(group, selam, null))).toBe(true);
    for (const writer of posted)
      expect(await merchantOf(writer)).toEqual({
        account: shop,
        countedOn: { kind: "telegram", userId: writer.userId },
        decider: "owners",
        shop: "Selam",
      });
    granted(await accounts.suspend(shop));
    expect(await merchantOf({ place: inGroup, userId: abebe })).toMatchObject({ account: null });
  });

  test("a group is bound and unbound by owners alone, and goes on when it becomes another chat", async () => {
    const { accounts, shop } = await openShop();
    expect(codeOf(await accounts.bindGroup(group, hana, null))).toBe("not_owner");
    expect(codeOf(await accounts.bindGroup(group, abebe, null))).toBe("not_owner");
    expect(granted(await accounts.bindGroup(group, selam, null))).toBe(true);
    const { id: other } = granted(await accounts.registerTelegram(abebe));
    expect(granted(await accounts.bindGroup(group, abebe, null))).toBe(false);
    expect(granted(await accounts.unbindGroup(group, abebe))).toBe(false);
    expect(granted(await accounts.groupAccount(group))).toBe(shop);
    expect(granted(await accounts.bindGroup(group, abebe, shop))).toBe(true);
    granted(await accounts.moveGroup(group, -5));
    granted(await accounts.moveGroup(group, -5));
    // What was asked there before, and waits, is of the same shop, as long as the group is bound to it.
    for (const chatId of [group, -5]) expect(granted(await accounts.groupAccount(chatId))).toBe(other);
    expect(granted(await accounts.bindGroup(-5, selam, other))).toBe(true);
    for (const chatId of [group, -5]) expect(granted(await accounts.groupAccount(chatId))).toBe(shop);
    expect(granted(await accounts.unbindGroup(-5, selam))).toBe(true);
    granted(await accounts.moveGroup(group, -5));
    for (const chatId of [group, -5]) expect(granted(await accounts.groupAccount(chatId))).toBeNull();
  });

  test("a group's binding goes with the account when that is erased", async () => {
    const { accounts, store } = await openShop();
    granted(await accounts.bindGroup(group, selam, null));
    granted(await accounts.erase({ telegram: selam }));
    expect(await store.db.selectFrom("group_binding").selectAll().execute()).toEqual([]);
  });
});

describe("what people are called", () => {
  test("is kept sealed for whoever has an account, as they are called now; owners can be reached", async () => {
    const { accounts, store } = await openBooks();
    expect(granted(await accounts.meet(selam, "Selam"))).toBe(false);
    const { id } = granted(await accounts.registerTelegram(715_517_715));
    for (const name of ["Selam", "Selam", "Selamawit"])
      expect(granted(await accounts.meet(715_517_715, name))).toBe(true);
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, hana, "Hana"));
    granted(await accounts.meet(hana, "Hanna"));
    const links = await store.db.selectFrom("telegram_link").selectAll().orderBy("role").execute();
    expect(granted(await accounts.listStaff(id))).toMatchObject([{ name: "Hanna" }]);
    expect(granted(await accounts.ownersOf(id))).toMatchObject([{ name: "Selamawit", chatId: 715_517_715 }]);
    expect(granted(await accounts.shopOf(id))).toBe("Selamawit");
    expect(JSON.stringify(links)).not.toMatch(/Selam|Han|715517715/);
    expect(links.map(({ reach }) => reach !== "")).toEqual([true, false]);
  });
});
