import { collapse } from "./white-space.ts";

/**
 * Whether a label stands before what a person typed or is called: a name, a reason, a note. Such a text says nothing
 * of what became of the payment. English or Amharic, or both.
 */
export const isPayersLabel = (label: string): boolean => {
  const plain = collapse(label.slice(0, 200).replace(/[:：.*]/g, " "));
  return !banksWords.test(plain) && (typed.test(plain) || party.test(plain));
};

/** Of these the bank itself tells, whoever they are about. */
const banksWords =
  /\b(?:status|state|result|outcome|response|revers|refund|cancel|void|fail)|\bbank(?:'s)? (?:note|remark|comment)|\bsystem\b|ሁኔታ|ውጤት/i;

const typed =
  /\b(?:names?|reasons?|narratives?|narration|holder|notes?|remarks?|comments?|descriptions?|purpose|memo|particulars|address|city)\b|\b(?:customer|payer|sender|your) message\b|ስም|ምክንያት|መልዕክት|መልእክት|ማስታወሻ|አድራሻ/i;

/** The whole of a label, or all of it behind a slash. */
const party =
  /(?:^|\/ ?)(?:payer|payee|sender|sent by|sent to|receiver|recipient|beneficiary|merchant|customer|account holder|from|to|paid (?:to|by)|received from)$/i;
