import { type Failure, fail } from "../core/failure.ts";
import { err, ok, type Result } from "../core/result.ts";
import type { Provider } from "../providers/provider.ts";
import type { Detection } from "../verify/detect/detect.ts";
import type { Unlookable } from "../verify/detect/unlookable.ts";
import type { PrintReader } from "./ocr/print-reader.ts";
import { readPrint } from "./ocr/read-print.ts";
import { readCodes } from "./payload.ts";
import type { PhotoReader } from "./photo-reader.ts";
import { onlyCaller, type PictureCaller } from "./picture-caller.ts";

/** What a picture points to, for either face: never more than what to look up. */
export type PictureResult = {
  /** `print`: no code pointed to a receipt, so the letters of the picture were read. */
  readonly kind: "code" | "print";
  /** As for a text. */
  readonly detection: Detection;
  /** The code's own link; null where it holds a bare reference, and for print. */
  readonly link: string | null;
  /** Some letter is in doubt: it may be looked up only after a person has confirmed it. */
  readonly needsConfirmation: boolean;
  /**
   * Takes back that the picture was counted; to be called where it led to a check, or where a bank or we failed. Unset:
   * it was not counted.
   */
  readonly uncount?: () => void;
};

/** Whose receipts are looked for. */
type Wanted = {
  readonly detect: (text: string) => Detection;
  readonly providers: readonly Provider[];
  /** The one provider, by label, whose receipts are asked for. */
  readonly only?: string;
};

/** Why a picture points to nothing; `unlookable`: it shows a bank's message without anything to look up. */
export type PictureFailure = Failure & { readonly unlookable?: Unlookable };

/**
 * From a picture's bytes to what it points to: its QR codes, else what is printed. Failures: those of
 * `PhotoReader.read` and `readCodes`; `qr_untrusted_host` names the host as `subject`.
 */
export type ScanPicture = (
  bytes: Uint8Array,
  wanted: Wanted,
  caller: PictureCaller,
) => Promise<Result<PictureResult, PictureFailure>>;

/** A telephone's screenshot is smaller; the next one after it is read without a new process. */
const pixelsBesidePrint = 3_000_000;

type Dependencies = {
  readonly photos: Pick<PhotoReader, "read" | "giveBack">;
  readonly print: Pick<PrintReader, "read">;
  readonly now: () => Date;
};

export const createScanPicture =
  ({ photos, print, now }: Dependencies) =>
  async (
    bytes: Uint8Array,
    { detect, providers, only }: Wanted,
    caller: PictureCaller = onlyCaller,
  ): ReturnType<ScanPicture> => {
    const picture = await photos.read(bytes, caller);
    if (!picture.ok) return picture;
    const texts = picture.value.codes.map(({ text }) => text);
    const codes = readCodes(texts, { detect, ...(only !== undefined && { only }) });
    if (codes.ok) return ok({ kind: "code", needsConfirmation: false, ...codes.value });
    const { failure, mayReadPrint } = codes.error;
    if (!mayReadPrint) return err(failure);

    if (picture.value.isBlank) return err(failure);
    // What a large picture left behind would lie beside what print takes.
    if (picture.value.pixels > pixelsBesidePrint) await photos.giveBack();
    const lines = await print.read(picture.value.grey ?? picture.value.bytes, caller);
    // A picture that is too hard to read has no code that points to a receipt, and that is what is said.
    if (!lines.ok) return lines.error.code === "image_unreadable" ? err(failure) : lines;
    const printed = readPrint(lines.value, providers, now());
    const candidates = printed.candidates.filter(({ isLikely, provider }) =>
      only === undefined ? isLikely : provider === only,
    );
    if (candidates.length === 0) {
      const untrusted = printed.refused.some(({ code }) => code === "receipt_url_untrusted");
      if (untrusted) return fail("receipt_url_untrusted", { param: "image" });
      const { unlookable } = printed;
      return err(unlookable === null ? failure : { ...failure, unlookable });
    }
    const needsConfirmation = candidates.some((candidate) => candidate.needsConfirmation);
    return ok({ kind: "print", detection: { ...printed, candidates }, link: null, needsConfirmation });
  };
