import { catalogues } from "../texts/texts.ts";
import type { Request } from "./answer.ts";
import { plain } from "./chat.ts";

/** Under which the answer to a message's receipt is said, by its place among the receipts of the message. */
export const slotOf = (index: number): string => `receipt:${index}`;

/** Takes back what was answered about receipts that a changed message does not hold any more; it holds so many. */
export const withdraw = async ({ asker, askedAt, saying }: Request, held: number): Promise<void> => {
  const texts = catalogues[asker.language];
  const work = Promise.resolve(plain(texts.withdrawn));
  const gone = (await saying.slotsOf(asker.place)).filter((slot) => isGone(slot, held));
  for (const slot of gone) {
    const spot = { slot, before: await saying.recall(asker.place, slot), shown: null };
    await saying.answer({ ...spot, place: asker.place, askedAt, looking: texts.withdrawn, work, texts });
  }
};

/** Of a message that holds no receipt any more the answers to typed numbers go, too. */
const isGone = (slot: string, held: number): boolean => {
  const index = /^receipt:(\d{1,2})$/.exec(slot)?.[1];
  return index === undefined ? held === 0 && slot.startsWith("answered:") : Number(index) >= held;
};
