import { partitionPoint } from "../../../core/partition-point.ts";
import type { Part } from "../message-parts.ts";

/** Names of people and shops in a text, each list in its order. */
type PartyNames = {
  /** `Dear Gift,` */
  readonly greeted: readonly Part[];
  /** `from Best Price Supermarket`, `ከ ዋጋዬ ተስፋዬ(2519****4321)` */
  readonly others: readonly Part[];
};

/** Where a text names those whom it greets, who paid and who was paid. */
export const partyNamesIn = (text: string): PartyNames => ({
  greeted: placesOf(text, greetings),
  others: placesOf(text, parties),
});

/**
 * Whether a word is part of a name, and says nothing of an amount. `Fee` and `Balance` may also follow a name, as the last
 * of these words: `paid to Hana Balance ETB 5`.
 */
export const isPartOfName = (word: Part, isLabel: boolean, { greeted, others }: PartyNames): boolean => {
  const other = nameWith(word, others);
  return (
    nameWith(word, greeted) !== undefined || (other !== undefined && !(isLabel && word.end === other.end))
  );
};

const nameWith = ({ start, end }: Part, names: readonly Part[]): Part | undefined => {
  const name = names[partitionPoint(names, (one) => one.start <= start) - 1];
  return name !== undefined && name.end >= end ? name : undefined;
};

const placesOf = (text: string, patterns: readonly RegExp[]): readonly Part[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
    .toSorted((one, other) => one.start - other.start);

const noLetterBefore = String.raw`(?<![\p{L}\p{N}])`;
const greeting = String.raw`${noLetterBefore}(?:Dear|ውድ|Kabaj\p{L}{1,8}|Hi|Hello|Selam|ሰላም)`;
/** Not the beginning of what the message says. */
const greetedWord = String.raw` {1,2}(?!(?:you|your|the|our|we|is|has|have|of)(?!\p{L})|available|remaining|balance|ቀሪ|haftee|ሂሳብ)[\p{L}.'&/-]{1,30}`;

const greetings: readonly RegExp[] = [
  new RegExp(`${greeting}(?:${greetedWord}){1,6}(?= ?[,፣;!\\n]| (?:you|your|ሂሳብ))`, "giu"),
  // `ውድ ስጦታ 12,500 ብር`
  new RegExp(`${noLetterBefore}(?:Dear|ውድ|Kabaj\\p{L}{1,8})${greetedWord}(?= [0-9])`, "giu"),
];

const name = String.raw`\p{L}[\p{L} .'&/-]{0,60}?`;
/** What banks write behind a name: a phone or an account number, or a date. */
const account = String.raw` ?\(?\+?[0-9*•][0-9*•xX]{7,19}`;
const date = " በ ?[0-9]{1,2}[/-][0-9]";
const capitalized = String.raw`(?:\s(?!(?:ETB|Birr|Br|ብር)(?!\p{L}))[\p{Lu}\p{Lo}](?:[\p{L}'’&/-]|\.(?=\p{L})){0,30}){1,6}`;

const parties: readonly RegExp[] = [
  new RegExp(
    `${noLetterBefore}(?:ከ|ለ|ወደ) ?${name}(?=${account}|${date}| ?(?:ገቢ |ተቀብለ|ልከ|ተልኳ|አስተላል|ደርሶ))`,
    "gu",
  ),
  // `qarshii 500 Selam Getachew irraa`
  /(?<=^|[0-9,.:\n] ?)(?:gara )?(?!Haftee|Herreg|Gatii|Liqii)[\p{Lu}\p{Lo}][\p{L} .'&/-]{0,60}?(?= ?(?:\([^)\n]{1,20}\) ?)?(?:irraa|(?<!irra)tti)(?!\p{L}))/gu,
  new RegExp(
    String.raw`${noLetterBefore}(?:[Rr]eceived|[Cc]redited|[Tt]ransferr?ed|[Ss]ent|[Pp]aid|[Dd]eposited|[Tt]ransfer|[Pp]ayment|[Dd]eposit)(?: successfully)?(?:\s(?:in)?to\s(?:your|the)\s(?:account|wallet))?\s(?:from|to|by)${capitalized}`,
    "gu",
  ),
];
