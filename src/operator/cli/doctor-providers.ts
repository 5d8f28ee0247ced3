import type { Failure } from "../../core/failure.ts";
import { dayMs } from "../../core/time.ts";
import type { Provider, ProviderSettings } from "../../providers/provider.ts";
import { openProviders } from "../../providers/registry.ts";
import { type Reached, reach } from "../../upstream/reach.ts";
import type { Installation } from "./command.ts";
import type { Finding } from "./finding.ts";

/** What is said of the providers file, and of every host that is fetched from; all hosts are asked at once. */
export const findingsOfProviders = async (
  installation: Pick<Installation, "settings" | "topUpTerms" | "now">,
  deployment: "full" | "limited",
): Promise<readonly Finding[]> => {
  const settings = installation.settings();
  if (!settings.ok)
    return settings.error.map((message) => ({ check: "providers", state: "failed", message }));
  const offered = openProviders(settings.value, deployment);
  const labels = offered.map(({ label }) => label);
  const idle = Object.keys(settings.value).filter((label) => !labels.includes(label));
  const reached = await Promise.all(
    offered.flatMap((provider) =>
      hostsOf(provider.settings).map((origin) => findingOf(provider, origin, installation.now())),
    ),
  );
  return [overview(labels, idle), ...reached, ...findingsOfTopUps(installation.topUpTerms(labels))];
};

const overview = (offered: readonly string[], idle: readonly string[]): Finding => {
  const check = "providers";
  if (offered.length === 0) return { check, state: "failed", message: "none is offered" };
  const message = `${offered.length} offered: ${offered.join(", ")}`;
  if (idle.length === 0) return { check, state: "ok", message };
  return { check, state: "warning", message: `${message}; configured, but not offered: ${idle.join(", ")}` };
};

/** Nothing where no top-ups are taken. */
const findingsOfTopUps = (terms: ReturnType<Installation["topUpTerms"]>): readonly Finding[] => {
  const check = "top-ups";
  if (!terms.ok) return terms.error.map((message) => ({ check, state: "failed", message }));
  const count = terms.value?.accounts.length;
  return count === undefined ? [] : [{ check, state: "ok", message: `paid to ${count} of your accounts` }];
};

/** Aliases are accepted in links and never fetched. */
const hostsOf = ({ url, apiUrl, linkUrl }: ProviderSettings): readonly string[] => [
  ...new Set([url, apiUrl, linkUrl].flatMap((one) => (one === undefined ? [] : [new URL(one).origin]))),
];

const findingOf = async ({ label, settings }: Provider, origin: string, now: Date): Promise<Finding> => {
  const check = `${label} ${origin}`;
  const from = performance.now();
  const reached = await reach(origin, settings);
  const tookMs = Math.ceil(performance.now() - from);
  if (!reached.ok) return { check, state: "failed", ...diagnosisOf(reached.error) };
  const { status, certificateUntil } = reached.value;
  const proof =
    certificateUntil === null
      ? ""
      : `its certificate is trusted and holds until ${certificateUntil.toISOString().slice(0, 10)}, `;
  const message = `${proof}answered ${status} after ${tookMs} ms`;
  const advice = warningOf(reached.value, settings, now);
  return advice === null ? { check, state: "ok", message } : { check, state: "warning", message, advice };
};

const warningOf = (
  { status, certificateUntil }: Reached,
  { ca }: ProviderSettings,
  now: Date,
): string | null => {
  if (turnsAway(status)) return awayAdvice;
  if (certificateUntil === null || certificateUntil.getTime() - now.getTime() > soonMs) return null;
  return ca === undefined
    ? soonAdvice
    : `${soonAdvice} If it stands in the file of ca, put the new one there.`;
};

const soonMs = 14 * dayMs;
const soonAdvice = "Its certificate ends soon: look again when the bank has renewed it.";

const turnsAway = (status: number): boolean => [403, 429, 451].includes(status) || status >= 500;

const awayAdvice =
  "Perhaps it answers only inside the country (name a proxy there as proxy), or is in trouble itself.";

const diagnosisOf = ({ code, detail = "" }: Failure): Pick<Finding, "message" | "advice"> => {
  const advice = advices.find(([cause]) => cause.test(detail))?.[1] ?? advicesByCode[code];
  return { message: `${code} (${detail})`, ...(advice === undefined ? {} : { advice }) };
};

/** Node's names of what can be wrong, each with what its operator can do. */
const advices: readonly (readonly [cause: RegExp, advice: string])[] = [
  [
    /^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    "It does not send its whole chain: put the missing intermediate certificate into a PEM file, and name that as ca.",
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/,
    "No public root vouches for it: if it is really the bank's, put its certificate or its root into a PEM file, and name that as ca.",
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    "Its time is over or not yet come: only the bank can mend it. Check this machine's clock.",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "It carries another name: if that is really the bank's, name it as tlsName.",
  ],
  [/^(?:ENOTFOUND|EAI_|ENODATA)/, "The name is not known: check url, and this machine's DNS."],
  [
    /^(?:ERR_ADDRESS_NOT_PUBLIC|address not public)$/,
    "It leads to an inner address: check url, and this machine's DNS.",
  ],
  [/^ECONNREFUSED$/, "Nothing listens there: check the port, and proxy where one is set."],
];

const advicesByCode: Partial<Record<Failure["code"], string>> = {
  provider_timeout: "Perhaps it answers only inside the country: name a proxy there as proxy.",
  provider_tls_failure: "The two could not agree on how to speak: TLS 1.2 or newer is needed.",
};
