import type { Dice } from "./dice.ts";

/** Changes of single bytes, by somebody who does not know what they mean. */
export const byteMutations: Readonly<Record<string, (bytes: Uint8Array, dice: Dice) => Uint8Array>> = {
  "bytes: some flipped": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    for (let times = 1 + dice.below(4); times > 0; times--) {
      const at = dice.below(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << dice.below(8));
    }
    return changed;
  },
  "bytes: one replaced": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    changed[dice.below(changed.length)] = dice.below(256);
    return changed;
  },
  "bytes: some put in": (bytes, dice) => {
    const at = dice.below(bytes.length + 1);
    const more = Uint8Array.from({ length: 1 + dice.below(4) }, () => dice.below(256));
    return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
  },
  "bytes: some taken out": (bytes, dice) => {
    const at = dice.below(bytes.length);
    const length = 1 + dice.below(dice.pick([1, 4, 400]));
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
  },
  "bytes: two places exchanged": (bytes, dice) => {
    const changed = Buffer.from(bytes);
    const length = 1 + dice.below(8);
    const [first, second] = [dice.below(bytes.length - length), dice.below(bytes.length - length)];
    changed.set(bytes.subarray(first, first + length), second);
    changed.set(bytes.subarray(second, second + length), first);
    return changed;
  },
};
