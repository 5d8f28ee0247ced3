import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { drawPlan } from "../plan.ts";
import { scratchFolder, simulatedScale } from "../scale.ts";
import type { Tamper } from "./process.ts";
import { type Outcome, simulate } from "./simulate.ts";
import { takeTimeOver } from "./virtual-time.ts";

/** Plays one seed after the other. This program's own clock stands still from now on. */
export const playSimulated = async (
  seeds: readonly number[],
  onPlayed: (played: Outcome & { readonly seed: number }) => void,
  tamper?: Tamper,
): Promise<void> => {
  const time = takeTimeOver();
  const folder = mkdtempSync(join(scratchFolder(), "deresegn-chaos-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const seed of seeds) {
    const outcome = await simulate(time, drawPlan(seed, simulatedScale), folder, tamper).catch(
      (error: unknown): Outcome => ({
        wrong: [`the simulation broke: ${error instanceof Error ? error.stack : String(error)}`],
        history: [],
        counts: { answered: 0, charged: 0, kills: 0 },
      }),
    );
    onPlayed({ seed, ...outcome });
  }
};
