import { describe, expect, test } from "vitest";
import type { Caller } from "../../src/accounts/accounts.ts";
import { keyScopes } from "../../src/accounts/key-attributes.ts";
import { bodyOf } from "../support/bank.ts";
import {
  askFor,
  type Books,
  codeOf,
  confirmOwners,
  granted,
  missed,
  openBooks,
  untilThereIsRoom,
  verified,
} from "../support/books.ts";
import { type BotWorld, openBotWorld } from "../support/bot-world.ts";
import { answer } from "../support/misbehaving-server.ts";
import { must, openShop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** One person has one free day and one chance at guessing, whatever they ask through. */

const selam = { kind: "telegram", userId: 715_517_715 } as const;
const hana = { kind: "telegram", userId: 2 } as const;
const hourMs = 3_600_000;

const openPerson = async (kind: (typeof databaseKinds)[number]) => {
  const books = await openBooks(kind);
  const { accounts } = books;
  const { id } = granted(await accounts.registerTelegram(selam.userId));
  const { key } = granted(await accounts.createKey(id, "live"));
  const join = async (account: string, userId: number = selam.userId, role: "owner" | "staff" = "staff") => {
    const { code } = granted(await accounts.createLinkCode(account, role));
    granted(await accounts.redeemLinkCode(code, userId));
    const asked = await books.store.db.selectFrom("owner_request").select("id").execute();
    for (const { id: request } of asked) granted(await accounts.decideOwner(request, selam.userId, true));
  };
  return { ...books, id, caller: { kind: "key", key } as const, join };
};

/** Checks as often as it is let; says how often that was. */
const exhaust = async ({ accounts }: Books, caller: Caller, from = 100) => {
  for (let n = 0; n < 20; n += 1) {
    const reserved = await accounts.reserve(caller, askFor(from + n));
    if (!reserved.ok) return n;
    granted(await accounts.commit(reserved.value, verified(from + n)));
  }
  return 20;
};

describe.each(databaseKinds)("a free day on %s", (kind) => {
  test("is one for a person and the keys of what they made, also after they have joined another shop", async () => {
    const books = await openPerson(kind);
    const { accounts, caller, join, verify, remaining } = books;
    const { id: other } = granted(await accounts.registerTelegram(hana.userId));
    for (let n = 1; n <= 4; n += 1) await verify(caller, verified(n), askFor(n));
    await join(other);
    expect([await remaining(selam), await remaining(caller), await remaining(hana)]).toEqual([6, 6, 10]);
    for (let n = 5; n <= 7; n += 1) await verify(selam, verified(n), askFor(n));
    expect([await remaining(selam), await remaining(caller), await remaining(hana)]).toEqual([3, 3, 7]);
    expect(await exhaust(books, caller)).toBe(3);
    expect(codeOf(await accounts.reserve(selam, askFor(90)))).toBe("daily_quota_exceeded");
    expect(await exhaust(books, hana, 200)).toBe(7);
    books.pass(12 * hourMs);
    expect(await exhaust(books, caller, 300)).toBe(10);
    expect(codeOf(await accounts.reserve(selam, askFor(91)))).toBe("daily_quota_exceeded");
  });

  test("is no second one for whoever erases everything and begins anew, with a new key or without", async () => {
    const books = await openPerson(kind);
    const { accounts, caller, verify, remaining } = books;
    for (let n = 1; n <= 8; n += 1) await verify(caller, verified(n), askFor(n));
    granted(await accounts.erase({ telegram: selam.userId }));
    expect(await remaining(selam)).toBe(0);
    const { id } = granted(await accounts.registerTelegram(selam.userId));
    const { key } = granted(await accounts.createKey(id, "live"));
    expect(await exhaust(books, { kind: "key", key })).toBe(2);
    expect(await exhaust(books, selam)).toBe(0);
    const untilForgotten = 37 * hourMs;
    granted(await accounts.erase({ telegram: selam.userId }));
    books.pass(untilForgotten);
    granted(await accounts.applyRetention());
    for (const table of ["quota_day", "reservation_unit", "reservation", "guess_limit"] as const)
      expect([table, await books.store.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
  });

  test("counts on the first owner where the operator made the account, and on the next when that one is erased", async () => {
    const books = await openPerson(kind);
    const { accounts, join, verify, remaining } = books;
    const { id: shop } = granted(await accounts.createAccount({ name: "Shoes", tier: "registered" }));
    const { key } = granted(await accounts.createKey(shop, "live"));
    await join(shop, selam.userId, "owner");
    await join(shop, hana.userId, "owner");
    for (let n = 1; n <= 4; n += 1) await verify({ kind: "key", key }, verified(n), askFor(n));
    granted(await accounts.leaveAccount(selam.userId));
    expect([await remaining(selam), await remaining(hana)]).toEqual([6, 6]);
    granted(await accounts.erase({ telegram: selam.userId }));
    granted(await accounts.registerTelegram(selam.userId));
    expect(await remaining(selam)).toBe(6);
    await verify({ kind: "key", key }, verified(5), askFor(5));
    expect([await remaining(selam), await remaining(hana)]).toEqual([6, 5]);
    const made = await books.store.db
      .selectFrom("account")
      .select("made_by")
      .where("id", "=", shop)
      .execute();
    const { pseudonym } = granted(await accounts.telegramAccount(hana.userId)) ?? {};
    expect(made).toEqual([{ made_by: pseudonym }]);
  });

  test("counts on whoever comes back to an account that counts on nobody", async () => {
    for (const comesBack of ["by leaving", "by being removed"]) {
      const books = await openPerson(kind);
      const { accounts, id, caller, join, remaining, store } = books;
      const { id: other } = granted(await accounts.registerTelegram(hana.userId));
      await join(other);
      await store.db.updateTable("account").set({ made_by: "" }).where("id", "=", id).execute();
      const { pseudonym = "" } = granted(await accounts.telegramAccount(selam.userId)) ?? {};
      if (comesBack === "by leaving") granted(await accounts.leaveAccount(selam.userId));
      else granted(await accounts.removeMember(other, { pseudonym, role: "staff" }));
      expect(granted(await accounts.telegramAccount(selam.userId))).toMatchObject({ account: id });
      await join(other);
      expect([comesBack, await exhaust(books, caller)]).toEqual([comesBack, 10]);
      expect([comesBack, await remaining(selam)]).toEqual([comesBack, 0]);
    }
  });

  test("is none for the keys of an account that is left without anybody, until somebody owns it", async () => {
    const books = await openPerson(kind);
    const { accounts, id, caller, join, remaining, store } = books;
    await join(id, hana.userId);
    const { pseudonym = "" } = granted(await accounts.telegramAccount(selam.userId)) ?? {};
    granted(await accounts.removeMember(id, { pseudonym, role: "owner", isLastToo: true }));
    granted(await accounts.erase({ telegram: selam.userId }));
    expect(await remaining(caller)).toBe(0);
    expect(codeOf(await accounts.reserve(caller, askFor()))).toBe("daily_quota_exceeded");
    expect(await store.db.selectFrom("quota_day").selectAll().execute()).toEqual([]);
    // Staff count on themselves.
    expect(await exhaust(books, hana)).toBe(10);
    books.pass(24 * hourMs);
    granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(id)).code, 3));
    expect(await exhaust(books, caller, 300)).toBe(10);
    expect(await remaining({ kind: "telegram", userId: 3 })).toBe(0);
  });

  test("lets exactly ten through of 200 parallel checks by keys and by the person, elsewhere by now", async () => {
    const books = await openPerson(kind);
    const besides = await books.openBeside();
    const { id: other } = granted(await books.accounts.registerTelegram(hana.userId));
    await books.join(other);
    const reserved = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        untilThereIsRoom(() =>
          (n % 2 ? books.accounts : besides).reserve(n % 4 < 2 ? selam : books.caller, askFor(n)),
        ),
      ),
    );
    const codes = reserved.map(codeOf);
    expect(codes.filter((code) => code === "ok")).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set(["ok", "daily_quota_exceeded"]));
    // What is given back is there again, once, for whoever comes first.
    const [first] = reserved.flatMap((one) => (one.ok ? [one.value] : []));
    if (first) for (let n = 0; n < 3; n += 1) granted(await books.accounts.void(first));
    expect(await exhaust(books, selam)).toBe(1);
  });

  test("leaves a paying account's checks uncounted, and its people their day", async () => {
    const books = await openPerson(kind);
    const { join, openAccount, remaining } = books;
    const paying = await openAccount(10_000);
    await join(paying.id);
    expect(await exhaust(books, selam)).toBe(20);
    granted(await books.accounts.leaveAccount(selam.userId));
    expect(await remaining(selam)).toBe(10);
  });
});

describe.each(databaseKinds)("guessing on %s", (kind) => {
  test("goes on being refused in what the person makes or joins after an erasure, until the day is over", async () => {
    const books = await openPerson(kind);
    const { accounts, id, caller, join } = books;
    granted(await accounts.topUp(id, 50_000, "operator"));
    granted(await accounts.chooseTier(id, "balance"));
    for (let n = 0; n < 11; n += 1) await books.verify(caller, missed, askFor(n));
    expect(codeOf(await accounts.reserve(caller, askFor(50)))).toBe("abnormal_usage");
    granted(await accounts.erase({ telegram: selam.userId }));
    expect(codeOf(await accounts.reserve(selam, askFor(51)))).toBe("abnormal_usage");
    const { id: anew } = granted(await accounts.registerTelegram(selam.userId));
    const { key } = granted(await accounts.createKey(anew, "live"));
    expect(codeOf(await accounts.reserve({ kind: "key", key }, askFor(52)))).toBe("abnormal_usage");
    const { id: other } = granted(await accounts.registerTelegram(hana.userId));
    await join(other);
    expect(codeOf(await accounts.reserve(selam, askFor(53)))).toBe("abnormal_usage");
    expect(codeOf(await accounts.reserve(hana, askFor(54)))).toBe("ok");
  });

  test("is added up over several shops that one person asks in", async () => {
    const books = await openPerson(kind);
    for (let shop = 0; shop < 3; shop += 1) {
      const paying = await books.openAccount(10_000);
      await books.join(paying.id);
      for (let n = 0; n < 4; n += 1) {
        const reserved = await books.accounts.reserve(selam, askFor(shop * 10 + n));
        expect([shop, n, codeOf(reserved)]).toEqual([shop, n, shop * 4 + n < 11 ? "ok" : "abnormal_usage"]);
        if (reserved.ok) granted(await books.accounts.commit(reserved.value, missed));
      }
      expect(codeOf(await books.accounts.reserve(paying.caller, askFor(99)))).toBe("ok");
    }
  });
});

describe.each(databaseKinds)("who made a paying shop and left it to another owner, on %s", (kind) => {
  const openSold = async () => {
    const books = await openPerson(kind);
    const { accounts, id, caller: key } = books;
    granted(await accounts.topUp(id, 50_000, "operator"));
    granted(await accounts.chooseTier(id, "balance"));
    await books.join(id, hana.userId, "owner");
    const { pseudonym = "" } = granted(await accounts.telegramAccount(selam.userId)) ?? {};
    const by = { kind: "user", userId: hana.userId } as const;
    granted(await accounts.removeMember(id, { pseudonym, role: "owner", by }));
    const { id: own } = granted(await accounts.registerTelegram(selam.userId));
    granted(await accounts.topUp(own, 50_000, "operator"));
    granted(await accounts.chooseTier(own, "balance"));
    return { ...books, key };
  };
  const guess = async ({ verify }: Books, caller: Caller) => {
    for (let n = 0; n < 11; n += 1) await verify(caller, missed, askFor(n));
  };
  const codesOf = async ({ accounts }: Books, callers: readonly Caller[], purpose?: "topup") =>
    Promise.all(
      callers.map(async (one, n) => codeOf(await accounts.reserve(one, { ...askFor(500 + n), purpose }))),
    );

  test("does not stop it by guessing elsewhere", async () => {
    const books = await openSold();
    await guess(books, selam);
    expect(await codesOf(books, [selam, hana, books.key])).toEqual(["abnormal_usage", "ok", "ok"]);
  });

  test("is not stopped by what its key guesses", async () => {
    const books = await openSold();
    await guess(books, books.key);
    expect(await codesOf(books, [selam, books.key])).toEqual(["ok", "abnormal_usage"]);
  });

  test("takes none of its top-ups of the day", async () => {
    const books = await openSold();
    for (let n = 0; n < 10; n += 1)
      await books.verify(selam, verified(n), { ...askFor(n), purpose: "topup" });
    const codes = await codesOf(books, [selam, hana, books.key], "topup");
    expect(codes).toEqual(["daily_quota_exceeded", "ok", "ok"]);
  });

  test("still shares its guesses while they alone may come back to it", async () => {
    const books = await openPerson(kind);
    const { accounts, id, caller, join } = books;
    granted(await accounts.topUp(id, 50_000, "operator"));
    granted(await accounts.chooseTier(id, "balance"));
    const { id: other } = granted(await accounts.registerTelegram(hana.userId));
    await join(other);
    await guess(books, caller);
    expect(await codesOf(books, [selam, hana])).toEqual(["abnormal_usage", "ok"]);
  });
});

test("over HTTP a key goes on counting on its maker, and the erased person gets no new day", async () => {
  const shop = await openShop();
  const { accounts, bank } = shop;
  const { id } = must(await accounts.registerTelegram(selam.userId));
  const { key } = must(await accounts.createKey(id, "live"));
  const check = async (withKey: string) => {
    const { status, headers } = await shop.ask("/api/verify-beta", {
      key: withKey,
      body: bank.newOrder().body,
    });
    return [status, headers.get("ratelimit")?.replace(/;t=.*/, "")];
  };
  for (let n = 1; n <= 6; n += 1) expect(await check(key)).toEqual([200, `"daily";r=${10 - n}`]);
  must(await accounts.erase({ telegram: selam.userId }));
  const { id: anew } = must(await accounts.registerTelegram(selam.userId));
  const { key: fresh } = must(await accounts.createKey(anew, "live"));
  const left = await shop.ask("/api/account", { key: fresh });
  expect(left.body).toMatchObject({ remaining: 4, limit: 10 });
  for (let n = 1; n <= 4; n += 1) expect(await check(fresh)).toEqual([200, `"daily";r=${4 - n}`]);
  expect(await check(fresh)).toEqual([429, '"daily";r=0']);
});

test("over HTTP the keys of shops whose makers are erased count on the owner who may come back", async () => {
  const shop = await openShop();
  const { accounts, bank } = shop;
  const check = async (key: string) => {
    const { status, headers } = await shop.ask("/api/verify-beta", { key, body: bank.newOrder().body });
    return [status, headers.get("ratelimit")?.replace(/;t=.*/, "")];
  };
  must(await accounts.registerTelegram(hana.userId));
  const keys: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { id } = must(await accounts.registerTelegram(selam.userId));
    keys.push(must(await accounts.createKey(id, "live")).key);
    const by = { kind: "user", userId: selam.userId } as const;
    const { code } = must(await accounts.createLinkCode(id, "owner", { by }));
    must(await accounts.redeemLinkCode(code, hana.userId));
    await confirmOwners(shop, selam.userId);
    const { pseudonym = "" } = must(await accounts.telegramAccount(selam.userId)) ?? {};
    const remover = { kind: "user", userId: hana.userId } as const;
    must(await accounts.removeMember(id, { pseudonym, role: "owner", by: remover }));
    expect(must(await accounts.leaveAccount(hana.userId)).kind).toBe("came back");
    must(await accounts.erase({ telegram: selam.userId }));
  }
  for (let n = 1; n <= 10; n += 1)
    expect(await check(keys[n % 2] ?? "")).toEqual([200, `"daily";r=${10 - n}`]);
  for (const key of keys) expect(await check(key)).toEqual([429, '"daily";r=0']);
  expect(must(await accounts.quotaOf(hana))?.remaining).toBe(0);
});

describe("over HTTP the keys of shops that their maker has left to one other person, one after the other,", () => {
  const topUpTerms = {
    accounts: [{ provider: "beta", account: "0911008765", name: "Hana Mekonnen Tadesse" }],
    maxAgeHours: 72,
    minSantim: 500,
    maxSantim: 1_000_000,
  };

  const openLeftShops = async (santim: number) => {
    const shop = await openShop({ topUpTerms });
    const { accounts } = shop;
    must(await accounts.registerTelegram(hana.userId));
    const { id: third } = must(await accounts.createAccount({ name: "Third", tier: "registered" }));
    const keys: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      const { id } = must(await accounts.registerTelegram(selam.userId));
      if (santim > 0) {
        must(await accounts.topUp(id, santim, "operator"));
        must(await accounts.chooseTier(id, "balance"));
      }
      keys.push(must(await accounts.createKey(id, "live", { scopes: keyScopes })).key);
      const by = { kind: "user", userId: selam.userId } as const;
      const { code } = must(await accounts.createLinkCode(id, "owner", { by }));
      must(await accounts.redeemLinkCode(code, hana.userId));
      await confirmOwners(shop, selam.userId);
      const staff = must(await accounts.createLinkCode(third, "staff"));
      must(await accounts.redeemLinkCode(staff.code, selam.userId));
      must(await accounts.leaveAccount(selam.userId));
    }
    const invented = async () => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, answer(200, await bodyOf("beta", "not-found", order.reference)));
      return order.body;
    };
    return { shop, keys, invented };
  };

  test("have ten top-ups of a day together, which are not their maker's", async () => {
    const { shop, keys, invented } = await openLeftShops(0);
    const { key: own } = must(
      await shop.accounts.createKey(must(await shop.accounts.registerTelegram(selam.userId)).id, "live", {
        scopes: keyScopes,
      }),
    );
    const handIn = async (key: string) => {
      const body = { provider: "beta", ...(await invented()) };
      const { status, code } = await shop.ask("/api/account/topup", { key, body });
      return [status, code];
    };
    for (let n = 0; n < 10; n += 1)
      expect([n, await handIn(keys[n % 3] ?? "")]).toEqual([n, [404, "receipt_not_found"]]);
    for (const key of keys) expect(await handIn(key)).toEqual([429, "daily_quota_exceeded"]);
    expect(await handIn(own)).toEqual([404, "receipt_not_found"]);
  });

  test("have one chance at guessing together, which is not their maker's", async () => {
    const { shop, keys, invented } = await openLeftShops(50_000);
    const check = async (key: string) => {
      const { status, code } = await shop.ask("/api/verify-beta", { key, body: await invented() });
      return [status, code];
    };
    for (let n = 0; n < 11; n += 1)
      expect([n, await check(keys[n % 3] ?? "")]).toEqual([n, [404, "receipt_not_found"]]);
    for (const key of keys) expect(await check(key)).toEqual([429, "abnormal_usage"]);
    const { id } = must(await shop.accounts.registerTelegram(selam.userId));
    const { key: own } = must(await shop.accounts.createKey(id, "live"));
    expect(await check(own)).toEqual([404, "receipt_not_found"]);
  });
});

describe("in a group", () => {
  const shop = { id: -1_000_123, type: "supergroup", title: "The shop" };
  const write = (world: BotWorld, number: number, more: object) => {
    const from = world.telegram.people.conversation("selam").user();
    const text = `@deresegn_bot DKF1AB2CD${number}`;
    const message = { message_id: 500 + number, date: 1, from, chat: shop, text, ...more };
    world.telegram.updates.push({ message: message as never });
  };

  test("every identity that a person writes under is the group's, and the person is their own", async () => {
    const world = await openBotWorld();
    const identities = [
      { sender_chat: { id: -1_001_000_001, type: "channel", title: "One" } },
      { sender_chat: { id: -1_001_000_002, type: "channel", title: "Two" } },
      { sender_chat: shop },
      { from: { id: 1_087_968_824, is_bot: true, first_name: "Group" } },
      { from: { id: 136_817_688, is_bot: true, first_name: "Channel" } },
      {},
    ];
    const heard = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === shop.id);
    for (const [number, more] of identities.entries()) {
      write(world, number + 1, more);
      await world.untilCalls(() => heard().length > number);
    }
    const left = heard().map(({ payload }) => /(\d) of 5/.exec(String(payload.text))?.[1]);
    expect(left).toEqual(["4", "3", "2", "1", "0", "4"]);
  });
});
