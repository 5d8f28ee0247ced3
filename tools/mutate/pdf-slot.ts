import { isEthiopic, type Text } from "./pdf-text.ts";
import { letters } from "./rules/wording.ts";

/** A label of a drawing with its value. */
export type Slot = {
  /** One text, or the Amharic half with the English one. */
  readonly label: readonly Text[];
  /** Where the value stands; null where the page has none. */
  readonly value: Text | null;
  readonly how: "beside" | "below" | "inline";
  /** What stands between label and value where both are one text. */
  readonly glue: string;
  /** Places of one row whose values are one text; their labels too when `isJoined`. */
  readonly together?: { readonly isJoined: boolean };
  readonly top: number;
  readonly height: number;
  /** Whether the shorter text stands in the middle of the row instead of at its top. */
  readonly centred: boolean;
};

/** A place with the texts that it took, and what they say. */
export type Place = Slot & {
  readonly took: readonly Text[];
  readonly labelText: string;
  readonly valueText: string;
};

/** The half behind the slash of a label in two languages. */
export const english = (text: string): string =>
  letters(isEthiopic(text) || /^\s*\//.test(text) ? (text.split("/").at(-1) ?? "") : text);

/** The other half of a label: left of it, or above it at the same edge. */
export const halvesOf = (head: Text, texts: readonly Text[]): readonly Text[] => {
  const half = texts.find(
    (text) =>
      text !== head &&
      isEthiopic(text.text) &&
      (text.text.endsWith("/")
        ? text.x === head.x && text.y < head.y && head.y - text.y < 1.6 * head.size
        : text.y === head.y && text.x < head.x && head.x - text.x < 130 && /^\s*\//.test(head.text)),
  );
  return half === undefined ? [head] : [half, head];
};
