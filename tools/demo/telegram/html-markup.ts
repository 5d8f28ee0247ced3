import { ok, type Result } from "../../../src/core/result.ts";
import { badRequest, type Refusal } from "./refusal.ts";
import type { Entity, FormattedText } from "./wire.ts";

/** Parses Telegram's HTML (`parse_mode: HTML`): a few tags and four named entities; anything else is refused. */
export const parseHtml = (source: string): Result<FormattedText, Refusal> => {
  const state: State = { text: "", entities: [], open: [] };
  let at = 0;
  while (at < source.length) {
    const next = readPiece(source, at, state);
    if (!next.ok) return next;
    at = next.value;
  }
  const unclosed = state.open.at(-1);
  if (unclosed) return refuseMarkup(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return ok({ text: state.text, entities: state.entities });
};

type OpenTag = {
  readonly tag: string;
  readonly offset: number;
  readonly entity: Omit<Entity, "offset" | "length">;
};
type State = { text: string; readonly entities: Entity[]; readonly open: OpenTag[] };

/** Reads one tag, character reference or stretch of plain text; the value is where the next one begins. */
const readPiece = (source: string, at: number, state: State): Result<number, Refusal> => {
  if (source.startsWith("</", at)) return closeTag(source, at, state);
  if (source[at] === "<") return openTag(source, at, state);
  const reference = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot));/iy;
  reference.lastIndex = at;
  const match = reference.exec(source);
  state.text += match ? decode(match) : source.charAt(at);
  return ok(at + (match?.[0].length ?? 1));
};

const entityTypes = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
  ["u", "underline"],
  ["ins", "underline"],
  ["s", "strikethrough"],
  ["strike", "strikethrough"],
  ["del", "strikethrough"],
  ["tg-spoiler", "spoiler"],
  ["a", "text_link"],
  ["code", "code"],
  ["pre", "pre"],
  ["blockquote", "blockquote"],
]);

const openTag = (source: string, at: number, state: State): Result<number, Refusal> => {
  const name = /<([^\s<>]*)/y;
  name.lastIndex = at;
  const tag = name.exec(source)?.[1]?.toLowerCase() ?? "";
  const type = entityTypes.get(tag);
  if (!type) return refuseMarkup(`Unsupported start tag "${tag}" at byte offset ${byteOffset(source, at)}`);
  const attributes = /((?:\s+[a-z-]+(?:="[^"]*"|='[^']*')?)*)\s*>/iy;
  attributes.lastIndex = at + 1 + tag.length;
  const rest = attributes.exec(source);
  if (!rest) return refuseMarkup(`Unclosed start tag at byte offset ${byteOffset(source, at)}`);
  const expandable = type === "blockquote" && /\sexpandable\b/i.test(rest[1] ?? "");
  const href = /\shref=(?:"([^"]*)"|'([^']*)')/i.exec(rest[1] ?? "");
  const url = decodeAll(href?.[1] ?? href?.[2] ?? "");
  const entity = { type: expandable ? "expandable_blockquote" : type, ...(type === "text_link" && { url }) };
  state.open.push({ tag, offset: state.text.length, entity });
  return ok(attributes.lastIndex);
};

const closeTag = (source: string, at: number, state: State): Result<number, Refusal> => {
  const offset = byteOffset(source, at);
  const top = state.open.pop();
  if (!top) return refuseMarkup(`Unexpected end tag at byte offset ${offset}`);
  const end = source.indexOf(">", at);
  if (end < 0) return refuseMarkup(`Unclosed end tag at byte offset ${offset}`);
  const tag = source
    .slice(at + 2, end)
    .trim()
    .toLowerCase();
  if (tag !== top.tag) {
    return refuseMarkup(
      `Unmatched end tag at byte offset ${offset}, expected "</${top.tag}>", found "</${tag}>"`,
    );
  }
  const length = state.text.length - top.offset;
  // Telegram drops empty entities and links without an address, and keeps their text.
  if (length > 0 && top.entity.url !== "") state.entities.push({ ...top.entity, offset: top.offset, length });
  return ok(end + 1);
};

const named = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
]);

const decode = ([whole, hex, decimal, name]: RegExpExecArray | string[]): string => {
  if (name) return named.get(name.toLowerCase()) ?? "";
  const codePoint = hex ? Number.parseInt(hex, 16) : Number(decimal);
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : (whole ?? "");
};

const decodeAll = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot));/gi, (...match: string[]) =>
    decode(match),
  );

const byteOffset = (source: string, at: number) => Buffer.byteLength(source.slice(0, at));

const refuseMarkup = (sentence: string) => badRequest(`can't parse entities: ${sentence}`);
