import type { Specimen } from "./specimen.ts";

/**
 * Lengths at which a cut body is not refused as one whose end is missing, though its end is.
 *
 * @param step how many bytes apart the cuts are, except near the beginning and the end, where each is tried
 */
export const wrongCuts = async (
  { body, own, read }: Specimen,
  step = 1,
): Promise<readonly { readonly length: number; readonly got: string }[]> => {
  const wrong: { length: number; got: string }[] = [];
  const end = endOf(body.bytes);
  for (let length = 0; length <= body.bytes.length; length++) {
    const isNearEdge = length < edgeBytes || length > body.bytes.length - edgeBytes;
    if (length % step !== 0 && !isNearEdge) continue;
    const outcome = await read({ ...body, bytes: body.bytes.subarray(0, length) });
    const got = outcome.ok ? "Verified" : outcome.error.code;
    const expected =
      length < end ? ["provider_error"] : own.records.length === 0 ? [...own.codes] : ["Verified"];
    if (!expected.includes(got)) wrong.push({ length, got });
  }
  return wrong;
};

const edgeBytes = 300;

/** Behind the last sign of the document; what follows is white space. */
const endOf = (bytes: Uint8Array): number => {
  let end = bytes.length;
  while ([0x0a, 0x0d, 0x20, 0x09].includes(bytes[end - 1] ?? 0)) end--;
  return end;
};
