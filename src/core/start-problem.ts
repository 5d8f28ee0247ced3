const name = "StartProblem";

/** A bad start that its operator can mend: one sentence that says what to do. Never holds a secret. */
export type StartProblem = Error & { readonly name: typeof name };

/** `sentence` is one line; `cause` is for debugging. */
export const startProblem = (sentence: string, cause?: unknown): StartProblem =>
  Object.assign(new Error(sentence, { cause }), { name } as const);

export const isStartProblem = (error: unknown): error is StartProblem =>
  error instanceof Error && error.name === name;
