import type { Element } from "domhandler";
import { isDrawing } from "./elements.ts";
import { elementsIn, textIn } from "./tree.ts";
import { textsOfMarkup, wordsOfPicture } from "./words-of-file.ts";

/** Alternative texts, hints, the words on a button of a form, the page's title elsewhere, and what a picture or frame shows. */
export const wordsBeside = (element: Element): readonly string[] => {
  const { name, attribs } = element;
  const texts = [attribs.alt, attribs.title, attribs["aria-label"]];
  if (name === "input" && attribs.type !== "hidden") texts.push(attribs.value || attribs.placeholder);
  if (name === "meta" && /^(?:og|twitter):title$/i.test(attribs.property ?? attribs.name ?? ""))
    texts.push(attribs.content);
  if (isDrawing(element)) texts.push(...elementsIn(element).filter(isNaming).map(textIn));
  texts.push(...picturesIn(element).flatMap(wordsOfPicture));
  if (name === "iframe") texts.push(...textsOfMarkup(attribs.srcdoc ?? ""));
  return texts.filter((text) => text !== undefined);
};

const isNaming = ({ name }: Element): boolean => name === "title" || name === "desc";

/** Addresses of pictures, and of documents that may be one. */
const picturesIn = ({ name, attribs }: Element): readonly string[] => {
  const shown = attribs[addressOfPicture.get(name) ?? ""] ?? "";
  const inDrawing = name === "image" ? [attribs.href ?? "", attribs["xlink:href"] ?? ""] : [];
  const choices = name === "img" || name === "source" ? (attribs.srcset ?? "") : "";
  const chosen = choices
    .slice(0, 4_000)
    .split(/,\s/)
    .slice(0, 8)
    .map((one) => one.trim().split(" ", 1)[0] ?? "");
  return [shown, attribs.background ?? "", ...inDrawing, ...chosen].filter((address) => address !== "");
};

const addressOfPicture: ReadonlyMap<string, string> = new Map([
  ...["img", "input", "embed", "iframe"].map((name) => [name, "src"] as const),
  ["object", "data"],
  ["video", "poster"],
]);
