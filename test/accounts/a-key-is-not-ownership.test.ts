import { describe, expect, test } from "vitest";
import { runTool } from "../../src/operator/cli/run.ts";
import { codeOf, confirmOwners, granted, openBooks } from "../support/books.ts";
import { type BotWorld, botMessages, fromBot, openBotWorld } from "../support/bot-world.ts";
import { must, openShop, type Shop } from "../support/shop.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

/** Who comes to an account: by whom, with whose word, and who hears of it. */

const toolOf = (shop: Pick<Shop, "databaseUrl" | "now">) => async (words: string) => {
  const env = { DATABASE_URL: shop.databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
  const { exitCode, stdout } = await runTool([...words.split(" "), "--json"], env, { now: shop.now });
  return { exitCode, json: JSON.parse(stdout) };
};

const idOf = (world: BotWorld, who: "selam" | "hana") => world.telegram.people.conversation(who).user().id;

const heard = async (person: BotWorld["selam"], wanted: RegExp) => {
  const { messages } = await person.waitUntil((state) =>
    fromBot(state.messages).some(({ text }) => wanted.test(text)),
  );
  const found = fromBot(messages).findLast(({ text }) => wanted.test(text));
  if (found === undefined) throw new Error(`${wanted} was not said`);
  return found;
};

describe("a key", () => {
  test("makes codes for staff and for nobody else, at most five of them, listed and recalled", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open();
    const link = (body: unknown) => shop.ask("/api/account/link", { key, body });
    expect((await link({ role: "owner" })).code).toBe("parameter_invalid");
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push((await link({})).body as unknown as Record<string, string>);
    expect(made.map(({ role }) => role)).toEqual(Array(5).fill("staff"));
    const sixth = await link({ role: "staff" });
    expect([sixth.status, sixth.code]).toEqual([409, "too_many_link_codes"]);
    const listed = (await shop.ask("/api/account/link", { key })).body as unknown as { links: unknown[] };
    expect(listed.links).toHaveLength(5);
    expect(JSON.stringify(listed)).not.toContain(made[0]?.code);
    const [first] = made;
    const path = `/api/account/link/${first?.id}`;
    expect((await shop.ask(path, { key, method: "DELETE" })).status).toBe(200);
    expect((await shop.ask(path, { key, method: "DELETE" })).status).toBe(404);
    expect(codeOf(await shop.accounts.redeemLinkCode(first?.code ?? "", 1))).toBe("link_code_unknown");
    expect((await link({})).status).toBe(200);
    const other = await shop.open();
    const foreign = `/api/account/link/${made[1]?.id}`;
    expect((await shop.ask(foreign, { key: other.key, method: "DELETE" })).status).toBe(404);
    expect(must(await shop.accounts.redeemLinkCode(made[1]?.code ?? "", 7)).id).toBe(account);
    expect(must(await shop.accounts.telegramAccount(7))?.role).toBe("staff");
  });

  test("that was replaced makes none, and those that it made are withdrawn", async () => {
    const shop = await openShop();
    const { key, keyId } = await shop.open();
    const made = (await shop.ask("/api/account/link", { key, body: {} })).body as unknown as { code: string };
    must(await shop.accounts.rotateKey(keyId));
    const again = await shop.ask("/api/account/link", { key, body: {} });
    expect([again.status, again.code]).toEqual([403, "key_replaced"]);
    expect((await shop.ask("/api/account", { key })).status).toBe(200);
    expect(codeOf(await shop.accounts.redeemLinkCode(made.code, 1))).toBe("link_code_unknown");
  });

  test("that was replaced ends neither its successor, nor another key, nor a code, and may end itself", async () => {
    const shop = await openShop();
    const { key, keyId, account } = await shop.open();
    const besides = must(await shop.accounts.createKey(account, "live"));
    const successor = must(await shop.accounts.rotateKey(keyId));
    const { code, id } = must(
      await shop.accounts.createLinkCode(account, "staff", { by: { kind: "key", key: successor.id } }),
    );
    const end = (path: string) => shop.ask(`/api/account/${path}`, { key, method: "DELETE" });
    for (const path of [`keys/${successor.id}`, `keys/${besides.id}`, `link/${id}`, "keys/key_unknown"]) {
      const refused = await end(path);
      expect([path, refused.status, refused.code]).toEqual([path, 403, "key_replaced"]);
    }
    for (const live of [successor.key, besides.key])
      expect((await shop.ask("/api/account", { key: live })).status).toBe(200);
    expect((await end(`keys/${keyId}`)).status).toBe(200);
    expect((await shop.ask("/api/account", { key })).code).toBe("api_key_revoked");
    expect((await shop.ask("/api/account", { key: successor.key })).status).toBe(200);
    // Codes end with whichever key is revoked.
    expect(codeOf(await shop.accounts.redeemLinkCode(code, 1))).toBe("link_code_unknown");
  });
});

describe.each(databaseKinds)("codes on %s", (kind) => {
  test("die with whichever key of the account is revoked, and so does who waits", async () => {
    const { accounts, store, openAccount } = await openBooks(kind);
    const { id, keyId } = await openAccount(0);
    const { code: first } = granted(await accounts.inviteOwner(id));
    granted(await accounts.redeemLinkCode(first, 1));
    const by = { kind: "user", userId: 1 } as const;
    const owners = granted(await accounts.createLinkCode(id, "owner", { by }));
    const staff = granted(await accounts.createLinkCode(id, "staff", { by }));
    expect(granted(await accounts.redeemLinkCode(owners.code, 2)).isWaiting).toBe(true);
    granted(await accounts.revokeKey(keyId));
    expect(codeOf(await accounts.redeemLinkCode(staff.code, 3))).toBe("link_code_unknown");
    expect(await store.db.selectFrom("owner_request").select("id").execute()).toEqual([]);
    expect(granted(await accounts.telegramAccount(2))).toBeNull();
  });

  test("made since live on when a key that is revoked is revoked again, and the log tells it once", async () => {
    const { accounts, store, openAccount } = await openBooks(kind);
    const { id, keyId } = await openAccount(0);
    granted(await accounts.revokeKey(keyId));
    const { code: first } = granted(await accounts.inviteOwner(id));
    granted(await accounts.redeemLinkCode(first, 1));
    const by = { kind: "user", userId: 1 } as const;
    const owners = granted(await accounts.createLinkCode(id, "owner", { by }));
    const staff = granted(await accounts.createLinkCode(id, "staff", { by }));
    expect(granted(await accounts.redeemLinkCode(owners.code, 2)).isWaiting).toBe(true);
    const before = granted(await accounts.listKeys(id));
    granted(await accounts.revokeKey(keyId, id, { kind: "key", key: keyId }));
    granted(await accounts.revokeKey(keyId));
    expect(granted(await accounts.listKeys(id))).toEqual(before);
    expect(await store.db.selectFrom("owner_request").select("id").execute()).toHaveLength(1);
    expect(codeOf(await accounts.redeemLinkCode(staff.code, 3))).toBe("ok");
    const acts = granted(await accounts.auditOf(id, { limit: 100 })).map(({ act }) => act);
    expect(acts.filter((act) => act === "key_revoked")).toHaveLength(1);
  });

  test("die when the key that made them ends by itself", async () => {
    const { accounts, now, pass, openAccount } = await openBooks(kind);
    const { id } = await openAccount(0);
    const expiresAt = new Date(now().getTime() + 60_000);
    const key = granted(await accounts.createKey(id, "live", { scopes: ["account:manage"], expiresAt }));
    const by = { kind: "key", key: key.id } as const;
    const made = granted(await accounts.createLinkCode(id, "staff", { by }));
    expect(codeOf(await accounts.createLinkCode(id, "owner", { by }))).toBe("key_unknown");
    pass(60_000);
    expect(granted(await accounts.listLinkCodes(id))).toEqual([]);
    expect(codeOf(await accounts.redeemLinkCode(made.code, 1))).toBe("link_code_unknown");
    expect(codeOf(await accounts.createLinkCode(id, "staff", { by }))).toBe("key_unknown");
  });

  test("of two shops that one person uses at once move them twice, and each shop's log says so", async () => {
    const { accounts, store } = await openBooks(kind);
    for (let user = 10; user < 100; user += 10) {
      const shops = [];
      for (const owner of [user + 1, user + 2])
        shops.push(granted(await accounts.registerTelegram(owner)).id);
      granted(await accounts.registerTelegram(user));
      const codes = [];
      for (const shop of shops) codes.push(granted(await accounts.createLinkCode(shop, "staff")).code);
      await Promise.all(codes.map((code) => accounts.redeemLinkCode(code, user)));
      const acts = await store.db
        .selectFrom("audit_entry")
        .select("act")
        .where("account_id", "in", shops)
        .where("act", "in", ["member_joined", "member_left"])
        .execute();
      expect(acts.map(({ act }) => act).sort()).toEqual(["member_joined", "member_joined", "member_left"]);
    }
  });

  test("bind no group for an owner who is removed at that moment", async () => {
    const { accounts, store } = await openBooks(kind);
    for (let user = 10; user < 100; user += 10) {
      const { id } = granted(await accounts.registerTelegram(user));
      const by = { kind: "user", userId: user } as const;
      const { code } = granted(await accounts.createLinkCode(id, "owner", { by }));
      granted(await accounts.redeemLinkCode(code, user + 1));
      await confirmOwners({ accounts, store }, user);
      const { pseudonym = "" } = granted(await accounts.telegramAccount(user + 1)) ?? {};
      await Promise.all([
        accounts.bindGroup(-user, user + 1, null),
        accounts.removeMember(id, { pseudonym, role: "owner", by }),
      ]);
      if (granted(await accounts.telegramAccount(user + 1)) === null)
        expect(granted(await accounts.groupAccount(-user))).toBeNull();
    }
  });

  test("are five at most, also when twenty are asked for at once from two processes", async () => {
    const { accounts, openBeside, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { id } = await openAccount(0);
    const tried = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? accounts : besides).createLinkCode(id, "staff")),
    );
    expect(tried.filter(({ ok }) => ok)).toHaveLength(5);
    expect(tried.filter((one) => codeOf(one) === "too_many_link_codes")).toHaveLength(15);
  });

  test("for a first owner make one of two who come at once, and the other one waits", async () => {
    const { accounts, openBeside, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { id } = await openAccount(0);
    const one = granted(await accounts.inviteOwner(id));
    const other = granted(await accounts.inviteOwner(id));
    const came = await Promise.all([
      accounts.redeemLinkCode(one.code, 1),
      besides.redeemLinkCode(other.code, 2),
    ]);
    expect(came.map((done) => granted(done).isWaiting).sort()).toEqual([false, true]);
    expect(granted(await accounts.listMembers(id))).toHaveLength(1);
    expect(codeOf(await accounts.inviteOwner(id))).toBe("account_has_owner");
  });

  test("owners who remove each other at once leave one of them", async () => {
    const { accounts, store, openBeside, openAccount } = await openBooks(kind);
    const besides = await openBeside();
    const { id } = await openAccount(0);
    granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(id)).code, 1));
    granted(await accounts.redeemLinkCode(granted(await accounts.createLinkCode(id, "owner")).code, 2));
    await confirmOwners({ accounts, store }, 1);
    const person = async (userId: number) => granted(await accounts.telegramAccount(userId))?.pseudonym ?? "";
    const [one, two] = [await person(1), await person(2)];
    const remove = (admin: typeof accounts, userId: number, whom: string) =>
      admin.removeMember(id, { pseudonym: whom, role: "owner", by: { kind: "user", userId } });
    const done = await Promise.all([remove(accounts, 1, two), remove(besides, 2, one)]);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(granted(await accounts.listMembers(id))).toHaveLength(1);
  });
});

describe("in the chat", () => {
  test("who uses an owner's code owns nothing before an owner has said so by a button", async () => {
    const world = await openBotWorld();
    const { accounts, selam, hana } = world;
    await selam.say("/start");
    await botMessages(world, 1);
    await selam.say("/key link");
    const shown = await heard(selam, /once you have confirmed them here/);
    const code = /\/start ([0-9A-Za-z]{22})/.exec(shown.text)?.[1] ?? "";
    await hana.say(`/start ${code}`);
    const asked = await heard(hana, /become an owner/);
    await hana.press(asked.message_id, "✅ Yes");
    await heard(hana, /has to confirm you first/);
    const account = granted(await accounts.telegramAccount(idOf(world, "selam")))?.account;
    expect(granted(await accounts.telegramAccount(idOf(world, "hana")))?.account).not.toBe(account);

    const question = await heard(selam, /wants to own .* together with you/);
    await selam.press(question.message_id, "✅ Yes, an owner");
    await heard(hana, /^✅ You are an owner of/);
    expect(granted(await accounts.telegramAccount(idOf(world, "hana")))).toMatchObject({
      account,
      role: "owner",
    });

    // Each hears of what the other does from now on.
    await hana.say("/key");
    const menu = await heard(hana, /API keys/);
    await hana.press(menu.message_id, "➕ New key");
    await heard(selam, /^🔔 Your shop has a new API key …/);

    await selam.say("/audit");
    const log = await heard(selam, /What was done with your shop/);
    expect(log.text).toMatch(/key made[^\n]*\n[^\n]*owner joined · you\n[^\n]*wants to be an owner/);
    expect(log.text).toContain("code made · you");

    await selam.say("/join");
    const list = await heard(selam, /Owners of your shop/);
    const remove = list.buttons.flat().find(({ text }) => text.startsWith("🗑 Remove"));
    await selam.press(list.message_id, remove?.text ?? "");
    await heard(selam, /^Removed\./);
    expect(granted(await accounts.telegramAccount(idOf(world, "hana")))?.account).not.toBe(account);
  });

  test("a refusal by an owner ends it, and the newcomer hears of it", async () => {
    const world = await openBotWorld();
    const { accounts, selam, hana } = world;
    await selam.say("/start");
    await botMessages(world, 1);
    const account = granted(await accounts.telegramAccount(idOf(world, "selam")))?.account ?? "";
    const { code } = granted(await accounts.createLinkCode(account, "owner"));
    await heard(selam, /A code for an owner of your shop was made \(by the operator\)/);
    granted(await accounts.redeemLinkCode(code, idOf(world, "hana"), "Hana"));
    const question = await heard(selam, /^Hana wants to own/);
    await selam.press(question.message_id, "🚫 No");
    await heard(hana, /You did not become an owner/);
    expect(granted(await accounts.telegramAccount(idOf(world, "hana")))).toBeNull();
  });

  test("staff who join are told to the owner, and codes are recalled by a button", async () => {
    const world = await openBotWorld();
    const { accounts, selam } = world;
    await selam.say("/start");
    await botMessages(world, 1);
    const account = granted(await accounts.telegramAccount(idOf(world, "selam")))?.account ?? "";
    const { code } = granted(await accounts.createLinkCode(account, "staff"));
    granted(await accounts.redeemLinkCode(code, idOf(world, "hana"), "Hana"));
    await heard(selam, /^🔔 Hana uses your shop now/);
    await selam.say("/join");
    const list = await heard(selam, /Codes that still work/);
    const recall = list.buttons.flat().find(({ text }) => text.startsWith("↩️"));
    await selam.press(list.message_id, recall?.text ?? "");
    await heard(selam, /^Recalled\./);
    expect(granted(await accounts.listLinkCodes(account))).toEqual([]);
  });
});

test("what an owner saves as their own, and removes, is noted for the other owners", async () => {
  const world = await openBotWorld();
  await world.selam.say("/accounts 0911008765 Hana Mekonnen");
  const saved = await heard(world.selam, /^✅ Saved/);
  await world.selam.press(saved.message_id, "↩️ Undo");
  await world.selam.waitUntil(({ messages }) =>
    messages.every(({ buttons }) => buttons.flat().every(({ text }) => text !== "↩️ Undo")),
  );
  const account = granted(await world.accounts.telegramAccount(idOf(world, "selam")))?.account ?? "";
  await world.selam.say("/audit");
  const log = await heard(world.selam, /What was done with your shop/);
  expect(log.text).toMatch(/saved account removed · you\n[^\n]*account saved · you/);
  const acts = granted(await world.accounts.auditOf(account, { limit: 9 })).map(({ act }) => act);
  expect(acts).toEqual(["saved_account_removed", "saved_account_kept", "account_created"]);
  expect(log.text).not.toContain("8765");
});

test("owners are told of thirty codes in an hour, and find the others in the audit log", async () => {
  const { accounts, store, pass } = await openBooks();
  const { id } = granted(await accounts.registerTelegram(1));
  const told = async () => (await store.db.selectFrom("inbox").select("update_id").execute()).length;
  const makeAndRecall = async (count: number) => {
    for (let n = 0; n < count; n += 1)
      granted(await accounts.recallLinkCode(granted(await accounts.createLinkCode(id, "staff")).id));
  };
  await makeAndRecall(40);
  expect(await told()).toBe(30);
  const acts = granted(await accounts.auditOf(id, { limit: 100 })).map(({ act }) => act);
  expect(acts.filter((act) => act === "link_created")).toHaveLength(40);
  pass(3_600_000);
  await makeAndRecall(1);
  expect(await told()).toBe(31);
});

describe("the operator", () => {
  test("invites the first owner of an account, lists owners and members, and removes the last one only on purpose", async () => {
    const books = await openBooks();
    const { accounts, store, openAccount } = books;
    const tool = toolOf(books);
    const { id } = await openAccount(0);
    const invited = await tool(`owners invite --account ${id}`);
    expect(invited.json).toMatchObject({
      id: expect.stringMatching(/^lnk_/),
      send: `/start ${invited.json.code}`,
    });
    expect((await tool(`links list --account ${id}`)).json).toHaveLength(1);
    expect(granted(await accounts.redeemLinkCode(invited.json.code, 1, "Selam")).isWaiting).toBe(false);
    expect((await tool(`owners invite --account ${id}`)).json.error.code).toBe("account_has_owner");
    const staff = granted(await accounts.createLinkCode(id, "staff"));
    granted(await accounts.redeemLinkCode(staff.code, 2, "Hana"));

    const [owner] = (await tool(`owners list --account ${id}`)).json;
    const [member] = (await tool(`members list --account ${id}`)).json;
    expect([owner.name, owner.role, member.name, member.role]).toEqual(["Selam", "owner", "Hana", "staff"]);
    expect((await tool(`members remove ${member.id} --account ${id}`)).exitCode).toBe(0);
    expect((await tool(`members remove ${member.id} --account ${id}`)).json.error.code).toBe(
      "member_unknown",
    );
    const last = await tool(`owners remove ${owner.id} --account ${id}`);
    expect([last.exitCode, last.json.error.code]).toEqual([1, "last_owner"]);
    expect((await tool(`owners remove ${owner.id} --account ${id} --last`)).exitCode).toBe(0);
    expect(granted(await accounts.listMembers(id))).toEqual([]);

    const { json: log } = await tool(`audit --account ${id}`);
    expect(log.map(({ act, face }: { act: string; face: string }) => `${act} ${face}`)).toEqual([
      "owner_removed cli",
      "member_removed cli",
      "member_joined chat",
      "link_created cli",
      "owner_joined chat",
      "link_created cli",
      "key_created cli",
      "account_created cli",
    ]);
    expect(await store.db.selectFrom("telegram_link").select("pseudonym").execute()).toEqual([]);
  });

  test("withdraws an account from the owner it waits for, who lost their Telegram account, and invites anew", async () => {
    const books = await openBooks();
    const { accounts, openAccount } = books;
    const tool = toolOf(books);
    const [{ id }, other] = [await openAccount(0), await openAccount(0)];
    const invite = async (account: string) => (await tool(`owners invite --account ${account}`)).json;
    granted(await accounts.redeemLinkCode((await invite(id)).code, 1, "Selam"));
    granted(await accounts.redeemLinkCode((await invite(other.id)).code, 1));
    expect((await invite(id)).error.code).toBe("account_has_owner");

    const [gone] = (await tool(`owners list --account ${id}`)).json;
    expect(gone).toMatchObject({ role: "owner", has_left: true });
    const refused = await tool(`owners remove ${gone.id} --account ${id}`);
    expect([refused.exitCode, refused.json.error.code]).toEqual([1, "last_owner"]);
    expect((await tool(`owners remove ${gone.id} --account ${id} --last`)).exitCode).toBe(0);
    expect((await tool(`owners list --account ${id}`)).json).toEqual([]);
    granted(await accounts.redeemLinkCode((await invite(id)).code, 2, "Hana"));
    expect((await tool(`owners list --account ${id}`)).json).toMatchObject([
      { name: "Hana", has_left: false },
    ]);
    // Who was withdrawn owns the other account as before, and cannot come back to this one.
    expect(granted(await accounts.leaveAccount(1))).toEqual({ kind: "stayed" });
  });
});

describe("the audit log over HTTP", () => {
  test("comes in pages, newest first, names keys and never what a payer wrote", async () => {
    const shop = await openShop();
    const { key, keyId, account } = await shop.open({ santim: 5_000 });
    await shop.ask("/api/verify-beta", { key, body: shop.bank.newOrder().body });
    for (let n = 0; n < 3; n += 1) await shop.ask("/api/account/link", { key, body: {} });
    const seen: { id: string; act: string; actor: { kind: string; id: string | null } }[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "?limit=2" : `?limit=2&cursor=${cursor}`;
      const reply = await shop.ask(`/api/account/audit${query}`, { key });
      const page = reply.body as unknown as { entries: typeof seen; next_cursor: string | null };
      expect(page.entries.length).toBeLessThanOrEqual(2);
      seen.push(...page.entries);
      cursor = page.next_cursor;
    }
    expect(seen).toHaveLength(6);
    expect(seen.filter(({ act }) => act === "link_created").every(({ actor }) => actor.id === keyId)).toBe(
      true,
    );
    expect(seen.map(({ act }) => act).sort()).toEqual([
      "account_created",
      "key_created",
      "link_created",
      "link_created",
      "link_created",
      "topped_up",
    ]);
    const blind = must(await shop.accounts.createKey(account, "live", { scopes: ["verify"] }));
    expect((await shop.ask("/api/account/audit", { key: blind.key })).code).toBe("key_scope_missing");
    expect((await shop.ask("/api/account/audit?cursor=..", { key })).code).toBe("parameter_invalid");
    const other = await shop.open();
    const theirs = (await shop.ask("/api/account/audit", { key: other.key })).text;
    expect(theirs).not.toContain(keyId);
  });

  test("tells no key what the people of the account are called", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open();
    const { code } = must(await shop.accounts.createLinkCode(account, "owner"));
    must(await shop.accounts.redeemLinkCode(code, 7, "Hana Mekonnen"));
    const { text, body } = await shop.ask("/api/account/audit", { key });
    const { entries } = body as unknown as { entries: { act: string; actor: { kind: string } }[] };
    const ofPeople = entries.filter(({ actor }) => actor.kind === "person");
    expect(ofPeople.map(({ act }) => act)).toEqual(["owner_joined"]);
    expect(text).not.toContain("Hana");
  });

  test("keeps the newest of what can be repeated, and all of money and owners", async () => {
    const shop = await openShop();
    const { key, account } = await shop.open({ santim: 500 });
    const acts = async (): Promise<readonly string[]> => {
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: string = cursor === "" ? "?limit=100" : `?limit=100&cursor=${cursor}`;
        const { body } = await shop.ask(`/api/account/audit${query}`, { key });
        const page = body as unknown as { entries: { act: string }[]; next_cursor: string | null };
        seen.push(...page.entries.map(({ act }) => act));
        cursor = page.next_cursor;
      }
      return seen;
    };
    const at = shop.now().getTime();
    const repeated = Array.from({ length: 5_100 }, (_, n) => ({
      account_id: account,
      // They sort behind the account's own beginnings.
      id: `${at.toString(36).padStart(9, "0")}zzz${String(n).padStart(10, "0")}`,
      at,
      actor_kind: "key" as const,
      actor: "",
      face: "api" as const,
      act: n % 2 ? "link_recalled" : "link_created",
      subject: "",
    }));
    for (let from = 0; from < repeated.length; from += 1_000)
      await shop.store.db
        .insertInto("audit_entry")
        .values(repeated.slice(from, from + 1_000))
        .execute();
    must(await shop.accounts.applyRetention());
    const kept = await acts();
    expect(kept).toHaveLength(5_002);
    expect(kept.slice(-3)).toEqual(["link_created", "topped_up", "account_created"]);
  });

  test("is gone with its account, and a person's part of it with the person", async () => {
    const { accounts, store, openAccount } = await openBooks();
    const { id } = await openAccount(0);
    granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(id)).code, 1));
    granted(await accounts.redeemLinkCode(granted(await accounts.createLinkCode(id, "staff")).code, 2));
    const { pseudonym } = granted(await accounts.telegramAccount(2)) ?? { pseudonym: "?" };
    granted(await accounts.erase({ telegram: 2 }));
    expect(JSON.stringify(await store.db.selectFrom("audit_entry").selectAll().execute())).not.toContain(
      pseudonym,
    );
    granted(await accounts.erase({ account: id }));
    expect(await store.db.selectFrom("audit_entry").selectAll().execute()).toEqual([]);
  });
});
