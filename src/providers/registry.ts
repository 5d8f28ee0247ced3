import * as files from "./index.ts";
import type { Provider, ProviderSettings } from "./provider.ts";

export type ProviderLabel = (typeof files)[keyof typeof files]["label"];

/** All providers, whether or not the operator has configured them. */
export const providerLabels: readonly ProviderLabel[] = Object.values(files).map(({ label }) => label);

/** What a provider's entry in `providers.json` is checked by, by label: the names under `labels`, and its own rule. */
export const settingsRules: ReadonlyMap<
  string,
  {
    readonly labels: readonly string[];
    readonly settingsProblem: (settings: ProviderSettings) => string | null;
  }
> = new Map<string, (typeof files)[keyof typeof files]>(
  Object.values(files).map((file) => [file.label, file]),
);

/** The providers that the operator configured, as `DEPLOYMENT` offers them (docs/operating.md). */
export const openProviders = (
  settingsByLabel: Readonly<Record<string, ProviderSettings>>,
  deployment: "full" | "limited",
): Provider[] =>
  Object.values(files).flatMap((file) => {
    const settings = settingsByLabel[file.label];
    const offered = deployment === "full" || file.limited;
    return offered && settings !== undefined ? [file.withSettings(settings)] : [];
  });
