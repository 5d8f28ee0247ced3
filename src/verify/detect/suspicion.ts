import { foreignCharacter } from "../../core/clean-text.ts";
import { hostNamesOf, type LinkAddress, originsOf, takeApart } from "../../providers/link-address.ts";
import type { DetectProvider } from "./candidate.ts";
import { resembles } from "./hosts.ts";
import { fitsOf, wordsOf } from "./shapes.ts";

/** A foreign link that could pass for a receipt's: by its host, or by what it holds. */
export const isSuspicious = (
  address: LinkAddress,
  providers: readonly DetectProvider[],
  now: Date,
): boolean => {
  const names = hostNamesOf(address);
  if (names.some((name) => foreignCharacter(name) !== null || /(?:^|\.)xn--/.test(name))) return true;
  const origins = providers.flatMap(({ settings }) => originsOf(settings));
  // A subdomain of a bank's own that leads nowhere is its home page, which some messages carry.
  const isHome = address.isPlain && /^\/?$/.test(address.rest);
  const isSubdomain = names.every((name) => origins.some(({ host }) => name.endsWith(`.${host}`)));
  if (isHome && isSubdomain) return false;
  if (names.some((name) => origins.some((origin) => resembles(name, origin)))) return true;
  const rest = `${address.authority.includes("@") ? address.authority : ""}${address.rest}`;
  return holdsReceipt({ ...address, rest }, providers, now);
};

const holdsReceipt = (address: LinkAddress, providers: readonly DetectProvider[], now: Date): boolean => {
  const parts = takeApart(address);
  const words = wordsOf([parts.path, ...parts.query.values(), parts.fragment].join(" "));
  const isReference = (word: string): boolean =>
    /[0-9]/.test(word) &&
    fitsOf(word, "narrow", providers, now).some(({ isTimely }) => word.length >= 12 || isTimely);
  if (words.some(isReference)) return true;
  // A lone segment is also how every link shortener looks; only a long one with a digit may be a receipt's token.
  const isLone = /^\/[^/]+\/?$/.test(parts.path) && parts.search === "" && parts.fragment === "";
  if (isLone && !/^\/(?=[^/]*[0-9])[^/]{20}/.test(parts.path)) return false;
  return providers.some((provider) => provider.readLink(parts) !== undefined);
};
