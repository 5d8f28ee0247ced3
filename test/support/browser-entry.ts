/** What a page needs to find receipts by itself: detection, and the providers as the operator configured them. */
export { detect } from "../../src/detect.ts";
export { openProviders } from "../../src/providers/registry.ts";
