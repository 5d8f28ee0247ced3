import { createCipheriv, createDecipheriv } from "node:crypto";
import { derivedKey } from "./derived-key.ts";
import { freshBytes } from "./random-bytes.ts";

/** Texts at rest: encrypted, and bound to the name under which they are kept. */
export type Seal = {
  readonly close: (name: string, text: string) => string;
  /** Throws when the text was changed, was kept under another name, or with another secret. */
  readonly open: (name: string, sealed: string) => string;
};

/** AES-256-GCM with a key of its own for `purpose`, derived from the installation's secret. */
export const createSeal = (secret: string, purpose: string): Seal => {
  const key = derivedKey(secret, purpose);

  return {
    close: (name, text) => {
      const nonce = freshBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },

    open: (name, sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
      );
    },
  };
};

const nonceBytes = 12;
const tagBytes = 16;
