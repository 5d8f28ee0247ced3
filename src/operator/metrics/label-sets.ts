/** Labels and values of one time series. */
export type Labels = Readonly<Record<string, string>>;

/** What stands in place of every label when there are too many sets of them. */
export const overflow = "other";

/**
 * Lets `max` different sets of labels through. Each further one becomes `other` in every label, so that no caller can make
 * a metric grow without end.
 */
export const createLabelSets = (max: number) => {
  const known = new Set<string>();
  return <Given extends Labels>(labels: Given): Labels => {
    const name = JSON.stringify(labels);
    if (known.has(name)) return labels;
    if (known.size >= max) return Object.fromEntries(Object.keys(labels).map((label) => [label, overflow]));
    known.add(name);
    return labels;
  };
};
