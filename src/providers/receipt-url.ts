import { type Failure, fail } from "../failure.ts";
import { ok, type Result } from "../result.ts";
import { cleanWord, foreignCharacter } from "../text/cleaning.ts";
import { isOn, originsOf, splitAddress, takeApart } from "../text/link-address.ts";
import type { ProviderSettings, ReceiptLink } from "./provider.ts";

/** Longest link that is looked at. */
const lengthMax = 512;

/**
 * A link from a request's `url` field, taken apart. Only one on exactly a configured host of this provider
 * passes, and it is never fetched as it stands: the address is built anew from its token. Failures:
 * `reference_malformed`, `reference_not_ascii`, `receipt_url_untrusted`, `receipt_url_feedback_link`, all on `param`.
 */
export const readReceiptUrl = (
  text: string,
  settings: ProviderSettings,
  param = "url",
): Result<ReceiptLink, Failure> => {
  const link = cleanWord(text);
  if (link.length > lengthMax) return fail("reference_malformed", { param });
  const address = splitAddress(link);
  if (address.scheme === null && !/[.:[]/.test(address.authority) && address.authority !== "localhost")
    return fail("reference_malformed", { param });
  const origins = originsOf(settings);
  if (origins.some(({ host }) => address.isPlain && address.authority === `feedback.${host}`))
    return fail("receipt_url_feedback_link", { param });
  if (!origins.some((origin) => isOn(address, origin))) return fail("receipt_url_untrusted", { param });
  const foreign = foreignCharacter(address.rest);
  if (foreign !== null) return fail("reference_not_ascii", { param, subject: foreign });
  return ok(takeApart(address));
};
