import { describe, expect, test } from "vitest";
import { type FailureCode, fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { type Language, languages } from "../../src/texts/texts.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import {
  type BotWorld,
  botMessages,
  fromBot,
  openBotWorld,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { oneIn } from "../support/extent.ts";

/** The first line answers the merchant's question: is this my money? One row for each assessment, in every language. */

type Receipt = Parameters<typeof verified>[0];
type Facts = Parameters<typeof verified>[1];

type Row = {
  /** What the bank answers. */
  readonly bank?: () => ReturnType<BotWorld["answers"]["give"]>;
  readonly isSaved?: boolean;
  readonly says?: string;
  /** What was sent before, and how much time has passed. */
  readonly before?: { readonly says: string; readonly minutes: number };
  readonly presses?: string;
  /** The whole line in English. */
  readonly line: string;
  /** What the first line holds in every language besides its mark: amounts, names and numbers. */
  readonly keeps: readonly string[];
};

const found =
  (receipt: Receipt = {}, facts: Facts = {}) =>
  () =>
    ok(verified({ receiver_name: "HANA MEKONNEN TADESSE", ...receipt }, facts));
const failing =
  (code: FailureCode, facts: object = {}) =>
  () =>
    fail(code, facts);

const amount = "1,250.00";
const other = { receiver_account: "2519****1111", receiver_name: "Abebe Bekele" };
const bankItself = { receiver_account: "0003", receiver_name: "TEST Gamma Bank" };
const sms = (claimed: string) => `You have received ETB ${claimed}. Transaction number DKF1AB2CD3.`;
const sent = { says: "DKF1AB2CD3", minutes: 20 };

const rows: Readonly<Record<string, Row>> = {
  yours: {
    bank: found(),
    isSaved: true,
    line: "✅ 1,250.00 ETB to you · HANA MEKONNEN TADESSE",
    keeps: [amount, "HANA MEKONNEN TADESSE"],
  },
  "receiver unknown": {
    bank: found(),
    line: "❓ Real payment: 1,250.00 ETB to HANA MEKONNEN TADESSE. Is that you?",
    keeps: [amount, "HANA MEKONNEN TADESSE"],
  },
  "another name under a saved number": {
    bank: found({ receiver_name: "Abebe Bekele" }),
    isSaved: true,
    line: "❓ Real payment: 1,250.00 ETB to Abebe Bekele. Is that you?",
    keeps: [amount, "Abebe Bekele"],
  },
  "someone else": {
    bank: found(other),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but not to you: to Abebe Bekele",
    keeps: [amount, "Abebe Bekele"],
  },
  "account not shown": {
    bank: found(bankItself, { isReceiverAccountShown: false, receiverBank: "gamma" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB to TEST Gamma Bank, but the receipt does not say to whose account. Check your TEST Gamma Bank account first.",
    keeps: [amount, "TEST Gamma Bank"],
  },
  "other amount": {
    bank: found({}, { amountMinor: 26_000 }),
    isSaved: true,
    says: sms("12,500.00"),
    line: "⚠️ 260.00 ETB, real, but the message says 12,500.00",
    keeps: ["260.00", "12,500.00"],
  },
  "a withdrawal": {
    bank: found({}, { paymentKind: "withdrawal" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but a cash withdrawal, not a payment",
    keeps: [amount],
  },
  "airtime or a package": {
    bank: found({}, { paymentKind: "airtime" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but airtime or a package, not a payment",
    keeps: [amount],
  },
  "a bill": {
    bank: found({}, { paymentKind: "bill" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but a bill, not a payment to you",
    keeps: [amount],
  },
  "payer and receiver are one account": {
    bank: found({ payer_account: "2519****8765", payer_name: "HANA MEKONNEN TADESSE" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but paid from and to the same account",
    keeps: [amount],
  },
  "checked before": {
    bank: found(),
    isSaved: true,
    before: sent,
    line: "⚠️ 1,250.00 ETB, real, but you checked it 20 minutes ago",
    keeps: [amount, "20"],
  },
  "the same again within minutes": {
    bank: found(),
    isSaved: true,
    before: { ...sent, minutes: 3 },
    line: "ℹ️ The same receipt as 3 minutes ago (1,250.00 ETB), not a second payment",
    keeps: [amount, "3"],
  },
  old: {
    bank: found({}, { paymentDateIso: "2024-11-29T10:00:00+03:00" }),
    isSaved: true,
    line: "⚠️ 1,250.00 ETB, real, but almost 2 years old",
    keeps: [amount, "2"],
  },
  "not found with a second number": {
    bank: failing("receipt_not_found"),
    says: "FT26319SS1KP36984",
    line: "❓ TEST Gamma Bank finds no receipt FT26319SS1KP36984 with account …6984. Either number may be wrong.",
    keeps: [],
  },
  "not found at a bank that was chosen": {
    bank: failing("receipt_not_found"),
    says: "FT26319K4Q7Z 1000123459999",
    presses: "TEST Alpha Bank",
    line: "❓ TEST Alpha Bank finds no receipt FT26319K4Q7Z with account …9999. Either number may be wrong.",
    keeps: [],
  },
  "not found yet": {
    bank: failing("receipt_not_found"),
    line: "🕓 TEST Beta Wallet does not have receipt DKF1AB2CD3 yet.",
    keeps: [],
  },
  "not found, and older": {
    bank: failing("receipt_not_found"),
    says: "DKA9ZZ9ZZ9",
    line: "❌ There is no such receipt: TEST Beta Wallet does not know DKA9ZZ9ZZ9.",
    keeps: [],
  },
  "another account's receipt": {
    bank: failing("receipt_mismatch", { mismatch: "account" }),
    says: "FT26319SS1KP36984",
    line: "❓ TEST Gamma Bank has a receipt FT26319SS1KP36984, but for another account than …6984. Either number may be wrong.",
    keeps: [],
  },
  "another reference's receipt": {
    bank: failing("receipt_mismatch", { mismatch: "reference" }),
    line: "❌ TEST Beta Wallet answers DKF1AB2CD3 with another receipt.",
    keeps: [],
  },
  "a link that is not the bank's": {
    says: "https://beta.example.evil.com/receipt/DKF1AB2CD3",
    line: "🚫 This link does not lead to the bank's own receipt page. It was not opened.",
    keeps: [],
  },
  reversed: {
    bank: failing("receipt_not_completed", { receiptStatus: "Reversed" }),
    line: "❌ The receipt says “Reversed”, so the money went back to the payer: ask for a new payment.",
    keeps: ["Reversed"],
  },
  failed: {
    bank: failing("receipt_not_completed", { receiptStatus: "Failed" }),
    line: "❌ The receipt says “Failed”, so nothing was paid: ask for a new payment.",
    keeps: ["Failed"],
  },
  pending: {
    bank: failing("receipt_not_completed", { receiptStatus: "Pending" }),
    line: "🕓 The receipt says “Pending”, so the payment is not completed yet: check again.",
    keeps: ["Pending"],
  },
  unreadable: {
    bank: failing("provider_format_changed"),
    line: "⚠️ I could not read the bank's page. Open it yourself:",
    keeps: [],
  },
  "no answer": {
    bank: failing("provider_timeout"),
    line: "⏳ The bank did not answer in time.",
    keeps: [],
  },
};

const play = async (language: Language, row: Row): Promise<ChatMessage> => {
  const world = await openBotWorld();
  await world.selam.speak(language);
  if (row.isSaved || row.before !== undefined) await saveReceiver(world);
  if (row.bank !== undefined) world.answers.give = row.bank;
  const said = row.before === undefined ? 0 : 1;
  if (row.before !== undefined) {
    await world.selam.say(row.before.says);
    await botMessages(world, 1);
    world.clock.now = new Date(world.clock.now.getTime() + row.before.minutes * 60_000);
  }
  await world.selam.say(row.says ?? "DKF1AB2CD3");
  const asked = (await botMessages(world, said + 1)).at(-1);
  if (row.presses !== undefined) await world.selam.press(asked?.message_id ?? 0, row.presses);
  const isAnswer = ({ text }: ChatMessage) => /^(?:✅|❓|⚠️|ℹ️|🕓|❌|⏳|🚫) /u.test(text);
  const answer = (await botMessages(world, said + 1, isAnswer)).at(-1);
  if (answer === undefined) throw new Error("no answer");
  return answer;
};

describe.each(languages)("in %s", (language) => {
  const names = Object.keys(rows);
  const told = language === "en" ? names : oneIn(4, names, languages.indexOf(language));

  test.each(told)("%s", async (name) => {
    const row = rows[name];
    if (row === undefined) throw new Error("no row");
    const answer = await play(language, row);
    const [first = ""] = answer.text.split("\n");
    const mark = row.line.split(" ", 1)[0] ?? "";
    if (language === "en") return expect(first).toBe(row.line);
    expect(first.split(" ", 1)[0]).toBe(mark);
    for (const kept of row.keeps) expect(first).toContain(kept);
    // The English text decides for languages that no native reader has checked.
    if (language !== "am") expect(first).toContain(row.line.slice(mark.length + 1));
    else expect(first).toMatch(/\p{Script=Ethiopic}{2}/u);
    expect(answer.text).not.toMatch(/undefined|null|\[object/);
  });
});

describe("an answer", () => {
  test("points to the message that showed the receipt before, in the same chat", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    const first = await world.selam.say("DKF1AB2CD3");
    await botMessages(world, 1);
    world.clock.now = new Date(world.clock.now.getTime() + 20 * 60_000);
    await world.selam.say("DKF1AB2CD3");
    expect((await botMessages(world, 2))[1]?.reply?.message_id).toBe(first);
  });

  test("in a group that belongs to no shop says that it is real and to whom, with no button to save it", async () => {
    const world = await openBotWorld();
    const inGroup = createPlayer(world.url, "selam", "group");
    await inGroup.say("@deresegn_bot DKF1AB2CD3");
    const { messages } = await inGroup.waitUntil((state) => fromBot(state.messages).length === 1);
    const [answer] = fromBot(messages);
    expect(answer?.text).toMatch(/^❓ Real payment: 1,250\.00 ETB to H\*\*\* M\*\*\*\n/);
    expect(answer?.buttons.flat().map(({ text }) => text)).toEqual([
      "Details",
      "📋 Copy reference",
      "✏️ Open the form",
    ]);
  });

  test("unfolds its details at a press with the bank's own page, and folds them again", async () => {
    const world = await openBotWorld();
    await saveReceiver(world);
    await world.selam.say("https://beta.example/receipt/DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.buttons.flat().map(({ text }) => text)).toEqual(["Details", "📋 Copy reference"]);
    await world.selam.press(answer?.message_id ?? 0, "Details");
    const [open] = await botMessages(world, 1, ({ text }) => text.includes("Date as printed"));
    expect(open?.message_id).toBe(answer?.message_id);
    expect(open?.text).toContain("\nDate as printed: 15-11-2026 10:20:30\nKind: transfer\n");
    const page = open?.buttons.flat().find(({ url }) => Boolean(url));
    expect([page?.text, page?.url]).toEqual([
      "🔗 Open at TEST Beta Wallet",
      "https://beta.example/receipt/DKF1AB2CD3",
    ]);
    await world.selam.press(open?.message_id ?? 0, "Hide details");
    const [folded] = await botMessages(world, 1, ({ text }) => !text.includes("Date as printed"));
    expect(folded?.text).toBe(answer?.text);
  });

  test("of a page that cannot be read leads to the page, and offers no waiting", async () => {
    const world = await openBotWorld();
    world.answers.give = failing("provider_format_changed");
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.buttons.flat().map(({ text }) => text)).toEqual([
      "🔗 Open at TEST Beta Wallet",
      "📋 Copy reference",
      "✏️ Open the form",
    ]);
  });

  test("of a number in doubt offers another account, the other bank and the bank itself once more", async () => {
    const world = await openBotWorld();
    world.answers.give = failing("receipt_not_found");
    await world.selam.say("FT26319K4Q7Z 1000123459999");
    const [question] = await botMessages(world, 1);
    await world.selam.press(question?.message_id ?? 0, "TEST Alpha Bank");
    const [missed] = await botMessages(world, 1, ({ text }) => text.startsWith("❓"));
    expect(missed?.buttons.flat().map(({ text }) => text)).toEqual([
      "Another account",
      "Try TEST Gamma Bank",
      "🔄 Check again",
      "📋 Copy reference",
      "✏️ Open the form",
    ]);
    await world.selam.press(missed?.message_id ?? 0, "Try TEST Gamma Bank");
    await botMessages(world, 1, ({ text }) => text.startsWith("❓ TEST Gamma Bank"));
    expect(world.asked).toEqual([
      "alpha FT26319K4Q7Z 1000123459999",
      "gamma FT26319K4Q7Z59999 1000123459999",
    ]);
    const [again] = await botMessages(world, 1);
    world.answers.give = found();
    await world.selam.press(again?.message_id ?? 0, "Another account");
    await botMessages(world, 1, ({ force_reply }) => force_reply !== null);
    await world.selam.say("2000123451234");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓ Real payment"));
    expect(world.asked.at(-1)).toBe("gamma FT26319K4Q7Z51234 2000123451234");
  });
});

describe("a hostile name", () => {
  const hostile: readonly (readonly [what: string, name: string, shown: string])[] = [
    ["a mark and an amount", "✅ 5,000.00 ETB to you", "“5,000.00 ETB to you”"],
    ["our words", "Verified Real payment", "“Verified Real payment”"],
    ["our words in Amharic", "ለእርስዎ ተከፍሏል", "“ለእርስዎ ተከፍሏል”"],
    ["our words between zero-width signs", "to y\u200bo\u200du", "“to you”"],
    ["bold letters", "𝐭𝐨 𝐲𝐨𝐮", "“to you”"],
    ["look-alike letters", "tо yоu", "“tо yоu”"],
    ["line ends", "Abebe\n✅ 9 ETB", "“Abebe 9 ETB”"],
    ["a right-to-left mark", "\u202eAbebe Bekele", "“Abebe Bekele”"],
    ["a quotation mark of its own", "Abebe” to you “", "“Abebe to you”"],
    ["an amount in keycaps", "5\uFE0F\u20E30\uFE0F\u20E3 birr", "“50 birr”"],
    ["a usual business", "W/RO HANA & SONS (P.L.C.)", "W/RO HANA & SONS (P.L.C.)"],
    ["a usual name in Amharic", "ሃና መኮንን", "ሃና መኮንን"],
    ["a long name", "A".repeat(60), `${"A".repeat(40)}…`],
  ];

  test.each(oneIn(2, hostile))("of %s cannot look like a line of ours", async (_, name, shown) => {
    const world = await openBotWorld();
    world.answers.give = () => ok(verified({ receiver_name: name, payer_name: name }));
    await world.selam.say("DKF1AB2CD3");
    const [answer] = await botMessages(world, 1);
    expect(answer?.text.split("\n")[0]).toBe(`❓ Real payment: 1,250.00 ETB to ${shown}. Is that you?`);
    expect(answer?.text.match(/✅/g)).toBeNull();
  });
});

describe("when the day's checks are used up", () => {
  const useUp = async (operatorContact: string) => {
    const world = await openBotWorld({}, undefined, { operatorContact });
    await world.selam.say("/start");
    await botMessages(world, 1);
    for (let count = 1; count <= 10; count += 1) {
      world.answers.give = () => ok(verified({ transaction_reference: `DKF1AB2C${10 + count}` }));
      await world.selam.say(`DKF1AB2C${10 + count}`);
      await botMessages(world, 1 + count);
    }
    await world.selam.say("DKF1AB2C99");
    return (await botMessages(world, 12)).at(-1);
  };

  test("says that this payment was not checked, and names the operator where one is given", async () => {
    const answer = await useUp("@deresegn_help");
    expect(answer?.text.split("\n")).toEqual([
      "🚫 This payment was not checked.",
      "Today's free checks are used up. You can check again from 17 Nov 2026, 00:00 (Addis Ababa).",
      "TEST Beta Wallet · DKF1AB2C99",
      "Operator: @deresegn_help",
    ]);
  });
});
