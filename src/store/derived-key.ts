import { createHmac } from "node:crypto";

/** A key of 32 bytes for one purpose, from `SECRET`; nothing about either can be told from the other. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  createHmac("sha256", secret).update(`deresegn/${purpose}`).digest();
