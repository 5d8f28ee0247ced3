import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { type BotWorld, botMessages, openBotWorld, verified } from "../support/bot-world.ts";

describe("a receipt in the chat", () => {
  test("is answered with the record, quoting the message, after a reaction and a chat action", async () => {
    const world = await openBotWorld();
    const id = await world.selam.say("please check DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);

    expect(answer?.text).toBe(
      [
        "❓ Real payment: 1,250.00 ETB to Hana Mekonnen. Is that you?",
        "To: 2519****8765",
        "From: Selam Getachew",
        "6 Hedar 2019 E.C. · 15 Nov 2026 G.C. · 10:20 · 23 hours ago",
        "TEST Beta Wallet · DKF1AB2CD3",
        "Nothing is remembered before you press /start.",
        "4 of 5 free checks left",
      ].join("\n"),
    );
    expect(answer?.reply?.message_id).toBe(id);
    expect(answer?.buttons.flat().map(({ text, copy_text }) => [text, copy_text?.text])).toEqual([
      ["✅ Yes, mine", undefined],
      ["❌ Not mine", undefined],
      ["Details", undefined],
      ["📋 Copy reference", "DKF1AB2CD3"],
      ["✏️ Open the form", undefined],
    ]);
    expect(world.callsOf("sendChatAction")).toHaveLength(1);
    const { messages } = await world.selam.state();
    expect(messages.find(({ message_id }) => message_id === id)?.reactions).toEqual(["👀"]);
  });

  test("is copied as it can be sent again, where the bank prints less of it", async () => {
    const world = await openBotWorld();
    world.answers.give = () => ok(verified({ transaction_reference: "FT26319SS1KP" }));
    await world.selam.say("FT26319SS1KP36984");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toContain("\nTEST Beta Wallet · FT26319SS1KP\n");
    expect(answer?.buttons.flat().map(({ copy_text }) => copy_text?.text)).toContain("FT26319SS1KP36984");
  });

  test("is refused in words when the bank has no such receipt, and can be checked again", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("receipt_not_found");
    await world.selam.say("DKF1AB2CD3");
    const [first] = await botMessages(world, 1);
    expect(first?.text).toMatch(
      /^🕓 TEST Beta Wallet does not have receipt DKF1AB2CD3 yet\.\nIt is from today or yesterday.*\nEasily misread in it: I\/1, B\/8\n/,
    );
    expect(first?.text).toMatch(/4 of 5 free checks left$/);

    world.answers.give = () => ok(verified());
    await world.selam.press(first?.message_id ?? 0, "🔄 Check again");
    const answers = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(answers).toHaveLength(1);
    expect(answers[0]?.message_id).toBe(first?.message_id);
  });

  test("costs nothing when the bank does not answer", async () => {
    const world = await openBotWorld();
    world.answers.give = () => fail("provider_timeout");
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(
      /^⏳ The bank did not answer in time\.\nUntil the bank answers the payment is not confirmed\. I keep trying for an hour and reply here\.\n/,
    );
    expect(answer?.text).toMatch(/Not counted · 5 of 5 free checks left$/);
  });

  test("is answered one by one, in the order of the message", async () => {
    const world = await openBotWorld();
    world.answers.give = (question) =>
      question.includes("DKF1AB2CD3") ? ok(verified()) : fail("receipt_not_found");
    await world.selam.say("first DKE9ZZ9ZZ9 then DKF1AB2CD3");
    const answers = await botMessages(world, 2);
    expect(answers.map(({ text }) => text.slice(0, 1))).toEqual(["❌", "❓"]);
  });

  describe("that a message names by a link with a token and by its reference", () => {
    const token = "https://alpha.example:100/v2-hqWErTyUiOpAsDfGhJ1L";
    const bankKnows = (world: BotWorld, reference: string) => {
      world.answers.give = async (question) => {
        const [bank, asked = "", token] = question.split(" ");
        const isToken = asked === "link" && token !== undefined;
        return ok(verified({ transaction_reference: isToken ? reference : asked, bank: `TEST ${bank}` }));
      };
    };

    test.each([
      ["whole, before the link", `FT26319K4Q7Z00004321\n${token}`],
      ["behind the link", `${token}\nFT26319K4Q7Z00004321`],
      ["without digits", `See FT26319K4Q7Z\n${token}`],
    ])("is answered and counted once, %s", async (_, text) => {
      const world = await openBotWorld();
      bankKnows(world, "FT26319K4Q7Z");
      await world.selam.say(text);
      await botMessages(world, 1);
      await world.selam.say("DKF1AB2CD3");
      const said = await botMessages(world, 2, ({ text: last }) => last.includes("DKF1AB2CD3"));
      expect(said).toHaveLength(2);
      expect(world.asked).toEqual(["alpha link v2-hqWErTyUiOpAsDfGhJ1L", "beta DKF1AB2CD3"]);
    });

    test("is answered beside it when the link leads to another receipt", async () => {
      const world = await openBotWorld();
      bankKnows(world, "FT26319AAAAA");
      await world.selam.say(`FT26319K4Q7Z00004321\n${token}`);
      const said = await botMessages(world, 2);
      expect(said.map(({ text }) => /FT26319\w+/.exec(text)?.[0]).sort()).toEqual([
        "FT26319AAAAA",
        "FT26319K4Q7Z",
      ]);
    });

    test("is answered beside it when its words claim another amount", async () => {
      const world = await openBotWorld();
      bankKnows(world, "FT26319K4Q7Z");
      await world.selam.say(`${token}\n\nETB 50,000.00 for FT26319K4Q7Z00004321`);
      const said = await botMessages(world, 2);
      expect(said.some(({ text }) => text.startsWith("⚠️"))).toBe(true);
    });

    test("is asked for itself when the link leads nowhere", async () => {
      const world = await openBotWorld();
      world.answers.give = async (question) =>
        question.startsWith("alpha link")
          ? fail("receipt_not_found")
          : ok(verified({ transaction_reference: "FT26319K4Q7Z" }));
      await world.selam.say(`FT26319K4Q7Z00004321\n${token}`);
      const said = await botMessages(world, 2);
      expect(said.filter(({ text }) => text.includes("1,250.00"))).toHaveLength(1);
    });
  });

  test("that a message names with two accounts is answered and counted once", async () => {
    const world = await openBotWorld();
    world.answers.give = async (question) =>
      ok(verified({ transaction_reference: question.split(" ")[1] ?? "" }));
    await world.selam.say("FT26319K4Q7Z00004321\nhttps://alpha.example:100/?id=FT26319K4Q7Z00009999");
    await world.selam.say("DKF1AB2CD3");
    const said = await botMessages(world, 2, ({ text }) => text.includes("DKF1AB2CD3"));
    expect(said).toHaveLength(2);
    expect(world.asked).toHaveLength(2);
  });

  test("shows of foreign names what names are made of, and sets apart what is more", async () => {
    const world = await openBotWorld();
    const payer = `<b>&"Abebe"</b> *_\`[x](y)`;
    world.answers.give = () => ok(verified({ payer_name: payer, receiver_name: "\u202eأحمد\u200b علي" }));
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toContain("\nFrom: “b & Abebe /b x (y)”\n");
    expect(answer?.text).toMatch(/^❓ Real payment: 1,250\.00 ETB to “أحمد علي”\. Is that you\?\n/);
    const styled = answer?.entities.map(({ type, offset, length }) => [
      type,
      answer.text.slice(offset, offset + length),
    ]);
    expect(styled).toEqual([
      ["bold", "1,250.00 ETB"],
      // Telegram would make a command of `/b`.
      ["code", "“b & Abebe /b x (y)”"],
      ["code", "DKF1AB2CD3"],
      ["bot_command", "/start"],
    ]);
  });

  test("is refused after five counted answers, saying from when on it works again", async () => {
    const world = await openBotWorld();
    for (let count = 1; count <= 5; count += 1) {
      await world.selam.say(`DKF1AB2CD${count}`);
      await botMessages(world, count);
    }
    await world.selam.say("DKF1AB2CD6");
    const answers = await botMessages(world, 6);
    expect(answers[5]?.text).toMatch(
      /^🚫 This payment was not checked\.\nToday's free checks are used up\. You can check again from 17 Nov 2026, 00:00 \(Addis Ababa\)\. To have 10 a day, free of charge, send \/start here\.\n/,
    );
    expect(world.asked).toHaveLength(5);
  });

  test("that the same account saw before is said to be so, in the first line", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 2))[1]?.text).toMatch(/^❓/);
    world.clock.now = new Date(world.clock.now.getTime() + 11 * 60_000);
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 3))[2]?.text).toMatch(
      /^⚠️ 1,250\.00 ETB, real, but you checked it 11 minutes ago\n❓ It was paid to Hana Mekonnen\.\n/,
    );
  });

  test("is answered and counted once when Telegram delivers the message twice", async () => {
    const world = await openBotWorld();
    world.state.deliverTwice = true;
    await world.selam.say("DKF1AB2CD3");
    await world.selam.say("DKF1AB2CD4");
    const answers = await botMessages(world, 2);
    expect(answers).toHaveLength(2);
    expect(answers[1]?.text).toMatch(/3 of 5 free checks left$/);
    expect(world.asked).toHaveLength(2);
  });

  test("behind a look-alike link is not looked up, and the person is told", async () => {
    const world = await openBotWorld();
    await world.selam.say("https://alpha.example.evil.com:100/?id=FT26319K4Q7Z00004321");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toMatch(/^🚫 This link does not lead to the bank's own receipt page\./);
    expect(world.asked).toEqual([]);
  });
});

describe("a group", () => {
  test("is answered only when it gives a receipt link, names the bot or replies to it", async () => {
    const world = await openBotWorld();
    const { telegram } = world;
    const from = telegram.people.conversation("selam").user();
    const ids = { chat: from.id, message: 900 };
    const say = (text: string, entities: object[] = []): void => {
      ids.message += 1;
      const chat = { id: ids.chat, type: "group", title: "The shop" };
      const message = { message_id: ids.message, date: 1, from, chat, text, entities };
      telegram.updates.push({ message: message as never });
    };
    say("DKF1AB2CD3");
    say("is this paid? FT26319K4Q7Z");
    say("hello everybody");
    say("@deresegn_bot DKF1AB2CD4");
    const link = "https://beta.example/receipt/DKF1AB2CD5";
    say(`look: ${link}`, [{ type: "url", offset: 6, length: link.length }]);
    await world.untilCalls((calls) => calls.filter(({ method }) => method === "sendMessage").length === 2);
    expect(world.asked.map((question) => question.match(/DKF\w+/)?.[0])).toEqual([
      "DKF1AB2CD4",
      "DKF1AB2CD5",
    ]);
  });
});

describe("languages and commands", () => {
  test("the first start asks for a language and keeps the one that is chosen", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    const [welcome] = await botMessages(world, 1);
    await world.selam.press(welcome?.message_id ?? 0, "አማርኛ");
    await botMessages(world, 1, ({ text }) => text.startsWith("ከአሁን በኋላ"));
    await world.selam.say("DKF1AB2CD3");
    const answers = await botMessages(world, 2);
    expect(answers[1]?.text).toBe(
      [
        "❓ እውነተኛ ክፍያ፦ 1,250.00 ብር ለHana Mekonnen። እርስዎ ነዎት?",
        "ተቀባይ፦ 2519****8765",
        "ከፋይ፦ Selam Getachew",
        "6 ኅዳር 2019 ዓ.ም. · 15 ኖቬምበር 2026 እ.ኤ.አ. · 10:20 · ከ23 ሰዓታት በፊት",
        "TEST Beta Wallet · DKF1AB2CD3",
        "ከ10 ነፃ ማረጋገጫዎች 9 ቀርተዋል",
      ].join("\n"),
    );
  });

  test("an app in Amharic is answered in Amharic before anything was chosen", async () => {
    const world = await openBotWorld();
    await world.selam.speak("am-ET");
    await world.selam.say("ሰላም");
    const [hint] = await botMessages(world, 1);
    expect(hint?.text).toMatch(/^SMSውን፣ የደረሰኙን ፎቶ/);
    expect(world.asked).toEqual([]);
  });

  test("the usage, the help and an unknown command are answered, and nothing is counted", async () => {
    const world = await openBotWorld();
    for (const command of ["/usage", "/help", "/privacy", "/lang", "/nonsense"])
      await world.selam.say(command);
    const said = await botMessages(world, 5);
    expect(said[0]?.text).toBe(
      "5 of 5 free checks left today.\nA new day begins on 17 Nov 2026, 00:00 (Addis Ababa).",
    );
    expect(said[1]?.text).toContain("Banks: TEST Alpha Bank, TEST Beta Wallet, TEST Gamma Bank.");
    expect(said[4]?.text).toBe("I do not know this command. See /help.");
  });

  test("a receipt behind a command that there is none of is looked up all the same", async () => {
    const world = await openBotWorld();
    await world.selam.say("/verify DKF1AB2CD3");
    const [said] = await botMessages(world, 1);
    expect(said?.text).toMatch(/^❓ Real payment/);
  });

  test("the address of a hidden link pushes no word of a long message out", async () => {
    const world = await openBotWorld();
    const from = world.telegram.people.conversation("selam").user();
    const chat = { id: from.id, type: "private", first_name: "Selam" };
    const text = `here ${"no ".repeat(1_360)}DKF1AB2CD3`;
    const entities = [{ type: "text_link", offset: 0, length: 4, url: "https://forms.example/x" }];
    world.telegram.updates.push({
      message: { message_id: 900, date: 1, from, chat, text, entities },
    } as never);
    const [said] = await botMessages(world, 1);
    expect(said?.text).toMatch(/^❓ Real payment/);
  });

  test("whoever sends a whole SMS that names no receipt is told so, and not to send the whole SMS", async () => {
    const world = await openBotWorld();
    await world.selam.say(
      "Dear Customer, your account '5293**011' is credited with ETB 100.00 on 12/11/2026. Your balance is ETB 100.00.",
    );
    const [said] = await botMessages(world, 1);
    expect(said?.text).toMatch(/^🚫 Not checked\. This message has no receipt link/);
    await world.selam.say("hello");
    expect((await botMessages(world, 2))[1]?.text).toMatch(
      /^Send me the SMS, a photo or the link of a receipt\./,
    );
  });
});
