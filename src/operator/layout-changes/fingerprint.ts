import { createHash } from "node:crypto";
import { squeeze } from "../../core/white-space.ts";
import type { Document } from "../../documents/document.ts";
import { type Layout, layoutOf } from "./layout.ts";

/**
 * A document's structure in twelve hexadecimal digits: its labels and their order, and nothing of its values. Two
 * receipts of one layout agree; a label that is renamed, new, gone or elsewhere makes another. In JSON, where the
 * order of members says nothing, it does not count.
 */
export const fingerprintOf = (document: Document): string =>
  createHash("sha256")
    .update(JSON.stringify([document.kind, ...lettersOf(document)]))
    .digest("hex")
    .slice(0, 12);

/** The labels of a layout as printed. */
export const labelsIn = (layout: Layout): readonly string[] => {
  const labels: string[] = [];
  for (const pieces of layout) for (const { text, isLabel } of pieces) if (isLabel) labels.push(text);
  return labels;
};

const lettersOf = (document: Document): readonly string[] => {
  const layout = layoutOf(document);
  switch (document.kind) {
    case "html":
      return labelsIn(layout).map(squeeze);
    case "json":
      return labelsIn(layout).toSorted();
    case "pdf":
      return columnsIn(layout);
  }
};

/** Column by column, since rows beside each other drift apart where a value wraps; a label that wraps stays one. */
const columnsIn = (layout: Layout): readonly string[] => {
  const columns = new Map<number, string>();
  for (const { text, isLabel, column } of layout.flat())
    if (isLabel) columns.set(column, (columns.get(column) ?? "") + squeeze(text));
  return [...columns].sort(([one], [other]) => one - other).map(([, letters]) => letters);
};
