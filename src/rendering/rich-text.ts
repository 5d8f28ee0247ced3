/** Where a text is formatted; `offset` and `length` in UTF-16 code units. */
export type Entity = { readonly type: "bold" | "code"; readonly offset: number; readonly length: number };

/**
 * Text with its formatting beside it, as Telegram takes it. Names and references are foreign: as entities
 * they need no escaping.
 */
export type RichText = { readonly text: string; readonly entities: readonly Entity[] };

type Part = string | RichText;

export const bold = (text: string): RichText => styled("bold", text);

/** Monospaced; a tap copies it. */
export const code = (text: string): RichText => styled("code", text);

/** Parts one after the other. Offsets are UTF-16 code units, which is what Telegram counts. */
export const concat = (...parts: readonly Part[]): RichText => {
  let text = "";
  const entities: Entity[] = [];
  for (const part of parts.map(toRichText)) {
    const start = text.length;
    entities.push(...part.entities.map((entity) => ({ ...entity, offset: entity.offset + start })));
    text += part.text;
  }
  return { text, entities };
};

/** Each part on a line of its own; `null` is left out, `""` is an empty line. */
export const lines = (...parts: readonly (Part | null)[]): RichText => {
  const present = parts.filter((part) => part !== null);
  return concat(...present.flatMap((part, index) => (index === 0 ? [part] : ["\n", part])));
};

/** The part from one code unit up to another, with what is formatted inside it. */
export const cut = ({ text, entities }: RichText, start: number, end = text.length): RichText => ({
  text: text.slice(start, end),
  entities: entities
    .filter(({ offset, length }) => offset >= start && offset + length <= end)
    .map((entity) => ({ ...entity, offset: entity.offset - start })),
});

/**
 * A value from outside on one line of its own: control, format and bidi characters would move the entities
 * (Telegram drops some of them) or turn the rest of the line around.
 */
export const foreign = (value: string): string => {
  const line = value
    // Half a character, where somebody's text was cut, makes Telegram refuse the whole message.
    .replace(/[\p{Cf}\p{Cs}]/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  return characters.length <= longestValue ? line : `${characters.slice(0, longestValue).join("")}…`;
};

/**
 * A sentence that holds a foreign value. Telegram itself makes links of `a.b`, `@a`, `#a` and `/a`; in our own
 * words no payer's name may lead to an address, so such a value is set as code.
 */
export const unlinked = (sentence: string, value: string): RichText => {
  const entities: Entity[] = [];
  const isLinkLike = /[@#$/\\]|\S[.:]\S/.test(value);
  for (let end = 0; isLinkLike; ) {
    const offset = sentence.indexOf(value, end);
    if (offset < 0) break;
    end = offset + value.length;
    entities.push({ type: "code", offset, length: value.length });
  }
  return { text: sentence, entities };
};

/** Characters. Keeps a whole record far below the 4,096 of a message. */
const longestValue = 200;

const toRichText = (part: Part): RichText => (typeof part === "string" ? { text: part, entities: [] } : part);

const styled = (type: "bold" | "code", text: string): RichText => ({
  text,
  entities: text === "" ? [] : [{ type, offset: 0, length: text.length }],
});
