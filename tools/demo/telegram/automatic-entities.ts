import type { Entity, FormattedText } from "./wire.ts";

/** Adds what Telegram finds by itself in any message: links, commands, mentions, phone numbers. */
export const withAutomaticEntities = ({ text, entities }: FormattedText): FormattedText => {
  const found: Entity[] = [];
  for (const [type, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = { type, offset: match.index, length: match[0].length };
      if (![...entities.filter(isExclusive), ...found].some((other) => overlap(entity, other))) {
        found.push(entity);
      }
    }
  }
  return { text, entities: [...entities, ...found].sort(outerFirst) };
};

const patterns = [
  ["url", /\bhttps?:\/\/[^\s<>"]{1,2000}[^\s<>".,;:!?)\]}]/gi],
  ["bot_command", /(?<![\w/])\/[a-z0-9_]{1,64}(?:@[a-z0-9_]{3,32})?(?![\w/])/gi],
  ["mention", /(?<![\w@])@[a-z]\w{3,31}\b/gi],
  ["phone_number", /(?<![\w+])\+\d{9,15}\b/g],
] as const;

const layout: ReadonlySet<string> = new Set([
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "blockquote",
  "expandable_blockquote",
]);

const isExclusive = (entity: Entity) => !layout.has(entity.type);

const overlap = (a: Entity, b: Entity) => a.offset < b.offset + b.length && b.offset < a.offset + a.length;

const outerFirst = (a: Entity, b: Entity) => a.offset - b.offset || b.length - a.length;
