import type { Origin } from "../../providers/link-address.ts";

/**
 * Whether a host could be taken for a configured one: it holds the name (`real.host.evil.example`,
 * `evilreal.host`), bears its distinctive label, or is a slip of the finger away.
 */
export const resembles = (host: string, origin: Origin): boolean => {
  const real = traitsOf(origin.host);
  const shown = traitsOf(host);
  if (host.includes(origin.host)) return true;
  if (real.isAddress) return false;
  if (shown.dashed.includes(real.dashed)) return true;
  const slips = origin.host.length < 16 ? 1 : 2;
  if (within(shown.straight, real.straight, slips)) return true;
  return shown.labels.some((label) => labelResembles(label, real.name));
};

/** What hosts are compared by. */
type Traits = {
  readonly isAddress: boolean;
  readonly dashed: string;
  readonly straight: string;
  readonly labels: readonly Label[];
  /** The label by which people know the host. */
  readonly name: Label;
};

type Label = { readonly text: string; readonly straight: string; readonly parts: readonly string[] };

const traitsByHost = new Map<string, Traits>();
const hostsMax = 200;

/** One text may name few hosts very often, and each is compared with every bank's. */
const traitsOf = (host: string): Traits => {
  const known = traitsByHost.get(host);
  if (known !== undefined) return known;
  const traits = {
    isAddress: isAddress(host),
    dashed: dashed(host),
    straight: straight(host),
    labels: [...new Set(host.split("."))].map(labelOf),
    name: labelOf(distinctiveLabel(host)),
  };
  if (traitsByHost.size >= hostsMax) traitsByHost.clear();
  traitsByHost.set(host, traits);
  return traits;
};

const labelOf = (text: string): Label => ({ text, straight: straight(text), parts: text.split("-") });

const isAddress = (host: string): boolean => /^\[|^[0-9.]+$/.test(host);

const dashed = (host: string): string => host.replaceAll(".", "-");

/** Digits and pairs that pass for letters, set straight. */
const straight = (label: string): string =>
  label
    .replaceAll("0", "o")
    .replaceAll("1", "l")
    .replaceAll("3", "e")
    .replaceAll("5", "s")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");

/** The label before the public suffix: `bank` of `receipts.bank.com.et`. */
export const distinctiveLabel = (host: string): string => {
  const labels = host.split(".");
  const beforeLast = labels.at(-2) ?? "";
  const isSuffix =
    labels.length > 2 && (beforeLast.length < 3 || /^(?:com|net|org|gov|edu)$/.test(beforeLast));
  return labels.at(isSuffix ? -3 : -2) ?? host;
};

const labelResembles = (label: Label, name: Label): boolean => {
  if (label.text === name.text || label.parts.includes(name.text)) return true;
  if (label.straight === name.straight) return true;
  const { length } = name.text;
  if (length >= 4 && label.straight.includes(name.straight)) return true;
  return length >= 5 && within(label.straight, name.straight, length < 8 ? 1 : 2);
};

/** Whether two words are at most `slips` insertions, deletions, changes or swaps of neighbours apart. */
const within = (left: string, right: string, slips: number): boolean => {
  if (Math.abs(left.length - right.length) > slips) return false;
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = new Array<number>(right.length + 1).fill(slips + 1);
    current[0] = row;
    // Only the band that can still end within the limit, so that long hosts cost no more than their length.
    const last = Math.min(right.length, row + slips);
    for (let column = Math.max(1, row - slips); column <= last; column += 1) {
      const at = (line: readonly number[], place: number): number => line[place] ?? slips + 1;
      const isSame = left[row - 1] === right[column - 1];
      const isSwap = row > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : slips + 1,
      );
    }
    before = previous;
    previous = current;
  }
  return (previous[right.length] ?? slips + 1) <= slips;
};
