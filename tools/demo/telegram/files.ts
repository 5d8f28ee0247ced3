import { randomBytes } from "node:crypto";
import type { FileFacts } from "./wire.ts";

type StoredFile = FileFacts & {
  readonly file_path: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
};

export type FileShelf = {
  readonly keep: (bytes: Buffer, fileName: string, mimeType: string) => StoredFile;
  readonly byId: (fileId: string) => StoredFile | undefined;
  readonly byPath: (path: string) => StoredFile | undefined;
};

/** What Telegram lets a bot download. */
export const fileBytesMax = 20 * 1024 * 1024;

const filesKept = 100;

/** Files that users and the bot sent; the oldest are forgotten first. */
export const createFileShelf = (): FileShelf => {
  const files = new Map<string, StoredFile>();
  return {
    keep: (bytes, fileName, mimeType) => {
      const id = randomBytes(18).toString("base64url");
      const extension = /\.[a-z0-9]{1,8}$/i.exec(fileName)?.[0] ?? "";
      const file = {
        file_id: id,
        file_unique_id: id.slice(0, 12),
        file_size: bytes.length,
        file_path: `files/file_${id}${extension}`,
        fileName,
        mimeType,
        bytes,
      };
      files.set(id, file);
      for (const oldest of [...files.keys()].slice(0, -filesKept)) files.delete(oldest);
      return file;
    },
    byId: (fileId) => files.get(fileId),
    byPath: (path) => [...files.values()].find((file) => file.file_path === path),
  };
};

export const fileFacts = ({ file_id, file_unique_id, file_size }: StoredFile): FileFacts => ({
  file_id,
  file_unique_id,
  file_size,
});

/** Width and height in pixels from the header of a JPEG or PNG; null for anything else. */
export const readImageSize = (bytes: Buffer): { width: number; height: number } | null => {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};
