import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "../../core/log.ts";
import type { Tracing } from "../../core/tracing.ts";

/** Tracing that is sent somewhere. */
type SentTracing = Tracing & {
  /** Sends what is left. */
  readonly close: () => Promise<void>;
};

type Options = {
  /** Base address of a receiver of OTLP over HTTP, without a trailing slash. */
  readonly endpoint: string;
  readonly log: Pick<Log, "warn">;
};

/** A receiver that is away must not delay the stop. */
const sendMsMax = 3_000;

/**
 * Sends spans over OTLP. Its packages are loaded here alone, since most installations follow nothing. What the receiver
 * does not take is lost: no request waits for it.
 */
export const openTracing = async ({ endpoint, log }: Options): Promise<SentTracing> => {
  const [{ ROOT_CONTEXT, trace }, { BasicTracerProvider, BatchSpanProcessor }, exporters, resources] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new exporters.OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: sendMsMax,
  });
  const provider = new BasicTracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": "deresegn" }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("deresegn");
  const current = new AsyncLocalStorage<ReturnType<typeof tracer.startSpan>>();
  return {
    open: (name, attributes = {}, startedAt) => {
      const parent = current.getStore();
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
      const span = tracer.startSpan(
        name,
        { attributes: { ...attributes }, ...(startedAt && { startTime: startedAt }) },
        context,
      );
      return {
        within: (work) => current.run(span, work),
        end: (more = {}) => {
          span.setAttributes({ ...more });
          span.end();
        },
      };
    },
    close: async () => {
      await provider.shutdown().catch((error: unknown) => log.warn({ err: error }, "traces were not sent"));
    },
  };
};
