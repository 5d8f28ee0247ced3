import type { Provider } from "../../providers/provider.ts";
import { formatIsoDay } from "../../texts/dates.ts";
import type { PageContext, SandboxExample } from "../page-context.ts";

/** A request of the sandbox as it can be sent, and what is answered. */
export type Preset = SandboxExample;

type Dependencies = Pick<PageContext, "sandboxExamples" | "providerSets" | "now">;

/** Cases of the sandbox for the documentation, with references of today. */
export const createPresets = ({ sandboxExamples, providerSets, now }: Dependencies) => {
  let listed: { readonly day: string; readonly presets: Promise<readonly Preset[]> } | null = null;
  const ofToday = (): Promise<readonly Preset[]> => {
    const day = formatIsoDay(now());
    if (listed?.day === day) return listed.presets;
    const presets = sandboxExamples(now());
    listed = { day, presets };
    // What failed once is tried again.
    presets.catch(() => {
      listed = null;
    });
    return presets;
  };

  /** With the links of the simulated banks, which are opened for it. A test key is answered from the very same ones. */
  const withLinks = async (wanted: (preset: Preset) => boolean): Promise<readonly Preset[]> => {
    const presets = (await ofToday()).filter(wanted);
    if (!presets.some(hasLink)) return presets;
    const { providers } = await providerSets.test();
    return presets.flatMap((preset) => {
      const provider = providers.find(({ label }) => label === preset.provider);
      return provider === undefined ? [] : [linked(preset, provider)];
    });
  };

  return { ofToday, withLinks };
};

export type Presets = ReturnType<typeof createPresets>;

const host = "{{host}}";

const hasLink = ({ request }: Preset): boolean =>
  Object.values(request).some((value) => value.includes(host));

const linked = (preset: Preset, { settings }: Provider): Preset => ({
  ...preset,
  request: Object.fromEntries(
    Object.entries(preset.request).map(([field, value]) => [field, value.replace(host, settings.url)]),
  ),
});

/** One for each outcome first, verified ones in front; then the further kinds of verified receipts. */
export const mostUseful = (presets: readonly Preset[], further: number): readonly Preset[] => {
  const plain = (preset: Preset) => plainNames.indexOf(preset.name);
  const byUse = [...presets].sort((left, right) => rank(plain(left)) - rank(plain(right)));
  const first = [
    ...new Map([...byUse].reverse().map((preset) => [preset.outcome, preset])).values(),
  ].reverse();
  const others = byUse.filter(
    (preset) =>
      !first.includes(preset) && preset.outcome === "verified" && !/second-layout|engine/.test(preset.name),
  );
  return [...first, ...others.slice(0, further)].sort(
    (left, right) => Number(right.outcome === "verified") - Number(left.outcome === "verified"),
  );
};

/** Cases that show their outcome without a surprise. */
const plainNames = [
  "verified",
  "not-found",
  "reversed",
  "status-reversed",
  "pending",
  "mismatch-reference",
  "format-changed",
  "server-error",
  "never",
  "blocked",
  "slow",
];

const rank = (at: number): number => (at < 0 ? plainNames.length : at);
