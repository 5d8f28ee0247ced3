import { describe, expect, test } from "vitest";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { heldStore } from "../../src/database/held-store.ts";
import { askFor, codeOf, granted, openBooks } from "../support/books.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

const by = { kind: "user", userId: 1 } as const;
const of = { provider: "beta", reference: "DKF1AB2CD3" };
const proven = { of, amountSantim: 125_000, receiver: "H*** M***", bank: "TEST", paidAt: null };

describe.each(databaseKinds)("a suspended account on %s", (kind) => {
  test("gives nothing out to its people: no proof, key, code or saved account, until it is let in again", async () => {
    const { accounts, store } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(by.userId));
    const savedAccounts = createSavedAccounts({
      store: heldStore(store),
      secret: testSecret,
      now: () => new Date(),
    });
    const key = granted(await accounts.createKey(id, "live", { by }));
    const phone = { provider: "", number: "251911008765", name: "" };
    const saved = granted(await savedAccounts.save(id, phone, by)) ?? "";
    const proof = granted(await accounts.createProof(id, { ...proven, checkedAt: new Date(), by }));
    const acts = () => [
      () => accounts.createProof(id, { ...proven, checkedAt: new Date(), by }),
      () => accounts.createKey(id, "live", { by }),
      () => accounts.rotateKey(key.id, id, { by }),
      () => accounts.createLinkCode(id, "staff", { by }),
      () => savedAccounts.save(id, { ...phone, number: "251911008766" }, by),
      () => savedAccounts.replace(id, { ...phone, id: saved, name: "Hana" }, by),
    ];
    granted(await accounts.suspend(id));
    for (const act of acts()) expect(codeOf(await act())).toBe("account_suspended");
    // What was given out is taken back all the same, and the operator is not bound by it.
    expect(granted(await accounts.withdrawProof(id, proof.id, by))).toBe(true);
    granted(await accounts.revokeKey(key.id, id, by));
    expect(granted(await savedAccounts.remove(id, saved, by))).toBe(true);
    granted(await accounts.createKey(id, "live"));
    granted(await accounts.resume(id));
    expect(codeOf(await accounts.createProof(id, { ...proven, checkedAt: new Date(), by }))).toBe("ok");
  });

  test("gets no further owner", async () => {
    const { accounts, store } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(by.userId));
    const { code } = granted(await accounts.createLinkCode(id, "owner", { by }));
    expect(granted(await accounts.redeemLinkCode(code, 2))).toMatchObject({ isWaiting: true });
    const { id: request } = await store.db.selectFrom("owner_request").select("id").executeTakeFirstOrThrow();
    granted(await accounts.suspend(id));
    expect(codeOf(await accounts.decideOwner(request, by.userId, true))).toBe("account_suspended");
    granted(await accounts.resume(id));
    expect(codeOf(await accounts.decideOwner(request, by.userId, true))).toBe("ok");
  });
});

describe.each(databaseKinds)("a suspended account that is erased, on %s", (kind) => {
  const [owner, staff] = [1, 2];
  const openShop = async () => {
    const { accounts, pass } = await openBooks(kind);
    const { id } = granted(await accounts.registerTelegram(owner));
    const { id: own } = granted(await accounts.registerTelegram(staff));
    granted(await accounts.topUp(own, 100_000, "operator"));
    const { code } = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(code, staff, "Sara"));
    granted(await accounts.suspend(id));
    return { accounts, id, own, pass };
  };

  test.each(["its owner", "the operator"])("by %s lets its staff go to their own one", async (eraser) => {
    const { accounts, id, own } = await openShop();
    granted(await accounts.erase(eraser === "its owner" ? { telegram: owner } : { account: id }));
    expect(granted(await accounts.telegramAccount(staff))).toMatchObject({ account: own, role: "owner" });
    expect(codeOf(await accounts.reserve({ kind: "telegram", userId: staff }, askFor()))).toBe("ok");
    expect(granted(await accounts.listMembers(own))).toMatchObject([{ name: "Sara" }]);
    // Its owner stays barred.
    expect(codeOf(await accounts.registerTelegram(owner))).toBe("account_suspended");
  });

  test("is resumed for the sake of its people, and stays erased", async () => {
    const { accounts, id } = await openShop();
    const { id: left } = granted(await accounts.registerTelegram(3));
    granted(await accounts.erase({ telegram: owner }));
    expect(granted(await accounts.resume(id))).toMatchObject({ id, name: "", suspended: false });
    expect(codeOf(await accounts.showAccount(id))).toBe("account_unknown");
    expect(granted(await accounts.telegramAccount(owner))).toBeNull();
    expect(granted(await accounts.registerTelegram(owner)).id).not.toBe(id);
    for (const unknown of [id, "acc_nobody"])
      expect(codeOf(await accounts.resume(unknown))).toBe("account_unknown");
    granted(await accounts.erase({ account: left }));
    expect(codeOf(await accounts.resume(left))).toBe("account_unknown");
  });

  test("does not bar who left it as its owner once it is resumed", async () => {
    const { accounts, id, own } = await openShop();
    granted(await accounts.resume(id));
    const { code } = granted(await accounts.createLinkCode(own, "staff"));
    granted(await accounts.leaveAccount(staff));
    granted(await accounts.redeemLinkCode(code, owner, "Hana"));
    granted(await accounts.suspend(id));
    granted(await accounts.erase({ account: id }));
    granted(await accounts.resume(id));
    expect(granted(await accounts.leaveAccount(owner))).toEqual({ kind: "left" });
    expect(granted(await accounts.registerTelegram(owner)).id).not.toBe(id);
  });
});
