import type { Dice } from "./dice.ts";
import type { Effect, Paper, Told } from "./paper.ts";

/** Changes that need the inside of one kind of document. */
export type TwistsOf<Inside> = Readonly<
  Record<string, (inside: Inside, dice: Dice, tags: Told) => Effect | null>
>;

export const bindTwists = <Inside>(twists: TwistsOf<Inside>, inside: Inside): Paper["twists"] =>
  Object.fromEntries(
    Object.entries(twists).map(([name, twist]) => [
      name,
      (dice: Dice, tags: Told) => twist(inside, dice, tags),
    ]),
  );
