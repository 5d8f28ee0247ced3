import { voidElements } from "./elements.ts";

/** Whether a piece of source closes all elements that it opens, and no others. */
export const closesItsTags = (source: string): boolean => {
  const open: string[] = [];
  for (const [, slash, name = ""] of source.matchAll(/<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi)) {
    const element = name.toLowerCase();
    if (voidElements.has(element)) continue;
    if (slash === "") open.push(element);
    else if (open.pop() !== element) return false;
  }
  return open.length === 0 && !/<[^<>]*$/.test(source);
};

/** Whether a piece of source closes no elements but those that it opens, some of which it may leave open. */
export const closesNoOther = (source: string): boolean => {
  const open: string[] = [];
  for (const [, slash, name = ""] of source.matchAll(/<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi)) {
    const element = name.toLowerCase();
    // Browsers take the end of a paragraph that was not opened for an empty one.
    if (voidElements.has(element) || element === "p") continue;
    if (slash === "") open.push(element);
    else {
      const at = open.lastIndexOf(element);
      if (at === -1) return false;
      open.length = at;
    }
  }
  return true;
};
