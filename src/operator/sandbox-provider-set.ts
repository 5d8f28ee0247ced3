import type { Stopping } from "../core/stopping.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { createProviderSet, type ProviderSet, type Serving } from "../verify/provider-set.ts";

/**
 * Opens the sandbox for the first test key, since few installations have one. Its connections, circuits and retries are its
 * own, because they say nothing about a provider.
 */
export const createSandboxProviderSet = (
  serving: Serving,
  { closeLast }: Pick<Stopping, "closeLast">,
): (() => Promise<ProviderSet>) => {
  let opening: Promise<ProviderSet> | undefined;
  const open = async (): Promise<ProviderSet> => {
    const { startEmbeddedSandbox } = await import("./sandbox/embedded-sandbox.ts");
    const { settings } = closeLast(await startEmbeddedSandbox(serving.now));
    return createProviderSet({ ...serving, settings, mode: "test", upstream: closeLast(createUpstream()) });
  };
  return () => {
    opening ??= open().catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
};

/** Every case of the sandbox with a reference of that day, for documentation. Nothing is asked or opened. */
export const listSandboxExamples = async (day: Date) => {
  const { listEmbeddedAnswers } = await import("./sandbox/embedded-sandbox.ts");
  return listEmbeddedAnswers(day);
};
