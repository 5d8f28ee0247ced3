import { z } from "zod";
import { parseSantim } from "../core/money.ts";
import { err, ok, type Result } from "../core/result.ts";
import { parseJson } from "./providers-file.ts";
import { readText, sentences } from "./top-up-file.ts";

/** One of the operator's own receipts. `request`: the fields of its provider's endpoint. */
export type CanaryReceipt = {
  readonly provider: string;
  readonly request: Readonly<Record<string, string>>;
  /** What the receipt is over; null: it is not compared. */
  readonly amountSantim: number | null;
};

/** Each is asked every fifteen minutes, which is not to be a burden to its bank. */
const receiptsMax = 50;

/**
 * Reads the operator's `CANARY_FILE`. On failure: every problem at once, each a sentence that names the file and
 * the key; never what a receipt's fields hold.
 *
 * @param labels providers that are offered: nothing else can be asked
 */
export const readCanaryFile = (
  path: string,
  labels: readonly string[],
): Result<readonly CanaryReceipt[], readonly string[]> => {
  const text = readText(path);
  const json = text.ok ? parseJson(text.value) : text;
  if (!json.ok) return err([`CANARY_FILE ${path}: ${json.error}`]);
  const parsed = fileSchema.safeParse(json.value);
  const problems = parsed.success
    ? parsed.data.receipts.flatMap(({ provider }, index) =>
        labels.includes(provider)
          ? []
          : [
              `receipts.${index}.provider must be one that PROVIDERS_FILE names and that is offered: ${labels.join(", ")}`,
            ],
      )
    : parsed.error.issues.flatMap(sentences);
  if (!parsed.success || problems.length > 0)
    return err([...new Set(problems)].map((problem) => `CANARY_FILE ${path}: ${problem}`));
  return ok(
    parsed.data.receipts.map(({ provider, request, amount }) => ({
      provider,
      request,
      amountSantim: amount === undefined ? null : parseSantim(amount),
    })),
  );
};

const fields = "must be an object with the fields of the provider's endpoint, e.g. the reference";
const amount = 'must be an amount in birr, e.g. "1250.00"';

const fileSchema = z.strictObject(
  {
    receipts: z
      .array(
        z.strictObject(
          {
            provider: z.string({ error: "must be a provider's label" }),
            request: z
              .record(z.string(), z.string({ error: fields }), { error: fields })
              .refine((request) => Object.keys(request).length > 0, fields),
            amount: z
              .string({ error: amount })
              .refine((text) => parseSantim(text) !== null, amount)
              .optional(),
          },
          { error: "must hold provider, request and perhaps amount" },
        ),
        { error: "must list the operator's own receipts" },
      )
      .min(1, "must list at least one receipt")
      .max(receiptsMax, `must list at most ${receiptsMax} receipts`),
  },
  { error: "must hold one object with receipts" },
);
