/**
 * A name as a receipt or Telegram gives it, as it stands in the chat: on one line, of letters, marks, digits, spaces
 * and `. , ' ’ / & ( ) -` alone. A name that could be read as a line of ours stands in quotation marks, which no name
 * holds. Longer ones are cut to `charactersMax`. `""` where nothing is left.
 */
export const chatName = (name: string, charactersMax = 120): string => {
  const kept = plainly(name);
  const characters = Array.from(kept);
  const shown =
    characters.length <= charactersMax ? kept : `${characters.slice(0, charactersMax).join("").trimEnd()}…`;
  return shown !== "" && isDoubtful(name, kept) ? `“${shown}”` : shown;
};

/** Names in a first line are no longer than this. */
export const firstLineNameMax = 40;

/** Compatibility forms first: bold, circled and full-width letters are the letters that they look like. */
const plainly = (name: string): string =>
  name
    .slice(0, 1_000)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[^\p{L}\p{M}\p{Nd} .,'’/&()-]/gu, " ")
    // Selectors and frames make signs of letters and digits; a pile of marks covers the lines above.
    .replace(/\p{Me}|\p{Variation_Selector}/gu, "")
    .replace(/(\p{M}{3})\p{M}+/gu, "$1")
    .replace(/ {2,}/g, " ")
    .replace(/^[\p{M} ]+/u, "")
    .trim();

const isDoubtful = (name: string, kept: string): boolean => {
  // An amount, a sign, or a break that would begin a line of its own.
  if (
    /\p{Nd}/u.test(kept) ||
    /[\p{So}\p{Sm}\p{Sc}\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector}/u.test(name)
  )
    return true;
  const words = kept
    .normalize("NFD")
    .replace(/[\u0300-\u036F]/g, "")
    .toLowerCase()
    .match(/[\p{L}\p{M}'’]+/gu);
  return (words ?? []).some((word) => ownWords.has(word.replaceAll("’", "'")) || !isOfOurScripts(word));
};

/**
 * Whether a word is of Latin or Ethiopic letters. Letters of other scripts may look like these, or reverse the text
 * beside them.
 */
const isOfOurScripts = (word: string): boolean =>
  /^(?:[a-zßæøłđıœþðħŋ'’]+|[\p{Script=Ethiopic}\p{M}'’]+)$/u.test(word);

/** The words of our verdicts, in the four languages. */
const ownWords: ReadonlySet<string> = new Set(
  [
    "you your yours real payment paid pay verified verify confirmed received receipt genuine true etb birr br checked",
    "ለእርስዎ እርስዎ የእርስዎ ተከፍሏል ተከፈለ ክፍያ እውነተኛ እውነት ተረጋግጧል ተረጋገጠ ተቀብለዋል ገብቷል ገቢ ደረሰኝ ብር",
    "isiniif isin isinii keessan kaffalame kaffalameera kaffaltii dhugaa mirkanaa'eera mirkanaa'e nagahee qarshii",
    "ንዓኹም ንዓኻ ንዓኺ ንስኹም ናትኩም ተኸፊሉ ክፍሊት ሓቀኛ ሓቂ ተረጋጊጹ ቅብሊት",
  ]
    .join(" ")
    .split(" "),
);

/** `Hana Mekonnen` as `H*** M***`, for groups. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** `1000200004321` as `***321`. An account that is masked already shows no more digits than before. */
export const maskAccount = (account: string): string => {
  if (account === "") return "";
  return `***${account.slice(-3).replace(/\D/g, "")}`;
};

/** The end of a number (`…4321`), in a group as short as in a masked account (`…321`). */
export const tailOf = (
  number: string,
  { isGroup }: { readonly isGroup: boolean } = { isGroup: false },
): string => `…${number.slice(isGroup ? -3 : -4)}`;
