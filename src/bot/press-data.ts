import { filledIn, type Pointer } from "./pointers.ts";
import type { Question } from "./questions.ts";

/** What a button of a question brings back: a choice of a stored question. */
export type Press = { readonly id: string; readonly choice: string };

/** A question's choice as a press brings it back, or null for data of another kind. */
export const readPress = (data: string): Press | null => {
  const [, id, choice] = /^([\w-]{8,32}):(\d{1,2}|(?:own|phone)\d{1,2}|again|no)$/.exec(data) ?? [];
  return id === undefined || choice === undefined ? null : { id, choice };
};

/** Which answer's details were to be shown or hidden; or null. */
export const readFold = (
  data: string,
): { readonly messageId: number; readonly slot: string; readonly isUnfolded: boolean } | null => {
  const [, verb, messageId, slot] = /^(more|less):(\d{1,16}):([\w:-]{1,40})$/.exec(data) ?? [];
  if (messageId === undefined || slot === undefined) return null;
  return { messageId: Number(messageId), slot, isUnfolded: verb === "more" };
};

/** The phone of the message that a press chose for what is missing. */
const withPhone = (pointer: Pointer | undefined, index: number) => {
  const digits = pointer?.phones[index];
  return pointer === undefined || digits === undefined
    ? null
    : { pointer: filledIn(pointer, digits), account: null };
};

/** The pointer that a press chose, and the saved account to fill in, by its id; null for a choice that is none. */
export const chosen = (
  question: Question,
  choice: string,
): { readonly pointer: Pointer; readonly account: string | null } | null => {
  const phone = /^phone(\d{1,2})$/.exec(choice)?.[1];
  if (phone !== undefined) return withPhone(question.rivals[0], Number(phone));
  const own = /^own(\d{1,2})$/.exec(choice)?.[1];
  const fit = own === undefined ? null : question.fits[Number(own)];
  if (fit === undefined) return null;
  const pointer = question.rivals[fit?.rival ?? (choice === "again" ? 0 : Number(choice))];
  if (pointer === undefined) return null;
  const isBankChosen =
    pointer.isBankChosen ||
    (question.kind === "bank" && question.rivals.some(({ provider }) => provider !== pointer.provider));
  return { pointer: { ...pointer, isBankChosen }, account: fit?.account ?? null };
};
