import { originsOf } from "../../providers/link-address.ts";
import type { DetectProvider } from "../../verify/detect/candidate.ts";
import type { Mark } from "./printed-line.ts";
import type { PrintedText } from "./printed-text.ts";

/**
 * A text in which a configured host that was misread here and there is that host again. Nothing is trusted by
 * it: a look-up always goes to the configured host, not to a printed one.
 */
export const mendHosts = (printed: PrintedText, providers: readonly DetectProvider[]): PrintedText => {
  const hosts = providers.flatMap(({ settings }) => originsOf(settings).map(({ host }) => host));
  return [...new Set(hosts)].reduce(mendHost, printed);
};

const mendHost = (printed: PrintedText, host: string): PrintedText => {
  let mended = printed;
  for (let at = 0; at + host.length <= mended.text.length; at += 1) {
    const found = mended.text.slice(at, at + host.length);
    if (
      found === host ||
      found.includes("\n") ||
      !isMisread(found, (place) => mended.marks[at + place], host)
    )
      continue;
    const text = mended.text.slice(0, at) + host + mended.text.slice(at + host.length);
    mended = { ...mended, text };
  }
  return mended;
};

/** Whether every letter that differs is a likeness, or was no more than a guess. */
const isMisread = (
  found: string,
  markAt: (place: number) => Mark | null | undefined,
  host: string,
): boolean => {
  let guesses = 0;
  for (let at = 0; at < host.length; at += 1) {
    const [read, meant] = [straight(found.charAt(at)), straight(host.charAt(at))];
    if (read === meant) continue;
    guesses += 1;
    if (guesses > guessesMax || (markAt(at)?.certainty ?? 1) > 0.95) return false;
  }
  return true;
};

const guessesMax = 2;

const straight = (letter: string): string =>
  letter.toLowerCase().replace("0", "o").replace(/[1i|]/, "l").replace("5", "s").replace("8", "b");
