import { meantAmounts } from "./amounts/meant-amounts.ts";
import type { DetectProvider } from "./candidate.ts";
import { issuersIn } from "./issuers.ts";

/** A bank's message that nobody can look up: it holds neither a link nor a reference that a bank takes. */
export type Unlookable = {
  /**
   * `number`: a transaction number by which its bank finds nothing; `credit`: money came, says the message, and only the
   * payer's own message has a link; `debit`: money left.
   */
  readonly kind: "number" | "credit" | "debit";
  /** Label of the bank, where the message tells which one it is from. */
  readonly provider: string | null;
};

/** What a text without any receipt is, or null where it is no bank's message. Pure. */
export const unlookableIn = (
  text: string,
  providers: readonly DetectProvider[],
  now: Date,
): Unlookable | null => {
  const numbered = providers.find(({ unlookable }) => unlookable?.hasNumber?.(text, now) === true);
  if (numbered !== undefined) return { kind: "number", provider: numbered.label };
  const kind = movementIn(text);
  if (kind === null) return null;
  const [issuer, ...others] = issuersIn(text, providers);
  const worded = providers.find(({ unlookable }) => unlookable?.wording?.test(text) === true);
  return { kind, provider: (others.length === 0 ? issuer : undefined) ?? worded?.label ?? null };
};

/** Whether money came or left, where a text tells it as banks do: with a balance, a masked account or a greeting. */
const movementIn = (text: string): "credit" | "debit" | null => {
  const { amounts } = meantAmounts(text);
  if (!amounts.some(({ meaning }) => meaning === "transferred")) return null;
  const isBanks =
    amounts.some(({ meaning }) => meaning === "balance") ||
    /\d(?:[*•]{2}|[xX]{3})|[*•]{2}\d/.test(text) ||
    (/(?:^|\s)(?:Dear|DEAR|ውድ)\s/.test(text) && /\b(?:account|acct|a\/c|wallet)\b|ሂሳብ|ሒሳብ|አካውንት/i.test(text));
  if (!isBanks) return null;
  const came = text.search(/credited|received|deposit|ተቀብለ|ደርሶ|ገቢ|ገብቷ|fudhat|galee|ተቐቢል/i);
  const left = text.search(
    /debited|transferr?ed|\bsent\b|withdr|\bpaid\b|purchased|ልከዋል|ተልኳ|ወጪ|ከፍለ|ተላል|አስተላል|ገዝተ|ergit|ሰዲድ/i,
  );
  if (came < 0) return "debit";
  return left < 0 || came < left ? "credit" : "debit";
};
