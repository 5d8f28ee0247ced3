import { collapse, squeeze } from "../../core/white-space.ts";
import type { HtmlDocument } from "../document.ts";
import { isPayersLabel } from "../labelled.ts";
import { isBankName, isBlank } from "../payment-kind.ts";

/**
 * Whether a page names another receiver than the one that was read, in a place of its own. Nobody can tell then which of
 * them has the money.
 */
export const saysOtherReceiver = (
  { rows, passages }: HtmlDocument,
  receiver: { readonly name: string; readonly account: string },
): boolean => {
  const inRows = rows
    .map((cells) => cells.filter((cell) => cell !== "" && cell !== ":"))
    .filter(({ length }) => length === 2);
  const inLines = passages
    .filter(({ isAside, isInRow }) => !isAside && !isInRow)
    .flatMap(({ parts, labels: [term = ""] }) => [
      [term, parts.join(" ")],
      ...(isPayersLabel(term) ? [] : parts.map(partsOfLine)),
    ]);
  return [...inRows, ...inLines].some(([label = "", value = ""]) => {
    if (isBlank(value) || isPayersLabel(value) || accountLabel.test(squeeze(value)) || isBankName(value))
      return false;
    if (accountLabel.test(squeeze(label))) return !mayBeSameAccount(receiver.account, value);
    return nameLabel.test(squeeze(label)) && /\p{L}{2}/u.test(value) && !mayBeSameName(receiver.name, value);
  });
};

const receivers = "(?:.{0,40}/)?(?:receiver|recipient|beneficiary|payee)(?:['’]?s)?";
const nameLabel = new RegExp(`^${receivers}(?:full)?names?$`);
const accountLabel = new RegExp(String.raw`^${receivers}(?:bank)?account(?:number|no\.?)?$`);

const partsOfLine = (line: string): readonly string[] => {
  const colon = line.search(/[:：]/);
  return colon < 1 ? [] : [line.slice(0, colon), collapse(line.slice(colon + 1))];
};

/** Names are cut and masked: `HANA M.` */
const mayBeSameName = (name: string, other: string): boolean =>
  name === "" || firstWordOf(name) === firstWordOf(other) || squeeze(other).includes(squeeze(name));

const firstWordOf = (name: string): string | undefined => collapse(name).split(" ", 1)[0]?.toLowerCase();

const mayBeSameAccount = (account: string, other: string): boolean => {
  const [end, otherEnd] = [account, other].map((text) => /\d{3}(?!.*\d)/.exec(text)?.[0]);
  return end === undefined || otherEnd === undefined || end === otherEnd;
};
