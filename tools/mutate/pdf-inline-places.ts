import type { PdfWording } from "./pdf-labels.ts";
import type { Place } from "./pdf-slot.ts";
import { heightOf, type Text } from "./pdf-text.ts";
import { letters } from "./rules/wording.ts";

/** Labels and values that are one text. */
export const inlineOf = (texts: readonly Text[], wording: PdfWording): readonly Place[] => {
  const longest = wording.labels.toSorted((a, b) => b.length - a.length);
  const found = texts.flatMap((text): Place[] => {
    const label = longest.find((name) => text.text.startsWith(name) && letters(text.text) !== letters(name));
    const kind = /^(.*?)( )((?:ETB|Birr) .*)$/.exec(text.text);
    if (label === undefined && (kind === null || wording.between === undefined)) return [];
    const rest = label === undefined ? "" : text.text.slice(label.length);
    const glue = label === undefined ? " " : (/^:? ?/.exec(rest)?.[0] ?? "");
    const valueText = label === undefined ? (kind?.[3] ?? "") : rest.slice(glue.length);
    const labelText = (label ?? kind?.[1] ?? "") + (glue.startsWith(":") ? ":" : "");
    const place = { top: text.y, height: heightOf(text), took: [text] };
    return [
      {
        label: [text],
        value: text,
        centred: false,
        how: "inline",
        glue: glue.replace(/^:/, ""),
        ...place,
        labelText,
        valueText,
      },
    ];
  });
  // A value that begins like a label, or the sentence at a page's foot, is no page of such lines.
  return found.length >= 5 ? found : [];
};
