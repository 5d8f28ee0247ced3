import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import type { JsonDocument, JsonValue } from "../document.ts";

/** Deeper nesting than any receipt has; what lies deeper is refused before it is walked. */
const depthMax = 32;

/** Longer keys than any receipt has: each is compared with all labels that are known. */
const keyLengthMax = 200;

/**
 * JSON with duplicate keys and the source text of numbers kept, which `JSON.parse` loses. Text that stops
 * inside a value is cut: `provider_error`; anything else that is not JSON is `provider_format_changed`, and so is a
 * key that stands twice with two values or is too long, or text with half a character in it.
 */
export const decodeJson = (source: string): Result<JsonDocument, Failure> => {
  const text = source.replace(/^\ufeff/, "");
  const depth = measureDepth(text);
  if (depth.open > 0) return fail("provider_error", { detail: "end is missing: json" });
  if (depth.max > depthMax) return fail("provider_format_changed", { detail: "json: too deep" });
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const root = tree === undefined || errors.length > 0 ? null : jsonValueOf(tree, text);
  if (root === null || holdsHalfCharacter(root))
    return fail("provider_format_changed", { detail: "json: malformed" });
  if (hasLongKey(root)) return fail("provider_format_changed", { detail: "json: a long key" });
  if (contradictsItself(root))
    return fail("provider_format_changed", { detail: "json: a key with two values" });
  return ok({ kind: "json", root });
};

const hasLongKey = (value: JsonValue): boolean => {
  if (value.kind === "array") return value.items.some(hasLongKey);
  if (value.kind !== "object") return false;
  return value.members.some((one) => one.key.length > keyLengthMax || hasLongKey(one.value));
};

const holdsHalfCharacter = (value: JsonValue): boolean => {
  if (value.kind === "array") return value.items.some(holdsHalfCharacter);
  if (value.kind !== "object") return /\p{Surrogate}/u.test(value.text);
  return value.members.some((one) => /\p{Surrogate}/u.test(one.key) || holdsHalfCharacter(one.value));
};

const contradictsItself = (value: JsonValue): boolean => {
  if (value.kind === "array") return value.items.some(contradictsItself);
  if (value.kind !== "object") return false;
  const written = new Map(value.members.map((one) => [one.key, JSON.stringify(one.value)]));
  return value.members.some(
    (one) => written.get(one.key) !== JSON.stringify(one.value) || contradictsItself(one.value),
  );
};

/** Whether every bracket and string that the text opens is closed. */
export const endsLikeJson = (text: string): boolean => measureDepth(text).open <= 0;

/** Brackets that are still open at the end of the text (an open string counts as one), and the deepest nesting. */
const measureDepth = (text: string): { open: number; max: number } => {
  let open = 0;
  let max = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") max = Math.max(max, ++open);
    else if (character === "}" || character === "]") open--;
  }
  return { open: open + (inString ? 1 : 0), max };
};

const jsonValueOf = (node: Node, source: string): JsonValue | null => {
  switch (node.type) {
    case "object":
      return objectOf(node.children ?? [], source);
    case "array": {
      const items = (node.children ?? []).map((item) => jsonValueOf(item, source));
      return items.every((item) => item !== null) ? { kind: "array", items } : null;
    }
    case "string":
      return { kind: "string", text: String(node.value) };
    case "number":
      return { kind: "number", text: source.slice(node.offset, node.offset + node.length) };
    case "boolean":
      return { kind: "literal", text: node.value === true ? "true" : "false" };
    case "null":
      return { kind: "literal", text: "null" };
    case "property":
      return null;
  }
};

const objectOf = (properties: readonly Node[], source: string): JsonValue | null => {
  const members: { key: string; value: JsonValue }[] = [];
  for (const { children } of properties) {
    const [key, content] = children ?? [];
    const value = content === undefined ? null : jsonValueOf(content, source);
    if (key === undefined || value === null) return null;
    members.push({ key: String(key.value), value });
  }
  return { kind: "object", members };
};
