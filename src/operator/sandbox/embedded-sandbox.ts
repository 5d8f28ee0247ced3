import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProviderSettings } from "../../providers/provider.ts";
import { listAnswers, type SandboxAnswer } from "./answers.ts";
import { type Case, loadCases } from "./cases.ts";
import { createSandbox } from "./sandbox.ts";

type EmbeddedSandbox = {
  readonly settings: Readonly<Record<string, ProviderSettings>>;
  readonly close: () => Promise<void>;
};

/** The simulated providers that test keys are answered from, on free ports of this machine. */
export const startEmbeddedSandbox = async (now: () => Date): Promise<EmbeddedSandbox> => {
  const sandbox = createSandbox({ cases: embeddedCases(), now });
  const { settings } = await sandbox.listen();
  return {
    settings: Object.fromEntries(
      Object.entries(settings).map(([label, given]) => [
        label,
        { aliases: [], headers: {}, labels: {}, ...given },
      ]),
    ),
    close: sandbox.close,
  };
};

/** An example question for every case, its reference dated `day`. */
export const listEmbeddedAnswers = (day: Date): readonly SandboxAnswer[] => listAnswers(embeddedCases(), day);

let loaded: readonly Case[] | null = null;

/** Read once: they do not change while the process runs. */
const embeddedCases = (): readonly Case[] => {
  loaded ??= loadCases(fixturesFolder());
  return loaded;
};

/** Beside `package.json`, from the sources as from the build. */
const fixturesFolder = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("package.json is in no folder above this file");
    folder = parent;
  }
  return join(folder, "fixtures");
};
