import { describe, expect, test } from "vitest";
import { catalogues, languages } from "../../src/texts/texts.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, fromBot, openBotWorld } from "../support/bot-world.ts";

/** How people share a shop, how a group is bound to it, and how both end. */

const labelsOf = (message: ChatMessage): string[] => message.buttons.flat().map(({ text }) => text);

/** A person in a private chat with the bot, or in the group. */
const memberOf = (world: BotWorld, person: PersonName, place: "chat" | "group" = "chat") => {
  const player = createPlayer(world.url, person, place);
  const latest = async (begins: string | RegExp, after = 0): Promise<ChatMessage> => {
    const { messages } = await player.waitUntil((state) => {
      const { text = "", message_id: id = 0 } = fromBot(state.messages).at(-1) ?? {};
      return id > after && (typeof begins === "string" ? text.startsWith(begins) : begins.test(text));
    });
    const said = fromBot(messages).at(-1);
    if (said === undefined) throw new Error("the bot has said nothing");
    return said;
  };
  return {
    say: player.say,
    latest,
    asks: async (text: string, begins: string | RegExp): Promise<ChatMessage> => {
      return latest(begins, await player.say(text));
    },
    /** Presses a button, and resolves with the text that is shown for a moment. */
    press: async (message: ChatMessage, label: string): Promise<string> => {
      const before = world.callsOf("answerCallbackQuery").length;
      await player.press(message.message_id, label);
      await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > before);
      return String(world.callsOf("answerCallbackQuery").at(-1)?.payload.text ?? "");
    },
    id: () => world.telegram.people.user(person).id,
  };
};

/** Hana owns a shop, Dawit is to work in it. */
const openShop = async () => {
  const world = await openBotWorld();
  const [hana, dawit, selam, almaz] = (["hana", "dawit", "selam", "almaz"] as const).map((person) =>
    memberOf(world, person),
  );
  if (!hana || !dawit || !selam || !almaz) throw new Error("nobody there");
  await hana.asks("/start", "Choose your language");
  const accountOf = async (member: typeof hana) =>
    granted(await world.accounts.telegramAccount(member.id()))?.account ?? null;
  const invite = async (owner = hana) => {
    const invitation = await owner.asks("/join", "Whoever uses this code");
    const code = /\/join ([0-9A-Za-z]{22})/.exec(invitation.text)?.[1] ?? "";
    expect(invitation.text).toContain(`https://t.me/deresegn_bot?start=${code}`);
    return code;
  };
  const join = async (member: typeof hana, code: string) =>
    member.press(await member.asks(`/join ${code}`, "Do you want to use the shop"), "✅ Yes");
  return { world, hana, dawit, selam, almaz, accountOf, invite, join };
};

describe("the staff of a shop", () => {
  test("use it once they have agreed, until its owner removes them", async () => {
    const { world, hana, dawit, accountOf, invite } = await openShop();
    const code = await invite();
    const asked = await dawit.asks(`/join ${code}`, "Do you want to use the shop “Hana” from now on?");
    expect(asked.text).toBe(
      "Do you want to use the shop “Hana” from now on?\nIts saved accounts decide what is ✅ for you, and its checks, balance and history are yours to use.",
    );
    expect(labelsOf(asked)).toEqual(["✅ Yes", "No"]);
    expect(await accountOf(dawit)).toBeNull();
    await dawit.press(asked, "✅ Yes");
    expect((await dawit.latest("✅ You use the shop “Hana” from now on")).message_id).toBe(asked.message_id);
    expect(await accountOf(dawit)).toBe(await accountOf(hana));
    await dawit.asks("/usage", /10 of 10/);

    const list = await hana.asks("/join", "Whoever uses this code");
    expect(list.text).toContain("• Dawit · 16 Nov 2026");
    await hana.press(list, "🗑 Remove Dawit");
    await hana.latest(/^Removed\.\n\nNobody but you/);
    expect(await accountOf(dawit)).toBeNull();
    expect(
      JSON.stringify(await world.store.db.selectFrom("telegram_link").selectAll().execute()),
    ).not.toMatch(/Hana|Dawit/);
  });

  test("change nothing by a link alone, by “No”, or by another's press; and leave by themselves", async () => {
    const { hana, dawit, accountOf, invite, join } = await openShop();
    const code = await invite();
    const asked = await dawit.asks(`/start ${code}`, "Do you want to use the shop “Hana”");
    await dawit.press(asked, "No");
    await dawit.latest("Nothing was changed.");
    expect(await accountOf(dawit)).toBeNull();
    await join(dawit, code);
    expect(await accountOf(dawit)).toBe(await accountOf(hana));
    await dawit.asks(`/join ${code}`, "🚫 ");
    await dawit.asks("/join", "You use somebody else's shop.");
    await dawit.asks("/join leave", "You do not use that shop any more.");
    expect(await accountOf(dawit)).toBeNull();
    await dawit.asks("/join leave", "You use nobody else's shop.");
    await dawit.asks("/join ABC", "🚫 ");
  });

  test("join in a group as well, where nobody else can press for them and no balance is told", async () => {
    const { world, hana, dawit, accountOf, invite } = await openShop();
    await dawit.asks("/start", "Choose your language");
    const own = await accountOf(dawit);
    granted(await world.accounts.topUp(own ?? "", 2_500, "operator"));
    const code = await invite();
    const inGroup = memberOf(world, "dawit", "group");
    const asked = await inGroup.asks(`/join ${code}`, "Do you want to use the shop “Hana”");
    expect(asked.text).toContain("You leave the shop “Dawit”. It waits for you as it is, with its history.");
    expect(await memberOf(world, "selam", "group").press(asked, "✅ Yes")).toBe(
      "This button is for whoever asked for it.",
    );
    expect(await accountOf(dawit)).toBe(own);
    await inGroup.press(asked, "✅ Yes");
    await inGroup.latest("✅ You use the shop “Hana”");
    expect(await accountOf(dawit)).toBe(await accountOf(hana));
  });
});

test.each([
  ["with buttons of its own", true],
  ["without any", false],
])(
  "an agreement pressed by a changed app under another message %s moves nobody and leaves that message",
  async (_, hasButtons) => {
    const { world, dawit, accountOf, invite } = await openShop();
    const code = await invite();
    const asked = await dawit.asks(`/join ${code}`, "Do you want to use the shop “Hana”");
    const other = await dawit.asks("/lang", "Choose your language");
    const conversation = world.telegram.people.conversation("dawit");
    const from = conversation.user();
    const data = conversation.find(asked.message_id)?.message.reply_markup?.inline_keyboard[0]?.[0]
      ?.callback_data;
    const pressed = conversation.find(other.message_id)?.message;
    if (data === undefined || pressed === undefined) throw new Error("no button to press");
    const { reply_markup, ...bare } = pressed;
    const message = hasButtons ? pressed : bare;
    const id = world.telegram.callbackQueries.open({ conversation, userId: from.id });
    world.telegram.updates.push({ callback_query: { id, from, message, chat_instance: "1", data } });
    await world.untilCalls((calls) => calls.some(({ method }) => method === "answerCallbackQuery"));
    expect((await dawit.latest("Choose your language")).text).toBe(other.text);
    expect(await accountOf(dawit)).toBe(null);
  },
);

describe("an owner who joins another shop", () => {
  test("hears what waits for them, and comes back to it as it was", async () => {
    const { world, hana, almaz, accountOf, invite } = await openShop();
    await almaz.asks("/start", "Choose your language");
    const own = (await accountOf(almaz)) ?? "";
    granted(await world.accounts.topUp(own, 2_500, "operator"));
    granted(await world.accounts.createKey(own, "live"));
    await almaz.asks("/accounts 0911008765", "✅ Saved");
    const code = await invite();
    const asked = await almaz.asks(`/start ${code}`, "Do you want to use the shop “Hana”");
    expect(asked.text.split("\n").at(-1)).toBe(
      "You leave the shop “Almaz”. It waits for you as it is, with a balance of 25.00 ETB, 1 key, 1 saved account and its history. /join leave brings you back.",
    );
    await almaz.press(asked, "✅ Yes");
    await almaz.latest("✅ You use the shop “Hana”");
    expect(await accountOf(almaz)).toBe(await accountOf(hana));
    expect(granted(await world.accounts.showAccount(own)).balanceSantim).toBe(2_500);
    expect(await world.dependencies.savedAccounts.of(own)).toHaveLength(1);

    await almaz.asks("/join leave", "✅ You use your own shop again, with all that it holds.");
    expect(await accountOf(almaz)).toBe(own);
    await almaz.asks("/usage", "Your balance is 25.00 ETB");
  });

  test("comes back as the owner also by a code for staff that a key of their shop made, and is told so", async () => {
    const { world, almaz, accountOf, invite, join } = await openShop();
    const { accounts } = world;
    await almaz.asks("/start", "Choose your language");
    const own = (await accountOf(almaz)) ?? "";
    granted(await accounts.topUp(own, 30_000, "operator"));
    const { id: key } = granted(await accounts.createKey(own, "live", { scopes: ["account:manage"] }));
    await almaz.asks("/accounts 0911008765", "✅ Saved");
    await join(almaz, await invite());
    await almaz.latest("✅ You use the shop “Hana”");
    const { code } = granted(await accounts.createLinkCode(own, "staff", { by: { kind: "key", key } }));
    const asked = await almaz.asks(`/join ${code}`, "Do you want to go back to your former shop?");
    expect(asked.text).toContain("You do not use the shop “Hana” any more.");
    await almaz.press(asked, "✅ Yes");
    await almaz.latest("✅ You use your own shop again, with all that it holds.");
    expect(granted(await accounts.telegramAccount(almaz.id()))).toMatchObject({
      account: own,
      role: "owner",
    });
    expect(granted(await accounts.auditOf(own, { limit: 1 }))).toMatchObject([{ act: "owner_joined" }]);
    granted(await accounts.erase({ telegram: almaz.id() }));
    expect(await world.dependencies.savedAccounts.of(own)).toEqual([]);
    expect(await world.store.db.selectFrom("api_key").select("id").execute()).toEqual([]);
  });

  test("as an owner is asked before they go back, too", async () => {
    const { world, almaz, accountOf } = await openShop();
    await almaz.asks("/start", "Choose your language");
    const own = await accountOf(almaz);
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await almaz.press(await almaz.asks(`/join ${code}`, "Do you want to become an owner of"), "✅ Yes");
    await almaz.latest("✅ You use the shop “Merkato Shoes”");
    const asked = await almaz.asks("/join leave", "Do you want to go back to your former shop?");
    expect(asked.text).toContain("You leave the shop “Merkato Shoes”. It waits for you as it is");
    expect(await accountOf(almaz)).toBe(id);
    await almaz.press(asked, "✅ Yes");
    await almaz.latest("✅ You use your own shop again");
    expect(await accountOf(almaz)).toBe(own);
  });
});

describe("a question that was asked under one shop", () => {
  const otherShop = /belongs to another shop/;

  /** The shop of Hana, which the person owns beside her from now on. */
  const shareShop = async (world: BotWorld, owner: number, userId: number): Promise<string> => {
    const shop = granted(await world.accounts.telegramAccount(owner))?.account ?? "";
    const by = { kind: "user", userId: owner } as const;
    const { code } = granted(await world.accounts.createLinkCode(shop, "owner", { by }));
    granted(await world.accounts.redeemLinkCode(code, userId));
    const request = await world.store.db.selectFrom("owner_request").select("id").executeTakeFirstOrThrow();
    granted(await world.accounts.decideOwner(request.id, owner, true));
    return shop;
  };

  test("saves a guest's account nowhere once they own a shop of others", async () => {
    const { world, hana, dawit } = await openShop();
    const asked = await dawit.asks("/accounts 1000123454321", "Which bank is");
    const shop = await shareShop(world, hana.id(), dawit.id());
    await dawit.press(asked, "TEST Alpha Bank");
    expect(world.callsOf("editMessageText").at(-1)?.payload.text).toMatch(otherShop);
    expect(await world.dependencies.savedAccounts.of(shop)).toEqual([]);
  });

  test("saves a guest's account nowhere once they are the first owner of a shop that the operator made", async () => {
    const { world, dawit } = await openShop();
    const asked = await dawit.asks("/accounts 1000123454321", "Which bank is");
    const { id: shop } = granted(
      await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }),
    );
    const { code } = granted(await world.accounts.inviteOwner(shop));
    granted(await world.accounts.redeemLinkCode(code, dawit.id()));
    await dawit.press(asked, "TEST Alpha Bank");
    expect(world.callsOf("editMessageText").at(-1)?.payload.text).toMatch(otherShop);
    expect(await world.dependencies.savedAccounts.of(shop)).toEqual([]);
  });

  test("saves a number that is sent after a move in neither shop", async () => {
    const { world, hana, dawit } = await openShop();
    await dawit.asks("/start", "Choose your language");
    const listed = await dawit.asks("/accounts", "You have saved no account");
    await dawit.press(listed, "➕ Add an account");
    await dawit.latest("Send the number");
    const shop = await shareShop(world, hana.id(), dawit.id());
    await dawit.asks("0911008765", otherShop);
    expect(await world.dependencies.savedAccounts.of(shop)).toEqual([]);
  });

  test("moves nobody who has moved elsewhere since", async () => {
    const { world, hana, dawit, selam, accountOf, invite } = await openShop();
    await dawit.asks("/start", "Choose your language");
    const asked = await dawit.asks(`/join ${await invite(hana)}`, "Do you want to use the shop “Hana”");
    await selam.asks("/start", "Choose your language");
    const shop = await shareShop(world, selam.id(), dawit.id());
    expect(await dawit.press(asked, "✅ Yes")).toMatch(/too old/);
    expect(await accountOf(dawit)).toBe(shop);
  });

  test("saves nothing of what a guest was asked about a receipt, once they own a shop of others", async () => {
    const { world, hana, dawit } = await openShop();
    const record = await dawit.asks("DKF1AB2CD3", "❓ Real payment");
    await dawit.press(record, "✅ Yes, mine");
    const asking = await dawit.latest(/ as yours\?/);
    const shop = await shareShop(world, hana.id(), dawit.id());
    expect(await dawit.press(asking, "✅ Save")).toMatch(otherShop);
    expect(await world.dependencies.savedAccounts.of(shop)).toEqual([]);
  });
});

describe("a group", () => {
  const inGroup = (world: BotWorld) => ({
    hana: memberOf(world, "hana", "group"),
    dawit: memberOf(world, "dawit", "group"),
    selam: memberOf(world, "selam", "group"),
  });
  const boundTo = async (world: BotWorld) => {
    const found = await world.store.db
      .selectFrom("group_binding")
      .select(["chat_id", "account_id"])
      .execute();
    return found.map(({ account_id }) => account_id);
  };

  test("belongs to a shop once its owner has bound it, and to none once they have unbound it", async () => {
    const { world, hana, dawit, accountOf, invite, join } = await openShop();
    await join(dawit, await invite());
    const group = inGroup(world);
    await group.dawit.asks("/join", "Only the owner of a shop can bind this group to it.");
    const asked = await group.hana.asks("/join", "Does this group belong to the shop “Hana”?");
    expect(labelsOf(asked)).toEqual(["🔗 Bind this group"]);
    expect(await group.selam.press(asked, "🔗 Bind this group")).toBe(
      "This button is for whoever asked for it.",
    );
    expect(await boundTo(world)).toEqual([]);
    await group.hana.press(asked, "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs to the shop “Hana” now.");
    expect(await boundTo(world)).toEqual([await accountOf(hana)]);

    await group.dawit.asks("/join", "This group belongs to the shop “Hana”");
    const own = await group.hana.asks("/join leave", "This group belongs to the shop “Hana”");
    expect(await group.dawit.press(own, "Unbind this group")).toBe(
      "Only an owner of the shop “Hana” can do that.",
    );
    expect(await boundTo(world)).toHaveLength(1);
    await group.hana.press(own, "Unbind this group");
    await group.hana.latest("This group belongs to no shop any more.");
    expect(await boundTo(world)).toEqual([]);
  });

  test("that belongs to nobody is bound by its administrators alone, also when a button is pressed later", async () => {
    const { world, selam } = await openShop();
    await selam.asks("/start", "Choose your language");
    const group = inGroup(world);
    await group.selam.asks("/join", "Only an administrator of this group can bind it to a shop.");
    const asked = await group.hana.asks("/join", "Does this group belong to the shop “Hana”?");
    world.faults.push(({ method, payload }) =>
      method === "getChatMember" && payload.user_id === world.telegram.people.user("hana").id
        ? { kind: "refuse", code: 400, description: "Bad Request: CHAT_ADMIN_REQUIRED" }
        : undefined,
    );
    expect(await group.hana.press(asked, "🔗 Bind this group")).toMatch(
      /^Telegram does not tell me whether you are an administrator of this group, so nothing was changed\./,
    );
    await group.hana.asks("/join", "Telegram does not tell me");
    expect(await boundTo(world)).toEqual([]);
    world.faults.length = 0;
    await group.hana.press(asked, "🔗 Bind this group");
    expect(await boundTo(world)).toHaveLength(1);
  });

  test.each(languages)("is told in %s why it was not bound", async (language) => {
    const { world, selam } = await openShop();
    await selam.asks("/start", "Choose your language");
    const group = inGroup(world);
    const { group: texts } = catalogues[language];
    await world.dependencies.memory.rememberLanguage(world.telegram.people.group().chat.id, language);
    await group.selam.asks("/join", texts.administratorsOnly);
    world.faults.push(({ method }) => (method === "getChatMember" ? { kind: "lose answer" } : undefined));
    await group.hana.asks("/join", texts.administratorsUnknown);
  });

  test("is bound anew only when an owner of the former shop agrees", async () => {
    const { world, hana, selam, accountOf } = await openShop();
    await selam.asks("/start", "Choose your language");
    const group = inGroup(world);
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs");
    const asked = await group.selam.asks("/join", "Selam wants to bind this group to the shop “Selam”.");
    expect(asked.text).toContain(
      "Until now it belongs to the shop “Hana”: only an owner of that one can agree.",
    );
    for (const member of [group.selam, group.dawit])
      expect(await member.press(asked, "✅ I own it and agree")).toBe(
        "Only an owner of the shop “Hana” can do that.",
      );
    expect(await boundTo(world)).toEqual([await accountOf(hana)]);
    await group.hana.press(asked, "✅ I own it and agree");
    await group.hana.latest("✅ This group belongs to the shop “Selam” now.");
    expect(await boundTo(world)).toEqual([await accountOf(selam)]);
  });

  test("is not bound to another shop than the one that was asked about", async () => {
    const { world, hana, selam, dawit, accountOf } = await openShop();
    await selam.asks("/start", "Choose your language");
    await dawit.asks("/start", "Choose your language");
    const group = inGroup(world);
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs");
    const asked = await group.selam.asks("/join", "Selam wants to bind this group to the shop “Selam”.");
    const dawits = (await accountOf(dawit)) ?? "";
    const { code } = granted(await world.accounts.createLinkCode(dawits, "owner"));
    await selam.press(await selam.asks(`/start ${code}`, "Do you want to become an owner of"), "✅ Yes");
    await dawit.press(await dawit.latest("Selam wants to own"), "✅ Yes, an owner");
    await selam.latest("✅ You are an owner of the shop");
    expect(await group.hana.press(asked, "✅ I own it and agree")).toMatch(/too old/);
    expect(await boundTo(world)).toEqual([await accountOf(hana)]);
  });

  test("that belongs to a shop which waits for its owner goes along with them when they ask", async () => {
    const { world, hana, accountOf } = await openShop();
    const group = inGroup(world);
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs");
    const { id } = granted(await world.accounts.createAccount({ name: "Merkato Shoes", tier: "registered" }));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await hana.press(await hana.asks(`/join ${code}`, "Do you want to become an owner"), "✅ Yes");
    await hana.latest("✅");
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs to the shop “Merkato Shoes” now.");
    expect(await boundTo(world)).toEqual([id]);
    expect(await accountOf(hana)).toBe(id);
  });

  test("that an owner bound is told to the others, and belongs to nobody once that owner is removed", async () => {
    const { world, hana, dawit, accountOf } = await openShop();
    const id = (await accountOf(hana)) ?? "";
    granted(await world.accounts.createKey(id, "live"));
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await dawit.press(await dawit.asks(`/start ${code}`, "Do you want to become an owner of"), "✅ Yes");
    await hana.press(await hana.latest("Dawit wants to own"), "✅ Yes, an owner");
    await dawit.latest("✅ You are an owner of the shop");
    const group = inGroup(world);
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await dawit.latest("🔔 A group belongs to your shop now (by ");
    expect(await boundTo(world)).toEqual([id]);

    const list = await dawit.asks("/join", "Whoever uses this code");
    await dawit.press(list, "🗑 Remove Hana");
    const said = await dawit.latest("Removed.");
    expect(said.text).toContain("The shop's API keys still work for everyone who has seen them");
    expect(await boundTo(world)).toEqual([]);
    await group.dawit.asks("/join", /^Only an administrator|^Does this group belong to the shop/);
  });

  test("gets no owner who has chosen another shop since they asked", async () => {
    const { world, hana, dawit, almaz, accountOf } = await openShop();
    const id = (await accountOf(hana)) ?? "";
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await dawit.press(await dawit.asks(`/start ${code}`, "Do you want to become an owner of"), "✅ Yes");
    const request = await hana.latest("Dawit wants to own");
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await almaz.asks("/start", "Choose your language");
    const almazs = (await accountOf(almaz)) ?? "";
    const { code: staffs } = granted(await world.accounts.createLinkCode(almazs, "staff"));
    await dawit.press(await dawit.asks(`/join ${staffs}`, "Do you want to use the shop"), "✅ Yes");
    await expect.poll(() => accountOf(dawit)).toBe(almazs);
    await hana.press(request, "✅ Yes, an owner");
    await expect.poll(() => world.callsOf("answerCallbackQuery").length).toBeGreaterThanOrEqual(3);
    expect(await accountOf(dawit)).toBe(almazs);
  });

  test("is not changed by the old button of a removed owner, who is not told that it was", async () => {
    const { world, hana, dawit, accountOf } = await openShop();
    const id = (await accountOf(hana)) ?? "";
    const { code } = granted(await world.accounts.createLinkCode(id, "owner"));
    await dawit.press(await dawit.asks(`/start ${code}`, "Do you want to become an owner of"), "✅ Yes");
    await hana.press(await hana.latest("Dawit wants to own"), "✅ Yes, an owner");
    await dawit.latest("✅ You are an owner of the shop");
    const old = await hana.asks("/join", "Whoever uses this code");
    await dawit.press(await dawit.asks("/join", "Whoever uses this code"), "🗑 Remove Hana");
    await dawit.latest("Removed.");
    await hana.asks("/start", "Choose your language");
    await hana.press(old, "🗑 Remove Dawit");
    await expect.poll(() => world.callsOf("answerCallbackQuery").at(-1)?.payload.text).toMatch(/too old/);
    expect(await accountOf(dawit)).toBe(id);
    const { messages } = await world.hana.state();
    expect(messages.filter(({ text }) => text.startsWith("Removed."))).toEqual([]);
  });

  test("stays bound when it becomes a supergroup, and is bound by nobody who writes as the group", async () => {
    const { world } = await openShop();
    const group = inGroup(world);
    await group.hana.press(await group.hana.asks("/join", "Does this group"), "🔗 Bind this group");
    await group.hana.latest("✅ This group belongs");
    const [bound] = await world.store.db.selectFrom("group_binding").selectAll().execute();
    const chat = { id: bound?.chat_id ?? 0, type: "group", title: "The shop" };
    const from = world.telegram.people.user("hana");
    const notice = { message_id: 900, date: 1, from, chat, migrate_to_chat_id: -77 };
    world.telegram.updates.push({ message: notice as never });
    await expect
      .poll(() => world.store.db.selectFrom("group_binding").select("chat_id").execute())
      .toContainEqual({ chat_id: -77 });
    const command = { entities: [{ type: "bot_command", offset: 0, length: 5 }], text: "/join" };
    const asGroup = { message_id: 901, date: 1, from, chat, sender_chat: chat, ...command };
    world.telegram.updates.push({ message: asGroup as never });
    await group.hana.latest("Please write this as yourself, not as the group.");
  });
});
