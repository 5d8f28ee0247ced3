import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { chooseFromPicture } from "../../photos/choose-from-picture.ts";
import { createPrintReader } from "../../photos/ocr/print-reader.ts";
import { createPhotoReader } from "../../photos/photo-reader.ts";
import { createScanPicture, type PictureResult } from "../../photos/scan-picture.ts";
import type { Provider } from "../../providers/provider.ts";
import { chooseCandidate } from "../../verify/choose-candidate.ts";
import { detect } from "../../verify/detect/detect.ts";
import type { Given, Installation } from "./command.ts";
import { besideTheTool } from "./look-up-alone.ts";

/**
 * The question to a provider that typed words, or a picture, ask; with the options `provider`, `account-number` and
 * `phone`.
 */
export const askedQuestion = async (
  { words, options }: Given,
  picture: Result<Uint8Array, Failure> | null,
  providers: readonly Provider[],
  installation: Installation,
) => {
  const wanted = options.provider;
  if (wanted !== undefined && !providers.some(({ label }) => label === wanted))
    return fail("provider_not_offered", { param: "provider", subject: wanted });
  const hints = { provider: wanted, accountNumber: options["account-number"], phone: options.phone };
  if (picture !== null && !picture.ok) return picture;
  const now = installation.now();
  const seen = picture === null ? null : await lookAlone(picture.value, providers, wanted, installation);
  if (seen !== null && !seen.ok) return seen;
  const claim =
    seen === null
      ? chooseCandidate(detect(words.join(" "), providers, now), hints)
      : chooseFromPicture(seen.value, hints);
  if (!claim.ok) return claim;
  const provider = providers.find(({ label }) => label === claim.value.provider);
  if (provider === undefined) throw new Error("detection named a provider that is not offered");
  const { body } = claim.value;
  // A code's own digits are used for the look-up; those that were given must still be a party's.
  const party = seen === null || body.accountNumber === hints.accountNumber ? null : hints.accountNumber;
  const question = provider.open(body);
  return question.ok
    ? ok({ provider, question: question.value, party: party ?? null, readFrom: seen?.value.kind ?? null })
    : question;
};

const lookAlone = async (
  bytes: Uint8Array,
  providers: readonly Provider[],
  only: string | undefined,
  { now, workerFile = besideTheTool }: Installation,
): Promise<Result<PictureResult, Failure>> => {
  const folder = new URL("../photos/", workerFile);
  const photos = createPhotoReader({ processFile: new URL("picture-process.js", folder), ...patience });
  const print = createPrintReader({ processFile: new URL("ocr/print-process.js", folder), ...patience });
  try {
    const offer = { providers, detect: (text: string) => detect(text, providers, now()) };
    return await createScanPicture({ photos, print, now })(bytes, {
      ...offer,
      ...(only !== undefined && { only }),
    });
  } finally {
    await Promise.all([photos.close(), print.close()]);
  }
};

/** The operator's tool reads one picture at a time, so nothing waits behind it. */
const patience = { timeoutMs: 20_000, budgetMs: 15_000 };
