import { z } from "zod";
import { ok, type Result } from "../../../src/core/result.ts";
import { withAutomaticEntities } from "./automatic-entities.ts";
import { parseHtml } from "./html-markup.ts";
import { badRequest, type Refusal } from "./refusal.ts";
import type { Entity, FormattedText } from "./wire.ts";

/** An entity as a bot hands it in. */
export const entitySchema = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  url: z.string().optional(),
  language: z.string().optional(),
});

/** Markup as a bot hands it in: `parse_mode` wins over `entities`. The emulator knows HTML alone. */
export type Markup = {
  readonly parse_mode?: string | undefined;
  readonly entities?: readonly Entity[] | undefined;
};

/** Text and entities as Telegram stores them: markup taken out, ends trimmed, links and commands found. */
export const readFormattedText = (text: string, markup: Markup): Result<FormattedText, Refusal> => {
  const parsed = parse(text, markup);
  if (!parsed.ok) return parsed;
  return ok(withAutomaticEntities(trim(parsed.value)));
};

const parse = (text: string, { parse_mode, entities }: Markup): Result<FormattedText, Refusal> => {
  if (parse_mode?.toLowerCase() === "html") return parseHtml(text);
  if (parse_mode) return badRequest("unsupported parse_mode");
  for (const entity of entities ?? []) {
    const fault = entityFault(text, entity);
    if (fault) return badRequest(fault);
  }
  return ok({ text, entities: entities ?? [] });
};

const entityTypes: ReadonlySet<string> = new Set([
  "mention",
  "hashtag",
  "bot_command",
  "url",
  "email",
  "phone_number",
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "blockquote",
  "expandable_blockquote",
  "code",
  "pre",
  "text_link",
]);

const entityFault = (text: string, { type, offset, length, url }: Entity): string | null => {
  const end = offset + length;
  if (!entityTypes.has(type)) return `can't parse entities: unsupported entity type "${type}"`;
  if (type === "text_link" && !url) return 'can\'t parse entities: field "url" must be specified';
  if (offset < 0 || length < 1) return "can't parse entities: wrong entity offset or length specified";
  if (end > text.length) {
    return `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${end}`;
  }
  if (cutsSymbol(text, offset) || cutsSymbol(text, end)) {
    return `entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol`;
  }
  return null;
};

const cutsSymbol = (text: string, at: number) =>
  /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));

const trim = ({ text, entities }: FormattedText): FormattedText => {
  const lead = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const within = (at: number) => Math.min(Math.max(at - lead, 0), trimmed.length);
  const moved = entities.map((entity) => {
    const offset = within(entity.offset);
    return { ...entity, offset, length: within(entity.offset + entity.length) - offset };
  });
  return { text: trimmed, entities: moved.filter((entity) => entity.length > 0) };
};
