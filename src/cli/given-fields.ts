import { z } from "zod";
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

/** Whether there is such a one, only the desk knows. */
export const givenId = text("must be an id as the tool shows it");

export const givenName = text(names)
  .max(100, names)
  .regex(/^\P{Cc}*$/u, names);

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

export const givenTelegramUser = text(users)
  .regex(/^[1-9]\d{0,15}$/, { error: users, abort: true })
  .transform(Number)
  .refine(Number.isSafeInteger, users);
