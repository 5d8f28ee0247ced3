import { readFileSync, statSync } from "node:fs";
import { type Failure, fail } from "../../core/failure.ts";
import { ok, type Result } from "../../core/result.ts";
import { pictureBytesMax } from "../../photos/picture-kind.ts";

/**
 * The picture that was named instead of a text; null when the words name no file. Failures: `image_too_large`,
 * `image_unreadable` for a file that is not to be opened.
 */
export const pictureNamed = (words: readonly string[]): Result<Uint8Array, Failure> | null => {
  const [file = ""] = words;
  const bytes = words.length === 1 ? bytesOf(file) : null;
  if (bytes === null) return null;
  if (bytes > pictureBytesMax) return fail("image_too_large");
  try {
    return ok(readFileSync(file));
  } catch {
    return fail("image_unreadable", { detail: "the file cannot be opened" });
  }
};

/** Whether a word can only have been meant as a picture's file. */
export const looksLikePictureFile = (word: string): boolean =>
  !word.includes("://") && /\.(?:jpe?g|png|webp|gif|heic)$/i.test(word);

const bytesOf = (file: string): number | null => {
  try {
    const found = statSync(file);
    return found.isFile() ? found.size : null;
  } catch {
    return null; // no file, or no name that a file can have
  }
};
