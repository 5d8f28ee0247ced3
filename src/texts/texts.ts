import type { Failure } from "../failure.ts";

/** Languages with a complete catalogue. */
export const languages = ["en", "am"] as const;
export type Language = (typeof languages)[number];

/** `message` is what happened, `hint` what to do next; both safe to show a person. */
export type Sentence = { readonly message: string; readonly hint?: string };

/** The sentence for a failure, the same in both faces. */
export declare const failureSentence: (failure: Failure, language: Language) => Sentence;
