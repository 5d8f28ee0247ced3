/** An element's attributes as the parser gives them: names in small letters, of two alike the first. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** What a page does not show: code, and what its own markup hides. Comments are no text to begin with. */
export const isUnseen = (name: string, { hidden, style }: Attributes): boolean =>
  unseen.has(name) || hidden !== undefined || (style !== undefined && /display: ?none/i.test(style));

const unseen = new Set(["script", "style", "template", "noscript"]);

/** Whether an element parts what stands before it from what follows. */
export const isParting = (name: string): boolean => parting.has(name);

const parting = new Set(["br", "p", "div", "tr", "td", "th", "li"]);

export const isCell = (name: string): boolean => name === "td" || name === "th";

/** Whether an element's text stands by itself. */
export const isBlock = (name: string): boolean => blocks.has(name);

const blocks = new Set([
  ...["p", "div", "section", "header", "footer", "li", "dt", "dd"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "td", "th"],
]);
