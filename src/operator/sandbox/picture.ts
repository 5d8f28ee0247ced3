import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

const modules = 29;
const pixelsPerModule = 4;
const side = modules * pixelsPerModule;

/**
 * A picture in the place of a receipt's QR code: modules and grain drawn from `seed`, so that a document has its
 * usual weight. It encodes nothing. PNG, 116 pixels a side, about 13 kB.
 */
export const drawPicture = (seed: string): Buffer => {
  const ink = bytesFrom(`${seed} modules`, modules * modules);
  const grain = bytesFrom(`${seed} grain`, side * side);
  const rows = Buffer.alloc(side * (side + 1));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const module = Math.floor(y / pixelsPerModule) * modules + Math.floor(x / pixelsPerModule);
      const shade = (ink[module] ?? 0) < 128 ? 0 : 128;
      rows[y * (side + 1) + 1 + x] = shade + ((grain[y * side + x] ?? 0) >> 1);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

const bytesFrom = (seed: string, count: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, index) =>
    createHash("sha256").update(`${seed} ${index}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, count);
};

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "ascii"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};
