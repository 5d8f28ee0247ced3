const voidElements = new Set(["br", "hr", "img", "input", "link", "meta"]);

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
