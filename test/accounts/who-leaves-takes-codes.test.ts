import { describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { codeOf, confirmOwners, granted, openBooks } from "../support/books.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** What an owner who leaves, or is removed, leaves behind: nobody comes to the account by it unconfirmed. */

const openOwned = async (kind: (typeof databaseKinds)[number]) => {
  const books = await openBooks(kind);
  const { accounts } = books;
  const { id } = await books.openAccount(0);
  granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(id)).code, 1));
  const make = async (userId: number, role: "owner" | "staff" = "owner") =>
    granted(await accounts.createLinkCode(id, role, { by: { kind: "user", userId } })).code;
  const goElsewhere = async (userId: number, admin = accounts) => {
    const { id: other } = await books.openAccount(0);
    granted(await admin.redeemLinkCode(granted(await accounts.createLinkCode(other, "staff")).code, userId));
  };
  const own = async (userId: number, by = 1) => {
    granted(await accounts.redeemLinkCode(await make(by), userId));
    await confirmOwners(books, by);
  };
  return { ...books, id, make, goElsewhere, own };
};

describe.each(databaseKinds)("on %s", (kind) => {
  test("the codes of an owner who leaves go with them, so that nobody takes what waits", async () => {
    const { accounts, id, make, goElsewhere } = await openOwned(kind);
    const [owner, staff] = [await make(1), await make(1, "staff")];
    await goElsewhere(1);
    expect(codeOf(await accounts.redeemLinkCode(owner, 666))).toBe("link_code_unknown");
    expect(codeOf(await accounts.redeemLinkCode(staff, 667))).toBe("link_code_unknown");
    expect(granted(await accounts.listMembers(id))).toEqual([]);
    expect(granted(await accounts.leaveAccount(1)).kind).toBe("came back");
  });

  test("only who left by themselves comes back as the owner by a code for staff, not who was removed", async () => {
    const { accounts, id, goElsewhere, own } = await openOwned(kind);
    await own(2);
    const pseudonym = granted(await accounts.telegramAccount(2))?.pseudonym ?? "";
    const by = { kind: "user", userId: 1 } as const;
    granted(await accounts.removeMember(id, { pseudonym, role: "owner", by }));
    const join = async (userId: number) => {
      const { code } = granted(await accounts.createLinkCode(id, "staff"));
      const { role, isReturn } = granted(await accounts.readLinkCode(code, userId));
      const redeemed = granted(await accounts.redeemLinkCode(code, userId));
      return [role, isReturn, redeemed.isReturn, granted(await accounts.telegramAccount(userId))?.role];
    };
    await goElsewhere(1);
    expect(await join(2)).toEqual(["staff", false, false, "staff"]);
    expect(await join(1)).toEqual(["owner", true, true, "owner"]);
    // Another owner goes on, so that whoever comes back needs their word.
    await own(3);
    await goElsewhere(1);
    expect(await join(1)).toEqual(["staff", false, false, "staff"]);
  });

  test("whoever may come back does so by a code for owners, too, and needs nobody's word", async () => {
    const { accounts, id, goElsewhere } = await openOwned(kind);
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    await goElsewhere(1);
    expect(granted(await accounts.redeemLinkCode(code, 1))).toMatchObject({
      isWaiting: false,
      isReturn: true,
    });
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
  });

  test("an owner's code that anybody else made makes no owner of what waits, or has none", async () => {
    const { accounts, id, goElsewhere, own, make } = await openOwned(kind);
    const operators = granted(await accounts.createLinkCode(id, "owner")).code;
    await goElsewhere(1);
    expect(codeOf(await accounts.redeemLinkCode(operators, 666))).toBe("link_code_unknown");
    expect(granted(await accounts.leaveAccount(1)).kind).toBe("came back");

    await own(2);
    const code = await make(2);
    const [one, two] = granted(await accounts.listMembers(id)).map(({ pseudonym }) => pseudonym);
    const remove = { role: "owner", isLastToo: true } as const;
    granted(await accounts.removeMember(id, { ...remove, pseudonym: one ?? "" }));
    granted(await accounts.removeMember(id, { ...remove, pseudonym: two ?? "" }));
    expect(codeOf(await accounts.redeemLinkCode(code, 666))).toBe("link_code_unknown");
    expect(granted(await accounts.listMembers(id))).toEqual([]);
  });

  test("two owners who leave at once leave an account that waits for one of them", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { accounts, id, openBeside, goElsewhere, own, store } = await openOwned(kind);
      const besides = await openBeside();
      await own(2);
      await Promise.all([goElsewhere(1), goElsewhere(2, besides)]);
      expect(granted(await accounts.listMembers(id))).toEqual([]);
      const awaited = await store.db
        .selectFrom("former_account")
        .select("account_id")
        .where("account_id", "=", id)
        .execute();
      expect([round, awaited.length]).toEqual([round, 1]);
    }
  });

  test.each([
    [
      "is removed",
      async (accounts: Accounts, id: string, pseudonym: string) =>
        accounts.removeMember(id, { pseudonym, role: "owner" }),
    ],
    ["erases themselves", async (accounts: Accounts) => accounts.erase({ telegram: 2 })],
  ])("the groups that an owner bound end when that owner %s, and other groups stay", async (_, end) => {
    const { accounts, id, own, store } = await openOwned(kind);
    await own(2);
    granted(await accounts.bindGroup(-10, 1, null));
    granted(await accounts.bindGroup(-20, 2, null));
    const second = granted(await accounts.telegramAccount(2))?.pseudonym ?? "";
    granted<unknown>(await end(accounts, id, second));
    expect(granted(await accounts.groupAccount(-10))).toBe(id);
    expect(granted(await accounts.groupAccount(-20))).toBeNull();
    expect(await store.db.selectFrom("group_binding").select("chat_id").execute()).toHaveLength(1);
    expect(granted(await accounts.auditOf(id, { limit: 9 })).map(({ act }) => act)).toContain(
      "group_unbound",
    );
  });

  test("the groups of an owner who goes elsewhere stay with what waits, and end where other owners go on", async () => {
    const { accounts, id, goElsewhere, own } = await openOwned(kind);
    await own(2);
    granted(await accounts.bindGroup(-10, 1, null));
    granted(await accounts.bindGroup(-20, 2, null));
    await goElsewhere(2);
    expect(granted(await accounts.groupAccount(-20))).toBeNull();
    await goElsewhere(1);
    expect(granted(await accounts.groupAccount(-10))).toBe(id);
  });

  test("who was removed while their press was on its way makes no key and no code, and recalls none", async () => {
    const { accounts, id, own } = await openOwned(kind);
    await own(2);
    const by = { kind: "user", userId: 2 } as const;
    const key = granted(await accounts.createKey(id, "live", { by }));
    const waiting = granted(await accounts.createLinkCode(id, "staff", { by: { kind: "user", userId: 1 } }));
    const second = granted(await accounts.telegramAccount(2))?.pseudonym ?? "";
    granted(await accounts.removeMember(id, { pseudonym: second, role: "owner" }));
    expect(codeOf(await accounts.createKey(id, "live", { by }))).toBe("not_owner");
    expect(codeOf(await accounts.rotateKey(key.id, id, { by }))).toBe("not_owner");
    expect(codeOf(await accounts.revokeKey(key.id, id, by))).toBe("not_owner");
    expect(codeOf(await accounts.createLinkCode(id, "staff", { by }))).toBe("not_owner");
    expect(codeOf(await accounts.recallLinkCode(waiting.id, id, by))).toBe("not_owner");
    expect(granted(await accounts.listLinkCodes(id))).toMatchObject([{ id: waiting.id }]);
  });

  test("an owner who becomes one of another account is noted as gone from the former one", async () => {
    const { accounts, id, openAccount } = await openOwned(kind);
    const { id: other } = await openAccount(0);
    granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(other)).code, 1));
    const [newest] = granted(await accounts.auditOf(id, { limit: 1 }));
    expect(newest?.act).toBe("owner_left");
  });
});
