/** What a span tells: labels of providers, routes, codes. Nothing of a person or a receipt. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span that is open. */
export type OpenSpan = {
  /** What is begun in `work` belongs to this span. */
  readonly within: <T>(work: () => T) => T;
  readonly end: (attributes?: SpanAttributes) => void;
};

/** Follows one request or message through the rooms. */
export type Tracing = {
  /** Opens a span beneath the one that the work belongs to; beneath none, a new trace begins. Unset: it begins now. */
  readonly open: (name: string, attributes?: SpanAttributes, startedAt?: Date) => OpenSpan;
};

/** Where nobody follows. */
export const untraced: Tracing = { open: () => ({ within: (work) => work(), end: () => {} }) };

/** Runs `work` in a span of its own. `told`: what its outcome says. */
export const traced = async <T>(
  tracing: Tracing,
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
  told: (outcome: T) => SpanAttributes = () => ({}),
): Promise<T> => {
  const span = tracing.open(name, attributes);
  try {
    const outcome = await span.within(work);
    span.end(told(outcome));
    return outcome;
  } catch (error) {
    span.end({ "error.type": "exception" });
    throw error;
  }
};
