/** Bytes that a PDF writes as `ASCII85Decode` has it, up to its `~>`; null when that is missing or a group is none. */
export const fromAscii85 = (text: string): Uint8Array | null => {
  const end = text.indexOf("~>");
  if (end === -1) return null;
  const letters = text
    .slice(0, end)
    .replace(/[\s\0]/g, "")
    .replaceAll("z", "!!!!!");
  const bytes = new Uint8Array(Math.ceil(letters.length / groupLetters) * groupBytes);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < letters.length; at += groupLetters) {
    const value = numberOf(letters.slice(at, at + groupLetters));
    if (value === null) return null;
    view.setUint32((at / groupLetters) * groupBytes, value);
  }
  const lacking = (groupLetters - (letters.length % groupLetters)) % groupLetters;
  return bytes.subarray(0, bytes.length - lacking);
};

const groupLetters = 5;
const groupBytes = 4;

/** A group's number of 32 bits; the last group may be shorter, and is filled up with the highest digit. */
const numberOf = (group: string): number | null => {
  if (group.length === 1 || /[^!-u]/.test(group)) return null;
  const value = [...group.padEnd(groupLetters, "u")].reduce(
    (sum, letter) => sum * 85 + letter.charCodeAt(0) - 33,
    0,
  );
  return value <= 0xffffffff ? value : null;
};
