import type { Context } from "grammy";
import type { Saying } from "./saying.ts";

/** What a handler is given: the update, and the way to say something because of it. */
export type TalkContext = Context & { saying: Saying };
