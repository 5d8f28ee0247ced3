import { err } from "../../../src/core/result.ts";

/** How Telegram says no: the HTTP status and its own sentence. */
export type Refusal = { readonly code: number; readonly description: string };

export const refuse = (code: number, description: string) => err<Refusal>({ code, description });

/** @param sentence Telegram's words after `Bad Request: `. */
export const badRequest = (sentence: string) => refuse(400, `Bad Request: ${sentence}`);

/** An edit into what the message is already. */
export const notModified = () =>
  badRequest(
    "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
  );
