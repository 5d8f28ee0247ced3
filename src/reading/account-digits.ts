/**
 * A printed account or phone, perhaps masked: `1****4321`, `2519****4321`, `1000200004321`.
 * The number of stars says nothing; only the visible ends can be compared (design 3, formats 0.5).
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

/**
 * Whether a printed account may be the one whose digits were asked. `asked` are its last digits;
 * `isWhole` says that they are all of it, so that a visible beginning must agree too.
 */
export const agreesWith = (printed: string, asked: string, isWhole: boolean): boolean => {
  const visible = visibleDigits(printed);
  if (visible === null) return false;
  if (!visible.masked) return isWhole ? visible.suffix === asked : visible.suffix.endsWith(asked);
  const tail = visible.suffix.slice(-asked.length);
  if (!asked.endsWith(tail)) return false;
  return !isWhole || asked.startsWith(visible.prefix);
};
