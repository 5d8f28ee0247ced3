import type { Row, Sheet } from "./sheet.ts";

/**
 * What a JSON text prints of gamma's receipt, duplicates included; null when it is not JSON, or not one
 * receipt under one header. A scanner of its own, so that it cannot share a mistake with the reader.
 */
export const scanReceipt = (text: string): Sheet | null => {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const root = scanValue(tokensOf(text));
  const header = only(root, "header");
  const entries = only(root, "body")?.items;
  const entry = entries?.length === 1 ? entries[0] : undefined;
  if (entry?.members === undefined) return null;
  const rows = entry.members.map(([label, { text: value = "" }], slot): Row => ({ slot, label, value }));
  return { heading: only(header, "status")?.text ?? "", rows };
};

/** A text or number of a JSON text; of `true`, `false` and `null` only the `source` says something. */
export type JsonLeaf = {
  /** Keys, and places in arrays, from the root inwards, with dots between them. */
  readonly path: string;
  readonly text: string;
  readonly isNumber: boolean;
  readonly isLiteral: boolean;
  readonly source: string;
};

/** Every text and number, in the order of the source, duplicates included; null when it is no JSON. */
export const leavesOf = (text: string): readonly JsonLeaf[] | null => {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return leavesIn(scanValue(tokensOf(text)), []);
};

const leavesIn = (value: Value, path: readonly string[]): readonly JsonLeaf[] => {
  if (value.members !== undefined)
    return value.members.flatMap(([key, child]) => leavesIn(child, [...path, key]));
  if (value.items !== undefined)
    return value.items.flatMap((child, at) => leavesIn(child, [...path, String(at)]));
  const { text = "", source = "", isNumber = false } = value;
  return [{ path: path.join("."), text, source, isNumber, isLiteral: value.text === undefined }];
};

/** `text`: of a string, or the digits of a number. */
type Value = {
  readonly text?: string;
  readonly source?: string;
  readonly isNumber?: boolean;
  readonly items?: readonly Value[];
  readonly members?: readonly (readonly [string, Value])[];
};

const only = (value: Value | undefined, key: string): Value | undefined => {
  const found = value?.members?.filter(([name]) => name === key) ?? [];
  return found.length === 1 ? found[0]?.[1] : undefined;
};

const tokensOf = (text: string): string[] =>
  (text.match(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s{}[\]:,"]+/g) ?? []).reverse();

const scanValue = (tokens: string[]): Value => {
  const token = tokens.pop() ?? "";
  if (token === "{") {
    const members: (readonly [string, Value])[] = [];
    for (let key = tokens.pop(); key !== undefined && key !== "}"; key = tokens.pop())
      members.push([String(JSON.parse(key)), scanValue(tokens)]);
    return { members };
  }
  if (token === "[") {
    const items: Value[] = [];
    while (tokens.length > 0 && tokens.at(-1) !== "]") items.push(scanValue(tokens));
    tokens.pop();
    return { items };
  }
  if (token.startsWith('"')) return { text: String(JSON.parse(token)), source: token };
  return /^-?[0-9]/.test(token) ? { text: token, source: token, isNumber: true } : { source: token };
};
