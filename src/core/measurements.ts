import type { FailureCode } from "./failure.ts";

/**
 * What the rooms tell about their work, one fact at a time. Every text in it is of a closed set, such as a provider's label,
 * a route or a code, so that nothing of a request or a receipt is ever in one.
 */
export type Measurement =
  /** A reply left. `errorType`: the code of its failure, empty where it was none. */
  | {
      readonly kind: "http_request";
      readonly route: string;
      readonly method: string;
      readonly status: number;
      readonly errorType: string;
      readonly seconds: number;
    }
  /** One request to a bank's host, a retry included. `errorType` as above. */
  | {
      readonly kind: "provider_request";
      readonly provider: string;
      readonly host: string;
      readonly errorType: FailureCode | "";
      readonly seconds: number;
    }
  /** A verification ended. `refusedTier`: whose allowance was used up; empty where nobody's was. */
  | {
      readonly kind: "verification";
      readonly provider: string;
      readonly outcome: "verified" | FailureCode;
      readonly chargedSantim: number;
      readonly refusedTier: string;
    }
  /** A document did not meet its contract, or could not be decoded. */
  | {
      readonly kind: "format_error";
      readonly provider: string;
      readonly reason: "contract" | "undecodable";
    }
  /** A layout was seen that no process had seen before. */
  | {
      readonly kind: "layout_change";
      readonly provider: string;
      readonly outcome: "verified" | "format_changed";
    }
  | { readonly kind: "cache"; readonly result: "hit" | "miss" | "error" }
  /** One of the operator's own receipts was asked for. */
  | { readonly kind: "canary"; readonly provider: string; readonly isVerified: boolean }
  /** An update of Telegram, or of our own, was worked off; `seconds` since it was written down. */
  | { readonly kind: "chat_update"; readonly outcome: "done" | "given_up"; readonly seconds: number };

/** Takes a measurement at once, and never throws. */
export type Observe = (measurement: Measurement) => void;

/** Where nobody counts. */
export const unobserved: Observe = () => {};
