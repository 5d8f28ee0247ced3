import { type DefaultTreeAdapterTypes, parse, type Token } from "parse5";
import type { Replacements } from "./replacements.ts";

/** A picture of one pixel in the place of a picture within the page: what a QR code says cannot be looked through. */
const emptyPicture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

type Node = DefaultTreeAdapterTypes.Node;
type Edit = { readonly from: number; readonly to: number; readonly text: string };

/** A page with everything replaced and all else as it was, byte for byte. */
export const scrubHtml = (source: string, replacements: Replacements): string => {
  const edits: Edit[] = [];
  const waiting: Node[] = [parse(source, { sourceCodeLocationInfo: true })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    edits.push(...editsOf(node, source, replacements));
    if (isPictureOfLines(node)) continue;
    if ("childNodes" in node) waiting.push(...node.childNodes);
    if ("content" in node) waiting.push(node.content);
  }
  return edited(source, edits);
};

/** Lines may draw a QR code. */
const isPictureOfLines = (node: Node): boolean => node.nodeName === "svg";

const editsOf = (node: Node, source: string, replacements: Replacements): readonly Edit[] => {
  const place = node.sourceCodeLocation;
  if (!place) return [];
  if (node.nodeName === "#text" && "value" in node)
    return [textEdit(node, place, source, replacements)].flat();
  if (node.nodeName === "#comment" && "data" in node) {
    const text = replacements.apply(node.data, false);
    return text === node.data
      ? []
      : [{ from: place.startOffset, to: place.endOffset, text: `<!--${text}-->` }];
  }
  if (!("attrs" in node)) return [];
  const attributes = node.attrs.flatMap(({ name, value }) => {
    const at = "attrs" in place ? place.attrs?.[name] : undefined;
    const text = scrubAttribute(name, value, replacements);
    return at === undefined || text === value
      ? []
      : [
          {
            from: at.startOffset,
            to: at.endOffset,
            text: `${name}="${escaped(text).replaceAll('"', "&quot;")}"`,
          },
        ];
  });
  const inside = "startTag" in place && place.startTag && place.endTag;
  if (!isPictureOfLines(node) || !inside || !place.startTag || !place.endTag) return attributes;
  replacements.count("pictures");
  return [...attributes, { from: place.startTag.endOffset, to: place.endTag.startOffset, text: "" }];
};

const textEdit = (
  node: DefaultTreeAdapterTypes.TextNode,
  { startOffset, endOffset }: Token.Location,
  source: string,
  replacements: Replacements,
): readonly Edit[] => {
  const parent = node.parentNode?.nodeName ?? "";
  const isRaw = parent === "script" || parent === "style";
  const value = isRaw ? source.slice(startOffset, endOffset) : node.value;
  const text = isRaw
    ? replacements.apply(withoutPictures(value, replacements), false)
    : replacements.apply(value, true);
  if (text === value) return [];
  return [{ from: startOffset, to: endOffset, text: isRaw ? text : escaped(text) }];
};

const scrubAttribute = (name: string, value: string, replacements: Replacements): string =>
  name === "style" || name === "class" || name === "id"
    ? withoutPictures(value, replacements)
    : replacements.apply(withoutPictures(value, replacements), false);

/** Data addresses of pictures within a text, replaced. */
const withoutPictures = (text: string, replacements: Replacements): string =>
  text.replace(/data:image\/[^"'\s)<>]+/gi, () => {
    replacements.count("pictures");
    return emptyPicture;
  });

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");

const edited = (source: string, edits: readonly Edit[]): string => {
  let result = "";
  let at = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue;
    result += source.slice(at, from) + text;
    at = to;
  }
  return result + source.slice(at);
};

/** Strings and numbers of JSON; the rest of its signs hold nothing. */
const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;

/** JSON with everything replaced and its order, spaces and spellings of numbers as they were. */
export const scrubJson = (source: string, replacements: Replacements): string =>
  source.replace(jsonToken, (token) => {
    if (!token.startsWith('"')) return token.includes(".") ? token : replacements.apply(token, true);
    const value: unknown = JSON.parse(token);
    if (typeof value !== "string") return token;
    const text = replacements.apply(withoutPictures(value, replacements), true);
    return text === value ? token : JSON.stringify(text);
  });
