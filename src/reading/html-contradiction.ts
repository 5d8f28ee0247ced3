import type { HtmlDocument } from "./document.ts";
import { sayNotCompleted } from "./undone-words.ts";

/** Whether a page says anywhere that the payment is not completed. */
export const htmlSaysNotCompleted = ({ lines, rows }: HtmlDocument): boolean =>
  [...lines.map((line) => [line]), ...rows].some(sayNotCompleted);
