/** No request of ours goes half as deep. */
const depthMax = 16;

/**
 * One text for all JSON that says the same: members in the order of their names, nothing between. What JSON has
 * no word for is null, as in `JSON.stringify` of a list. What lies deeper than any request goes is not told apart.
 */
export const canonicalJson = (value: unknown, depth = 0): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth >= depthMax) return "{}";
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member, depth + 1)}`);
  return `{${members.join(",")}}`;
};
