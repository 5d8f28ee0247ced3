import { describe, expect, test } from "vitest";
import { createReceiverAnswers } from "../../src/accounts/receiver-answers.ts";
import { createSavedAccounts, savedAccountsMax } from "../../src/accounts/saved-accounts.ts";
import { createExpectedSums, expectedMs } from "../../src/bot/data/expected-sums.ts";
import { createShownPictures } from "../../src/bot/data/shown-pictures.ts";
import { codeOf, granted, openBooks } from "../support/books.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const open = async (kind: DatabaseKind) => {
  const clock = { now: new Date("2026-11-15T09:00:00Z") };
  const now = () => clock.now;
  const { store } = await temporaryStoreOn(kind, now);
  const deps = { store, secret: testSecret, now };
  return {
    store,
    clock,
    sums: createExpectedSums(deps),
    pictures: createShownPictures(deps),
  };
};

const at = () => new Date("2026-11-15T09:00:00Z");
const wallet = { provider: "", number: "251911008765", name: "Hana Mekonnen" };
const hana = { chatId: 7, userId: 7 };
const receipt = (reference: string, amountSantim: number) => ({
  provider: "beta",
  reference,
  amountSantim,
  receiptPseudonym: `shop ${reference}`,
});

describe.each(databaseKinds)("on %s", (kind) => {
  test("a saved account is there once, sealed, for its account alone, until it is removed", async () => {
    const { accounts, store } = await openBooks(kind);
    const [{ id: one }, { id: other }] = [
      granted(await accounts.registerTelegram(1)),
      granted(await accounts.registerTelegram(2)),
    ];
    const saved = createSavedAccounts({ store, secret: testSecret, now: at });
    const id = granted(await saved.save(one, wallet));
    expect(granted(await saved.save(one, { ...wallet, name: "HANA MEKONNEN" }))).toBe(id);
    const [kept, ...others] = await saved.of(one);
    expect(kept).toMatchObject(wallet);
    expect(others).toEqual([]);
    expect(await saved.of(other)).toEqual([]);
    const rows = JSON.stringify(await store.db.selectFrom("saved_account").selectAll().execute());
    expect(rows).not.toMatch(/911008765|hana mekonnen/i);
    expect(granted(await saved.remove(other, kept?.id ?? ""))).toBe(false);
    expect(granted(await saved.remove(one, kept?.id ?? ""))).toBe(true);
    expect(await saved.of(one)).toEqual([]);
  });

  test("a list of saved accounts that is full takes no more, and still knows its own", async () => {
    const { accounts, store } = await openBooks(kind);
    const { id: account } = granted(await accounts.registerTelegram(1));
    const saved = createSavedAccounts({ store, secret: testSecret, now: at });
    const nth = (count: number) => ({ ...wallet, number: String(1_000_000_000 + count) });
    for (let count = 0; count < savedAccountsMax; count += 1) granted(await saved.save(account, nth(count)));
    expect(granted(await saved.save(account, wallet))).toBeNull();
    expect(granted(await saved.save(account, nth(0)))).toBe(
      (await saved.of(account)).find(({ number }) => number === nth(0).number)?.id,
    );
    expect(await saved.of(account)).toHaveLength(savedAccountsMax);
  });

  test("a list of saved accounts takes no more than its number from many who add at once", async () => {
    const { accounts, store } = await openBooks(kind);
    const { id: account } = granted(await accounts.registerTelegram(1));
    const saved = createSavedAccounts({ store, secret: testSecret, now: at });
    const numbers = Array.from({ length: savedAccountsMax + 20 }, (_, count) =>
      String(1_000_000_000 + count),
    );
    await Promise.all(numbers.map((number) => saved.save(account, { ...wallet, number })));
    expect(await saved.of(account)).toHaveLength(savedAccountsMax);
  });

  test("an owner who is removed while they change what is saved changes nothing", async () => {
    const { accounts, store } = await openBooks(kind);
    const { id: account } = granted(await accounts.registerTelegram(1));
    const deps = { store, secret: testSecret, now: at };
    const saved = createSavedAccounts(deps);
    const answers = createReceiverAnswers(deps);
    const by = { kind: "user", userId: 1 } as const;
    const id = granted(await saved.save(account, wallet, by)) ?? "";
    const linked = granted(await accounts.telegramAccount(1));
    const leaver = { pseudonym: linked?.pseudonym ?? "", role: "owner", isLastToo: true } as const;
    granted(await accounts.removeMember(account, leaver));
    expect(codeOf(await saved.save(account, { ...wallet, number: "251911008766" }, by))).toBe("not_owner");
    expect(codeOf(await saved.replace(account, { ...wallet, id, name: "Dawit" }, by))).toBe("not_owner");
    expect(codeOf(await saved.remove(account, id, by))).toBe("not_owner");
    const asked = {
      receiver: { bank: "beta", number: wallet.number, name: wallet.name },
      receipt: { provider: "beta", reference: "DKF1AB2CD3" },
    };
    expect(codeOf(await answers.keep(account, asked, "mine", by))).toBe("not_owner");
    expect(await saved.of(account)).toEqual([{ ...wallet, id }]);
    expect(await answers.of(account, asked)).toBeNull();
  });

  test("receipts add up, each once, until the sum is there", async () => {
    const { sums } = await open(kind);
    expect(granted(await sums.add(hana, receipt("DKF1", 100)))).toBeNull();
    granted(await sums.expect(hana, 5_000));
    const twice = [1, 2].map(() => sums.add(hana, receipt("DKF1", 3_000)));
    for (const added of await Promise.all(twice))
      expect(granted(added)).toMatchObject({
        amountSantim: 5_000,
        receivedSantim: 3_000,
        receipts: 1,
        isAdded: true,
      });
    expect(granted(await sums.add({ ...hana, userId: 8 }, receipt("DKF2", 1)))).toBeNull();
    expect(granted(await sums.add(hana, receipt("DKF2", 2_500)))).toMatchObject({
      receivedSantim: 5_500,
      receipts: 2,
    });
    expect(granted(await sums.add(hana, receipt("DKF3", 1)))).toBeNull();
    expect(granted(await sums.add(hana, receipt("dkf2", 2_500)))).toMatchObject({
      receivedSantim: 5_500,
      isAdded: true,
    });

    granted(await sums.expect(hana, 2_000));
    expect(granted(await sums.add(hana, receipt("DKF1", 3_000)))).toMatchObject({
      receivedSantim: 0,
      isAdded: false,
    });
    expect(granted(await sums.add(hana, receipt("DKF3", 2_000)))).toMatchObject({
      receivedSantim: 2_000,
      isAdded: true,
    });
  });

  test("a picture is known again by later updates of its message, under a pseudonym, for 48 hours", async () => {
    const { pictures, clock, store } = await open(kind);
    const shown = { chatId: 7, messageId: 9 };
    const isKnown = async (updateId: number, picture = "AgADBAAD", isBegun = true) =>
      granted(await pictures.note(shown, { kind: "picture", picture, claims: "[]" }, { updateId, isBegun }));
    const isAnsweredBy = async (picture: string, claims: string | null = null) =>
      granted(await pictures.isAnsweredBy(shown, { picture, claims }));
    expect([await isKnown(1), await isKnown(1), await isKnown(2)]).toEqual([false, false, true]);
    expect([await isAnsweredBy("AgADBAAD"), await isAnsweredBy("AgADBAAE")]).toEqual([true, false]);
    expect([await isAnsweredBy("AgADBAAD", "[]"), await isAnsweredBy("AgADBAAD", "[1]")]).toEqual([
      true,
      false,
    ]);
    expect([await isKnown(3, "AgADBAAE"), await isKnown(3, "AgADBAAE")]).toEqual([false, false]);
    expect([await isKnown(4, "AgADBAAE"), await isKnown(5)]).toEqual([true, false]);
    // The turns before it ended without a word, so that it is this update's, however often it is worked off.
    expect([await isKnown(6, "AgADBAAD", false), await isKnown(6)]).toEqual([false, false]);
    granted(await pictures.forget(shown, 5));
    expect(await isAnsweredBy("AgADBAAD")).toBe(true);
    granted(await pictures.forget(shown, 6));
    expect(await isAnsweredBy("AgADBAAD")).toBe(false);
    expect([await isKnown(7), await isKnown(8)]).toEqual([false, true]);
    granted(await pictures.note(shown, { kind: "words" }, { updateId: 8, isBegun: true }));
    expect(await isAnsweredBy("AgADBAAD")).toBe(false);
    const rows = () => store.db.selectFrom("shown_picture").selectAll().execute();
    expect(JSON.stringify(await rows())).not.toContain("AgAD");
    clock.now = new Date(clock.now.getTime() + 49 * 60 * 60 * 1000);
    granted(await pictures.applyRetention());
    expect(await rows()).toEqual([]);
  });

  test("a sum is over when it is ended, and the day after", async () => {
    const { sums, clock, store } = await open(kind);
    expect(granted(await sums.end(hana))).toBe(false);
    granted(await sums.expect(hana, 5_000));
    expect(granted(await sums.end(hana))).toBe(true);
    expect(await sums.of(hana)).toBeNull();
    granted(await sums.expect(hana, 5_000));
    granted(await sums.add(hana, receipt("DKF1", 3_000)));
    expect(await sums.of(hana)).toMatchObject({ amountSantim: 5_000, receivedSantim: 3_000, receipts: 1 });
    clock.now = new Date(clock.now.getTime() + expectedMs);
    expect(await sums.of(hana)).toBeNull();
    expect(granted(await sums.add(hana, receipt("DKF2", 3_000)))).toBeNull();
    clock.now = new Date(clock.now.getTime() + 7 * expectedMs);
    granted(await sums.applyRetention());
    for (const table of ["expectation", "expected_receipt"] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
