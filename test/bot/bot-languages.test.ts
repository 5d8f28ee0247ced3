import { describe, expect, test } from "vitest";
import { catalogues, languages } from "../../src/texts/texts.ts";
import type { ChatState } from "../../tools/demo/telegram/chat-view.ts";
import { granted } from "../support/books.ts";
import { botMessages, openBotWorld, saveReceiver } from "../support/bot-world.ts";
import { oneIn } from "../support/extent.ts";

describe.each(languages)("in %s", (language) => {
  test("the menu lists what is offered, the help says the same, and each of it is known", async () => {
    const world = await openBotWorld();
    await world.selam.speak(language);
    const texts = catalogues[language];
    // The bot answers before its descriptions are registered; this is the last one of a language.
    await world.untilCalls(
      (calls) => calls.filter(({ method }) => method === "setMyShortDescription").length === languages.length,
    );
    const { commands, bot } = await world.selam.state();
    expect(bot.description).toBe(texts.description);
    expect(commands.map(({ command }) => command)).not.toContain("topup");
    for (const { command } of commands) await world.selam.say(`/${command}`);
    const said = (await botMessages(world, commands.length)).map(({ text }) => text);
    expect(said).not.toContain(texts.unknownCommand);
    for (const { command, description } of commands) expect(said[1]).toContain(`/${command} ${description}`);
  });
});

describe("the calendar", () => {
  const both = {
    ethiopian: "6 Hedar 2019 E.C. · 15 Nov 2026 G.C.",
    gregorian: "15 Nov 2026 G.C. · 6 Hedar 2019 E.C.",
  };

  test("is chosen by a button of /lang, and its day comes first from then on", async () => {
    const world = await openBotWorld();
    const { selam } = world;
    await selam.speak("en");
    await selam.say("/start");
    await selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 2)).at(-1)?.text).toContain(both.ethiopian);
    await selam.say("/lang");
    const asked = (await botMessages(world, 3)).at(-1);
    expect(asked?.buttons.at(-1)?.map(({ text }) => text)).toEqual([
      "Ethiopian calendar",
      "Gregorian calendar",
    ]);
    await selam.press(asked?.message_id ?? 0, "Gregorian calendar");
    const isChosen = ({ text }: { readonly text: string }) =>
      text === "Days are now written like this: 16 Nov 2026 G.C. · 7 Hedar 2019 E.C.";
    expect((await botMessages(world, 1, isChosen)).filter(isChosen)).toHaveLength(1);
    await selam.say("DKF1AB2CD3");
    await selam.say("/today");
    const said = await botMessages(world, 5);
    expect(said.at(-2)?.text).toContain(both.gregorian);
    expect(said.at(-1)?.text).toContain("16 Nov 2026 G.C. · 7 Hedar 2019 E.C.");
  });

  test("is written in days that stand alone, too", async () => {
    const world = await openBotWorld();
    await world.selam.speak("en");
    await world.selam.say("/start");
    await world.selam.say("/usage");
    expect((await botMessages(world, 2)).at(-1)?.text).toContain("17 Nov 2026");
    await world.dependencies.memory.rememberCalendar(world.telegram.people.user("selam").id, "ethiopian");
    await world.selam.say("/usage");
    expect((await botMessages(world, 3)).at(-1)?.text).toContain("8 Hedar 2019");
  });

  test.each(oneIn(2, languages))("is asked for and named in %s", async (language) => {
    const world = await openBotWorld();
    const { names, choose } = catalogues[language].calendar;
    await world.selam.speak(language);
    await world.selam.say("/lang");
    const [asked] = await botMessages(world, 1);
    expect(asked?.text).toContain(choose);
    expect(asked?.buttons.at(-1)?.map(({ text }) => text)).toEqual([names.ethiopian, names.gregorian]);
  });
});

describe("in the group of a shop", () => {
  const openGroup = async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    const { chat } = world.telegram.people.group();
    const owner = world.telegram.people.user("selam").id;
    granted(await world.accounts.bindGroup(chat.id, owner, null));
    const entities = [{ type: "bot_command", offset: 0, length: 5 }];
    const writeAs = (identity: object, text: string) =>
      world.telegram.updates.push({
        message: { message_id: 9_000, date: 1, chat, text, entities, ...identity } as never,
      });
    const almaz = world.telegram.people.user("almaz");
    const pressAs = async (from: object, messageId: number, data: string): Promise<string> => {
      const before = world.callsOf("answerCallbackQuery").length;
      const message = { message_id: messageId, date: 1, chat, text: "?" };
      const query = { id: `press ${before}`, from, message, data, chat_instance: "1" };
      world.telegram.updates.push({ callback_query: query } as never);
      await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > before);
      return String(world.callsOf("answerCallbackQuery").at(-1)?.payload.text ?? "");
    };
    const said = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === chat.id);
    const heard = async (count: number) => {
      await world.untilCalls(() => said().length >= count);
      return String(said()[count - 1]?.payload.text);
    };
    const members = { selam: world.telegram.people.user("selam"), hana: world.telegram.people.user("hana") };
    return { world, chat, almaz, writeAs, pressAs, heard, ...members };
  };

  test("a customer chooses neither its language nor its calendar, by word or by button", async () => {
    const { world, chat, almaz, writeAs, pressAs, heard } = await openGroup();
    const { languageNotYours } = catalogues.en;
    writeAs({ from: almaz }, "/lang ti");
    expect(await heard(1)).toBe(languageNotYours);
    const channel = { id: -1_009_998_887_776, type: "channel", title: "Anybody's" };
    writeAs(
      { from: { id: 136_817_688, is_bot: true, first_name: "Channel" }, sender_chat: channel },
      "/lang ti",
    );
    expect(await heard(2)).toBe(languageNotYours);
    writeAs({ from: almaz }, "/lang");
    expect(await heard(3)).toContain(catalogues.en.calendar.choose);
    for (const data of ["lang:ti", "calendar:gregorian"])
      expect(await pressAs(almaz, 1, data)).toBe(languageNotYours);
    expect(await world.dependencies.memory.languageOf(chat.id)).toBeNull();
    expect(await world.dependencies.memory.calendarOf(chat.id)).toBeNull();
  });

  test("its people, its administrators and whoever writes as the group choose both", async () => {
    const { world, chat, selam, hana, writeAs, pressAs, heard } = await openGroup();
    const as = { from: { id: 1_087_968_824, is_bot: true, first_name: "Group" }, sender_chat: chat };
    for (const [index, [identity, language]] of (
      [
        [{ from: selam }, "am"],
        [{ from: hana }, "om"],
        [as, "ti"],
      ] as const
    ).entries()) {
      writeAs(identity, `/lang ${language}`);
      expect(await heard(index + 1)).toBe(catalogues[language].languageChosen);
    }
    expect(await pressAs(hana, 1, "lang:en")).toBe(catalogues.en.languageChosen);
    expect(await pressAs(selam, 1, "calendar:gregorian")).toMatch(/^Days are now/);
    expect(await world.dependencies.memory.languageOf(chat.id)).toBe("en");
  });
});

describe("/start", () => {
  test("asks for a language in all four by their own names, two of which are marked beta", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    const [asked] = await botMessages(world, 1);
    for (const language of languages) expect(asked?.text).toContain(catalogues[language].chooseLanguage);
    expect(asked?.buttons.flat().map(({ text }) => text)).toEqual([
      "English",
      "አማርኛ",
      "Afaan Oromoo (beta)",
      "ትግርኛ (beta)",
    ]);
  });

  test.each(oneIn(2, languages))(
    "says what to send once a language is chosen, with three ways on, in %s",
    async (language) => {
      const world = await openBotWorld();
      const texts = catalogues[language];
      await world.selam.say("/start");
      const [asked] = await botMessages(world, 1);
      const [label = ""] = (asked?.buttons.flat() ?? []).flatMap(({ text }) =>
        text.startsWith(texts.name) ? [text] : [],
      );
      await world.selam.press(asked?.message_id ?? 0, label);
      const [welcome] = await botMessages(world, 1, ({ text }) => text.includes(texts.welcome));
      expect(welcome?.text).toContain(texts.registered(10));
      expect(welcome?.buttons.flat().map(({ text }) => text)).toEqual([
        texts.saveAccount,
        texts.tryExample,
        texts.howItWorks,
      ]);
      await world.selam.press(welcome?.message_id ?? 0, texts.tryExample);
      const example = (await botMessages(world, 2)).at(-1);
      expect(example?.text.startsWith(texts.exampleTitle)).toBe(true);
      expect(example?.text).toContain(`✅ ${texts.firstLine.yours("1,250.00", "Hana Mekonnen")}`);
      await world.selam.press(welcome?.message_id ?? 0, texts.howItWorks);
      expect((await botMessages(world, 3)).at(-1)?.text).toContain("TEST Beta Wallet");
      await world.selam.press(welcome?.message_id ?? 0, texts.saveAccount);
      expect((await botMessages(world, 4)).at(-1)?.text).toBe(texts.ownAccounts.askNumber);
      expect(world.asked).toEqual([]);
    },
  );

  test("lists the commands in the language that was chosen, until everything is erased", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    const [welcome] = await botMessages(world, 1);
    await world.selam.press(welcome?.message_id ?? 0, "ትግርኛ (beta)");
    const listed = (language: "en" | "ti") => (state: ChatState) =>
      state.commands[1]?.description === catalogues[language].commands.help;
    await world.selam.waitUntil(listed("ti"));
    await world.selam.say("/erase");
    const [, asked] = await botMessages(world, 2);
    await world.selam.press(asked?.message_id ?? 0, catalogues.ti.eraseYes);
    await world.selam.waitUntil(listed("en"));
  });

  test("with a code that cannot be one says so, and registers nobody", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start hello");
    const [said] = await botMessages(world, 1);
    expect(said?.text).toMatch(/^🚫 This code is wrong/);
    await world.selam.say("/usage");
    expect((await botMessages(world, 2)).at(-1)?.text).toContain("5 of 5");
  });
});

test.each(["calendar:gregorian", "lang:en", "start:example"])(
  "%s pressed by a changed app under an answer leaves the answer as it is",
  async (data) => {
    const world = await openBotWorld();
    const { selam, telegram } = world;
    await selam.speak("en");
    await selam.say("/start");
    await selam.say("DKF1AB2CD3");
    const answer = (await botMessages(world, 2)).at(-1);
    const conversation = telegram.people.conversation("selam");
    const message = conversation.find(answer?.message_id ?? 0)?.message;
    if (message === undefined) throw new Error("no answer to press under");
    const id = telegram.callbackQueries.open({ conversation, userId: conversation.user().id });
    telegram.updates.push({
      callback_query: { id, from: conversation.user(), message, chat_instance: "1", data },
    });
    await world.untilCalls((calls) => calls.some(({ method }) => method === "answerCallbackQuery"));
    await selam.say("/usage");
    const said = await botMessages(world, data === "start:example" ? 4 : 3);
    expect(said.find(({ message_id }) => message_id === answer?.message_id)?.text).toBe(answer?.text);
  },
);
