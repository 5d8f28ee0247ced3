import type { Found } from "./pdf-labels.ts";
import { type Anchor, type Claim, distance } from "./pdf-rows.ts";

/**
 * Whether evenly spaced values of several lines under each other may as well be centred on their labels. That
 * they are not is plain from one with further lines below it whose upper neighbour has none.
 */
export const mayBeCentred = (
  anchors: readonly Anchor[],
  claims: ReadonlyMap<Found, Claim>,
  asked: readonly Found[],
): boolean => {
  const pairs = anchors.slice(1).map((lower, at) => ({ upper: anchors[at], lower }));
  const above = (anchor: Anchor) => (anchor.label ? claims.get(anchor.label)?.above : undefined) ?? [];
  const below = (anchor: Anchor | undefined) =>
    (anchor?.label ? claims.get(anchor.label)?.below : undefined) ?? [];
  const isTop = ({ lower, upper }: (typeof pairs)[number]) =>
    lower.label?.beside.some(({ length }) => length > 0) === true &&
    above(lower).length === 0 &&
    below(lower).length > 0 &&
    below(upper).length === 0;
  if (pairs.some(isTop)) return false;
  return pairs.some(({ upper, lower }) => {
    const [last, next] = [below(upper).at(-1), below(lower)[0]];
    if (last === undefined || next === undefined) return false;
    const matters = [upper, lower].some((anchor) => anchor?.label && asked.includes(anchor.label));
    return matters && distance(last, lower) <= 1.05 * distance(lower, next);
  });
};

/** Farthest next line of one text that is surely no row of its own, in font sizes. */
const textLeadingMax = 1.3;

/**
 * Whether a line that continues a value that is asked for stands as far from it as rows do from each other: it
 * may be a row whose label is not there.
 */
export const isNoLine = (
  anchors: readonly Anchor[],
  claims: ReadonlyMap<Found, Claim>,
  asked: readonly Found[],
): boolean => {
  const pitches = anchors
    .slice(1)
    .map((anchor, at) => distance(anchors[at], anchor))
    .filter((pitch) => pitch > 0);
  const rowPitch = Math.min(...pitches);
  return anchors.some((anchor) => {
    if (anchor.label === null || !asked.includes(anchor.label)) return false;
    const { below = [] } = claims.get(anchor.label) ?? {};
    return below.some((line, at) => {
      const gap = distance(below[at - 1] ?? anchor, line);
      return gap > textLeadingMax * line.size && gap >= 0.95 * rowPitch;
    });
  });
};
