import type { Dice } from "./dice.ts";
import { plainDress } from "./html-dress.ts";
import { bodyOf, changed, type Page, putAtEnd, seenOn } from "./html-page.ts";
import { copyOf, elementOf, textOf, textsIn, written } from "./html-tree.ts";
import { noTag } from "./paper.ts";
import type { TwistsOf } from "./twists.ts";
import { allOther, otherDigit } from "./values.ts";
import { harmlessWords, htmlTraps, otherDocuments, stampPlaces, undoings } from "./words.ts";

const insert = (page: Page, html: string, dice: Dice): void => putAtEnd(page, { kind: "raw", html }, dice);

const finish =
  (change: (html: string, dice: Dice) => string): TwistsOf<Page>[string] =>
  (page, dice) => {
    page.finishes.push((html) => change(html, dice));
    return {};
  };

const without = (html: string, pattern: RegExp, dice: Dice): string => {
  const tags = [...html.matchAll(pattern)];
  if (tags.length === 0) return html;
  const { index, 0: tag } = dice.pick(tags);
  return html.slice(0, index) + html.slice(index + tag.length);
};

const told1252 = (text: string): boolean => /[^\x20-\x7e]/.test(text);

export const htmlTwists: TwistsOf<Page> = {
  "words that undo the payment": (page, dice) => {
    insert(page, dice.pick(stampPlaces)(dice.pick(undoings)), dice);
    return { isRefused: true };
  },
  "words about payments in general": (page, dice) => {
    insert(page, dice.pick(stampPlaces.slice(0, 3))(dice.pick(harmlessWords)), dice);
    return { isSame: true };
  },
  "another kind of document": (page, dice) => {
    insert(page, `<h1>${dice.pick(otherDocuments)}</h1>`, dice);
    return { isRefused: true };
  },
  "markup that ends elsewhere": (page, dice) => {
    insert(page, dice.pick(htmlTraps), dice);
    return { isRefused: true };
  },
  "raised digits in a value": (page, dice, { told }) => {
    const amounts = seenOn(page).filter(
      ({ bit, text }) => told.has(bit.tag) && /\d[.,]\d/.test(bit.text) && text.bits.length === 1,
    );
    if (amounts.length === 0) return null;
    const { bit, text, path } = dice.pick(amounts);
    const parent = path.at(-1);
    const at = bit.text.search(/\d/) + 1;
    const raised = elementOf(dice.pick(["sup", "sub"]), [], [textOf({ text: "9", tag: noTag })]);
    const rest = textOf({ text: bit.text.slice(at), tag: noTag });
    parent?.children.splice(parent.children.indexOf(text) + 1, 0, raised, rest);
    bit.text = bit.text.slice(0, at);
    changed(page);
    return { isRefused: true };
  },
  "a second receipt": (page, dice, { amounts }) => {
    const body = bodyOf(page);
    const copies = body.children.map(copyOf);
    const all = copies.flatMap(textsIn).flatMap(({ bits }) => bits);
    const values = all.filter((bit) => amounts.has(bit.tag));
    if (values.length === 0) return null;
    const bit = dice.pick(values);
    bit.text = allOther(bit.text, dice);
    body.children = dice.shuffle([body.children, copies]).flat();
    changed(page);
    return { isRefused: true };
  },
  "an address of another receipt": (page, dice, { reference }) => {
    const address = new RegExp(`(https?://[^\\s"'<>]*)${reference.replace(/[+/]/g, "\\$&")}`);
    if (!address.test(written(page.root, plainDress))) return null;
    const another = otherDigit(reference, dice);
    page.finishes.push((html) => html.replace(address, (_, before: string) => before + another));
    return { isRefused: true };
  },
  "end tags left out": finish((html) => html.replaceAll("</td>", "").replaceAll("</tr>", "")),
  "an end tag is missing": finish((html, dice) => without(html, /<\/(?:td|tr|table|div)>/g, dice)),
  "a start tag is missing": finish((html, dice) => without(html, /<(?:tr|table|div)\b[^>]*>/g, dice)),
  "cut within a script": (page) => {
    page.finishes.push(
      (html) => `${html.slice(0, html.lastIndexOf("</body>"))}<script>var end = "</body></html>`,
    );
    return { isRefused: true };
  },
  "UTF-8 sent as windows-1252": (page) => {
    page.sent = written(page.root, plainDress);
    const decode = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));
    for (const { bit } of seenOn(page)) {
      const text = decode(bit.text);
      if (text !== bit.text && told1252(bit.text)) bit.isDoubtful = true;
      bit.text = text;
    }
    return {};
  },
};
