import type { Dice } from "../mutate/dice.ts";
import { plain, type Treatment } from "./scene.ts";

/** Kinds of pictures that people send, by how a code comes to be hard to read. */
export const pictureKinds = [
  "screenshot",
  "tiny",
  "chat",
  "paper",
  "screen",
  "blurred",
  "shaken",
  "none",
] as const;

export type PictureKind = (typeof pictureKinds)[number];

/** One picture's treatment, drawn by lot within what its kind can be. */
export const treatmentOf = (kind: PictureKind, dice: Dice): Treatment => {
  const between = (low: number, high: number) => low + (dice.below(10_001) / 10_000) * (high - low);
  const level = dice.pick(["low", "low", "medium", "medium", "quartile", "high"] as const);
  const isMarked = (level === "quartile" || level === "high") && dice.chance(30);
  const logo = isMarked ? between(0.12, 0.2) : 0;
  const base = { ...plain, level, logo, quietModules: dice.pick([1, 2, 4]), isDark: dice.chance(30) };
  const turnDegrees = dice.chance(30) ? between(0, 360) : between(-10, 10);
  const photo = {
    ...base,
    turnDegrees,
    perspective: between(0, 0.25),
    bend: dice.chance(30) ? between(0, 0.012) : 0,
    modulePixels: between(3.4, 13),
    isInverted: base.isDark && dice.chance(40),
    light: dice.chance(30) ? between(0.2, 0.4) : 1,
    noise: between(0, 10),
    jpegQuality: Math.round(between(24, 60)),
    isChat: dice.chance(25),
    shadow: dice.chance(20) ? between(0.2, 0.6) : 0,
    glare: dice.chance(15) ? between(80, 180) : 0,
    blur: between(0, 0.35),
    stroke: dice.chance(8) ? between(0.5, 1.2) : 0,
  };
  switch (kind) {
    case "screenshot":
      return {
        ...base,
        modulePixels: between(2, 9),
        jpegQuality: 92,
        isInverted: base.isDark && dice.chance(40),
      };
    case "tiny":
      return { ...base, modulePixels: between(1.6, 3), jpegQuality: Math.round(between(30, 90)) };
    case "chat":
      return { ...base, modulePixels: between(3, 9), jpegQuality: 75, isChat: true };
    case "paper":
      return photo;
    case "screen":
      return { ...photo, moire: between(0.1, 0.5), light: 1 };
    case "blurred":
      return { ...photo, blur: between(0.45, 0.85) };
    case "shaken":
      return { ...photo, blur: between(0.2, 0.55), smear: between(0.8, 2) };
    case "none":
      return photo;
  }
};

/** Texts as codes on receipts hold them, all made up. */
export const textOf = (dice: Dice): string => {
  const sign = () => dice.pick([..."ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"]);
  const signs = (count: number) => Array.from({ length: count }, sign).join("");
  const digits = (count: number) => Array.from({ length: count }, () => dice.below(10)).join("");
  const reference = `FT${24 + dice.below(3)}${String(1 + dice.below(365)).padStart(3, "0")}${signs(5)}`;
  switch (dice.below(5)) {
    case 0:
      return reference;
    case 1:
      return `${reference}${digits(8)}`;
    case 2:
      return `https://receipts.alpha.example:100/?id=${reference}${digits(8)}`;
    case 3:
      return `https://wallet.beta.example/receipt/DK${1 + dice.below(9)}${signs(7)}`;
    default:
      return `https://slips.gamma.example/slip/?trx=${reference}${digits(5)}`;
  }
};
