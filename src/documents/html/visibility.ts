import { type Document, type Element, isTag } from "domhandler";
import { ofFirst, type Style, type Styles, stylesOf } from "./style-sheets.ts";
import { elementsBelow } from "./tree.ts";
import { wordsOfPicture } from "./words-of-file.ts";

/**
 * How a text is seen. `hidden`: not at all, at least in some windows. `spoiled`: struck out, raised, lowered or turned
 * round, so that it does not say what its letters do, or not printed.
 */
export type Sight = "plain" | "hidden" | "spoiled";

/** What an element and those in it look like in each medium, and how their text is seen. */
export type Looks = {
  readonly inMedia: readonly [inSome: Look, inOthers: Look, inPrint: Look];
  readonly sight: Sight;
};

type Look = {
  /** Not drawn, and nothing in it can be. */
  readonly isGone: boolean;
  readonly isSpoiled: boolean;
  /** Not drawn but for its summary. */
  readonly isClosed: boolean;
  /** Not seen, unless what is in it says otherwise. */
  readonly isInvisible: boolean;
  readonly isTiny: boolean;
  readonly isTransparent: boolean;
  readonly isIndented: boolean;
};

/** What the page itself says of how its texts are seen. */
export type Visibility = {
  /** How an element looks in one that looks like `around`. */
  readonly looksOf: (element: Element, around: Looks) => Looks;
  /** Whether the style sets an element apart from the text around it, as a block or a stamp. */
  readonly isApart: (element: Element) => boolean;
  /** Whether its text is of another size than what is around it, or higher, lower or at a distance. */
  readonly isSetOff: (element: Element) => boolean;
  /** Whether a number stands before it, as before an item of a list. */
  readonly isNumbered: (element: Element) => boolean;
  /** What the style writes before or after an element, attributes among it, and names of the files that it draws behind one. */
  readonly writtenBy: (element: Element) => readonly string[];
};

const openLook: Look = {
  isGone: false,
  isSpoiled: false,
  isClosed: false,
  isInvisible: false,
  isTiny: false,
  isTransparent: false,
  isIndented: false,
};

/** The page around all elements. */
export const openLooks: Looks = { inMedia: [openLook, openLook, openLook], sight: "plain" };

const sightOf = ([inSome, inOthers, inPrint]: Looks["inMedia"]): Sight => {
  if (isHidden(inSome) || isHidden(inOthers)) return "hidden";
  return isHidden(inPrint) || inSome.isSpoiled || inOthers.isSpoiled || inPrint.isSpoiled
    ? "spoiled"
    : "plain";
};

const isHidden = (look: Look): boolean =>
  look.isGone || look.isClosed || look.isInvisible || look.isTiny || look.isTransparent || look.isIndented;

/** Null: the page's style sheets are beyond all measure. */
export const visibilityOf = (root: Document): Visibility | null => {
  const elements = elementsBelow(root);
  const stylesFor = stylesOf(root, elements);
  if (stylesFor === null) return null;
  const hasOtherSheets = elements.some(isLinkToSheet);
  // Most elements of one style lie in the same surroundings.
  const known = new Map<Looks, Map<Styles, Looks>>();
  const ordinaryLooks = (styles: Styles, around: Looks): Looks => {
    const inAround = known.get(around) ?? new Map<Styles, Looks>();
    known.set(around, inAround);
    const looks =
      inAround.get(styles) ?? looksWith(around, (look, at) => lookOf(ordinary, styles[at], look, false));
    inAround.set(styles, looks);
    return looks;
  };
  const isStyled = (is: (style: Style) => boolean): ((element: Element) => boolean) => {
    const inStyles = new Map<Styles, boolean>();
    return (element) => {
      const styles = stylesFor(element);
      if (styles === null) return false;
      const isSo = inStyles.get(styles) ?? styles.some(is);
      inStyles.set(styles, isSo);
      return isSo;
    };
  };
  const [isApart, isSetOff, mayWrite] = [isStyled(setsApart), isStyled(setsOff), isStyled(writes)];
  /** What the nearest element, the element itself or one around it, has for a property of the page's own. */
  const inheritedFrom = (element: Element, name: string, medium: number): string => {
    for (let one: Element | null = element; one !== null; one = parentOf(one)) {
      const value = stylesFor(one)?.[medium]?.get(name);
      if (value !== undefined) return value;
    }
    return "";
  };
  return {
    looksOf: (element, around) => {
      const styles = stylesFor(element);
      const isGone = isUndrawn(element) || (hasOtherSheets && hasHidingClass(element));
      if (isGone || !isOrdinary(element, around))
        return looksWith(around, (look, at) => lookOf(element, styles?.[at] ?? unstyled, look, isGone));
      return styles === null ? around : ordinaryLooks(styles, around);
    },
    isApart,
    isSetOff: (element) => isSmallOrBig(element) || isSetOff(element),
    isNumbered: (element) =>
      element.name === "li" &&
      parentOf(element)?.name === "ol" &&
      ![element, parentOf(element)].some((one) => one !== null && stylesFor(one)?.some(hasOtherMarker)),
    writtenBy: (element) => {
      const styles = mayWrite(element) ? stylesFor(element) : null;
      return (styles ?? []).flatMap((style, medium) =>
        writtenIn(style, element, (name) => inheritedFrom(element, name, medium)),
      );
    },
  };
};

const parentOf = ({ parent }: Element): Element | null => (parent !== null && isTag(parent) ? parent : null);

const isLinkToSheet = ({ name, attribs }: Element): boolean =>
  name === "link" && /(?:^|\s)stylesheet(?:\s|$)/i.test(attribs.rel ?? "");

/** What no browser draws, or only once something was pressed or has failed. */
const undrawn = new Set([
  ...["script", "style", "title", "template", "noscript", "datalist", "noframes", "noembed", "iframe"],
  ...["object", "audio", "video", "canvas", "select", "option", "optgroup", "defs", "symbol", "clippath"],
  ...["mask", "pattern", "marker", "desc", "metadata", "annotation"],
]);

const isUndrawn = ({ name, attribs }: Element): boolean =>
  undrawn.has(name.toLowerCase()) ||
  "hidden" in attribs ||
  "popover" in attribs ||
  (name === "dialog" && !("open" in attribs)) ||
  attribs.display === "none" ||
  attribs.visibility === "hidden";

/** What the sheets of others that nearly every page uses call hidden. */
const hidingClass = /(?:^|\s)(?:d-none|hidden|hide|invisible|visually-hidden|sr-only)(?:\s|$)/;
const hasHidingClass = ({ attribs }: Element): boolean => hidingClass.test(attribs.class ?? "");

const spoiling = new Set(["s", "del", "strike", "sup", "sub", "bdo", "rt", "rp", "xmp", "textarea"]);

/** Whether only its style can make an element look other than what is around it. */
const isOrdinary = ({ name }: Element, around: Looks): boolean =>
  name !== "details" && !spoiling.has(name) && !around.inMedia.some(({ isClosed }) => isClosed);

type Named = Pick<Element, "name" | "attribs">;
const ordinary: Named = { name: "span", attribs: {} };
const unstyled: Style = new Map();

type Medium = 0 | 1 | 2;

/** The same looks, unless one of them changes. */
const looksWith = (around: Looks, change: (look: Look, medium: Medium) => Look): Looks => {
  const inMedia = [
    change(around.inMedia[0], 0),
    change(around.inMedia[1], 1),
    change(around.inMedia[2], 2),
  ] as const;
  return inMedia.every((look, at) => isSameLook(look, around.inMedia[at]))
    ? around
    : { inMedia, sight: sightOf(inMedia) };
};

const isSameLook = (one: Look, other: Look | undefined): boolean =>
  Object.entries(one).every(([key, value]) => other?.[key as keyof Look] === value);

const lookOf = (named: Named, style: Style, around: Look, isUndrawnHere: boolean): Look => {
  const { name, attribs } = named;
  const first = firstOf(style);
  return {
    isGone: around.isGone || (around.isClosed && name !== "summary") || isUndrawnHere || isRemoved(style),
    isSpoiled: around.isSpoiled || spoiling.has(name) || isSpoilt(style) || isSpoilt(first),
    isClosed: name === "details" && !("open" in attribs),
    isInvisible: said(style.get("visibility"), around.isInvisible, (value) => value !== "visible"),
    isTiny: isTiny(style, around.isTiny) || isTiny(first, false),
    isTransparent: isTransparent(style, around.isTransparent) || isTransparent(first, false),
    isIndented: said(style.get("text-indent"), around.isIndented, isFarAway),
  };
};

/** What is declared for an element's first letter or line alone. A text without it is none that can be read. */
const firstOf = (style: Style): Style =>
  new Map(
    [...style]
      .filter(([property]) => property.startsWith(ofFirst))
      .map(([property, value]) => [property.slice(ofFirst.length), value]),
  );

const said = (value: string | undefined, inherited: boolean, isSo: (value: string) => boolean): boolean =>
  value === undefined || value === "inherit" ? inherited : isSo(value);

const isRemoved = (style: Style): boolean => {
  const get = (property: string) => style.get(property) ?? "";
  const isNothing = (property: string) => lengthOf(get(property))?.size === 0;
  const opacity = lengthOf(get("opacity"));
  return (
    get("display") === "none" ||
    get("content-visibility") === "hidden" ||
    /^(?:disc|circle|square)/.test(get("-webkit-text-security")) ||
    functionsIn(get("filter")).some(
      ({ name, lengths }) => name === "opacity" && (lengths[0]?.size ?? 1) < 0.05,
    ) ||
    (opacity !== null && opacity.size < (opacity.unit === "%" ? 5 : 0.05)) ||
    isNothing("zoom") ||
    isNothing("scale") ||
    functionsIn(get("transform")).some(movesAway) ||
    get("translate").split(" ").some(isFarAway) ||
    // Letters drawn over each other.
    (lengthOf(get("letter-spacing"))?.size ?? 0) <= -10 ||
    /gradient|url/.test(`${get("mask")} ${get("mask-image")} ${get("-webkit-mask-image")}`) ||
    isClippedAway(style) ||
    isOffScreen(style)
  );
};

const movesAway = ({ name, lengths }: StyleFunction): boolean => {
  if (name.startsWith("scale")) return lengths.some(({ size }) => size === 0);
  // Turned by a right angle out of the page it is seen from its edge.
  if (/^rotate[xy]$/.test(name)) return lengths.some(({ size }) => Math.abs(size) === 90);
  return name.startsWith("translate") && lengths.some(isFar);
};

const isClippedAway = (style: Style): boolean => {
  const isNone = (property: string) => {
    const { size = 9, unit } = lengthOf(style.get(property) ?? "") ?? {};
    return size === 0 || (size === 1 && unit === "px");
  };
  const overflow = ["overflow", "overflow-x", "overflow-y"]
    .map((property) => style.get(property) ?? "")
    .join(" ");
  if (/hidden|clip|auto|scroll/.test(overflow) && ["width", "height", "max-width", "max-height"].some(isNone))
    return true;
  return functionsIn(`${style.get("clip")} ${style.get("clip-path")}`).some(({ name, lengths }) => {
    const sizes = lengths.map(({ size }) => size);
    if (name === "inset") return lengths.some(({ size, unit }) => unit === "%" && size >= 50);
    return sizes.length > 0 && (name === "circle" ? sizes[0] === 0 : sizes.every((size) => size <= 1));
  });
};

const isOffScreen = (style: Style): boolean => {
  const isMoved = /absolute|fixed|relative/.test(style.get("position") ?? "");
  const sides = [
    ...(isMoved ? ["left", "top", "right", "bottom"] : []),
    "margin",
    "margin-left",
    "margin-top",
  ];
  return sides.some((side) => (style.get(side) ?? "").split(" ").some(isFarAway));
};

/** Half a thousand pixels or a whole width off. */
const isFar = ({ size, unit }: Length): boolean => {
  if (unit === "%" || unit === "vw" || unit === "vh") return size <= -100 || size >= 200;
  const pixels = unit === "em" || unit === "rem" ? size * 16 : size;
  return pixels <= -500 || pixels >= 5_000;
};

const isFarAway = (text: string): boolean => {
  const length = lengthOf(text);
  return length !== null && isFar(length);
};

type Length = { readonly size: number; readonly unit: string };

/** A number and its unit, as style sheets write it; null for anything else. */
const lengthOf = (text: string): Length | null => {
  const [, digits = "", unit = ""] = /^([-+]?[\d.]{1,12}(?:e[-+]?\d{1,3})?)([a-z]{0,4}|%)$/.exec(text) ?? [];
  const size = Number.parseFloat(digits);
  return Number.isNaN(size) ? null : { size, unit };
};

type StyleFunction = { readonly name: string; readonly lengths: readonly Length[] };

/** `translate(-50%, 0)` and the like, with those numbers in it that can be read. */
const functionsIn = (value: string): readonly StyleFunction[] =>
  value.split(")").flatMap((text) => {
    const open = text.lastIndexOf("(");
    const inner = text.slice(open + 1).split(/[ ,/]/);
    const name = text.slice(0, open).split(/[ ,(]/).at(-1) ?? "";
    return open === -1 ? [] : [{ name, lengths: inner.flatMap((part) => lengthOf(part) ?? []) }];
  });

/** Letters of less than three pixels are no letters. */
const isTiny = (style: Style, inherited: boolean): boolean => {
  const inFont = (style.get("font") ?? "").split(/[ /]/).find((part) => part === "0" || lengthOf(part)?.unit);
  const written = style.get("font-size") ?? inFont ?? "";
  const length = lengthOf(written);
  if (length === null) return inherited && !/small|medium|large/.test(written);
  const { size, unit } = length;
  if (unit === "em" || unit === "%") return inherited || size < (unit === "em" ? 0.2 : 20);
  return size < (unit === "rem" ? 0.2 : 3);
};

const isTransparent = (style: Style, inherited: boolean): boolean => {
  const fill = style.get("-webkit-text-fill-color");
  if (fill !== undefined && isClear(fill)) return true;
  const [color, ground, shorthand] = [
    style.get("color"),
    style.get("background-color"),
    style.get("background"),
  ];
  if (color === undefined || color === "inherit") return inherited;
  const behind = ground ?? shorthand;
  return isClear(color) || (behind !== undefined && hexOf(behind) === hexOf(color));
};

const isClear = (color: string): boolean => {
  if (color === "transparent" || /^#(?:[\da-f]{3}0|[\da-f]{6}00)$/.test(color)) return true;
  return functionsIn(color).some(({ lengths }) => lengths.length === 4 && lengths[3]?.size === 0);
};

const hexOf = (color: string): string => {
  const plain = color
    .replace(/ /g, "")
    .replace(/^white$/, "#fff")
    .replace(/^black$/, "#000");
  return plain.replace(/^#([\da-f])([\da-f])([\da-f])$/, "#$1$1$2$2$3$3");
};

const isSpoilt = (style: Style): boolean =>
  /line-through/.test(`${style.get("text-decoration")} ${style.get("text-decoration-line")}`) ||
  /^(?:super|sub)$/.test(style.get("vertical-align") ?? "") ||
  /override/.test(style.get("unicode-bidi") ?? "") ||
  functionsIn(style.get("transform") ?? "").some(({ name, lengths }) =>
    lengths.some(({ size }) =>
      name.startsWith("scale") ? size < 0 : name.startsWith("rotate") && Math.abs(size) === 180,
    ),
  );

const setsApart = (style: Style): boolean =>
  /^(?:block|flex|grid|table|list-item|inline-block|inline-flex)/.test(style.get("display") ?? "") ||
  /^(?:absolute|fixed|sticky)$/.test(style.get("position") ?? "") ||
  /^(?:left|right)$/.test(style.get("float") ?? "") ||
  style.has("transform");

const isSmallOrBig = ({ name, attribs }: Element): boolean =>
  name === "small" || name === "big" || (name === "font" && "size" in attribs);

const setsOff = (style: Style): boolean =>
  setsApart(style) ||
  settingOff.some((property) => style.has(property)) ||
  distances.some((property) => /[1-9]/.test(style.get(property) ?? "")) ||
  !/^(?:|baseline|inherit|initial)$/.test(style.get("vertical-align") ?? "") ||
  (style.get("position") === "relative" &&
    ["left", "top", "right", "bottom"].some((side) => style.has(side)));

const settingOff = ["font", "font-size", "zoom", "scale", "translate"];
const distances = ["margin", "margin-left", "margin-right", "padding", "padding-left", "padding-right"];

const writes = (style: Style): boolean => writing.some((property) => style.has(property));
const writing = [
  ...["content", "list-style", "list-style-type", "list-style-image"],
  ...["background", "background-image"],
];

const markerOf = (style: Style): string =>
  ["list-style", "list-style-type"].map((property) => style.get(property) ?? "").join(" ");

const hasOtherMarker = (style: Style): boolean =>
  style.get("display")?.includes("list-item") === false || /none|disc|circle|square/.test(markerOf(style));

const writtenIn = (
  style: Style,
  { name, attribs }: Element,
  inherited: (name: string) => string,
): readonly string[] => {
  const content = withVariables(`${style.get("content") ?? ""} ${markerOf(style)}`, inherited);
  // Of a cell an attribute is the label, and of a link its address.
  const isLabelled = name === "td" || name === "th" || name === "a" || name === "button";
  const attributes = isLabelled ? [] : [...content.matchAll(/attr\( ?(data-[a-z0-9_-]{1,60}|title)/g)];
  const drawn = ["background", "background-image", "list-style-image"]
    .map((property) => style.get(property) ?? "")
    .join(" ");
  const files = [...`${content} ${drawn}`.slice(0, 20_000).matchAll(addressIn)];
  const texts = [
    ...quotedIn(content),
    ...attributes.map(([, attribute = ""]) => attribs[attribute]),
    ...files.slice(0, 8).flatMap(([, one, other, bare]) => wordsOfPicture(one ?? other ?? bare ?? "")),
  ];
  return texts.filter((text) => text !== undefined);
};

const addressIn = /url\( ?(?:"([^"]{1,20000})"|'([^']{1,20000})'|([^"')]{1,20000}))/g;

/** A value with some of the page's own properties that it names, and of those that these name. */
const withVariables = (value: string, inherited: (name: string) => string): string => {
  const named = (text: string) =>
    [...text.slice(0, 1_000).matchAll(/var\( ?(--[^\s,()]{1,60})/g)]
      .slice(0, 8)
      .map(([, name = ""]) => inherited(name).slice(0, 1_000))
      .join(" ");
  if (!value.includes("var(")) return value;
  const first = named(value);
  return `${value} ${first} ${named(first)}`;
};

const quotedIn = (content: string): readonly string[] =>
  [...content.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");
