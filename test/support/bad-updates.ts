import { morning } from "./bot-world.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** In the text of a mutated update: what no `JSON.stringify` could write. */
const deepMark = "a place that is very deep";
const largeMark = "a place that is very large";
const levels = 200_000;
const deep = `${"[".repeat(levels)}${"]".repeat(levels)}`;
const large = JSON.stringify("x".repeat(4 * 1024 * 1024));

const date = Math.floor(morning.getTime() / 1000);
const from = (id: number) => ({
  id,
  is_bot: false,
  first_name: "Selam",
  last_name: "G",
  language_code: "en",
});
const alone = (id: number) => ({ id, type: "private", first_name: "Selam" });
const group = { id: -1_000_000_000_777, type: "supergroup", title: "Shop" };
const reference = "DKF1AB2CD3";

/** What a person in a private chat writes. */
export const written = (id: number, text: string) => ({
  message: { message_id: 7, date, chat: alone(id), from: from(id), text },
});

/** Honest updates of every kind that the bot handles, without their ids. */
const honest = (id: number): readonly Record<string, Json>[] => {
  const message = { message_id: 7, date, chat: alone(id), from: from(id) };
  const link = "https://beta.example/receipt/DKF1AB2CD3";
  const answered = {
    ...message,
    message_id: 6,
    from: { ...from(700_000_000), is_bot: true },
    text: "Which?",
  };
  return [
    { message: { ...message, text: `Dear customer, you have sent ETB 1250.00, number ${reference}` } },
    { message: { ...message, text: link, entities: [{ type: "url", offset: 0, length: link.length }] } },
    {
      message: {
        ...message,
        text: "receipt",
        entities: [{ type: "text_link", offset: 0, length: 7, url: link }],
      },
    },
    ...[
      "/start",
      "/help",
      "/usage",
      "/key",
      "/accounts",
      "/today",
      "/language",
      "/join",
      "/export",
      "/erase",
    ].map((command) => ({
      message: {
        ...message,
        text: command,
        entities: [{ type: "bot_command", offset: 0, length: command.length }],
      },
    })),
    {
      message: {
        ...message,
        chat: group,
        text: `@deresegn_bot ${reference}`,
        entities: [{ type: "mention", offset: 0, length: 13 }],
      },
    },
    {
      message: {
        ...message,
        chat: group,
        sender_chat: { id: -1_000_000_000_778, type: "channel", title: "News" },
        text: "@deresegn_bot look",
        reply_to_message: { ...message, chat: group, text: reference },
      },
    },
    {
      message: {
        ...message,
        caption: `paid 500, ${reference}`,
        caption_entities: [{ type: "bold", offset: 0, length: 4 }],
        photo: [{ file_id: "small", file_unique_id: "s", width: 90, height: 90, file_size: 1_000 }],
        media_group_id: "11",
      },
    },
    {
      message: {
        ...message,
        document: { file_id: "d", file_name: `${reference}.pdf`, mime_type: "application/pdf", file_size: 9 },
      },
    },
    { message: { ...message, contact: { phone_number: "+251911223344", first_name: "Hana" } } },
    { message: { ...message, text: reference, forward_origin: { type: "hidden_user", date } } },
    { message: { ...message, text: "1000123456789", reply_to_message: answered } },
    { edited_message: { ...message, edit_date: date + 1, text: "thank you" } },
    { message: { ...message, chat: group, migrate_to_chat_id: -1_000_000_000_779 } },
    { message: { ...message, chat: group, migrate_from_chat_id: -780 } },
    {
      callback_query: {
        id: "4",
        from: from(id),
        message: answered,
        chat_instance: "1",
        data: "again:0123456789abcdef",
      },
    },
    { callback_query: { id: "4", from: from(id), message: { ...answered, date: 0 }, data: "topup" } },
    {
      my_chat_member: {
        chat: alone(id),
        from: from(id),
        date,
        old_chat_member: { status: "member", user: from(1) },
        new_chat_member: { status: "kicked", user: from(1) },
      },
    },
  ];
};

const junk: readonly Json[] = [
  null,
  true,
  0,
  -1,
  0.5,
  2 ** 53,
  -(2 ** 62),
  1e308,
  "",
  "text",
  "\u0000",
  "\uD800",
  "🧾".repeat(5_000),
  [],
  {},
  [[]],
  { length: 3 },
  { __proto__: null, toString: 1, constructor: { prototype: {} } },
  deepMark,
  largeMark,
];

/** The same numbers in [0, 1) for the same seed. */
const numbersOf = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const isBranch = (value: Json): value is readonly Json[] | { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null;

/** Every place in a value, as the keys that lead to it. */
const placesIn = (value: Json): readonly (readonly string[])[] =>
  isBranch(value)
    ? Object.entries(value).flatMap(([key, part]) => [
        [key],
        ...placesIn(part as Json).map((rest) => [key, ...rest]),
      ])
    : [];

const changedAt = (
  value: Json,
  [key, ...rest]: readonly string[],
  change: (old: Json) => Json | undefined,
): Json => {
  if (key === undefined || !isBranch(value)) return value;
  const entries = Object.entries(value).flatMap(([name, part]): [string, Json][] => {
    if (name !== key) return [[name, part as Json]];
    const changed = rest.length === 0 ? change(part as Json) : changedAt(part as Json, rest, change);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
};

/**
 * The bodies of `count` updates, each made of an honest one by one or two changes: a place left out, filled with
 * something else, or wrapped. Their ids count from `firstId` as far as they are left.
 */
export const badUpdates = (
  count: number,
  { seed, firstId }: { seed: number; firstId: number },
): readonly string[] => {
  const random = numbersOf(seed);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const change = (old: Json): Json | undefined => {
    const way = random();
    if (way < 0.2) return undefined;
    if (way < 0.3) return [old];
    return way < 0.4 ? { value: old } : oneOf(junk);
  };
  return Array.from({ length: count }, (_, at) => {
    let update: Json = { update_id: firstId + at, ...oneOf(honest(5_000 + at)) };
    const changes = random() < 0.7 ? 1 : 2;
    for (let done = 0; done < changes; done += 1) {
      const places = placesIn(update);
      if (places.length > 0) update = changedAt(update, oneOf(places), change);
    }
    return JSON.stringify(update)
      .replaceAll(JSON.stringify(deepMark), deep)
      .replaceAll(JSON.stringify(largeMark), large);
  });
};
