import { z } from "zod";
import { err, ok, type Result } from "../core/result.ts";
import { collapse } from "../core/white-space.ts";
import { parseJson } from "./providers-file.ts";
import { readAtMost, settingsBytesMax } from "./read-file.ts";

/** One of the operator's receiving accounts. `account` holds digits alone; of a wallet it is the phone. */
export type ReceivingAccount = { readonly provider: string; readonly account: string; readonly name: string };

/** What the operator takes for a top-up. Amounts are santim, and what was transferred. */
export type TopUpTerms = {
  readonly accounts: readonly ReceivingAccount[];
  readonly maxAgeHours: number;
  readonly minSantim: number;
  readonly maxSantim: number;
};

/**
 * Reads the operator's `TOPUP_FILE`. On failure: every problem at once, each a sentence that names the
 * file and the key; never an account's number or name.
 *
 * @param labels providers that are configured: nothing else can be looked up
 */
export const readTopUpFile = (
  path: string,
  labels: readonly string[],
): Result<TopUpTerms, readonly string[]> => {
  const text = readText(path);
  const json = text.ok ? parseJson(text.value) : text;
  if (!json.ok) return err([`TOPUP_FILE ${path}: ${json.error}`]);
  const parsed = fileSchema.safeParse(json.value);
  const problems = parsed.success
    ? problemsBetween(parsed.data, labels)
    : parsed.error.issues.flatMap(sentences);
  if (!parsed.success || problems.length > 0)
    return err([...new Set(problems)].map((problem) => `TOPUP_FILE ${path}: ${problem}`));
  const { accounts, max_age_hours, min_minor, max_minor } = parsed.data;
  return ok({ accounts, maxAgeHours: max_age_hours, minSantim: min_minor, maxSantim: max_minor });
};

/** Accounts that are asked about one after the other, where a bank finds receipts by account. */
const accountsMax = 10;
const santimMax = 1_000_000_000;

const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, error).max(most, error);
};

const words = (most: number) => {
  const error = `must be text of 1 to ${most} characters`;
  return z.string({ error }).transform(collapse).pipe(z.string().min(1, error).max(most, error));
};

const digits = "must be the whole number of the account, 8 to 20 digits; of a wallet its phone";

const fileSchema = z.strictObject(
  {
    accounts: z
      .array(
        z.strictObject(
          {
            provider: words(20),
            account: z
              .string({ error: digits })
              .transform((text) => text.replace(/[ +-]/g, ""))
              .pipe(z.string().regex(/^\d{8,20}$/, digits)),
            name: words(200),
          },
          { error: "must hold provider, account and name" },
        ),
        { error: "must list the receiving accounts" },
      )
      .min(1, "must list at least one account")
      .max(accountsMax, `must list at most ${accountsMax} accounts`),
    max_age_hours: wholeNumber(1, 8_760).default(72),
    min_minor: wholeNumber(1, santimMax).default(500),
    max_minor: wholeNumber(1, santimMax).default(10_000_000),
  },
  { error: "must hold one object with accounts" },
);

const problemsBetween = (file: z.infer<typeof fileSchema>, labels: readonly string[]): string[] => {
  const { accounts, min_minor, max_minor } = file;
  const names = accounts.map(({ provider, account }) => `${provider} ${account}`);
  return [
    ...accounts.flatMap(({ provider }, index) =>
      labels.includes(provider)
        ? []
        : [
            `accounts.${index}.provider must be one that PROVIDERS_FILE names and that is offered: ${labels.join(", ")}`,
          ],
    ),
    ...names.flatMap((name, index) =>
      names.indexOf(name) < index ? [`accounts.${index} is listed twice`] : [],
    ),
    ...(min_minor > max_minor ? ["min_minor must not be more than max_minor"] : []),
  ];
};

/** What is wrong with a file, as sentences that begin with the key. */
export const sentences = (issue: z.core.$ZodIssue): string[] => {
  const place = issue.path.map(String).join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `${place ? `${place}.` : ""}${key} is not known here`);
  return [`${place} ${issue.message}`.trim()];
};

/** The text of one of the operator's files, or why there is none. */
export const readText = (path: string): Result<string, string> => {
  try {
    const bytes = readAtMost(path, settingsBytesMax);
    return bytes === null ? err("is larger than 1 MiB") : ok(bytes.toString("utf8"));
  } catch {
    return err("cannot be read; check that it is a file this program may read");
  }
};
