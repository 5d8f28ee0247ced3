import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type Hmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/** An identifier that cannot be guessed: `count` random bytes as base64url. */
export const freshId = (count: number): string => randomBytes(count).toString("base64url");

/** The same with the time in front: ids of one time begin alike, so that an index writes them to one page. */
export const freshIdAt = (at: Date): string => at.getTime().toString(36).padStart(9, "0") + freshId(12);

/**
 * Six characters that differ between two texts. They are a hash without a key, so a text of few values can be guessed
 * from them.
 */
export const markOf = (text: string): string => digestOf(text).slice(0, 6);

/** A text's SHA-256, by which it is known again. */
export const digestOf = (text: string, encoding: "base64url" | "hex" = "base64url"): string =>
  createHash("sha256").update(text).digest(encoding);

/** Whether a text is the secret. Hashes are compared, so the time that it takes says nothing about either. */
export const isSecret = (text: string, secret: string): boolean =>
  timingSafeEqual(sha256(text), sha256(secret));

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** A key of 32 bytes for one purpose, from `SECRET`; nothing about either can be told from the other. */
const derivedKey = (secret: string, purpose: string): Buffer =>
  createHmac("sha256", secret).update(`deresegn/${purpose}`).digest();

/** What an identity (JSON values) is called where it must not be readable; the same identity has the same pseudonym. */
type Pseudonym = (...identity: readonly unknown[]) => string;

/** HMAC-SHA-256 as base64url, with a key of its own for `purpose`: pseudonyms of two purposes cannot be compared. */
export const createPseudonym = (secret: string, purpose: string): Pseudonym => {
  const key = derivedKey(secret, purpose);
  return (...identity) => createHmac("sha256", key).update(JSON.stringify(identity)).digest("base64url");
};

/** For bytes that come piece by piece: only who knows `SECRET` can make the same of them. */
export const createSignature = (secret: string, purpose: string): Hmac =>
  createHmac("sha256", derivedKey(secret, purpose));

/** Texts at rest: encrypted, and bound to the context in which they are kept. */
export type Seal = {
  readonly close: (context: string, text: string) => string;
  /** Throws when the text was changed, was kept in another context, or with another secret. */
  readonly open: (context: string, sealed: string) => string;
};

/** AES-256-GCM with a key of its own for `purpose`. */
export const createSeal = (secret: string, purpose: string): Seal => {
  const key = derivedKey(secret, purpose);

  return {
    close: (context, text) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },

    open: (context, sealed) => {
      const bytes = Buffer.from(sealed, "base64");
      const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8")
      );
    },
  };
};

const nonceBytes = 12;
const tagBytes = 16;
