import type { Provider } from "../providers/provider.ts";
import { type Candidate, candidatesOf, filledIn } from "./candidates.ts";
import type { Detection } from "./detect/detect.ts";
import { anyNumber } from "./receipt-ids.ts";

type BankDependencies = {
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
};

/** What else a question with two numbers, or with a bank that was chosen, may have been meant to ask. */
export type OtherQuestions = {
  /** The same receipt with another account or phone, which is still missing; null where none is part of the question. */
  readonly anotherNumber: Candidate | null;
  /** The same reference at the other banks that it fits, with the number that was given where it answers them. */
  readonly otherBanks: readonly Candidate[];
};

export const otherQuestionsTo = (
  candidate: Candidate,
  { providers, detect }: BankDependencies,
): OtherQuestions => {
  const provider = providers.find(({ label }) => label === candidate.provider);
  const { accountNumber, phone, ...alone } = askedApart(candidate, provider);
  const field = accountNumber === undefined ? "phone" : "accountNumber";
  const isApart = accountNumber !== undefined || phone !== undefined;
  const anotherNumber = isApart
    ? { ...candidate, request: alone, missing: [field], isWithSaved: false }
    : null;
  const [reference = ""] = Object.values(alone);
  const [found = []] = candidatesOf(detect(reference));
  const given = candidate.isWithSaved ? undefined : candidate.request.accountNumber;
  const otherBanks = found
    .filter((other) => other.provider !== candidate.provider)
    .map((other) => ({ ...other, claims: candidate.claims, isBankChosen: true }))
    .map((other) =>
      given !== undefined && other.missing.join() === "accountNumber" ? filledIn(other, given) : other,
    );
  return { anotherNumber, otherBanks };
};

/** The request with its numbers in fields of their own, also where it was one word or a link. */
const askedApart = ({ request }: Candidate, provider: Provider | undefined): Candidate["request"] => {
  if (request.accountNumber !== undefined || request.phone !== undefined) return request;
  const apart = provider?.askWith(request, anyNumber);
  return apart?.ok ? { ...apart.value } : request;
};
