/**
 * A printed account or phone, perhaps masked: `1****4321`, `2519****4321`, `1000200004321`.
 * The number of stars says nothing; only the visible ends can be compared.
 */
const printedAccount = /^\+?(?<prefix>\d*)(?<mask>[*•]+)(?<suffix>\d*)$|^\+?(?<whole>\d+)$/;

export type VisibleDigits = { readonly prefix: string; readonly suffix: string; readonly masked: boolean };

/** The visible ends of a printed account; null when it is not digits with at most one mask. */
export const visibleDigits = (printed: string): VisibleDigits | null => {
  const groups = printedAccount.exec(printed)?.groups;
  if (groups === undefined) return null;
  if (groups.whole !== undefined) return { prefix: groups.whole, suffix: groups.whole, masked: false };
  return { prefix: groups.prefix ?? "", suffix: groups.suffix ?? "", masked: true };
};

/** What a printed account says of digits that were asked; `unknown` when too little of it is visible to compare. */
export type Comparison = "agree" | "differ" | "unknown";

/**
 * Compares a printed account with an asked one. `asked` are its last digits; `isWhole` says that they are all of it, so
 * that a visible beginning must agree too. A mask with fewer than `visibleMin` digits behind it says neither.
 */
export const compareDigits = (
  printed: string,
  asked: string,
  isWhole: boolean,
  visibleMin = 3,
): Comparison => {
  const visible = visibleDigits(printed);
  if (visible === null) return "differ";
  const { prefix, suffix, masked } = visible;
  if (!masked) return (isWhole ? suffix === asked : suffix.endsWith(asked)) ? "agree" : "differ";
  if (suffix.length < visibleMin) return "unknown";
  const isEnd = asked.endsWith(suffix.slice(-asked.length));
  return isEnd && (!isWhole || asked.startsWith(prefix)) ? "agree" : "differ";
};
