import { err } from "../../src/result.ts";

/** How Telegram says no: the HTTP status and its own sentence. */
export type Refusal = { readonly code: number; readonly description: string };

export const refuse = (code: number, description: string) => err<Refusal>({ code, description });

/** @param sentence Telegram's words after `Bad Request: `. */
export const badRequest = (sentence: string) => refuse(400, `Bad Request: ${sentence}`);
