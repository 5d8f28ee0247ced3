import type { FailureCode } from "../failure.ts";
import type { Reply } from "./chat.ts";
import type { Asker } from "./questions.ts";
import type { Saying } from "./saying.ts";

/** Who asked, and the way to answer. */
export type Request = {
  readonly asker: Asker;
  readonly askedAt: Date;
  readonly saying: Saying;
};

/** A reply, and why the asker gets no more answers where that is what it says. */
export type Answer = Reply & { readonly denied?: FailureCode };
