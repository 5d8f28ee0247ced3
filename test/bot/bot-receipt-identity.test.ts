import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { type PersonName, personNames } from "../../tools/demo/telegram/people.ts";
import { fromBot } from "../support/bot-world.ts";
import { accountsOf, given, signedIn } from "../support/web.ts";
import { createWorld, type World } from "../support/world.ts";

/** A receipt whose bank writes its number in two ways is one receipt in the books, whichever face asks. */

let world: World;
let accounts: Accounts & { readonly end: () => Promise<void> };
beforeAll(async () => {
  world = await createWorld({ hasChat: true });
  accounts = await accountsOf(world);
});
afterAll(async () => {
  await accounts.end();
  await world.close();
});

/** The bot's answer to a text, once it holds what is expected. */
const asking = async (name: PersonName, text: string, expected: RegExp) => {
  const person = world.person(name);
  const before = fromBot((await person.state()).messages).length;
  await person.say(text);
  const isAnswer = (messages: Parameters<typeof fromBot>[0]) =>
    fromBot(messages)
      .slice(before)
      .find((message) => expected.test(message.text));
  const { messages } = await person.waitUntil((state) => isAnswer(state.messages) !== undefined);
  const answer = isAnswer(messages);
  if (answer === undefined) throw new Error("no answer");
  return answer;
};

/** Says by the buttons under an answer that the money came to them, and saves the account. */
const makingTheirs = async (name: PersonName, messageId: number) => {
  const person = world.person(name);
  const shownBy = (label: string) =>
    person.waitUntil(({ messages }) =>
      fromBot(messages).some(
        ({ message_id, buttons }) =>
          message_id === messageId && buttons.flat().some(({ text }) => text.includes(label)),
      ),
    );
  await shownBy("Yes, mine");
  await person.press(messageId, "✅ Yes, mine");
  await shownBy("Save");
  await person.press(messageId, "✅ Save");
  await person.waitUntil(({ messages }) =>
    fromBot(messages).some(({ message_id, text }) => message_id === messageId && text.startsWith("✅")),
  );
};

const userIdOf = (name: PersonName): number => 700_000_001 + personNames.indexOf(name);

const tokens = [
  ["base 36", "2KK2MDYG0Z-6A1B2C", "selam", "dawit"],
  ["hexadecimal digits", "E4634A744AA3-7G8H", "hana", "almaz"],
] as const;

describe.each(tokens)("a receipt by a token in %s", (_, token, guest, owner) => {
  test("that a guest has made theirs is not ✅ when it is shown again", async () => {
    const { message_id: first } = await asking(guest, token, /ETB/);
    await makingTheirs(guest, first);
    expect((await asking(guest, token, /ETB/)).text).toMatch(/^ℹ️ The same receipt as/);
  });

  test("that an owner has made theirs is theirs in the day's sums", async () => {
    await asking(owner, "/start", /./);
    const { message_id: first } = await asking(owner, token, /ETB/);
    await makingTheirs(owner, first);
    const userId = userIdOf(owner);
    const overview = await (await signedIn(world, accounts, { kind: "person", userId })).get("/dashboard");
    expect(overview.$(".tile--good").text()).not.toContain(" 0.00");
    expect(overview.$(".takings").first().text()).toContain("(1)");
  });

  test("is found in the dashboard by its printed number and by its token", async () => {
    const userId = 95_000 + token.length;
    given(await accounts.registerTelegram(userId));
    const browser = await signedIn(world, accounts, { kind: "person", userId });
    const body = new FormData();
    body.set("text", token);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    await fetch(`${world.url}/`, {
      method: "POST",
      body,
      headers: { "sec-fetch-site": "same-origin", cookie },
    });
    const rowsAt = async (wanted: string) =>
      (await browser.get(`/dashboard/receipts?reference=${encodeURIComponent(wanted)}`)).$("tbody tr").length;
    for (const wanted of [token.split("-")[0] ?? "", token, token.toLowerCase()])
      expect([wanted, await rowsAt(wanted)]).toEqual([wanted, 1]);
    expect(await rowsAt("2KK2MDYG10")).toBe(0);
  });
});
