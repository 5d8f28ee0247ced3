import type { Dice } from "./dice.ts";

/** Changes of single bytes, by somebody who does not know what they mean. */
export const byteChanges: Readonly<Record<string, (bytes: Uint8Array, dice: Dice) => Uint8Array>> = {
  "bytes: some flipped": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    for (let times = 1 + dice.below(4); times > 0; times--) {
      const at = dice.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8));
    }
    return changed;
  },
  "bytes: one replaced": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    changed[dice.below(changed.length)] = dice.below(256);
    return changed;
  },
  "bytes: some put in": (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    const more = Uint8Array.from({ length: 1 + dice.below(4) }, () => dice.below(256));
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  },
  "bytes: some taken out": (bytes, dice) => {
    const at = dice.below(bytes.length);
    const length = 1 + dice.below(dice.pick([1, 4, 400]));
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  "bytes: two places exchanged": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    const length = 1 + dice.below(8);
    const [first, second] = [dice.below(bytes.length - length), dice.below(bytes.length - length)];
    changed.set(bytes.subarray(first, first + length), second);
    changed.set(bytes.subarray(second, second + length), first);
    return changed;
  },
};

/** The part of the text between the first and the last changed byte, with what stands around it. */
export const changedPart = (before: Uint8Array, after: Uint8Array): string => {
  const [first, last] = spanOf(before, after);
  const end = last + after.length - before.length;
  return new TextDecoder().decode(after.subarray(Math.max(0, first - 1_000), end + 1_000));
};

/** Where the bytes begin and end to differ, as places of the untouched document. */
const spanOf = (before: Uint8Array, after: Uint8Array): readonly [first: number, last: number] => {
  const shorter = Math.min(before.length, after.length);
  let first = 0;
  while (first < shorter && before[first] === after[first]) first++;
  let behind = 0;
  while (behind < shorter - first && before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  return [first, before.length - behind];
};

/**
 * Whether a change of a PDF lies where no checksum is and where it can turn one letter into another or move letters:
 * in a stream without compression, in a table of widths or of letters. Nobody can tell such a document from a real one.
 */
export const touchesOpenPart = (before: Uint8Array, after: Uint8Array): boolean => {
  const [first, last] = spanOf(before, after);
  return openParts(before).some(([from, to]) => first < to && last > from);
};

const openParts = (bytes: Uint8Array): readonly (readonly [from: number, to: number])[] => {
  const text = Buffer.from(bytes).toString("latin1");
  const streams = [...text.matchAll(/\bstream\r?\n/g)].flatMap(({ index }) => {
    const head = text.slice(text.lastIndexOf(" obj", index), index);
    return head.includes("FlateDecode") ? [] : [[index, text.indexOf("endstream", index)] as const];
  });
  const tables = [
    ...text.matchAll(/\/(?:W|Widths|Differences|Encoding|BaseFont)\b(?:\s*\[[\s\S]*?\]\s*\n?[>/]|[^\n]*)/g),
  ];
  return [...streams, ...tables.map(({ index, 0: table }) => [index, index + table.length] as const)];
};

/** Behind the last sign of the document; what follows is white space. */
export const endOf = (bytes: Uint8Array): number => {
  let end = bytes.length;
  while ([0x0a, 0x0d, 0x20, 0x09].includes(bytes[end - 1] ?? 0)) end--;
  return end;
};
