import { beforeAll, describe, expect, test } from "vitest";
import type { Document } from "../../src/documents/document.ts";
import { fingerprintOf, labelsIn } from "../../src/operator/layout-changes/fingerprint.ts";
import {
  knownLayouts,
  type Layouts,
  readKnownLayouts,
  wordsOf,
} from "../../src/operator/layout-changes/known-layouts.ts";
import { layoutOf } from "../../src/operator/layout-changes/layout.ts";
import type { Case } from "../../src/operator/sandbox/cases.ts";
import { cases } from "../support/cases.ts";
import { documentOf } from "../support/documents.ts";

/** `layouts.json` is made of the fixtures: `npx vitest run test/providers/layouts.test.ts -u` writes it anew. */

type Shown = { readonly each: Case; readonly document: Document };

const shown: Shown[] = [];
beforeAll(async () => {
  for (const each of cases.filter(({ expected }) => "receipt" in expected))
    shown.push({ each, document: await documentOf(each) });
});

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
};

const layoutsOf = (all: readonly Shown[]): Layouts => {
  const byLabel = grouped(all, ({ each }) => each.label);
  const fingerprints = byLabel.map(([label, own]) => {
    const byFingerprint = grouped(own, ({ document }) => fingerprintOf(document));
    const names = byFingerprint.map(([fingerprint, same]) => [
      fingerprint,
      same.map(({ each }) => each.name).join(", "),
    ]);
    return [label, Object.fromEntries(names)];
  });
  const words = byLabel.map(([label, own]) => {
    const found = own.flatMap(({ document }) => labelsIn(layoutOf(document)).flatMap(wordsOf));
    return [label, [...new Set(found)].sort().join(" ")];
  });
  return { fingerprints: Object.fromEntries(fingerprints), words: Object.fromEntries(words) };
};

describe("the known layouts", () => {
  test("are those of every verified fixture", async () => {
    const text = `${JSON.stringify(layoutsOf(shown), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../src/providers/layouts.json");
  });

  test("are at hand in the program", () => {
    const known = readKnownLayouts();
    expect(shown.some(({ each, document }) => known.has(each.label, fingerprintOf(document)))).toBe(true);
  });

  test("tell a provider's layout from the same one shown by another", () => {
    const known = knownLayouts({ fingerprints: { alpha: { "0123456789ab": "verified" } }, words: {} });
    expect(known.has("alpha", "0123456789ab")).toBe(true);
    expect(known.has("beta", "0123456789ab")).toBe(false);
    expect(known.has("constructor", "toString")).toBe(false);
  });

  test("hold no name of a person", () => {
    const { words } = knownLayouts(layoutsOf(shown));
    const names = ["selam", "getachew", "alemu", "hana", "mekonnen", "tadesse", "beza", "tesfaye", "wolde"];
    expect(names.filter((name) => words.has(name))).toEqual([]);
    expect(words).toContain("payer");
  });
});
