/** What a page needs to find receipts by itself: detection, and the providers as the operator configured them. */

export { openProviders } from "../../src/providers/registry.ts";
export { detect } from "../../src/verify/detect/detect.ts";
