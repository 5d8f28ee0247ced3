import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProviderSettings } from "../../providers/provider.ts";
import { loadCases } from "./cases.ts";
import { createSandbox } from "./sandbox.ts";

type EmbeddedSandbox = {
  readonly settings: Readonly<Record<string, ProviderSettings>>;
  readonly close: () => Promise<void>;
};

/** The simulated providers that test keys are answered from, on free ports of this machine (design 12). */
export const startEmbeddedSandbox = async (now: () => Date): Promise<EmbeddedSandbox> => {
  const sandbox = createSandbox({ cases: loadCases(fixturesFolder()), now });
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
