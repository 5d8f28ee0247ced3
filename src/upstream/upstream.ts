import type { Failure } from "../failure.ts";
import type { ProviderSettings, UpstreamRequest } from "../providers/provider.ts";
import type { Result } from "../result.ts";

/** A body that arrived whole as far as the transport can tell, unpacked, at most 4 MiB. */
export type UpstreamAnswer = {
  readonly status: number;
  /** The `Content-Type` header as sent, or `""`. */
  readonly contentType: string;
  readonly bytes: Uint8Array;
};

/**
 * Asks a provider. Failures: `provider_error`, `provider_tls_failure`, `provider_blocked`,
 * `provider_unavailable`, `overloaded`, `provider_timeout`, `provider_format_changed` (unknown 4xx).
 */
export type Upstream = {
  readonly fetch: (
    provider: { readonly label: string; readonly settings: ProviderSettings; readonly timeoutMs: number },
    request: UpstreamRequest,
  ) => Promise<Result<UpstreamAnswer, Failure>>;
  /** Lets running requests end, then closes sockets. */
  readonly close: () => Promise<void>;
};
