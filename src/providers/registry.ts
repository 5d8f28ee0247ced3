import * as files from "./index.ts";
import type { Provider, ProviderSettings } from "./provider.ts";

/** Labels that this version can read. */
export const providerLabels: readonly string[] = Object.values(files).map(({ label }) => label);

/** What `labels` in `providers.json` may name, by provider. */
export const contractLabels: ReadonlyMap<string, readonly string[]> = new Map(
  Object.values(files).map(({ label, labels }) => [label, labels]),
);

/** The providers that the operator configured, as the deployment offers them (spec 1). */
export const openProviders = (
  settingsByLabel: Readonly<Record<string, ProviderSettings>>,
  deployment: "full" | "limited",
): Provider[] =>
  Object.values(files).flatMap((file) => {
    const settings = settingsByLabel[file.label];
    const offered = deployment === "full" || file.limited;
    return offered && settings !== undefined ? [file.withSettings(settings)] : [];
  });
