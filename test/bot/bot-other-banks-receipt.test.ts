import { beforeEach, describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { type BotWorld, botMessages, fromBot, openBotWorld, verified } from "../support/bot-world.ts";

/** A payment between two banks has a receipt at each, under references of their own: shown as two, it is paid once. */

const sent = "DKF8SJM3OC";
const received = "FT26319435C5";
const creditLink = `https://alpha.example:100/?id=${received}00008765`;

type Receipt = Parameters<typeof verified>;

/** Of one payment from the wallet to the shop's account at alpha; a test changes what the second bank tells. */
const legs = (
  canonical: string,
  [receipt, facts]: readonly [Receipt[0]?, Receipt[1]?] = [],
  sentAt = "2026-11-15T10:20:00+03:00",
): ReturnType<typeof verified> =>
  canonical.includes(sent)
    ? verified(
        { transaction_reference: sent, receiver_account: "1000400008765", receiver_name: "Hana Mekonnen" },
        { receiverBank: "TEST Alpha Bank", paymentDateIso: sentAt },
      )
    : verified(
        {
          transaction_reference: received,
          payer_name: "SELAM GETACHEW ALEMU",
          payer_account: "1****0003",
          receiver_account: "1****8765",
          receiver_name: "HANA MEKONNEN",
          ...receipt,
        },
        { receiverBank: "alpha", paymentDateIso: "2026-11-15T10:22:00+03:00", ...facts },
      );

let world: BotWorld;
beforeEach(async () => {
  world = await openBotWorld();
  const { id: userId } = world.telegram.people.conversation("selam").user();
  const registered = await world.accounts.registerTelegram(userId);
  if (!registered.ok) throw new Error(registered.error.code);
  const account = { provider: "alpha", number: "1000400008765", name: "Hana Mekonnen" };
  await world.dependencies.savedAccounts.save(registered.value.id, account, { kind: "user", userId });
  world.answers.give = (canonical) => ok(legs(canonical));
});

/** The first lines of the bot's answers to these messages, one after the other. */
const answersTo = async (...texts: readonly string[]): Promise<readonly (string | undefined)[]> => {
  const before = fromBot((await world.selam.state()).messages).length;
  for (const [said, text] of texts.entries()) {
    await world.selam.say(text);
    await botMessages(world, before + said + 1, ({ text: last }) => /^(?:✅|❓|⚠️|ℹ️)/u.test(last));
  }
  const { messages } = await world.selam.state();
  return fromBot(messages)
    .slice(before)
    .map(({ text }) => text.split("\n")[0]);
};

const paid = "✅ 1,250.00 ETB to you · Hana Mekonnen";
const perhapsSame =
  "⚠️ 1,250.00 ETB, real, but perhaps the same payment as another bank's receipt 1 minute ago. Check that the money came twice.";

describe("the other bank's receipt of a payment", () => {
  test.each([
    ["the receiver's bank's comes last", [sent, creditLink]],
    ["the payer's bank's comes last", [creditLink, sent]],
  ])("is no second payment when %s", async (_, texts) => {
    const [first, second] = await answersTo(...texts);
    expect(first?.toLowerCase()).toBe(paid.toLowerCase());
    expect(second).toBe(perhapsSame);
  });

  test.each([
    ["is one word", "SELAMTRADING", "Selamtrading"],
    ["is spelt otherwise", "Selam P.L.C", "SELLAM PLC"],
  ])("is no second payment where the payer's name %s", async (_, one, other) => {
    world.answers.give = (canonical) => {
      const { receipt, ...facts } = legs(canonical);
      const payer_name = canonical.includes(sent) ? one : other;
      return ok({ receipt: { ...receipt, payer_name }, ...facts });
    };
    expect((await answersTo(sent, creditLink))[1]).toBe(perhapsSame);
  });

  test.each([
    ["comes last", [sent, creditLink], /^❓.*HANA MEKONNEN/i, perhapsSame],
    ["comes first", [creditLink, sent], /^✅/, perhapsSame],
  ])(
    "is no second payment where the payer's bank names no other, and %s",
    async (_, texts, first, second) => {
      world.answers.give = (canonical) => {
        const { receipt, ...facts } = legs(canonical);
        if (!canonical.includes(sent)) return ok({ receipt, ...facts });
        return ok({ receipt: { ...receipt, receiver_account: "1****8765" }, ...facts, receiverBank: null });
      };
      const [one, other] = await answersTo(...texts);
      expect(one).toMatch(first);
      expect(other).toBe(second);
    },
  );

  test.each([
    [
      "the receiver's bank dates it after midnight",
      [sent, creditLink],
      "2026-11-15T23:59:52+03:00",
      "2026-11-16T00:00:04+03:00",
    ],
    [
      "the payer's bank's comes last",
      [creditLink, sent],
      "2026-11-15T22:40:00+03:00",
      "2026-11-16T01:30:00+03:00",
    ],
    ["it is of one evening", [sent, creditLink], "2026-11-15T22:10:00+03:00", "2026-11-15T22:12:00+03:00"],
  ] as const)("is no second payment when %s", async (_, texts, sentAt, receivedAt) => {
    world.answers.give = (canonical) => ok(legs(canonical, [{}, { paymentDateIso: receivedAt }], sentAt));
    const answers = await answersTo(...texts);
    expect(answers.map((answer) => answer?.slice(0, 2))).toEqual(["✅ ", "⚠️"]);
    expect(answers[1]).toBe(perhapsSame);
  });

  test.each([
    ["in the morning after", "2026-11-15T23:59:52+03:00", "2026-11-16T02:00:00+03:00"],
    ["in the evening after", "2026-11-14T22:30:00+03:00", "2026-11-15T22:30:00+03:00"],
    ["on a day without a time", "2026-11-14T23:59:52+03:00", "2026-11-15"],
  ])("is another payment %s", async (_, sentAt, receivedAt) => {
    world.answers.give = (canonical) => ok(legs(canonical, [{}, { paymentDateIso: receivedAt }], sentAt));
    const answers = await answersTo(sent, creditLink);
    expect(answers.map((answer) => answer?.slice(0, 1))).toEqual(["✅", "✅"]);
  });

  test.each([
    ["comes last", [creditLink, sent]],
    ["comes first", [sent, creditLink]],
  ])(
    "is no second payment where it prints the payer's bank's reference and no payer, and %s",
    async (_, texts) => {
      world.answers.give = (canonical) =>
        ok(
          canonical.includes(sent)
            ? verified(
                { transaction_reference: sent, payer_name: "HANA MEKONNEN", payer_account: "Org Account" },
                { receiverBank: "beta", payersReference: received },
              )
            : verified(
                { transaction_reference: received, payer_name: "SELAM GETACHEW ALEMU" },
                { receiverBank: null },
              ),
        );
      const [, other] = await answersTo(...texts);
      expect(other).toBe(perhapsSame);
    },
  );

  test("stays in doubt when it is checked again", async () => {
    await answersTo(sent, creditLink);
    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    const again = await answersTo(creditLink, sent);
    expect(again).toEqual([
      "⚠️ 1,250.00 ETB, real, but you checked it 1 hour ago",
      "⚠️ 1,250.00 ETB, real, but you checked it 1 hour ago",
    ]);
  });

  test("adds nothing to the day's sum", async () => {
    await answersTo(sent, creditLink);
    await world.selam.say("/today");
    const said = await botMessages(world, 3, ({ text }) => text.includes("ETB") && !text.startsWith("⚠️"));
    expect(said.at(-1)?.text).toContain("1,250.00 ETB");
    expect(said.at(-1)?.text).not.toContain("2,500.00");
  });

  test.each<[string, Receipt[0]?, Receipt[1]?]>([
    ["another payer", { payer_name: "DAWIT BEKELE" }],
    ["a payer of the same first name", { payer_name: "SELAM TESFAYE" }],
    ["another amount", {}, { amountMinor: 125_100 }],
    ["another day", {}, { paymentDateIso: "2026-11-14T10:22:00+03:00" }],
  ])("is another payment when it tells of %s", async (_, receipt, facts) => {
    world.answers.give = (canonical) => ok(legs(canonical, [receipt, facts]));
    const answers = await answersTo(sent, creditLink);
    expect(answers.map((answer) => answer?.slice(0, 1))).toEqual(["✅", "✅"]);
  });

  test("is not what the same bank gives out twice: two equal payments are two", async () => {
    const second = "FT26319435C6";
    world.answers.give = (canonical) =>
      ok(legs(canonical, canonical.includes(second) ? [{ transaction_reference: second }] : []));
    const answers = await answersTo(creditLink, creditLink.replace(received, second));
    expect(answers.map((answer) => answer?.slice(0, 1))).toEqual(["✅", "✅"]);
  });
});
