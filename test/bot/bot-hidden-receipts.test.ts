import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { catalogues } from "../../src/texts/texts.ts";
import { type BotWorld, botMessages, fromBot, openBotWorld } from "../support/bot-world.ts";

/** What a message that somebody else wrote may cost whoever passes it on: links that nobody sees, and misses. */

const linkTo = (reference: string): string => `https://beta.example/receipt/${reference}`;
const referenceOf = (number: number, letter = "B"): string => `DKF1A${letter}${1_000 + number}`;
const ten = (letter = "B"): readonly string[] =>
  Array.from({ length: 10 }, (_, number) => referenceOf(number, letter));

const thanks = "Dear sir, I have paid. Thank you for everything.";

type Link = { readonly url: string; readonly offset: number };

const hiding = (references: readonly string[]): readonly Link[] =>
  references.map((reference, at) => ({ url: linkTo(reference), offset: at * 4 }));

const entitiesOf = (links: readonly Link[]) =>
  links.map(({ url, offset }) => ({ type: "text_link", offset, length: 1, url }));

const openShop = async () => {
  const world = await openBotWorld();
  const { accounts, telegram, answers } = world;
  const from = telegram.people.conversation("selam").user();
  const registered = await accounts.registerTelegram(from.id);
  if (!registered.ok) throw new Error(registered.error.code);
  const account = registered.value.id;
  await accounts.topUp(account, 100_000, "operator");
  answers.give = () => fail("receipt_not_found");
  const chat = { id: from.id, type: "private", first_name: "Selam" };
  let id = 900;
  const send = (text: string, links: readonly Link[] = [], how: object = {}): void => {
    id += 1;
    const entities = entitiesOf(links);
    telegram.updates.push({
      message: { message_id: id, date: 1, from, chat, text, entities, ...how },
    } as never);
  };
  const balance = async (): Promise<number> => {
    const shown = await accounts.showAccount(account);
    if (!shown.ok) throw new Error(shown.error.code);
    return shown.value.balanceSantim;
  };
  return { world, send, balance };
};

const forwarded = { forward_origin: { type: "hidden_user", sender_user_name: "Customer", date: 1 } };

/** Sends a message that is answered after all before it. Resolves with what was asked until then. */
const settled = async ({ asked, selam }: BotWorld, send: (text: string) => void) => {
  const hints = async () =>
    fromBot((await selam.state()).messages).filter(({ text }) => text === catalogues.en.hint).length;
  const before = await hints();
  send("hello");
  while ((await hints()) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  return asked.map((question) => /DKF\w+/.exec(question)?.[0]);
};

describe("links behind the words of a message", () => {
  test.each([
    ["forwarded", forwarded],
    ["typed", {}],
  ])("to several receipts are not looked up unasked: %s", async (_, how) => {
    const { world, send, balance } = await openShop();
    send(thanks, hiding(ten()), how);
    expect(await settled(world, send)).toEqual([]);
    expect(await balance()).toBe(100_000);
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toBe([`🚫 ${catalogues.en.hiddenLinks(10)}`, ...ten()].join("\n"));
  });

  test("to several receipts leave what the message names itself to be looked up", async () => {
    const { world, send } = await openShop();
    const visible = referenceOf(77);
    // A link to what stands there as well hides nothing.
    send(`${thanks} Reference ${visible}`, hiding([...ten().slice(0, 2), visible]), forwarded);
    const said = await botMessages(world, 2);
    expect(said.map(({ text }) => text.split("\n", 1)[0])).toEqual(
      expect.arrayContaining([`🚫 ${catalogues.en.hiddenLinks(2)}`]),
    );
    expect(await settled(world, send)).toEqual([visible]);
  });

  test("to several receipts are not looked up either where one address holds them", async () => {
    const { world, send } = await openShop();
    const url = ten().slice(0, 3).map(linkTo).join(",");
    send(thanks, [{ url, offset: 0 }], forwarded);
    const [answer] = await botMessages(world, 1);
    expect(answer?.text).toContain(catalogues.en.hiddenLinks(3));
    expect(await settled(world, send)).toEqual([]);
  });

  test("to one receipt are looked up, however many there are", async () => {
    const { world, send } = await openShop();
    send(thanks, hiding([referenceOf(1), referenceOf(1)]), forwarded);
    await botMessages(world, 1);
    expect(await settled(world, send)).toEqual([referenceOf(1)]);
  });

  test("are told of in a group, about the message to which somebody points", async () => {
    const { world } = await openShop();
    const { telegram } = world;
    const from = telegram.people.conversation("selam").user();
    const customer = { id: 77, is_bot: false, first_name: "Customer" };
    const chat = { id: -500, type: "group", title: "The shop" };
    const quoted = { message_id: 901, date: 1, from: customer, chat, text: thanks };
    const reply_to_message = { ...quoted, entities: entitiesOf(hiding(ten())) };
    const text = "@deresegn_bot look";
    telegram.updates.push({
      message: { message_id: 902, date: 1, from, chat, text, reply_to_message },
    } as never);
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    const { payload } = world.callsOf("sendMessage")[0] ?? {};
    expect(payload?.text).toContain(catalogues.en.hiddenLinks(10));
    expect(payload?.reply_parameters).toMatchObject({ message_id: 901 });
    expect(world.asked).toEqual([]);
  });
});

describe("an album that is passed on", () => {
  const picture = (references: readonly string[]) => ({
    ...forwarded,
    text: undefined,
    caption: references.join("\n"),
    media_group_id: "77",
    photo: [{ file_id: "f", file_unique_id: "f", width: 90, height: 90 }],
  });

  test("has ten receipts looked up, and the others listed, so that the person sends them", async () => {
    const { world, send, balance } = await openShop();
    send("", [], picture(ten("B").slice(0, 8)));
    send("", [], picture(ten("C")));
    send("", [], picture(ten("D")));
    const lookedUp = [...ten("B").slice(0, 8), ...ten("C").slice(0, 2)];
    expect((await settled(world, send)).toSorted()).toEqual(lookedUp);
    expect(await balance()).toBe(100_000 - 10 * 500);
    const lists = fromBot((await world.selam.state()).messages)
      .filter(({ text }) => text.startsWith(catalogues.en.tooMany(10)))
      .map(({ text }) => text.match(/DKF\w+/g));
    expect(lists).toEqual([ten("C").slice(2), ten("D")]);
    // One that is sent by itself is looked up.
    send(referenceOf(9, "D"), [], forwarded);
    expect(await settled(world, send)).toContain(referenceOf(9, "D"));
  });

  test("has each of its ten pictures looked up, and so has the next album", async () => {
    const { world, send } = await openShop();
    for (const reference of ten("B")) send("", [], picture([reference]));
    send("", [], { ...picture([referenceOf(1, "C")]), media_group_id: "78" });
    expect((await settled(world, send)).toSorted()).toEqual([...ten("B"), referenceOf(1, "C")]);
  });
});

describe("receipts that do not exist", () => {
  const listed = (letter: string): string => ten(letter).join("\n");
  const answered = async (world: BotWorld): Promise<number> =>
    fromBot((await world.selam.state()).messages).filter(({ text }) => text.includes("does not have")).length;

  test("count in messages that are passed on among the last hundred answers alone, so that no customer stops a shop", async () => {
    const { world, send, balance } = await openShop();
    for (const letter of ["B", "C", "D", "F"]) send(listed(letter), [], forwarded);
    await settled(world, send);
    expect(await answered(world)).toBe(40);
    expect(await balance()).toBe(100_000 - 40 * 500);
    const row = await world.store.db.selectFrom("guess_limit").selectAll().execute();
    expect(row.map(({ misses_in_row, recent, blocks }) => [misses_in_row, recent, blocks])).toEqual(
      row.map(() => [0, "1".repeat(40), 0]),
    );
    // Who goes on is stopped.
    for (const letter of ["G", "H"]) send(listed(letter), [], forwarded);
    await settled(world, send);
    expect(await answered(world)).toBe(50);
    expect(await world.store.db.selectFrom("guess_limit").select("blocks").execute()).toEqual(
      row.map(() => ({ blocks: 1 })),
    );
  });

  test("count each where a person names them", async () => {
    const { world, send } = await openShop();
    send(listed("B"));
    send(listed("C"));
    await settled(world, send);
    expect(await answered(world)).toBe(11);
  });

  test("count so, too, where somebody points to them in a group", async () => {
    const { world } = await openShop();
    const from = world.telegram.people.conversation("selam").user();
    const customer = { id: 77, is_bot: false, first_name: "Customer" };
    const chat = { id: -500, type: "group", title: "The shop" };
    const reply_to_message = { message_id: 901, date: 1, from: customer, chat, text: referenceOf(1) };
    const message = { message_id: 902, date: 1, from, chat, text: "@deresegn_bot look", reply_to_message };
    world.telegram.updates.push({ message } as never);
    await world.untilCalls((calls) => calls.some(({ method }) => method === "sendMessage"));
    const rows = await world.store.db.selectFrom("guess_limit").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ misses_in_row, recent }) => [misses_in_row, recent])).toEqual(
      rows.map(() => [0, "1"]),
    );
  });
});
