import { closeSync, openSync, readSync } from "node:fs";

/**
 * The bytes of a file of at most `bytesMax`; null: it holds more, as a device does that never ends. Throws the error of
 * `node:fs`.
 */
export const readAtMost = (path: string, bytesMax: number): Buffer | null => {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(bytesMax + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= bytesMax; length += read)
      read = readSync(file, bytes, length, bytes.length - length, null);
    return length > bytesMax ? null : bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
};

/** The most that a file of the operator's may hold. */
export const settingsBytesMax = 1_048_576;
