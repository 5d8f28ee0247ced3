import { z } from "zod";
import { addressBlockOf, keyScopes, leakedKeysIn } from "../../accounts/accounts.ts";
import { endOfDay } from "../../core/time.ts";
import { santimOfTyped } from "./amounts.ts";

/** A sentence goes on after the option's name, as "--amount must be …". */
const text = (expected: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? "is missing" : expected) })
    .min(1, expected)
    .max(200, expected);

const tiers = "must be registered or balance";
const amounts = "must be an amount in ETB above zero with at most two decimals, e.g. 100 or 100.50";
const users = "must be a Telegram user's number, e.g. 123456789";
const names = "must be 1 to 100 characters in one line";

/** Only the accounts know whether the id exists. */
export const givenId = text("must be an id as the tool shows it");

export const givenName = text(names)
  .max(100, names)
  .regex(/^\P{Cc}*$/u, names)
  // Names are kept and listed as they are.
  .refine((name) => leakedKeysIn(name).length === 0, "must hold no API key");

export const givenTier = z.enum(["registered", "balance"], {
  error: (issue) => (issue.input === undefined ? `is missing; it ${tiers}` : tiers),
});

/** Comes out as santim. */
export const givenAmount = text(amounts).transform((value, context) => {
  const santim = santimOfTyped(value);
  if (santim !== null && santim > 0) return santim;
  context.addIssue({ code: "custom", message: amounts });
  return z.NEVER;
});

const scopes = `must be some of ${keyScopes.join(", ")}, with commas between`;
const days = "must be a day such as 2027-01-31";
const addressLists = "must be addresses or blocks with commas between, e.g. 10.0.0.0/8,2001:db8::/32";

export const givenScopes = text(scopes).transform((value, context) => {
  const words = value.split(",").map((word) => word.trim());
  const known = keyScopes.filter((scope) => words.includes(scope));
  if (new Set(words).size === known.length) return known;
  context.addIssue({ code: "custom", message: scopes });
  return z.NEVER;
});

/** Comes out as the end of that day in Addis Ababa. */
export const givenLastDay = text(days).transform((value, context) => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value))
    return endOfDay(value);
  context.addIssue({ code: "custom", message: days });
  return z.NEVER;
});

export const givenAddresses = z
  .string({ error: addressLists })
  .max(2_500, addressLists)
  .transform((value, context) => {
    const blocks = value.split(",").map(addressBlockOf);
    const known = blocks.filter((block) => block !== null);
    if (known.length === blocks.length) return known;
    context.addIssue({ code: "custom", message: addressLists });
    return z.NEVER;
  });

export const givenTelegramUser = text(users)
  .regex(/^[1-9]\d{0,15}$/, { error: users, abort: true })
  .transform(Number)
  .refine(Number.isSafeInteger, users);
