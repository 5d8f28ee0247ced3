import type { CheerioAPI } from "cheerio/slim";
import type { Element } from "domhandler";

/**
 * How a text is seen. `hidden`: not at all, at least in some windows. `spoiled`: struck out, raised, lowered or turned
 * round, so that it does not say what its letters do, or not printed.
 */
type Sight = "plain" | "hidden" | "spoiled";

/** What an element and those in it look like in each medium. */
export type Looks = readonly Look[];

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
  /** What the style writes before or after an element. */
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
export const openLooks: Looks = [openLook, openLook, openLook];

export const sightOf = ([inSome = openLook, inOthers = openLook, inPrint = openLook]: Looks): Sight => {
  if (isHidden(inSome) || (inOthers !== inSome && isHidden(inOthers))) return "hidden";
  return isHidden(inPrint) || [inSome, inOthers, inPrint].some(({ isSpoiled }) => isSpoiled)
    ? "spoiled"
    : "plain";
};

const isHidden = (look: Look): boolean =>
  look.isGone || look.isClosed || look.isInvisible || look.isTiny || look.isTransparent || look.isIndented;

/** Null: the page's style sheets are beyond all measure. */
export const visibilityOf = ($: CheerioAPI): Visibility | null => {
  const stylesFor = stylesOf($);
  if (stylesFor === null) return null;
  const hasOtherSheets = $("link[rel~=stylesheet]").length > 0;
  return {
    looksOf: (element, around) => {
      const isGone = isUndrawn(element) || (hasOtherSheets && hasHidingClass(element));
      const styles = stylesFor(element);
      // Most elements of a page say nothing of how they look.
      if (styles === unstyled && !isGone && isOrdinary(element, around)) return around;
      const looks: Look[] = [];
      for (const [at, style] of styles.entries()) {
        const within = around[at] ?? openLook;
        // Few styles differ by medium.
        const isAsFirst = at > 0 && style === styles[0] && within === around[0];
        looks.push((isAsFirst && looks[0]) || lookOf(element, style, within, isGone));
      }
      return looks;
    },
    isApart: (element) => stylesFor(element).some(setsApart),
    writtenBy: (element) => stylesFor(element).flatMap((style) => quotedIn(style.get("content") ?? "")),
  };
};

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

/** Whether an element without a style looks like what is around it. */
const isOrdinary = ({ name }: Element, around: Looks): boolean =>
  name !== "details" && !spoiling.has(name) && !around.some(({ isClosed }) => isClosed);

const lookOf = ({ name, attribs }: Element, style: Style, around: Look, isUndrawnHere: boolean): Look => ({
  isGone: around.isGone || (around.isClosed && name !== "summary") || isUndrawnHere || isRemoved(style),
  isSpoiled: around.isSpoiled || spoiling.has(name) || isSpoilt(style),
  isClosed: name === "details" && !("open" in attribs),
  isInvisible: said(style.get("visibility"), around.isInvisible, (value) => value !== "visible"),
  isTiny: isTiny(style, around.isTiny),
  isTransparent: isTransparent(style, around.isTransparent),
  isIndented: said(style.get("text-indent"), around.isIndented, isFarAway),
});

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
  const [, digits = "", unit = ""] = /^([-+]?[\d.]{1,12})([a-z]{0,4}|%)$/.exec(text) ?? [];
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

const quotedIn = (content: string): readonly string[] =>
  [...content.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) => one ?? other ?? "");

/** What is declared for an element: values by property, both in lower case. */
type Style = ReadonlyMap<string, string>;

type Declaration = { readonly property: string; readonly value: string; readonly isImportant: boolean };

/** Where a rule holds: always, in some windows only, on paper only. */
type Medium = "all" | "some" | "print";

type Rule = {
  readonly selector: string;
  readonly medium: Medium;
  readonly declarations: readonly Declaration[];
};

type Applied = Declaration & { readonly medium: Medium; readonly weight: number };

/** A page with more of it is no receipt. */
const rulesMax = 5_000;
const matchesMax = 100_000;

/**
 * The styles that the page itself gives an element, by its sheets and the `style` attribute: in a window in which no
 * media query holds, in one in which all do, and on paper. Null: more rules than can be matched.
 */
const stylesOf = ($: CheerioAPI): ((element: Element) => readonly Style[]) | null => {
  const rules = $("style")
    .toArray()
    .flatMap((sheet) => rulesIn($(sheet).text()));
  const applied = rules.length > rulesMax ? null : applyRules($, rules);
  if (applied === null) return null;
  return (element) => {
    const declared = [...(applied.get(element) ?? []), ...ownDeclarations(element)];
    if (declared.length === 0) return unstyled;
    if (declared.every(({ medium }) => medium === "all")) {
      const style = cascade(declared);
      return media.map(() => style);
    }
    return media.map((held) => cascade(declared.filter(({ medium }) => held.includes(medium))));
  };
};

const media: readonly (readonly Medium[])[] = [["all"], ["all", "some"], ["all", "print"]];
const unstyled: readonly Style[] = media.map(() => new Map());

const applyRules = ($: CheerioAPI, rules: readonly Rule[]): ReadonlyMap<Element, Applied[]> | null => {
  const applied = new Map<Element, Applied[]>();
  let matches = 0;
  for (const [order, { selector, medium, declarations }] of rules.entries()) {
    const weight = specificityOf(selector) + order;
    for (const element of elementsBy($, selector)) {
      const others = applied.get(element) ?? [];
      applied.set(element, others);
      for (const one of declarations)
        others.push({ ...one, medium, weight: one.isImportant ? weight + important : weight });
      matches += 1;
      if (matches > matchesMax) return null;
    }
  }
  return applied;
};

/** What browsers do not understand they leave out, too. */
const elementsBy = ($: CheerioAPI, selector: string): readonly Element[] => {
  try {
    return $<Element, string>(selector).toArray();
  } catch {
    return [];
  }
};

const cascade = (declared: readonly Applied[]): Style =>
  new Map(
    declared
      .toSorted((one, other) => one.weight - other.weight)
      .map(({ property, value }) => [property, value]),
  );

/** Weights: of a rule's place in its sheet, its tags, its classes, its ids, an own style, and `!important`. */
const [tag, classes, ids, own, important] = [1e4, 1e6, 1e8, 1e10, 1e12];

const specificityOf = (selector: string): number => {
  const bare = selector.replace(/"[^"]*"|'[^']*'/g, "");
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  return (
    count(/#[\w-]/g) * ids +
    count(/\.[\w-]|\[|(?<!:):(?!:|not|is|where)/g) * classes +
    count(/(?:^|[\s>+~(])[a-z]/gi) * tag
  );
};

const ownDeclarations = ({ attribs }: Element): readonly Applied[] =>
  declarationsIn(attribs.style ?? "").map((one) => ({
    ...one,
    medium: "all",
    weight: one.isImportant ? own + important : own,
  }));

/** A sheet as far as it may hide something: its rules within rules of media, and rules within rules. */
const rulesIn = (sheet: string): readonly Rule[] => {
  const rules: Rule[] = [];
  const open: string[] = [];
  let text = "";
  const end = () => {
    const declarations = declarationsIn(text);
    const selectors = selectorsOf(open.filter((prelude) => !prelude.startsWith("@")));
    const medium = mediumOf(open.filter((prelude) => prelude.startsWith("@")));
    if (declarations.length > 0) rules.push(...selectors.map((one) => ruleOf(one, medium, declarations)));
    text = "";
  };
  for (const [token] of sheet.replace(comment, " ").matchAll(tokens)) {
    if (token === "{") {
      const from = text.lastIndexOf(";") + 1;
      const prelude = text.slice(from).trim();
      text = text.slice(0, from);
      end();
      open.push(prelude);
    } else if (token === "}") {
      end();
      open.pop();
    } else text += token;
  }
  while (open.length > 0) {
    end();
    open.pop();
  }
  return rules;
};

/** What stands before or after an element is no style of the element; but it may say something. */
const ruleOf = (selector: string, medium: Medium, declarations: readonly Declaration[]): Rule => {
  const host = selector.replace(/::?(?:before|after)$/i, "");
  return host === selector
    ? { selector, medium, declarations: declarations.filter(({ property }) => property !== "content") }
    : { selector: host, medium, declarations: declarations.filter(({ property }) => property === "content") };
};

const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
const tokens = /[{}]|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|[^{}"']+|["']/g;

const mediumOf = (preludes: readonly string[]): Medium => {
  const queries = preludes.filter(
    (prelude) => !/^@(?:layer|charset|media\s+(?:all|screen))\s*[\w-]*$/i.test(prelude),
  );
  if (queries.length === 0) return "all";
  return queries.some((query) => /\bprint\b/i.test(query) && !/\bnot\b|\bscreen\b/i.test(query))
    ? "print"
    : "some";
};

/** Each way in which the selectors within each other can be read as one. */
const selectorsOf = (preludes: readonly string[]): readonly string[] =>
  preludes.reduce<readonly string[]>(
    (outer, prelude) =>
      prelude
        .split(/,(?![^()[\]]*[)\]])/)
        .flatMap((inner) => joined(outer, inner.trim()))
        .slice(0, rulesMax),
    [],
  );

const joined = (outer: readonly string[], inner: string): readonly string[] => {
  if (outer.length === 0) return [inner];
  return outer.map((one) => (inner.includes("&") ? inner.replaceAll("&", one) : `${one} ${inner}`));
};

/** `di\73play` as browsers read it, and no comments. */
const plainly = (text: string): string =>
  text
    .replace(comment, "")
    .replace(
      /\\(?:([\da-f]{1,6})\s?|([^\n]))/gi,
      (_, code: string | undefined, letter: string | undefined) =>
        code === undefined
          ? (letter ?? "")
          : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    );

const declarationsIn = (text: string): readonly Declaration[] =>
  plainly(text)
    .split(";")
    .flatMap((declaration) => {
      const colon = declaration.indexOf(":");
      const property = declaration.slice(0, colon).trim().toLowerCase();
      if (colon === -1 || !knownProperties.has(property)) return [];
      const value = declaration
        .slice(colon + 1)
        .toLowerCase()
        .replace(/\s+/g, " ")
        .trim();
      const bare = value.endsWith("important") ? value.slice(0, -"important".length).trimEnd() : value;
      const isImportant = bare !== value && bare.endsWith("!");
      return [{ property, value: isImportant ? bare.slice(0, -1).trimEnd() : value, isImportant }];
    });

/** Those that decide whether and how a text is seen. */
const knownProperties = new Set([
  ...["display", "visibility", "content-visibility", "opacity", "color", "background", "background-color"],
  ...["font", "font-size", "zoom", "width", "height", "max-width", "max-height", "overflow", "overflow-x"],
  ...[
    "overflow-y",
    "clip",
    "clip-path",
    "text-indent",
    "position",
    "left",
    "top",
    "right",
    "bottom",
    "float",
  ],
  ...["margin", "margin-left", "margin-top", "transform", "scale", "text-decoration", "text-decoration-line"],
  ...[
    "vertical-align",
    "unicode-bidi",
    "content",
    "-webkit-text-fill-color",
    "-webkit-text-security",
    "filter",
  ],
]);
