import { describe, expect, test } from "vitest";
import type { ChatState } from "../dev/telegram/chat-view.ts";
import { catalogues, languages } from "../src/texts/texts.ts";
import { botMessages, openBotWorld } from "./support/bot-world.ts";

describe.each(languages)("in %s", (language) => {
  test("the menu lists what is offered, the help says the same, and each of it is known", async () => {
    const world = await openBotWorld();
    await world.selam.speak(language);
    const texts = catalogues[language];
    // The bot answers before it has introduced itself; this is the last it says of itself in a language.
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

describe("/start", () => {
  test.each([
    ["en", ["en", "am"]],
    ["am", ["en", "am"]],
    ["om", ["en", "om"]],
    ["ti", ["en", "ti"]],
  ] as const)("to an app in %s speaks %j, and offers all four by their own names", async (spoken, heard) => {
    const world = await openBotWorld();
    await world.selam.speak(spoken);
    await world.selam.say("/start");
    const [welcome] = await botMessages(world, 1);
    for (const language of languages) {
      const isHeard = heard.some((one) => one === language);
      expect(welcome?.text.includes(catalogues[language].welcome), language).toBe(isHeard);
      expect(welcome?.text.includes(catalogues[language].registered(10)), language).toBe(isHeard);
      expect(welcome?.text).toContain(catalogues[language].chooseLanguage);
    }
    const names = languages.map((language) => catalogues[language].name);
    expect(welcome?.buttons.flat().map(({ text }) => text)).toEqual(names);
  });

  test("lists the commands in the language that was chosen, until everything is erased", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    const [welcome] = await botMessages(world, 1);
    await world.selam.press(welcome?.message_id ?? 0, "ትግርኛ");
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
