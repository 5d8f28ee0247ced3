import { inflateSync } from "node:zlib";

/** Lengths in bytes of the header and of one entry in the table of tables, in a WOFF file and in a bare font. */
const packed = { header: 44, entry: 20 };
const bare = { header: 12, entry: 16 };

/** A WOFF file (version 1) as the bare font that is packed in it. */
export const unpackWoff = (file: Buffer): Buffer => {
  const count = file.readUInt16BE(12);
  const header = Buffer.alloc(bare.header + count * bare.entry);
  header.writeUInt32BE(file.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  const power = 2 ** Math.floor(Math.log2(count));
  header.writeUInt16BE(power * bare.entry, 6);
  header.writeUInt16BE(Math.log2(power), 8);
  header.writeUInt16BE((count - power) * bare.entry, 10);

  const tables: Buffer[] = [];
  let offset = header.length;
  for (let at = 0; at < count; at++) {
    const entry = packed.header + at * packed.entry;
    const [start, length, fullLength] = [4, 8, 12].map((field) => file.readUInt32BE(entry + field));
    const body = file.subarray(start, (start ?? 0) + (length ?? 0));
    const table = length === fullLength ? body : inflateSync(body);
    const own = bare.header + at * bare.entry;
    file.copy(header, own, entry, entry + 4);
    header.writeUInt32BE(file.readUInt32BE(entry + 16), own + 4);
    header.writeUInt32BE(offset, own + 8);
    header.writeUInt32BE(table.length, own + 12);
    // Each table begins at a multiple of four.
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([header, ...tables]);
};
