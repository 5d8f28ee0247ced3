import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { collapse } from "../../core/white-space.ts";
import { blemish, type HtmlDocument, type Passage } from "../document.ts";
import { isPayersLabel } from "../labelled.ts";
import { fault } from "../undone/fields.ts";
import { isStatusLabel, saysUnfinished } from "../undone/unfinished.ts";
import { perhapsSwallowedIn, swallowedIn } from "./swallowed.ts";
import { childrenOf, closest, elementsIn, shortTextIn, shortTextOf, textIn } from "./tree.ts";
import { sightIn, type View } from "./view.ts";
import { textsOfMarkup, wordsOfPicture } from "./words-of-file.ts";

/**
 * Null: the page says its texts again and again, so that they are longer than `lengthMax`, hides absurdly many, or has a
 * table in what a payer typed.
 */
export const pageOf = (
  view: View,
  source: string,
  lengthMax: number,
): Omit<HtmlDocument, "kind" | "whole" | "links"> | null => {
  const texts = textsOf(view, lengthMax);
  const rows = rowsOf(view, texts);
  const holdsBlock = holdersOf(view, isBlock);
  const runs = runsOf(view, texts, holdsBlock);
  const places = placesIn(view, rows, texts, runs);
  const passageOf =
    (isAside: boolean) =>
    ({ parts, isAction, owner }: Run) => ({
      parts: parts.map(withoutBlemishes),
      ...places.of(owner),
      isAside,
      isAction,
    });
  const passages = [...runs.map(passageOf(false)), ...asidesOf(view, texts, holdsBlock).map(passageOf(true))];
  const page = {
    title: titleOf(view),
    text: withoutBlemishes(texts.of(view.root)),
    rows: rows.filter(({ isLayout }) => !isLayout).map(({ cells }) => cells.map(texts.of)),
    lines: runs.filter(({ owner }) => !places.isInRow(owner)).map(({ parts }) => parts.join(" ")),
    passages,
    statuses: statusesInLinesOf(view, texts, holdsBlock),
    unseen: [...unseenIn(view, holdsBlock, () => true), ...perhapsSwallowedIn(view, source)],
    unseenBehind: [
      ...unseenIn(view, holdsBlock, isHiddenByPayer(view)),
      ...unseenStatusesIn(view, holdsBlock, isHiddenByPayer(view)),
      ...unseenPicturesIn(view, isHiddenByPayer(view)),
    ],
    unseenPairs: unseenPairsIn(view, isHiddenByPayer(view)),
    swallowed: swallowedIn(view, source),
    asksForPassword: view.nodes.some(isPasswordField),
  };
  const unseen = page.unseen.length + page.swallowed.length;
  const isBeyond = texts.isTooMuch() || unseen > unseenMax || rows.some((row) => isTypedLayout(row, texts));
  return isBeyond ? null : page;
};

const unseenMax = 5_000;

const withoutBlemishes = (text: string): string => collapse(text.replaceAll(blemish, ""));

/** The text of the first title, hidden or not; drawings have titles of their own. */
const titleOf = ({ nodes }: View): string => {
  const title = nodes.find(
    (node) => isTag(node) && node.name === "title" && closest(node, isDrawing) === null,
  );
  return title === undefined ? "" : collapse(textIn(title));
};

const isPasswordField = (node: AnyNode): boolean =>
  isTag(node) && node.name === "input" && node.attribs.type?.toLowerCase() === "password";

const isDrawing = (element: Element): boolean => element.name === "svg";

/** Whether a payer's markup may hide what is hidden: it stands behind their label, or a style sheet does. */
const isHiddenByPayer = ({ nodes, behindPayersLabel }: View): ((node: AnyNode) => boolean) => {
  const hasSheet = nodes.some((node) => isTag(node) && node.name === "style" && behindPayersLabel.has(node));
  return (node) => hasSheet || behindPayersLabel.has(node);
};

/** Short texts that cannot be seen, code aside, and those of elements and lines that they are part of. */
const unseenIn = (
  view: View,
  holdsBlock: ReadonlySet<AnyNode>,
  isWanted: (node: AnyNode) => boolean,
): readonly string[] => {
  const texts = new Set<string>();
  const inKnownLines = new Set<AnyNode>();
  const add = (nodes: readonly AnyNode[]) =>
    texts.add(collapse(shortTextOf(nodes, unseenLengthMax, isSilent) ?? ""));
  for (const node of view.nodes) {
    if (!isWanted(node)) continue;
    if (sightIn(view, node) !== "hidden" || isSilent(node) || (node.parent !== null && isSilent(node.parent)))
      continue;
    if (isTag(node)) add([node]);
    else if (isText(node) && node.data.trim() !== "") {
      add([node]);
      const outermost = outermostInLine(node, holdsBlock);
      if (inKnownLines.has(outermost)) continue;
      const line = lineAround(outermost, holdsBlock);
      for (const one of line) inKnownLines.add(one);
      add(line);
    }
  }
  return [...texts].filter((text) => text !== "");
};

/**
 * Hidden texts of what the page's own markup calls a stamp or a status of the payment, each behind the label of one. A page
 * may say `Processing` while it waits, but not in such an element, nor where it hides rows with it.
 */
const unseenStatusesIn = (
  view: View,
  holdsBlock: ReadonlySet<AnyNode>,
  isWanted: (node: AnyNode) => boolean,
): readonly string[] => {
  const holdsRow = holdersOf(view, isCell);
  const isHidden = (node: AnyNode) => sightIn(view, node) === "hidden";
  const isHiddenWithRows = (node: Element) => {
    const outermost = closest(node, (one) => one.parent === null || !isHidden(one.parent));
    return outermost !== null && holdsRow.has(outermost) && closest(node, isOfTable) === null;
  };
  const isLine = (node: Element) => isBlock(node) && !childrenOf(node).some((one) => holdsBlock.has(one));
  return view.nodes.flatMap((node) => {
    if (!isTag(node) || !isWanted(node) || !isHidden(node)) return [];
    const isStatus = paymentStatusClass.test(node.attribs.class ?? "");
    if (isOwnAnnouncement(node)) return [];
    const isBanks = isStatus && closest(node, isWaiting) === null;
    const isAmongRows = () =>
      (isStatus || isLine(node)) && closest(node, isActive) === null && isHiddenWithRows(node);
    if (!isBanks && !isAmongRows()) return [];
    const text = collapse(shortTextOf([node], unseenLengthMax, isSilent) ?? "");
    return text !== "" && (isBanks || saysUnfinished(text)) ? [`Status: ${text}`] : [];
  });
};

const isOfTable = (element: Element): boolean => isCell(element) || isTable(element);

/**
 * The words in place of pictures that something around them hides, and those in the names of their files. A page may hide a
 * picture by itself until it is needed.
 */
const unseenPicturesIn = (view: View, isWanted: (node: AnyNode) => boolean): readonly string[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || node.name !== "img" || !isWanted(node) || sightIn(view, node) !== "hidden") return [];
    const isHiddenAround = node.parent !== null && sightIn(view, node.parent) === "hidden";
    return isHiddenAround || !view.behindPayersLabel.has(node)
      ? wordsBeside(node)
          .map((text) => collapse(text.slice(0, unseenLengthMax)))
          .filter((text) => text !== "")
      : [];
  });

/**
 * Texts beside each other in a row, or before and behind the colon of a line, that cannot be seen. A page keeps messages of
 * its own ready in lines, such as `Error: try again`.
 */
const unseenPairsIn = (
  view: View,
  isWanted: (node: AnyNode) => boolean,
): readonly (readonly [label: string, value: string])[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || !isWanted(node) || sightIn(view, node) !== "hidden" || isSilent(node)) return [];
    const cells = elementsIn(node).filter(isCell);
    if (cells.length > 0) {
      const texts = cells.map(shortUnseenText).filter((text) => !/^[:：]?$/.test(text));
      return texts
        .slice(1)
        .map((value, at): [string, string] => [(texts[at] ?? "").replace(/ ?[:：]$/, ""), value]);
    }
    const text = shortUnseenText(node);
    const colon = text.search(/[:：]/);
    const label = collapse(text.slice(0, Math.max(0, colon)));
    const isMessage = label === "" || isStatusLabel(label) || fault.test(label.toLowerCase());
    return isMessage ? [] : [[label, collapse(text.slice(colon + 1))]];
  });

const shortUnseenText = (node: AnyNode): string =>
  collapse(shortTextOf([node], labelLengthMax, isSilent) ?? "");

const paymentStatusClass =
  /(?:^|\s)(?:(?:payment|transaction|txn|trx|transfer|receipt)[_-]?)?(?:stamp|seal|watermark|ribbon|badge|status|state)(?:$|\s)/i;

/** What a page shows while it waits, and buttons, whose words change meanwhile. */
const isWaiting = (element: Element): boolean =>
  isActive(element) ||
  /load|spin|wait|busy|progress|overlay|modal|dialog|toast/i.test(
    `${element.attribs.class ?? ""} ${element.attribs.id ?? ""}`,
  );

/**
 * Where a page tells what it is doing, hidden by its own attribute until then. What a payer typed around an element gives it
 * no attribute.
 */
const isOwnAnnouncement = ({ attribs }: Element): boolean =>
  attribs.hidden !== undefined &&
  (attribs.role === "status" || attribs["aria-live"] !== undefined) &&
  !/stamp|seal|watermark|ribbon|badge/i.test(attribs.class ?? "");

const unseenLengthMax = 1_000;

/** A node itself or the farthest around it that lies between the same edges of blocks. */
const outermostInLine = (node: AnyNode, holdsBlock: ReadonlySet<AnyNode>): AnyNode => {
  let outermost = node;
  while (outermost.parent !== null && !holdsBlock.has(outermost.parent)) outermost = outermost.parent;
  return outermost;
};

/** All that stands with a node between the same edges of blocks. Around them the page's tables and scripts may lie. */
const lineAround = (node: AnyNode, holdsBlock: ReadonlySet<AnyNode>): readonly AnyNode[] => {
  let first = node;
  while (first.prev !== null && !holdsBlock.has(first.prev)) first = first.prev;
  const line: AnyNode[] = [];
  for (let one: AnyNode | null = first; one !== null && !holdsBlock.has(one); one = one.next) line.push(one);
  return line;
};

/** What is in them is code, or known otherwise. */
const silent = new Set(["script", "style", "title", "desc", "metadata"]);
const isSilent = (node: AnyNode): boolean => isTag(node) && silent.has(node.name);

/** Elements whose text stands by itself. */
const blocks = new Set([
  ...["html", "head", "body", "p", "div", "section", "header", "footer", "main", "article", "aside", "nav"],
  ...["address", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre"],
  ...["blockquote", "table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption", "form", "fieldset"],
  ...["legend", "center", "figure", "figcaption", "details", "summary", "dialog", "template"],
]);

const isBlock = ({ name }: Element): boolean => blocks.has(name);

type Texts = {
  /** A node's text with blemishes, white space collapsed. */
  readonly of: (node: AnyNode) => string;
  /** The same of neighbours, one text for each of their lines. */
  readonly linesOf: (nodes: readonly AnyNode[]) => readonly string[];
  readonly isTooMuch: () => boolean;
};

/** Texts as long as there are not absurdly many; then every text is empty. */
const textsOf = (view: View, lengthMax: number): Texts => {
  const known = new Map<AnyNode, string>();
  const sides = sidesOf(view);
  let length = 0;
  const read = (nodes: readonly AnyNode[]): string => {
    if (length > lengthMax) return "";
    const text = nodes.map((node) => rawText(view, sides, node)).join("");
    length += text.length;
    const joined = sides.size === 0 ? text : text.replace(seamInNumber, blemish).replace(seams, "");
    return joined.replace(blemishes, blemish);
  };
  const of = (node: AnyNode): string => {
    const text = known.get(node) ?? collapse(read([node]));
    known.set(node, text);
    return text;
  };
  return {
    of,
    linesOf: (nodes) =>
      read(nodes)
        .split("\n")
        .map(collapse)
        .filter((line) => withoutBlemishes(line) !== ""),
    isTooMuch: () => length > lengthMax,
  };
};

const blemishes = new RegExp(`${blemish}(?: *${blemish})+`, "g");

/** Where letters of another size or place begin or end, and where something is drawn that is no text. */
const [edge, drawing] = ["\ue001", "\ue002"];
const seams = /[\ue001\ue002]/g;
/** Within a number: what its digits say is not what a person sees. */
const seamInNumber = /(?<=\d)[\ue001\ue002]+(?=\d)|(?<=[\d.,])\ue002+(?=[\d.,])/g;
const ownSigns = new RegExp(`[${blemish}${edge}${drawing}]`, "g");

/** What stands on each side of an element's text because of how it is drawn; nothing for most. */
const sidesOf = (view: View): ReadonlyMap<AnyNode, string> =>
  new Map(
    view.nodes.flatMap((node) => {
      const side = isTag(node) && isDrawn(view, node) ? sideOf(view, node) : "";
      return side === "" ? [] : [[node, side] as const];
    }),
  );

const sideOf = ({ visibility }: View, element: Element): string => {
  const written = visibility.writtenBy(element).filter((text) => text !== "");
  if ([...written, ...typedIn(element)].some((text) => /\p{N}/u.test(text))) return blemish;
  if (visibility.isNumbered(element) && /^[\d.,]/.test(shortTextIn(element, labelLengthMax) ?? ""))
    return blemish;
  if (drawings.has(element.name) || written.length > 0) return drawing;
  return visibility.isSetOff(element) ? edge : "";
};

/** What a field of a form or the words in place of a picture say in the middle of a text. */
const typedIn = ({ name, attribs }: Element): readonly string[] => {
  if (name === "img") return [attribs.alt ?? ""];
  const isField =
    name === "input" && !/^(?:hidden|checkbox|radio|button|submit|reset)$/i.test(attribs.type ?? "");
  return isField ? [attribs.value ?? "", attribs.placeholder ?? ""] : [];
};

const drawings = new Set(["img", "svg", "input", "object", "embed", "iframe", "canvas", "video"]);
/** What is drawn in place of their content. */
const replaced = new Set(["object", "iframe", "canvas", "video"]);

const isDrawn = (view: View, element: Element): boolean =>
  sightIn(view, replaced.has(element.name) ? (element.parent ?? element) : element) !== "hidden";

/** A line break is where the page breaks a line, other white space a space. */
const rawText = (view: View, sides: ReadonlyMap<AnyNode, string>, node: AnyNode): string => {
  if (isText(node))
    return seen(view, node.data.replace(ownSigns, "\ufffd").replace(/[\t\n\f\r ]+/g, " "), node);
  if (isSilent(node)) return "";
  const inner = childrenOf(node)
    .map((child) => rawText(view, sides, child))
    .join("");
  const side = sides.get(node) ?? "";
  const text = `${side}${inner}${side}`;
  return isTag(node) && (node.name === "br" || blocks.has(node.name)) ? `${text}\n` : text;
};

const seen = (view: View, text: string, node: AnyNode): string => {
  const sight = sightIn(view, node);
  const isBlank = text.trim() === "";
  if (sight === "hidden") return isBlank ? "" : blemish;
  return sight === "plain" || isBlank ? text : `${blemish}${text}${blemish}`;
};

/** A row of a table by its cells, those aside that are hidden and empty. Around a table it is layout. */
type Row = { readonly cells: readonly Element[]; readonly isLayout: boolean };

const rowsOf = (view: View, texts: Texts): readonly Row[] => {
  const rows: Row[] = [];
  const holdsTable = holdersOf(
    view,
    (element) => element.name === "table" && sightIn(view, element) !== "hidden",
  );
  for (const node of view.nodes)
    for (const together of cellsTogether(view, node)) {
      const cells = together.filter((cell) => sightIn(view, cell) !== "hidden" || texts.of(cell) !== "");
      if (cells.some((cell) => sightIn(view, cell) !== "hidden"))
        rows.push({ cells, isLayout: cells.some((cell) => holdsTable.has(cell)) });
    }
  return rows;
};

/** Whether a table stands beside the label of what a person typed: its rows would be read as the bank's. */
const isTypedLayout = ({ cells: [label, ...beside], isLayout }: Row, texts: Texts): boolean =>
  isLayout && beside.length > 0 && label !== undefined && isPayersLabel(withoutBlemishes(texts.of(label)));

/** All elements of a kind, and all that lies around one. */
const holdersOf = (view: View, isWanted: (element: Element) => boolean): ReadonlySet<AnyNode> => {
  const holders = new Set<AnyNode>();
  for (const node of view.nodes) {
    if (!isTag(node) || !isWanted(node)) continue;
    for (let one: AnyNode | null = node; one !== null && !holders.has(one); one = one.parent)
      holders.add(one);
  }
  return holders;
};

/** Pages lose a `<tr>` here and there; browsers show the cells behind it as a row all the same. */
const cellsTogether = (view: View, node: AnyNode): readonly (readonly Element[])[] => {
  if (isTag(node) && node.name === "tr") return [elementsIn(node).filter(isCell)];
  const rows: Element[][] = [];
  let row: Element[] | null = null;
  for (const child of elementsIn(node)) {
    if (isCell(child)) {
      if (row === null) {
        row = [];
        rows.push(row);
      }
      row.push(child);
    } else if (sightIn(view, child) !== "hidden") row = null;
  }
  return rows;
};

const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

/** Text without a block in it, and the element that it stands in. */
type Run = { readonly parts: readonly string[]; readonly isAction: boolean; readonly owner: Element };

/** What stands between the edges of blocks, in page order. */
const runsOf = (view: View, texts: Texts, holdsBlock: ReadonlySet<AnyNode>): readonly Run[] => {
  const runs: Run[] = [];
  const visit = (owner: AnyNode): void => {
    let group: AnyNode[] = [];
    const end = () => {
      const parts = texts.linesOf(group);
      if (parts.length > 0 && isTag(owner)) runs.push({ parts, isAction: group.every(isAction), owner });
      group = [];
    };
    for (const child of childrenOf(owner)) {
      if (!holdsBlock.has(child)) group.push(child);
      else {
        end();
        visit(child);
      }
    }
    end();
  };
  visit(view.root);
  return runs;
};

/** Links and buttons, and what stands between those of a menu. */
const isAction = (node: AnyNode): boolean => {
  if (!isTag(node)) return !isText(node) || /^[\s|·•/]*$/.test(node.data);
  return isSilent(node) || node.name === "a" || node.name === "button" || childrenOf(node).every(isAction);
};

/** What is set apart within a line, the words in place of a picture, and what the style writes. */
const asidesOf = (view: View, texts: Texts, holdsBlock: ReadonlySet<AnyNode>): readonly Run[] =>
  view.nodes.flatMap((node) => {
    if (!isTag(node) || !isDrawn(view, node)) return [];
    const isApart =
      !holdsBlock.has(node) &&
      sightIn(view, node) !== "hidden" &&
      (stampClass.test(node.attribs.class ?? "") || view.visibility.isApart(node));
    const written = [...new Set([...wordsBeside(node), ...view.visibility.writtenBy(node)])]
      .slice(0, writtenMax)
      .map(collapse)
      .filter((text) => text !== "");
    return [...(isApart ? texts.linesOf([node]) : []), ...written].map((text) => ({
      parts: [text],
      isAction: closest(node, isActive) !== null,
      owner: node,
    }));
  });

/** So many texts of one element are read besides its own. */
const writtenMax = 30;

/** Whether pressing an element does something. */
const isActive = ({ name, attribs }: Element): boolean =>
  name === "a" || name === "button" || (name === "input" && /^(?:button|submit)$/i.test(attribs.type ?? ""));

const stampClass = /badge|stamp|seal|ribbon|watermark|overlay|status|state|chip|pill|tag|alert|flag|banner/i;

/** Alternative texts, hints, the words on a button of a form, the page's title elsewhere, and what a picture or frame shows. */
const wordsBeside = (element: Element): readonly string[] => {
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

type PassagePlace = Pick<Passage, "labels" | "next" | "isInRow" | "isAmongOthers">;

/** Where on the page an element stands: beside which texts. */
const placesIn = (view: View, rows: readonly Row[], texts: Texts, runs: readonly Run[]) => {
  const rowsByCell = new Map(
    rows.flatMap((row) =>
      row.isLayout || row.cells.length < 2 ? [] : row.cells.map((cell): [AnyNode, Row] => [cell, row]),
    ),
  );
  const cellAround = (node: AnyNode): { readonly cell: Element; readonly row: Row } | null => {
    const cell = closest(node, (one) => rowsByCell.has(one) || one.name === "table");
    const row = cell && rowsByCell.get(cell);
    return cell && row ? { cell, row } : null;
  };
  const blocksByCell = new Map<Element, Set<Element>>();
  for (const { owner } of runs) {
    const cell = cellAround(owner)?.cell;
    if (cell && cell !== owner)
      blocksByCell.set(cell, (blocksByCell.get(cell) ?? new Set<Element>()).add(owner));
  }
  const headings = headingsOf(rows);
  const isTyped = (heading: Element): boolean =>
    view.behindPayersLabel.has(heading) && isPayersLabel(withoutBlemishes(texts.of(heading)));
  const isNamed = (cell: Element | undefined): boolean =>
    cell !== undefined && /\p{L}{2}/u.test(texts.of(cell));
  const namedCells = new Map<Row, readonly Element[]>();
  /** The cells of a row but for those that hold a colon alone. */
  const namedCellsOf = (row: Row): readonly Element[] => {
    const known = namedCells.get(row) ?? row.cells.filter((one) => texts.of(one) !== ":");
    namedCells.set(row, known);
    return known;
  };
  return {
    isInRow: (owner: AnyNode): boolean => cellAround(owner) !== null,
    of: (owner: AnyNode): PassagePlace => {
      const found = cellAround(owner);
      if (found === null)
        return {
          labels: labelsBefore(owner, texts),
          next: valueAfter(owner, texts),
          isInRow: false,
          isAmongOthers: false,
        };
      const { cell, row } = found;
      const named = namedCellsOf(row);
      const others = named.includes(cell)
        ? named
        : row.cells.filter((one) => one === cell || named.includes(one));
      const at = others.indexOf(cell);
      const [before, after] = [others[at - 1], others[at + 1]];
      const heading = headings(row)?.cells[row.cells.indexOf(cell)];
      // In a column with a heading the cell before it is another column's value, unless a payer typed the headings.
      const label = heading === undefined || (isTyped(heading) && isNamed(before)) ? before : heading;
      return {
        labels: label === undefined || label === cell ? [] : [texts.of(label)],
        next: after === undefined ? null : withoutBlemishes(texts.of(after)),
        isInRow: true,
        isAmongOthers: (blocksByCell.get(cell)?.size ?? 0) >= blocksMin,
      };
    },
  };
};

/** What payers type, and a name with its address, is of fewer blocks. */
const blocksMin = 4;

const isTable = ({ name }: Element): boolean => name === "table";

/** For a row of a table whose columns are headed, the row of their headings. */
const headingsOf = (rows: readonly Row[]): ((row: Row) => Row | undefined) => {
  const headings = new Map<AnyNode, Row>();
  const tableOf = ({ cells: [cell] }: Row): Element | null => (cell ? closest(cell, isTable) : null);
  for (const row of rows) {
    const table = tableOf(row);
    const isHeading = row.cells.every(({ name }) => name === "th");
    if (table !== null && isHeading && !headings.has(table)) headings.set(table, row);
  }
  return (row) => {
    const table = tableOf(row);
    const heading = table === null ? undefined : headings.get(table);
    return heading !== row && heading?.cells.length === row.cells.length ? heading : undefined;
  };
};

/** The term that a text describes, or the element before it when the two form a pair. */
const labelsBefore = (owner: AnyNode, texts: Texts): readonly string[] => {
  for (let node = owner; isTag(node); ) {
    const before = neighbour(node, "prev");
    if (node.name === "dd")
      return before !== null && isTag(before) && before.name === "dt" ? [texts.of(before)] : [];
    if (before !== null) {
      const isSecondOfTwo = neighbour(before, "prev") === null && neighbour(node, "next") === null;
      return isSecondOfTwo && isTag(before) && !/^h\d$/.test(before.name) ? textOfShort(before, texts) : [];
    }
    if (neighbour(node, "next") !== null || node.parent === null) return [];
    node = node.parent;
  }
  return [];
};

/** What describes a term, or the second element of a pair whose first one is no heading. */
const valueAfter = (owner: AnyNode, texts: Texts): string | null => {
  for (let node = owner; isTag(node) && !/^h\d$/.test(node.name); ) {
    const behind = neighbour(node, "next");
    if (behind !== null) {
      const isPair = neighbour(node, "prev") === null && neighbour(behind, "next") === null;
      const isDescribed = node.name === "dt" && isTag(behind) && behind.name === "dd";
      return isTag(behind) && (isPair || isDescribed) ? (textOfShort(behind, texts)[0] ?? null) : null;
    }
    if (node.name === "dt" || neighbour(node, "prev") !== null || node.parent === null) return null;
    node = node.parent;
  }
  return null;
};

/** The label of a status with what stands behind it in its line, where one of both at least is an element of its own. */
const statusesInLinesOf = (
  view: View,
  texts: Texts,
  holdsBlock: ReadonlySet<AnyNode>,
): readonly (readonly [label: string, value: string])[] =>
  view.nodes.flatMap((node) => {
    if (holdsBlock.has(node) || shortTextIn(node, 0) !== null) return [];
    const before = neighbour(node, "prev");
    if (before === null || holdsBlock.has(before) || !(isTag(node) || isTag(before))) return [];
    const label = shortTextIn(before, labelLengthMax) ?? "";
    return isStatusLabel(label) ? textOfShort(node, texts).map((value) => [label, value] as const) : [];
  });

/** The next node on one side that says anything. */
const neighbour = (node: AnyNode, side: "prev" | "next"): AnyNode | null => {
  let one = node[side];
  while (one !== null && shortTextIn(one, 0) !== null) one = one[side];
  return one;
};

const textOfShort = (node: AnyNode, texts: Texts): readonly string[] =>
  shortTextIn(node, labelLengthMax) === null ? [] : [withoutBlemishes(texts.of(node))];

const labelLengthMax = 200;
