import { appendFileSync, closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createSignature, isSecret } from "../core/crypto.ts";

/** Behind a file's own bytes: a line that only who knows `SECRET` can make of them. SQLite reads nothing behind its pages. */

const beginning = "\nsigned by deresegn: ";
const hexLength = 64;
const lineLength = beginning.length + hexLength + 1;

export const signFile = (path: string, secret: string): void => {
  const file = openSync(path, "r");
  try {
    appendFileSync(path, `${beginning}${signatureOf(file, fstatSync(file).size, secret)}\n`);
  } finally {
    closeSync(file);
  }
};

/** How many bytes of a signed file are its own; null: it is not signed, or was changed since. */
export const signedLengthOf = (path: string, secret: string): number | null => {
  const file = openSync(path, "r");
  try {
    const length = fstatSync(file).size - lineLength;
    if (length < 0) return null;
    const line = Buffer.alloc(lineLength);
    readSync(file, line, 0, lineLength, length);
    const expected = `${beginning}${signatureOf(file, length, secret)}\n`;
    return isSecret(line.toString("latin1"), expected) ? length : null;
  } finally {
    closeSync(file);
  }
};

const signatureOf = (file: number, length: number, secret: string): string => {
  const signature = createSignature(secret, "database/backup");
  const piece = Buffer.alloc(1024 * 1024);
  let at = 0;
  while (at < length) {
    const read = readSync(file, piece, 0, Math.min(piece.length, length - at), at);
    if (read === 0) break;
    signature.update(piece.subarray(0, read));
    at += read;
  }
  return signature.digest("hex");
};
