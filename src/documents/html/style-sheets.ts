import { type Document, type Element, isTag, isText } from "domhandler";
import { select, textIn } from "./tree.ts";

/** What is declared for an element: values by property, both in lower case. */
export type Style = ReadonlyMap<string, string>;

/**
 * An element's style in a window in which no media query holds, in one in which all do, and on paper. Elements for
 * which the same is declared share one value.
 */
export type Styles = readonly [inSome: Style, inOthers: Style, inPrint: Style];

type Declaration = { readonly property: string; readonly value: string; readonly isImportant: boolean };

/** Where a rule holds: always, in some windows only, on paper only. */
type Medium = "all" | "some" | "print";

type Rule = {
  readonly selector: string;
  readonly medium: Medium;
  readonly declarations: readonly Declaration[];
};

/** A rule at its place among all others. `weight`: the heavier one wins. */
type PlacedRule = Rule & { readonly weight: number };

/** A page with more of it is no receipt. */
const rulesMax = 5_000;
const nestingMax = 12;
const matchesMax = 100_000;

/**
 * The styles that the page itself gives an element, by its sheets and the `style` attribute; null for an element about
 * which they say nothing. Null instead of the function: more rules than can be matched.
 */
export const stylesOf = (
  root: Document,
  elements: readonly Element[],
): ((element: Element) => Styles | null) | null => {
  const rules: Rule[] = [];
  for (const sheet of elements) {
    if (sheet.name !== "style" || standsInText(sheet)) continue;
    const own = rulesIn(textIn(sheet));
    if (own === null) return null;
    rules.push(...own);
  }
  const matching = rules.length > rulesMax ? null : matchRules(root, rules);
  if (matching === null) return null;
  const known = new Map<string, Styles | null>();
  return (element) => {
    const matched = matching.get(element) ?? [];
    const own = element.attribs.style ?? "";
    if (matched.length === 0 && own === "") return null;
    // Most elements share their rules with many others.
    const key = `${matched.map(({ weight }) => weight).join(" ")};${own}`;
    const styles = known.get(key);
    if (styles !== undefined) return styles;
    const computed = cascadeOf([...matched, ownRule(own)]);
    known.set(key, computed);
    return computed;
  };
};

/** Whether a sheet stands within a text, as in `goods<style>…`: a payer may have typed it to hide what the bank says. */
const standsInText = ({ prev, next, parent }: Element): boolean =>
  parent !== null &&
  isTag(parent) &&
  !["head", "body", "html"].includes(parent.name) &&
  [prev, next].some((one) => one !== null && isText(one) && one.data.trim() !== "");

/** The rules that match each element, in the order of the sheets. Null: too many matches. */
const matchRules = (root: Document, rules: readonly Rule[]): ReadonlyMap<Element, PlacedRule[]> | null => {
  const matching = new Map<Element, PlacedRule[]>();
  let matches = 0;
  for (const [order, rule] of rules.entries()) {
    const placed = { ...rule, weight: specificityOf(rule.selector) + order };
    for (const element of elementsBy(root, rule.selector)) {
      const others = matching.get(element);
      if (others === undefined) matching.set(element, [placed]);
      else others.push(placed);
      matches += 1;
      if (matches > matchesMax) return null;
    }
  }
  return matching;
};

/** What browsers do not understand they leave out, too. */
const elementsBy = (root: Document, selector: string): readonly Element[] => {
  try {
    return select(root, selector);
  } catch {
    return [];
  }
};

const cascadeOf = (rules: readonly PlacedRule[]): Styles | null => {
  if (rules.every(({ declarations }) => declarations.length === 0)) return null;
  const inAll = cascadeIn(rules, ["all"]);
  if (rules.every(({ medium }) => medium === "all")) return [inAll, inAll, inAll];
  return [inAll, cascadeIn(rules, ["all", "some"]), cascadeIn(rules, ["all", "print"])];
};

const cascadeIn = (rules: readonly PlacedRule[], media: readonly Medium[]): Style =>
  new Map(
    rules
      .filter(({ medium }) => media.includes(medium))
      .flatMap(({ declarations, weight }) =>
        declarations.map((one) => ({ ...one, weight: one.isImportant ? weight + important : weight })),
      )
      .sort((one, other) => one.weight - other.weight)
      .map(({ property, value }) => [property, value]),
  );

/** Weights: of a rule's place in its sheet, its tags, its classes, its ids, an own style, and `!important`. */
const [tag, classes, ids, own, important] = [1e4, 1e6, 1e8, 1e10, 1e12];

const ownRule = (style: string): PlacedRule => ({
  selector: "",
  medium: "all",
  declarations: declarationsIn(style),
  weight: own,
});

const specificityOf = (selector: string): number => {
  const bare = selector.replace(/"[^"]*"|'[^']*'/g, "");
  const count = (pattern: RegExp) => bare.match(pattern)?.length ?? 0;
  return (
    count(/#[\w-]/g) * ids +
    count(/\.[\w-]|\[|(?<!:):(?!:|not|is|where)/g) * classes +
    count(/(?:^|[\s>+~(])[a-z]/gi) * tag
  );
};

/**
 * A sheet as far as it may hide something: its rules within rules of media, and rules within rules. Null: more rules, or
 * more of them within each other, than any page has.
 */
const rulesIn = (sheet: string): readonly Rule[] | null => {
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
      if (rules.length > rulesMax || open.length === nestingMax) return null;
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

/**
 * What stands before or after an element is no style of the element; but it may say something. What is declared for its first
 * letter or line is kept apart.
 */
const ruleOf = (selector: string, medium: Medium, declarations: readonly Declaration[]): Rule => {
  const part = /::?(?:before|after|marker|first-letter|first-line)$/i.exec(selector)?.[0] ?? "";
  const host = selector.slice(0, selector.length - part.length);
  const isOwn = ({ property }: Declaration) => property.startsWith("--");
  const isWritten = (one: Declaration) => one.property === "content" || isOwn(one);
  if (part !== "" && !/first/i.test(part))
    return { selector: host, medium, declarations: declarations.filter(isWritten) };
  const others = declarations.filter((one) => one.property !== "content");
  if (part === "") return { selector, medium, declarations: others };
  return {
    selector: host,
    medium,
    declarations: others.map((one) => ({ ...one, property: ofFirst + one.property })),
  };
};

/** Before the name of a property of an element's first letter or line. */
export const ofFirst = "first ";

const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** A brace, a quoted text with its escapes, or what stands between them. */
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
        .slice(0, rulesMax + 1),
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

/** A semicolon within a quoted text or an address ends no declaration. */
const betweenSemicolons =
  /(?:url\(\s*[^"'()\s\\]{0,40000}\s*\)|[^;"'\\]|\\[\s\S]|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|["'\\])+/gi;

/** Of a picture; their case counts. */
const bytes = /(;base64,[a-z\d+/=]{0,40000})/i;

const declarationsIn = (text: string): readonly Declaration[] =>
  (text.replace(comment, "").match(betweenSemicolons) ?? []).map(plainly).flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const isOwn = property.startsWith("--") && /["']|var\(/.test(declaration);
    if (colon === -1 || !(knownProperties.has(property) || isOwn)) return [];
    const value = declaration
      .slice(colon + 1)
      .split(bytes)
      .map((part, at) => (at % 2 === 1 ? part : part.toLowerCase()))
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    const bare = value.endsWith("important") ? value.slice(0, -"important".length).trimEnd() : value;
    const isImportant = bare !== value && bare.endsWith("!");
    return [{ property, value: isImportant ? bare.slice(0, -1).trimEnd() : value, isImportant }];
  });

/** Those that decide whether and how a text is seen. */
const knownProperties = new Set([
  ...["display", "visibility", "content-visibility", "opacity", "color", "background", "background-color"],
  ...["background-image", "list-style", "list-style-type", "list-style-image"],
  ...["font", "font-size", "zoom", "width", "height", "max-width", "max-height", "overflow", "overflow-x"],
  ...[
    "overflow-y",
    "clip",
    "clip-path",
    "text-indent",
    "letter-spacing",
    "translate",
    "mask",
    "mask-image",
    "-webkit-mask-image",
    "position",
    "left",
    "top",
    "right",
    "bottom",
    "float",
  ],
  ...["padding", "padding-left", "padding-right"],
  ...[
    "margin",
    "margin-left",
    "margin-right",
    "margin-top",
    "transform",
    "scale",
    "text-decoration",
    "text-decoration-line",
  ],
  ...[
    "vertical-align",
    "unicode-bidi",
    "content",
    "-webkit-text-fill-color",
    "-webkit-text-security",
    "filter",
  ],
]);
