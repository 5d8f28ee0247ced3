import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Measurement, Observe } from "../../core/measurements.ts";
import { createLabelSets } from "./label-sets.ts";

/** Seconds. A receipt takes from a few milliseconds, out of the cache, to alpha's half minute. */
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10];

/** Counts what the rooms tell. All sets of labels together stay within 2,000 time series. */
export const createCounted = (registry: Registry): Observe => {
  const metrics = createMetrics(registry);
  return (measurement) => count(metrics, measurement);
};

type Metrics = ReturnType<typeof createMetrics>;

const createMetrics = (registry: Registry) => {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });
  const histogram = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Histogram({ name, help, labelNames: [...labelNames], registers, buckets });
  return {
    httpRequests: histogram("http_server_request_duration_seconds", "Time from a request to its reply.", [
      "http_route",
      "http_request_method",
      "http_response_status_code",
      "error_type",
    ]),
    httpRequestSets: createLabelSets(80),
    providerRequests: histogram(
      "http_client_request_duration_seconds",
      "Time of one request to a bank's host, retries counted singly.",
      ["provider", "server_address", "error_type"],
    ),
    providerRequestSets: createLabelSets(45),
    verifications: counter("drs_verifications_total", "Verifications, by what came of them.", [
      "provider",
      "outcome",
    ]),
    verificationSets: createLabelSets(200),
    formatErrors: counter("drs_provider_format_errors_total", "Answers of a bank that could not be read.", [
      "provider",
      "kind",
    ]),
    layoutChanges: counter("drs_layout_changes_total", "Layouts that were seen for the first time.", [
      "provider",
      "outcome",
    ]),
    quotaRejections: counter(
      "drs_quota_rejections_total",
      "Checks refused because an allowance was used up.",
      ["tier"],
    ),
    cache: counter("drs_cache_total", "Look-ups in the cache of receipts.", ["result"]),
    charged: counter("drs_charged_minor_total", "Santim charged for verifications by this process."),
    canary: new Gauge({
      name: "drs_canary_verified",
      help: "Whether the operator's own receipt of a bank was verified when this process last asked.",
      labelNames: ["provider"],
      registers,
    }),
    chatUpdates: counter("drs_chat_updates_total", "Updates of chats that were worked off.", ["outcome"]),
    chatUpdateSeconds: histogram(
      "drs_chat_update_duration_seconds",
      "Time from writing an update down until it is worked off.",
    ),
  };
};

const count = (metrics: Metrics, measurement: Measurement): void => {
  switch (measurement.kind) {
    case "http_request": {
      const { route, method, status, errorType, seconds } = measurement;
      const labels = {
        http_route: route,
        http_request_method: method,
        http_response_status_code: String(status),
        error_type: errorType,
      };
      metrics.httpRequests.observe(metrics.httpRequestSets(labels), seconds);
      return;
    }
    case "provider_request": {
      const { provider, host, errorType, seconds } = measurement;
      const labels = { provider, server_address: host, error_type: errorType };
      if (errorType === "provider_format_changed") metrics.formatErrors.inc({ provider, kind: "status" });
      metrics.providerRequests.observe(metrics.providerRequestSets(labels), seconds);
      return;
    }
    case "verification": {
      const { provider, outcome, chargedSantim, refusedTier } = measurement;
      metrics.verifications.inc(metrics.verificationSets({ provider, outcome }));
      if (chargedSantim > 0) metrics.charged.inc(chargedSantim);
      if (refusedTier !== "") metrics.quotaRejections.inc({ tier: refusedTier });
      return;
    }
    case "format_error":
      metrics.formatErrors.inc({ provider: measurement.provider, kind: measurement.reason });
      return;
    case "layout_change":
      metrics.layoutChanges.inc({ provider: measurement.provider, outcome: measurement.outcome });
      return;
    case "cache":
      metrics.cache.inc({ result: measurement.result });
      return;
    case "canary":
      metrics.canary.set({ provider: measurement.provider }, measurement.isVerified ? 1 : 0);
      return;
    case "chat_update":
      metrics.chatUpdates.inc({ outcome: measurement.outcome });
      metrics.chatUpdateSeconds.observe(measurement.seconds);
      return;
  }
};
