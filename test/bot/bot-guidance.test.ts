import { describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import type { PictureResult } from "../../src/photos/scan-picture.ts";
import { catalogues, languages } from "../../src/texts/texts.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { botMessages, openBotWorld, providers } from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

/** The bot says what cannot be looked up as it was sent, and the next step. No bank is asked and nothing is counted. */

const credit =
  "Dear Customer, your account '5293**011' is credited with ETB 100.00 on 12/11/2026 at 08:50:23 AM. Your current balance is ETB 100.00.";

describe("a bank's message that nobody can look up", () => {
  test.each(languages)(
    "is said to be not checked, and what to ask the payer for, in %s",
    async (language) => {
      const world = await openBotWorld();
      await world.selam.speak(language);
      await world.selam.say(credit);
      const [said] = await botMessages(world, 1);
      expect(said?.text).toBe(`🚫 ${catalogues[language].unlookable.credit("")}`);
      expect(world.asked).toEqual([]);
    },
  );

  test("names its bank where the message does, and says that an SMS proves nothing", async () => {
    const world = await openBotWorld();
    await world.selam.say(
      "Dear Beza, your account 1*****88 was credited with ETB 3,000.00 by HANA MEKONNEN TADESSE. Available Balance:  ETB 5,027.46. GAMMA.",
    );
    const [said] = await botMessages(world, 1);
    expect(said?.text).toBe(
      "🚫 Not checked. This message has no receipt link, so I cannot ask TEST Gamma Bank. Ask the payer for the link in their own SMS. The SMS alone proves nothing.",
    );
  });
});

describe("a reference that is one character off", () => {
  test.each([
    ["DKF1AB2CD", 9, 10, "TEST Beta Wallet"],
    ["FT26319K4Q7", 11, 12, "TEST Alpha Bank / TEST Gamma Bank"],
    ["FT26319SS1KP369844", 18, 17, "TEST Gamma Bank"],
  ])(
    "%s is said to have %i characters and not %i, before any button",
    async (reference, given, length, bank) => {
      const world = await openBotWorld();
      await world.selam.say(reference);
      const [said] = await botMessages(world, 1);
      expect(said?.text.split("\n")).toEqual([
        "🚫 This payment was not checked.",
        `This has ${given} characters, but a reference of ${bank} has ${length}. Compare it with the receipt and send it again.`,
        reference,
      ]);
      expect(said?.buttons).toEqual([]);
      expect(world.asked).toEqual([]);
    },
  );
});

describe("a print with a letter in doubt", () => {
  const scanned: PictureResult = {
    kind: "print",
    detection: detect("DKF1AB2CD3", providers, new Date("2026-11-16T07:00:00Z")),
    link: null,
    needsConfirmation: true,
  };

  test("is looked up once it is said to be right, and typed where it is not", async () => {
    const world = await openBotWorld({}, async () => ok(scanned));
    const picture = await codePicture("x").png().toBuffer();
    await world.selam.show(picture);
    const [question] = await botMessages(world, 1, ({ buttons }) => buttons.length > 0);
    expect(question?.buttons.flat().map(({ text }) => text)).toEqual(["✅ Yes", "❌ No"]);
    await world.selam.press(question?.message_id ?? 0, "❌ No");
    const [typing] = await botMessages(world, 1, ({ buttons }) => buttons.length === 0);
    expect(typing?.text).toBe("Then type the reference as it is on the receipt, and send it to me.");
    expect(world.asked).toEqual([]);

    await world.selam.show(picture);
    const again = (await botMessages(world, 2, ({ buttons }) => buttons.length > 0)).at(-1);
    await world.selam.press(again?.message_id ?? 0, "✅ Yes");
    await botMessages(world, 2, ({ text }) => text.startsWith("❓ Real payment"));
    expect(world.asked).toEqual(["beta DKF1AB2CD3"]);
  });
});

test("a command in a private chat is answered without quoting it, and a receipt with it", async () => {
  const world = await openBotWorld();
  await world.selam.say("/usage");
  expect((await botMessages(world, 1))[0]?.reply).toBeNull();
  const id = await world.selam.say("DKF1AB2CD3");
  expect((await botMessages(world, 2))[1]?.reply?.message_id).toBe(id);
});
