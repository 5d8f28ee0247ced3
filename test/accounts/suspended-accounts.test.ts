import { describe, expect, test } from "vitest";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { heldStore } from "../../src/database/held-store.ts";
import { codeOf, granted, openBooks } from "../support/books.ts";
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
    const changing = accounts.ownersChange(id, by, "saved_account_kept");
    const phone = { provider: "", number: "251911008765", name: "" };
    const saved = granted(await savedAccounts.save(id, phone, changing)) ?? "";
    const proof = granted(await accounts.createProof(id, { ...proven, checkedAt: new Date(), by }));
    const acts = () => [
      () => accounts.createProof(id, { ...proven, checkedAt: new Date(), by }),
      () => accounts.createKey(id, "live", { by }),
      () => accounts.rotateKey(key.id, id, { by }),
      () => accounts.createLinkCode(id, "staff", { by }),
      () => savedAccounts.save(id, { ...phone, number: "251911008766" }, changing),
      () => savedAccounts.replace(id, { ...phone, id: saved, name: "Hana" }, changing),
    ];
    granted(await accounts.suspend(id));
    for (const act of acts()) expect(codeOf(await act())).toBe("account_suspended");
    // What was given out is taken back all the same, and the operator is not bound by it.
    expect(granted(await accounts.withdrawProof(id, proof.id, by))).toBe(true);
    granted(await accounts.revokeKey(key.id, id, by));
    const removing = accounts.ownersChange(id, by, "saved_account_removed");
    expect(granted(await savedAccounts.remove(id, saved, removing))).toBe(true);
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
