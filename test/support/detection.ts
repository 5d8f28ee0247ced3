import type { Provider, ProviderSettings } from "../../src/providers/provider.ts";
import { openProviders, providerLabels } from "../../src/providers/registry.ts";
import { type Detection, detect } from "../../src/verify/detect/detect.ts";

export const noon = new Date("2026-11-20T09:00:00Z");

export const settingsOf = (url: string, more: Partial<ProviderSettings> = {}): ProviderSettings => ({
  bank: "A bank",
  url,
  aliases: [],
  headers: {},
  labels: {},
  ...more,
});

export const hosts = {
  alpha: "https://receipts.alpha.example:100",
  beta: "https://wallet.beta.example",
  gamma: "https://slips.gamma.example",
};

export const threeProviders: readonly Provider[] = openProviders(
  {
    alpha: settingsOf(hosts.alpha),
    beta: settingsOf(hosts.beta, { aliases: ["https://old.beta.example:8443"] }),
    gamma: settingsOf(hosts.gamma, { apiUrl: "https://api.gamma.example/data" }),
  },
  "full",
);

export const bankHosts = {
  ...hosts,
  delta: "https://web.delta.example",
  epsilon: "https://money.epsilon.example",
  zeta: "https://advice.zeta.example",
  eta: "https://share.eta.example",
  theta: "https://receipts.theta.example:8225",
  iota: "https://pay.iota.example",
};

/** All of them as an operator would configure them, with every kind of second host. */
export const allProviders: readonly Provider[] = openProviders(
  {
    ...Object.fromEntries(
      providerLabels.map((label) => [label, settingsOf(`https://receipts.${label}.example`)]),
    ),
    alpha: settingsOf(hosts.alpha, {
      linkUrl: "https://pay.alpha.example",
      apiUrl: "https://api.alpha.example",
    }),
    beta: settingsOf(hosts.beta, { aliases: ["https://old.beta.example:8443"] }),
    gamma: settingsOf(hosts.gamma, { apiUrl: "https://api.gamma.example" }),
    delta: settingsOf(bankHosts.delta, { aliases: ["https://app.delta.example"] }),
    epsilon: settingsOf(bankHosts.epsilon),
    zeta: settingsOf(bankHosts.zeta, { apiUrl: "https://api.zeta.example/advice/{token}" }),
    eta: settingsOf(bankHosts.eta, { aliases: ["https://old.eta.example"] }),
    theta: settingsOf(bankHosts.theta),
    iota: settingsOf(bankHosts.iota, { apiUrl: "https://portal.iota.example" }),
  },
  "full",
);

/** Each candidate as one line: `beta reference=DKF1AB2CD3`, with `needs …` for what is missing. */
export const linesOf = (detection: Detection): readonly string[] =>
  detection.candidates.map(({ provider, request, missing }) =>
    [
      provider,
      ...Object.entries(request).map(([name, value]) => `${name}=${value}`),
      ...missing.map((name) => `needs ${name}`),
    ].join(" "),
  );

/** The lines of those readings that no rival of the same word outdoes: what the bot would ask for. */
export const likelyLinesOf = (detection: Detection): readonly string[] =>
  linesOf({ ...detection, candidates: detection.candidates.filter(({ isLikely }) => isLikely) });

export const codesOf = (detection: Detection): readonly string[] => detection.refused.map(({ code }) => code);

/** What the three providers find in a text. */
export const find = (text: string): Detection => detect(text, threeProviders, noon);

/** What all of them find in a text. */
export const findAmongAll = (text: string): Detection => detect(text, allProviders, noon);

/** What is found in a text that points to nothing and refuses nothing. */
export const nothing: Detection = { candidates: [], refused: [], unlookable: null };
