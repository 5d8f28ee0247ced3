import type { Dice } from "./dice.ts";

/** A JSON string, this many of a hundred letters as escapes. */
export const quoted = (text: string, escapes: number, dice: Dice | null): string => {
  if (escapes === 0 || dice === null) return JSON.stringify(text);
  const letters = [...text].flatMap((character) => {
    const plain = JSON.stringify(character).slice(1, -1);
    if (!dice?.chance(escapes)) return plain;
    const units = Array.from({ length: character.length }, (_, at) =>
      character.charCodeAt(at).toString(16).padStart(4, "0"),
    );
    return units.map((unit) => `\\u${dice.chance(50) ? unit : unit.toUpperCase()}`);
  });
  return `"${letters.join("")}"`;
};

/** White space and invisible characters that change no value. */
export const spaced = (text: string, dice: Dice): string => {
  const inner = [...text].map((character) => {
    if (character === " ") return dice.pick([" ", "  ", "\u00a0", "\t", "\u2003", "\u202f"]);
    return dice.chance(5)
      ? character + dice.pick(["\u200b", "\u200e", "\ufeff", "\u2060", "\u202c"])
      : character;
  });
  return dice.pick(["", " ", "\n", "\u00a0"]) + inner.join("") + dice.pick(["", " ", "\u200f", "\u3000"]);
};
