/**
 * The reference inside a wallet's code: base64 of fields, each two digits of tag, two of length and a
 * value. Field 81 holds the reference as hexadecimal after its length, field 63 a checksum of all before it; what
 * cameras glue on after that is left out. Null when it is no such block or its checksum fails.
 */
export const referenceInBlock = (text: string): string | null => {
  const encoded = /^[A-Za-z0-9+/]{24,600}/.exec(text.trim())?.[0];
  if (encoded === undefined) return null;
  const block = atob(encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded);
  const fields = fieldsOf(block);
  const value = fields?.get("81");
  if (value === undefined) return null;
  const [, count, digits] = /^([0-9a-f]{4})((?:[0-9a-f]{2})+)$/i.exec(value) ?? [];
  if (count === undefined || digits === undefined || digits.length !== 2 * Number.parseInt(count, 16))
    return null;
  const reference = (digits.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return /^[A-Z0-9]{8,16}$/i.test(reference.join("")) ? reference.join("") : null;
};

/** Up to and with the checksum, which must hold; null otherwise. */
const fieldsOf = (block: string): ReadonlyMap<string, string> | null => {
  const fields = new Map<string, string>();
  for (let at = 0; at + 4 <= block.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(block.slice(at, at + 4)) ?? [];
    if (tag === undefined || length === undefined || fields.has(tag)) return null;
    const start = at + 4;
    at = start + Number(length);
    const value = block.slice(start, at);
    if (value.length !== Number(length)) return null;
    if (tag === checksumTag) return value.toUpperCase() === checksumOf(block.slice(0, start)) ? fields : null;
    fields.set(tag, value);
  }
  return null;
};

const checksumTag = "63";

/** CRC-16/CCITT from FFFF, four hexadecimal digits. */
const checksumOf = (text: string): string => {
  let sum = 0xffff;
  for (const character of text) {
    sum ^= (character.codePointAt(0) ?? 0) << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum.toString(16).toUpperCase().padStart(4, "0");
};
