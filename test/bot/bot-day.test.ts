import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { writeCsv } from "../../src/rendering/csv.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { type BotWorld, botMessages, openBotWorld, saveReceiver, verified } from "../support/bot-world.ts";
import type { Call } from "../support/telegram.ts";

const dayMs = 24 * 60 * 60_000;

/** Sends texts one after the other, each after the answer to the one before; resolves with the last answer. */
const converse = async (world: BotWorld, ...texts: readonly string[]): Promise<ChatMessage | undefined> => {
  const { messages } = await world.selam.state();
  const before = messages.filter(({ from }) => from === "bot").length;
  for (const [index, text] of texts.entries()) {
    await world.selam.say(text);
    await botMessages(world, before + index + 1);
  }
  return (await botMessages(world, before + texts.length)).at(-1);
};

/** Lets the bank answer each reference with an amount of its own. */
const answerWith = (world: BotWorld, amountsSantim: Readonly<Record<string, number>>) => {
  world.answers.give = (canonical) => {
    const transaction_reference = canonical.match(/DKF\w+/)?.[0] ?? "";
    const amountMinor = amountsSantim[transaction_reference];
    return amountMinor === undefined
      ? fail("receipt_not_found")
      : ok(verified({ transaction_reference }, { amountMinor }));
  };
};

const fileOf = async (world: BotWorld, message: ChatMessage | undefined): Promise<string> => {
  const file = world.telegram.files.byId(message?.document?.file_id ?? "");
  return file?.bytes.toString("utf8") ?? "";
};

describe("/today", () => {
  test("sums by bank what the account saw for the first time on this day of Addis Ababa", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    answerWith(world, { DKE1AB2CD1: 1, DKF1AB2CD3: 125_000, DKF1AB2CD4: 50_050, DKF1AB2CD5: 1 });
    await converse(world, "DKF1AB2CD5");
    // 23:59 of the day before, and one minute later.
    world.clock.now = new Date("2026-11-16T20:59:00Z");
    await converse(world, "DKF1AB2CD4");
    world.clock.now = new Date("2026-11-16T21:00:00Z");
    const said = await converse(world, "DKF1AB2CD3", "DKF1AB2CD4", "DKF1AB2CD9", "/today");
    expect(said?.text.split("\n")).toEqual([
      "Today, 8 Hedar 2019 E.C. · 17 Nov 2026 G.C.",
      "❓ Others: 1 receipt · 1,250.00 ETB",
      "• TEST Beta Wallet: 1 receipt · 1,250.00 ETB",
      "Not confirmed: 1",
      "",
      "Each receipt counts once, on the day you first checked it. Others: paid to someone else, or not known to be yours.",
    ]);
  });

  test("tells what came to the merchant apart from what others were paid, also once they say so", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    world.answers.give = (canonical) => {
      const transaction_reference = canonical.match(/DKF\w+/)?.[0] ?? "";
      const other = { receiver_account: "2519****1111", receiver_name: "Abebe Bekele" };
      return ok(verified({ transaction_reference, ...(/[45]$/.test(canonical) && other) }));
    };
    const said = await converse(world, "DKF1AB2CD3", "DKF1AB2CD4", "/today");
    expect(said?.text.split("\n").slice(1, 5)).toEqual([
      "✅ Yours: 1 receipt · 1,250.00 ETB",
      "• TEST Beta Wallet: 1 receipt · 1,250.00 ETB",
      "❓ Others: 1 receipt · 1,250.00 ETB",
      "• TEST Beta Wallet: 1 receipt · 1,250.00 ETB",
    ]);
    const record = (await world.selam.state()).messages.find(({ text }) => text.includes("not to you"));
    await world.selam.press(record?.message_id ?? 0, "It is mine after all…");
    await world.selam.waitUntil((state) => state.messages.some(({ text }) => text.includes("Every later")));
    await world.selam.press(record?.message_id ?? 0, "Only this one");
    await world.selam.waitUntil((state) => state.messages.every(({ text }) => !text.includes("not to you")));
    const again = await converse(world, "/today");
    expect(again?.text).toContain("✅ Yours: 2 receipts · 2,500.00 ETB\n");
    expect(again?.text).not.toContain("❓ Others: 1");
  });

  test("before /start has nothing to sum, and in a new account an empty day", async () => {
    const world = await openBotWorld();
    expect((await converse(world, "DKF1AB2CD3", "/today"))?.text).toContain("Press /start");
    expect((await converse(world, "/start", "/today"))?.text).toContain("No receipt was confirmed today.");
  });
});

describe("/export", () => {
  test("sends the account's history as a table, oldest first, in the language of the chat", async () => {
    const world = await openBotWorld();
    answerWith(world, { DKF1AB2CD3: 125_005 });
    await converse(world, "/start", "/lang am", "DKF1AB2CD3");
    world.clock.now = new Date(world.clock.now.getTime() + dayMs);
    await converse(world, "DKF1AB2CD3");
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    const sent = await converse(world, "DKF1AB2CD9", "/export");
    expect(sent?.document?.file_name).toBe("deresegn-2026-11-17.csv");
    expect(sent?.text).toBe("ታሪክዎ፦ 3 መልሶች።");
    expect((await fileOf(world, sent)).split("\r\n")).toEqual([
      "\uFEFFቀን (ጎርጎርሳዊ),ቀን (ዓ.ም.),ሰዓት (አዲስ አበባ),ባንክ,ውጤት,መጠን (ብር),ለመጀመሪያ ጊዜ,የተከፈለ (ብር),ገንዘቡ የማን",
      "2026-11-16,7 ኅዳር 2019,10:00,TEST Beta Wallet,ተረጋግጧል,1250.05,አዎ,0.00,ያልተቀመጠ",
      "2026-11-17,8 ኅዳር 2019,10:00,TEST Beta Wallet,ተረጋግጧል,1250.05,አይ,0.00,ያልተቀመጠ",
      "2026-11-17,8 ኅዳር 2019,10:00,TEST Beta Wallet,አልተገኘም,,,0.00,",
      "",
    ]);
  });

  test("comes again when Telegram's answer to it is lost", async () => {
    const world = await openBotWorld();
    await converse(world, "/start", "DKF1AB2CD3");
    const lost: Call[] = [];
    world.faults.push((call) => {
      if (call.method !== "sendDocument" || lost.push(call) > 1) return undefined;
      return { kind: "lose answer" };
    });
    await world.selam.say("/export");
    await botMessages(world, 4, ({ document }) => document !== null);
    expect(await converse(world, "/usage")).toMatchObject({
      text: expect.stringContaining("free checks left"),
    });
    const { messages } = await world.selam.state();
    const files = messages.filter(({ document }) => document !== null);
    expect(files).toHaveLength(2);
    expect(new Set(files.map(({ text }) => text)).size).toBe(1);
    expect(messages.filter(({ from }) => from === "bot")).toHaveLength(5);
  });

  test("has nothing to send while the history is empty", async () => {
    const world = await openBotWorld();
    expect((await converse(world, "/start", "/export"))?.text).toBe("Your history is empty.");
  });
});

describe("a table", () => {
  test("takes no text for a formula, and keeps commas, quotes and line ends in their cell", () => {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      writeCsv([["=1+1", "+251", "-5", "@a", 'say "hi", now', "two\nlines", "ቡና ባንክ"]]),
    );
    expect(text).toBe(`\uFEFF'=1+1,'+251,'-5,'@a,"say ""hi"", now","two\nlines",ቡና ባንክ\r\n`);
  });
});

describe("/status", () => {
  test("tells which banks answer, and when one that does not is asked again", async () => {
    const world = await openBotWorld();
    expect((await converse(world, "/status"))?.text.split("\n").slice(0, 4)).toEqual([
      "How the banks answered me last:",
      "⚪ TEST Alpha Bank: not asked yet",
      "⚪ TEST Beta Wallet: not asked yet",
      "⚪ TEST Gamma Bank: not asked yet",
    ]);
    world.answers.give = () => fail("provider_timeout");
    await converse(world, "DKF1AB2CD3");
    world.answers.give = () => ok(verified());
    await converse(world, "DKF1AB2CD4", "FT26319SS1KP36984");
    world.resting.set("alpha", 40);
    expect((await converse(world, "/status"))?.text.split("\n")).toEqual([
      "How the banks answered me last:",
      "🔴 TEST Alpha Bank: not asked yet · I ask again in 40 s",
      "🟡 TEST Beta Wallet: answered at 10:00 · 1 of the last 2 timed out",
      "🟢 TEST Gamma Bank: answered at 10:00",
      "",
      "This is what was asked since 10:00, by the part of me that answers you.",
      "What a bank does not answer is not counted.",
    ]);
  });
});
