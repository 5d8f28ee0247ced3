import type { Expectation } from "./sheet.ts";

/** No record, whatever the sheet alone would come to. */
export const refused = ({ codes }: Expectation): Expectation => ({
  records: [],
  must: false,
  codes: new Set([
    ...codes,
    ...(["provider_error", "provider_format_changed", "receipt_mismatch", "receipt_not_completed"] as const),
  ]),
});
