import type { ReceivingAccount } from "../../config/top-up-file.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import type { Provider, RequestFields } from "../../providers/provider.ts";
import { chooseCandidate } from "../choose-candidate.ts";
import type { DetectedCandidate, Detection } from "../detect/detect.ts";

/** A receipt that is handed in: a text that holds it, or the fields of its provider's endpoint. */
export type HandedIn =
  | { readonly text: string; readonly provider?: string | undefined }
  | { readonly provider: string; readonly fields: RequestFields };

/** One look-up that may show the payment, and our accounts that it may be paid to. */
export type PaymentQuestion = {
  readonly provider: Provider;
  readonly body: RequestFields;
  readonly accounts: readonly ReceivingAccount[];
};

type Dependencies = {
  readonly accounts: readonly ReceivingAccount[];
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
};

/**
 * The questions that find a payment to us, always with the digits of our own accounts. Alternatives of several
 * banks are all asked, since only one can be ours.
 */
export const paymentQuestions = (
  handedIn: HandedIn,
  { accounts, providers, detect }: Dependencies,
): Result<readonly PaymentQuestion[], Failure> => {
  const fieldsFor =
    "text" in handedIn ? fieldsByAccount(handedIn, accounts, detect) : ok(() => ok(handedIn.fields));
  if (!fieldsFor.ok) return fieldsFor;
  const questions = new Map<string, PaymentQuestion>();
  let refused: Failure = fail("receipt_not_creditable", { cause: "provider" }).error;
  for (const account of accounts) {
    const provider = providers.find(({ label }) => label === account.provider);
    if (provider === undefined || !mayBeOf(handedIn, provider)) continue;
    const fields = fieldsFor.value(account);
    if (fields === null) continue;
    const body = fields.ok ? provider.askWith(fields.value, account.account) : fields;
    const question = body.ok ? provider.open(body.value) : body;
    if (!body.ok || !question.ok) {
      refused = question.ok ? refused : question.error;
      continue;
    }
    const { canonical } = question.value;
    const known = questions.get(canonical)?.accounts ?? [];
    questions.set(canonical, { provider, body: body.value, accounts: [...known, account] });
  }
  return questions.size > 0 ? ok([...questions.values()]) : { ok: false, error: refused };
};

const mayBeOf = (handedIn: HandedIn, { label }: Provider): boolean =>
  handedIn.provider === undefined || handedIn.provider === label;

type FieldsFor = (account: ReceivingAccount) => Result<RequestFields, Failure> | null;

/** The request fields of the one receipt in a text, for each of our accounts; null: another bank's. */
const fieldsByAccount = (
  { text, provider }: Extract<HandedIn, { text: string }>,
  accounts: readonly ReceivingAccount[],
  detect: Dependencies["detect"],
): Result<FieldsFor, Failure> => {
  const detection = detect(text);
  const named = detection.candidates.filter((candidate) =>
    provider === undefined ? candidate.isLikely : candidate.provider === provider,
  );
  if (named.length === 0)
    return fail(detection.refused[0]?.code ?? "reference_not_found_in_text", { param: "text" });
  const isAtOurBank = (candidate: DetectedCandidate) =>
    accounts.some((account) => account.provider === candidate.provider);
  const ours = { ...detection, candidates: named.filter(isAtOurBank) };
  if (ours.candidates.length === 0) return fail("receipt_not_creditable", { cause: "provider" });
  const whole = chooseCandidate(ours, {});
  if (!whole.ok && whole.error.cause === "several receipts") return whole;
  return ok((account) => {
    if (!ours.candidates.some((candidate) => candidate.provider === account.provider)) return null;
    const { account: digits } = account;
    const chosen = chooseCandidate(ours, {
      provider: account.provider,
      accountNumber: digits,
      phone: digits,
    });
    return chosen.ok ? ok(chosen.value.body) : chosen;
  });
};
