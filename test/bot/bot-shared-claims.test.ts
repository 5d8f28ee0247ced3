import { describe, expect, test } from "vitest";
import { type Failure, fail } from "../../src/core/failure.ts";
import { ok, type Result } from "../../src/core/result.ts";
import type { PictureResult } from "../../src/photos/scan-picture.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import {
  type BotWorld,
  botMessages,
  fromBot,
  morning,
  openBotWorld,
  providers,
  saveReceiver,
  verified,
} from "../support/bot-world.ts";
import { oneIn } from "../support/extent.ts";
import { codePicture } from "../support/pictures.ts";

/** What a message claims of several receipts together. */

type Scanned = Result<PictureResult, Failure>;

const openShop = async (santim: Readonly<Record<string, number>>, scan?: () => Promise<Scanned>) => {
  const world = await openBotWorld({}, scan);
  await saveReceiver(world);
  world.answers.give = (question) => {
    const reference = Object.keys(santim).find((one) => question.includes(one));
    if (reference === undefined) return fail("receipt_not_found");
    return ok(verified({ transaction_reference: reference }, { amountMinor: santim[reference] ?? 0 }));
  };
  return world;
};

/** What is read of a picture in which two receipts are printed. */
const twoPrinted: Scanned = ok({
  kind: "print",
  detection: detect("DKF1AB2CD3\nDKF1AB2CD4", providers, morning, "printed"),
  link: null,
  needsConfirmation: false,
});

const png = () => codePicture("x").png().toBuffer();

const linesOf = async (world: BotWorld): Promise<readonly string[]> =>
  fromBot((await world.selam.state()).messages).map(({ text }) => text.split("\n", 1)[0] ?? "");

/** The bot's last line, once nothing of a message is waited for any more. */
const lastOf = async (world: BotWorld, count: number): Promise<string> => {
  await botMessages(world, count);
  const { length } = await linesOf(world);
  for (let turn = 0; turn < 4; turn += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + 3_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  expect(length).toBeGreaterThanOrEqual(count);
  return (await linesOf(world)).at(-1) ?? "";
};

const sms = (end: string): string =>
  `Dear HANA You have received ETB 5,000.00 from SELAM GETACHEW(2519****4321) on 16/11/2026 09:20:30. Your transaction number is DKF1AB2CD3. Your current balance is ETB 7,100.00. ${end}`;

const halves = { DKF1AB2CD3: 50_000, DKF1AB2CD4: 50_000 };

describe("an amount that is claimed of several receipts", () => {
  test.each(
    oneIn(3, [
      sms("To download your receipt https://beta.example/receipt/DKF1AB2CD4"),
      "I paid 5000 birr in two parts: DKF1AB2CD3 and DKF1AB2CD4",
      "5,000 ብር በሁለት ልኬያለሁ DKF1AB2CD3 DKF1AB2CD4",
      "total 5000 birr: DKF1AB2CD3 DKF1AB2CD4",
      "I paid 5000 birr, no cash: DKF1AB2CD3 and DKF1AB2CD4",
      "I paid 5000 birr by cash transfer, nothing due: DKF1AB2CD3 and DKF1AB2CD4",
    ]),
  )("is warned about where they come to less: %s", async (text) => {
    const world = await openShop(halves);
    await world.selam.say(text);
    expect(await lastOf(world, 2)).toBe(
      "⚠️ The message says 5,000.00 ETB. The receipts that could be read come to 1,000.00 ETB.",
    );
  });

  test("is asked about where a smaller one is named beside their sum", async () => {
    const world = await openShop(halves);
    await world.selam.say("I sent 1000 birr DKF1AB2CD3 DKF1AB2CD4. I paid 30 birr for transport");
    expect(await lastOf(world, 2)).toBe(
      "❓ The message says 30.00 ETB. The receipts that could be read come to 1,000.00 ETB.",
    );
  });

  test("is told of no more once the message names no receipt", async () => {
    const world = await openShop(halves);
    const id = await world.selam.say("DKF1AB2CD3 DKF1AB2CD4 together 5,000 birr");
    expect(await lastOf(world, 2)).toMatch(/^⚠️ The message says 5,000\.00 ETB\./);
    await world.selam.edit(id, "DKF1AB2CD3 DKF1AB2CD4 together 1,000 birr");
    await expect.poll(() => lastOf(world, 2)).toBe("✅ together: 2 receipts, 1,000.00 ETB");
    await world.selam.edit(id, "thank you");
    await expect.poll(() => lastOf(world, 2)).not.toMatch(/^✅ together/);
  });

  test("is warned about where one verb is said of two amounts", async () => {
    const world = await openShop(halves);
    await world.selam.say("DKF1AB2CD3 DKF1AB2CD4\n4,500 ብር እና 500 ብር ልኬያለሁ");
    expect(await lastOf(world, 2)).toMatch(/^⚠️ The message says 4,500\.00 ETB\./);
  });

  test("is doubted where one of them is not to be found", async () => {
    const world = await openShop({ DKF1AB2CD3: 50_000 });
    const { id, first_name } = world.telegram.people.conversation("selam").user();
    const text = sms("Thank you.");
    const url = "https://beta.example/receipt/DKF1AB2CD4";
    world.telegram.updates.push({
      message: {
        message_id: 900,
        date: 1,
        text,
        from: world.telegram.people.conversation("selam").user(),
        chat: { id, type: "private", first_name },
        entities: [{ type: "text_link", offset: text.length - 1, length: 1, url }],
      } as never,
    });
    expect(await lastOf(world, 2)).toMatch(
      /^[⚠❓]\uFE0F? The message says 5,000\.00 ETB\. The receipts that could be read come to 500\.00 ETB\.$/,
    );
  });

  test.each(
    oneIn(3, [
      ["I paid 5000 birr in two parts: DKF1AB2CD3 and DKF1AB2CD4", 250_000, 250_000],
      ["I sent 3000 and 2000 birr: DKF1AB2CD3 DKF1AB2CD4", 300_000, 200_000],
      ["I paid 3000 birr for shoes and 2000 birr for a bag: DKF1AB2CD3 DKF1AB2CD4", 400_000, 100_000],
      ["shoes 3000 birr, bag 2000 birr: DKF1AB2CD3 DKF1AB2CD4", 250_000, 100_000],
      ["I sent 3000 birr DKF1AB2CD3\n\nI sent 2000 birr DKF1AB2CD4", 300_000, 200_000],
      ["total 5000 birr: DKF1AB2CD3 DKF1AB2CD4", 100_000, 400_000],
      ["I sent 5000 birr: DKF1AB2CD3, not DKF1AB2CD4", 500_000, 10_000],
      ["I paid 5000 birr in two:\nDKF1AB2CD3 - 3000 birr\nDKF1AB2CD4 - 2000 birr", 300_000, 200_000],
      ["Sent 5000 birr total\nDKF1AB2CD3 3,000 birr\nDKF1AB2CD4 2,000 birr", 300_000, 200_000],
      ["5000 ብር በሁለት ከፍያለሁ\nDKF1AB2CD3 3000 ብር\nDKF1AB2CD4 2000 ብር", 300_000, 200_000],
      ["I paid 5450 birr, 450 birr in cash: DKF1AB2CD3 DKF1AB2CD4", 300_000, 200_000],
    ]),
  )("accuses nobody where they come to it: %s", async (text, first, second) => {
    const world = await openShop({ DKF1AB2CD3: first, DKF1AB2CD4: second });
    await world.selam.say(text);
    expect(await lastOf(world, 2)).toMatch(/^✅ [0-9,.]+ ETB to you/);
    expect(await linesOf(world)).toHaveLength(2);
  });

  const claimedBesidePicture: readonly (readonly [string, string])[] = [
    ["I paid 1000 birr", "✅ 500.00 ETB to you"],
    [
      "I paid 1000 birr. I paid 30 birr for transport",
      "❓ The message says 30.00 ETB. The receipts that could be read come to 1,000.00 ETB.",
    ],
    [
      "I paid 1000 birr. I paid 900 birr. I paid 800 birr",
      "⚠️ The message says 900.00 ETB. The receipts that could be read come to 1,000.00 ETB.",
    ],
    ["4 ሰው 250 ብር", "✅ 500.00 ETB to you"],
    ["500 birr each", "✅ 500.00 ETB to you"],
    ["1000 birr for 2 people", "✅ 500.00 ETB to you"],
    ["2 ሰው 1000 ብር", "✅ 500.00 ETB to you"],
    [
      "I paid 5000 birr",
      "⚠️ The message says 5,000.00 ETB. The receipts that could be read come to 1,000.00 ETB.",
    ],
    ["5000 birr", "⚠️ The message says 5,000.00 ETB. The receipts that could be read come to 1,000.00 ETB."],
  ];

  test.each(claimedBesidePicture)(
    "is compared with all that one picture shows: %s",
    async (caption, last) => {
      const world = await openShop(halves, async () => twoPrinted);
      await world.selam.show(await png(), { caption });
      await expect.poll(() => lastOf(world, 2)).toContain(last);
      expect((await linesOf(world)).slice(0, 2)).toEqual(
        Array(2).fill(expect.stringMatching(/^✅ 500\.00 ETB/)),
      );
    },
  );

  test.each(claimedBesidePicture)("is so, too, where the picture had to wait: %s", async (caption, last) => {
    let scanned: Scanned = fail("overloaded");
    const world = await openShop(halves, async () => scanned);
    await world.selam.show(await png(), { caption });
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^⏳/);
    scanned = twoPrinted;
    world.clock.now = new Date(world.clock.now.getTime() + 60_000);
    await expect.poll(() => lastOf(world, 3)).toContain(last);
    expect((await linesOf(world)).slice(1, 3)).toEqual(
      Array(2).fill(expect.stringMatching(/^✅ 500\.00 ETB/)),
    );
  });

  test.each(["picture", "text"])("is met though the second answer had to be sent again: %s", async (how) => {
    const world = await openShop(halves, async () => twoPrinted);
    let refusals = 1;
    world.faults.push(({ method, payload }) => {
      if (method !== "sendMessage" || refusals === 0 || !String(payload.text).includes("CD4"))
        return undefined;
      refusals -= 1;
      return { kind: "refuse", code: 502, description: "Bad Gateway" };
    });
    if (how === "text") await world.selam.say("I paid 1000 birr DKF1AB2CD3 DKF1AB2CD4");
    else await world.selam.show(await png(), { caption: "I paid 1000 birr" });
    await expect.poll(async () => (await linesOf(world)).length).toBe(2);
    expect(await lastOf(world, 2)).toMatch(/^✅ 500\.00 ETB to you/);
    expect(refusals).toBe(0);
  });

  test("is warned about though what was said of the picture before had to be taken back again", async () => {
    const world = await openShop(halves, async () => fail("qr_not_found"));
    const id = await world.selam.show(await png());
    expect((await botMessages(world, 1))[0]?.text).toMatch(/^🚫/);
    let refusals = 1;
    world.faults.push(({ method, payload }) => {
      if (method !== "editMessageText" || refusals === 0 || String(payload.text).includes("500"))
        return undefined;
      refusals -= 1;
      return { kind: "refuse", code: 429, description: "Too Many Requests: retry after 5", retryAfter: 5 };
    });
    await world.selam.edit(id, "I paid 5000 birr DKF1AB2CD3 DKF1AB2CD4");
    await expect.poll(() => lastOf(world, 3)).toMatch(/^⚠️ The message says 5,000\.00 ETB\./);
    expect(refusals).toBe(0);
  });

  test("is met where one of them is found only once the message is changed", async () => {
    const found: Record<string, number> = { DKF1AB2CD3: 50_000 };
    const world = await openShop(found);
    const id = await world.selam.say("I paid 1000 birr DKF1AB2CD3 DKF1AB2CD4");
    expect(await lastOf(world, 2)).toMatch(/^. The message says 1,000\.00 ETB\./u);
    found.DKF1AB2CD4 = 50_000;
    await world.selam.edit(id, "I paid 1000 birr DKF1AB2CD3 DKF1AB2CD4 thanks");
    await expect.poll(() => lastOf(world, 2)).toBe("✅ together: 2 receipts, 1,000.00 ETB");
  });

  test("is compared anew when the message is changed", async () => {
    const world = await openShop(halves);
    const id = await world.selam.say("I paid 5000 birr: DKF1AB2CD3 DKF1AB2CD4");
    expect(await lastOf(world, 2)).toMatch(/^⚠️ The message says 5,000\.00/);
    await world.selam.edit(id, "I paid 1000 birr: DKF1AB2CD3 DKF1AB2CD4");
    expect(await lastOf(world, 3)).toBe("✅ together: 2 receipts, 1,000.00 ETB");
  });
});
