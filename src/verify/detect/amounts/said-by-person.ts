import { partitionPoint } from "../../../core/partition-point.ts";
import { isAdvert } from "./further-payments.ts";
import type { MeantAmount } from "./meanings.ts";
import { isOfBank, sentencesIn } from "./whose-words.ts";

/** Which amounts a person says, before or behind a bank's message that he copied, or in a text without a bank's words. */
export const saidByPerson = (text: string): ((amount: Pick<MeantAmount, "start">) => boolean) => {
  if (!isOfBank(text)) return () => true;
  const sentences = sentencesIn(text);
  return ({ start }) => {
    const said = sentences[partitionPoint(sentences, (sentence) => sentence.start <= start) - 1];
    return said?.isBanks === false && !isAdvert(said.text);
  };
};
