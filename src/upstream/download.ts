import { type Failure, fail } from "../core/failure.ts";
import { ok, type Result } from "../core/result.ts";

/** Fetches a file of at most `bytesMax` bytes. Failures: `image_too_large`, `overloaded` when it cannot be had now. */
type Download = (url: string, bytesMax: number) => Promise<Result<Uint8Array, Failure>>;

/** Whole time of one attempt: a photo on a slow line. */
const timeoutMs = 20_000;
const attemptsMax = 2;

/** For addresses of our own making only: nothing is followed, and nothing tells whose file it is. */
export const createDownload = (): Download => {
  const attempt: Download = async (url, bytesMax) => {
    // Loaded for the first file.
    const { request } = await import("undici");
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (statusCode !== 200) {
      await body.dump();
      return fail("overloaded", { detail: `a file: ${statusCode}` });
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new Error("a chunk that is no bytes");
      length += chunk.length;
      if (length > bytesMax) {
        body.destroy();
        return fail("image_too_large");
      }
      chunks.push(chunk);
    }
    return ok(new Uint8Array(Buffer.concat(chunks)));
  };

  return async (url, bytesMax) => {
    for (let tried = 1; ; tried += 1) {
      const got = await attempt(url, bytesMax).catch((error: unknown) =>
        // Its message may hold the address, and with it the bot's token.
        fail("overloaded", { detail: `a file: ${error instanceof Error ? error.name : "unknown"}` }),
      );
      if (got.ok || got.error.code !== "overloaded" || tried >= attemptsMax) return got;
    }
  };
};
