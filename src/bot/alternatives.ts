import type { Detection } from "../detect.ts";
import type { Provider } from "../providers/provider.ts";
import { filledIn, type Pointer, pointersOf } from "./pointers.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
};

/** What else a question with two numbers, or with a bank that was chosen, may have been meant to ask. */
export type Alternatives = {
  /** The same receipt with another account or phone, which is still missing; null where none is part of the question. */
  readonly anotherNumber: Pointer | null;
  /** The same reference at the other banks that it fits, with the number that was given where it answers them. */
  readonly otherBanks: readonly Pointer[];
};

export const alternativesTo = (pointer: Pointer, { providers, detect }: Dependencies): Alternatives => {
  const provider = providers.find(({ label }) => label === pointer.provider);
  const { accountNumber, phone, ...alone } = askedApart(pointer, provider);
  const field = accountNumber === undefined ? "phone" : "accountNumber";
  const isApart = accountNumber !== undefined || phone !== undefined;
  const anotherNumber = isApart ? { ...pointer, request: alone, missing: [field], isWithSaved: false } : null;
  const [reference = ""] = Object.values(alone);
  const [found = []] = pointersOf(detect(reference));
  const given = pointer.isWithSaved ? undefined : pointer.request.accountNumber;
  const otherBanks = found
    .filter((other) => other.provider !== pointer.provider)
    .map((other) => ({ ...other, claims: pointer.claims, isBankChosen: true }))
    .map((other) =>
      given !== undefined && other.missing.join() === "accountNumber" ? filledIn(other, given) : other,
    );
  return { anotherNumber, otherBanks };
};

/** The request with its numbers in fields of their own, also where it was one word or a link. */
const askedApart = ({ request }: Pointer, provider: Provider | undefined): Pointer["request"] => {
  if (request.accountNumber !== undefined || request.phone !== undefined) return request;
  const apart = provider?.askWith(request, anyNumber);
  return apart?.ok ? { ...apart.value } : request;
};

/** Takes the place of a number that is asked for anew. */
const anyNumber = "0911000000";
