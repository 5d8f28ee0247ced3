import { randomInt } from "node:crypto";
import { ok, type Result } from "../../../src/core/result.ts";
import type { Conversation } from "./conversation.ts";
import { badRequest, type Refusal } from "./refusal.ts";

/** A button that was pressed: the chat that it stands in, and by which user. */
export type Press = { readonly conversation: Conversation; readonly userId: number };

export type CallbackQueries = {
  /** @returns the id of a pressed button's query. */
  readonly open: (press: Press) => string;
  /** The press that is answered; a query is answered once, and only while it is young. */
  readonly answer: (queryId: string) => Result<Press, Refusal>;
};

const answerableMs = 60_000;

export const createCallbackQueries = (now: () => Date): CallbackQueries => {
  const open = new Map<string, { readonly press: Press; readonly openedAt: number }>();
  return {
    open: (press) => {
      const id = String(randomInt(10 ** 14, 2 ** 47));
      const openedAt = now().getTime();
      for (const [old, query] of open) if (query.openedAt < openedAt - answerableMs) open.delete(old);
      open.set(id, { press, openedAt });
      return id;
    },
    answer: (queryId) => {
      const query = open.get(queryId);
      open.delete(queryId);
      if (!query || query.openedAt < now().getTime() - answerableMs) {
        return badRequest("query is too old and response timeout expired or query ID is invalid");
      }
      return ok(query.press);
    },
  };
};
