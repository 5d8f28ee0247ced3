import { endOf } from "./bytes.ts";
import type { Specimen } from "./specimen.ts";

/**
 * Lengths at which a cut body is not refused as one whose end is missing, though its end is.
 *
 * @param step how many bytes apart the cuts are, except near the beginning and the end, where each is tried
 */
export const wrongCuts = async (
  { body, expected, read }: Pick<Specimen, "body" | "expected" | "read">,
  step = 1,
): Promise<readonly { readonly length: number; readonly got: string }[]> => {
  const { bytes, contentType } = await body();
  const wrong: { length: number; got: string }[] = [];
  const end = endOf(bytes);
  const whole = "receipt" in expected ? "Verified" : expected.code;
  for (let length = 0; length <= bytes.length; length++) {
    const isNearEdge = length < edgeBytes || length > bytes.length - edgeBytes;
    if (length % step !== 0 && !isNearEdge) continue;
    const outcome = await read({ contentType, bytes: bytes.subarray(0, length) });
    const got = outcome.ok ? "Verified" : outcome.error.code;
    if (got !== (length < end ? "provider_error" : whole)) wrong.push({ length, got });
  }
  return wrong;
};

const edgeBytes = 300;
