import type { ComponentChild, JSX } from "preact";
import type { RichText } from "../rendering/rich-text.ts";

/**
 * A formatted text of an answer, as HTML. Every piece is isolated in its direction, so that a name written from right to
 * left turns nothing around it.
 */
export const Rich = ({ of: { text, entities } }: { readonly of: RichText }): JSX.Element => {
  const sorted = [...entities].sort((left, right) => left.offset - right.offset);
  const pieces: ComponentChild[] = [];
  let end = 0;
  for (const { type, offset, length } of sorted) {
    if (offset < end) continue;
    pieces.push(text.slice(end, offset));
    const piece = text.slice(offset, offset + length);
    pieces.push(type === "bold" ? <strong>{piece}</strong> : <bdi>{piece}</bdi>);
    end = offset + length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
};
