import { originsOf } from "../../providers/link-address.ts";
import type { DetectProvider } from "./candidate.ts";
import { distinctiveLabel } from "./hosts.ts";

/**
 * The providers that a message names as its sender, by label: `Thank you for Banking with ALPHA`, `your ALPHA account`,
 * or the bare name. A bank that the money goes to or comes from (`to ALPHA account 1000…`) is none.
 */
export const issuersIn = (text: string, providers: readonly DetectProvider[]): ReadonlySet<string> => {
  const lower = inSmallLetters(text);
  const mentions = withoutParts(
    distinctNamesOf(providers).flatMap(({ label, name, isAcronym }) =>
      placesOf(isAcronym ? text : lower, name).map((at) => ({ label, at, end: at + name.length })),
    ),
  );
  const told = mentions.map((mention) => ({ ...mention, role: roleOf(lower, mention) }));
  const sure = told.filter(({ role }) => role === "sender");
  const named = sure.length > 0 ? sure : told.filter(({ role }) => role === "unknown");
  return new Set(named.map(({ label }) => label));
};

type Name = { readonly label: string; readonly name: string; readonly isAcronym: boolean };

/** What a bank may be called, of which no other one is called the same. */
const distinctNamesOf = (providers: readonly DetectProvider[]): readonly Name[] => {
  const all = providers.flatMap(({ label, settings }) => {
    const title = inSmallLetters(settings.bank.normalize("NFKC")).replace(/\s+/g, " ").trim();
    const own = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && !shared.has(word));
    const hosts = originsOf(settings)
      .map(({ host }) => distinctiveLabel(host))
      .filter((word) => !shared.has(word));
    const short = own.length === 1 ? own : [];
    const words = [...new Set([title, own.join(" "), ...short, ...hosts])];
    const initials = (settings.bank.match(/\b[A-Z](?=[a-z])/g) ?? []).join("");
    return [
      ...words.map((name) => ({ label, name, isAcronym: false })),
      ...(initials.length < 3 ? [] : [{ label, name: initials, isAcronym: true }]),
    ].filter(({ name }) => name.length >= 3);
  });
  return all.filter(({ label, name }) => all.every((other) => other.name !== name || other.label === label));
};

/** Words that many banks have in their names, or a host in front of its own. */
const shared: ReadonlySet<string> = new Set(
  "a an the of and test bank banks share company sc s c plc wallet money mobile pay payment payments birr international commercial national ethiopia ethiopian receipt receipts slip slips api app apps web www share ባንክ".split(
    " ",
  ),
);

const placesOf = (text: string, name: string): readonly number[] => {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isWord =
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 2));
    if (isWord) places.push(at);
  }
  return places;
};

type Mention = { readonly label: string; readonly at: number; readonly end: number };

/** `ALPHA WALLET` names the wallet and not the bank that it belongs to. */
const withoutParts = (mentions: readonly Mention[]): readonly Mention[] =>
  mentions.filter(
    ({ at, end, label }) =>
      !mentions.some(
        (other) =>
          other.label !== label && other.at <= at && other.end >= end && other.end - other.at > end - at,
      ),
  );

const roleOf = (lower: string, { at }: Mention): "sender" | "party" | "unknown" => {
  const before = lower.slice(Math.max(0, at - 32), at);
  if (/\b(?:banking with|using|choosing|your|welcome to)\s{1,2}$/.test(before)) return "sender";
  const isParty =
    /(?:^|[^\p{L}])(?:to|from|into|of|via|at|by|in|with|other|another|ወደ|ከ|ለ)\s{1,2}(?:an? |the |other |another )?$/u.test(
      before,
    );
  const isLabelled = /(?:bank|institution|beneficiary|receiver)(?: bank)?(?: name)?\s?[:=-]?\s{1,3}$/.test(
    before,
  );
  return isParty || isLabelled ? "party" : "unknown";
};

/** As long as the text, which other ways to write small are not. */
const inSmallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
