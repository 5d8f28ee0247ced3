import type { Dice } from "./dice.ts";
import type { Specimen } from "./specimen.ts";

/** How many of a hundred thousand documents are of one provider's one kind, where that is not what is left over. */
const perKind = { pdf: 1_050, "pdf in json": 1_050, html: 800 } as const;

export type Share = {
  readonly name: string;
  readonly percent: number;
  readonly specimens: readonly Specimen[];
};

/**
 * The specimens by provider and kind of document, with the share of the documents that each gets. Drawing and
 * reading a PDF takes a hundred times as long as a text: PDFs and pages get a fixed share, JSON gets the rest.
 */
export const sharesOf = (specimens: readonly Specimen[]): readonly Share[] => {
  const groups = new Map<string, Specimen[]>();
  for (const one of specimens) {
    const name = `${one.provider} ${one.kind}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const weighed = [...groups].map(([name, own]) => {
    const kind = own[0]?.kind ?? "json";
    return { name, specimens: own, weight: kind === "json" ? null : perKind[kind] };
  });
  const isFixed = weighed.some(({ weight }) => weight === null);
  const fixed = weighed.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  const open = weighed.filter(({ weight }) => weight === null).length;
  return weighed.map(({ name, specimens: own, weight }) => {
    const percent =
      weight === null ? (100_000 - fixed) / open / 1_000 : isFixed ? weight / 1_000 : (100 * weight) / fixed;
    return { name, specimens: own, percent };
  });
};

/** Chooses a specimen by its kind's share. */
export const chooserOf =
  (shares: readonly Share[]) =>
  (dice: Dice): Specimen => {
    let at = dice.below(100_000) / 1_000;
    for (const { percent, specimens } of shares) {
      if (at < percent) return dice.pick(specimens);
      at -= percent;
    }
    return dice.pick(shares.at(-1)?.specimens ?? []);
  };
