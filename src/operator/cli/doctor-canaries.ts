import { isStartProblem } from "../../core/start-problem.ts";
import { openProviders } from "../../providers/registry.ts";
import { adviceOf } from "../alarms/wording.ts";
import { failureIn, openCanaries } from "../canary/canaries.ts";
import type { Installation } from "./command.ts";
import type { Finding } from "./finding.ts";
import { lookUpAlone } from "./look-up-alone.ts";

/** Asks once for each of the operator's own receipts. Nothing where there are none, or no providers file. */
export const findingsOfCanaries = async (installation: Installation): Promise<readonly Finding[]> => {
  const settings = installation.settings();
  if (!settings.ok) return [];
  const offered = openProviders(settings.value, installation.config.deployment);
  const receipts = installation.canaries(offered.map(({ label }) => label));
  if (!receipts.ok)
    return receipts.error.map((message) => ({ check: "own receipts", state: "failed", message }));
  try {
    const findings: Finding[] = [];
    for (const canary of openCanaries(receipts.value, offered))
      findings.push(await findingOf(canary, installation));
    return findings;
  } catch (error) {
    if (!isStartProblem(error)) throw error;
    return [{ check: "own receipts", state: "failed", message: error.message }];
  }
};

const findingOf = async (
  { provider, request, amountSantim }: ReturnType<typeof openCanaries>[number],
  installation: Installation,
): Promise<Finding> => {
  const check = `own receipt of ${provider.label}`;
  const question = provider.open(request);
  if (!question.ok) return { check, state: "failed", message: question.error.code };
  const { result } = await lookUpAlone(provider, question.value, installation);
  const failure = failureIn(result, amountSantim);
  if (failure === null) return { check, state: "ok", message: "verified" };
  const { code, clause } = failure;
  const advice = adviceOf({ kind: "canary_failed", subject: provider.label, facts: { code, clause } });
  return { check, state: "failed", message: clause === "" ? code : `${code}: ${clause}`, advice };
};
