import { type Answer, type Command, problem } from "./command.ts";
import { findingsOfCanaries } from "./doctor-canaries.ts";
import { cacheFinding, databaseFinding, telegramFinding } from "./doctor-findings.ts";
import { findingsOfProviders } from "./doctor-providers.ts";
import type { Finding } from "./finding.ts";
import { wrapped } from "./layout.ts";

/** Looks at all that the processes need, and says how to mend what is wrong. Asks each provider's host once. */
export const doctorCommand: Command = {
  name: "doctor",
  synopsis: "",
  summary:
    "checks the configuration, the database, the cache, and of each provider whether its hosts can be reached and prove who they are",
  options: [],
  run: async ({ words }, installation) => {
    if (words.length > 0) return problem(2, "usage", "doctor takes no further words");
    return answerOf([
      { check: "configuration", state: "ok", message: "complete" },
      telegramFinding(installation.config),
      await databaseFinding(installation),
      await cacheFinding(installation),
      ...(await findingsOfProviders(installation, installation.config.deployment)),
      ...(await findingsOfCanaries(installation)),
    ]);
  },
  runUnconfigured: async (problems, installation) =>
    answerOf([
      ...problems.map((message) => ({ check: "configuration", state: "failed", message }) as const),
      ...(await findingsOfProviders(installation, "full")),
    ]),
};

const answerOf = (findings: readonly Finding[]): Answer => {
  const failed = countOf(findings, "failed");
  const verdict = summaryOf(findings);
  const text = [...findings.map(linesOf), verdict].join("\n");
  if (failed === 0) return { exitCode: 0, json: { status: "success", checks: findings }, text };
  const error = { code: "unavailable", message: verdict };
  return { exitCode: 3, json: { status: "error", error, checks: findings }, text };
};

const countOf = (findings: readonly Finding[], wanted: Finding["state"]): number =>
  findings.filter(({ state }) => state === wanted).length;

const summaryOf = (findings: readonly Finding[]): string => {
  const [failed, warnings] = [countOf(findings, "failed"), countOf(findings, "warning")];
  if (failed > 0) return `${failed} of ${findings.length} checks failed.`;
  return warnings === 0 ? "All is well." : `Nothing failed; ${warnings} warning${warnings === 1 ? "" : "s"}.`;
};

const marks = { ok: "ok     ", warning: "warning", failed: "FAILED " } as const;

const linesOf = ({ check, state, message, advice }: Finding): string =>
  [wrapped(`${marks[state]} ${check}: ${message}`, 0), ...(advice ? [wrapped(advice, 8)] : [])].join("\n");
