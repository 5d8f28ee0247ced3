/** `npm run bench [-- <part of a name> …]`: runs the benchmarks one after the other, and says which ratios held. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Benchmark, type Comparison, isHeld } from "./benchmark.ts";

const wantedNames = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((name) => /\.bench\.js$/.test(name))
  .filter((name) => wantedNames.length === 0 || wantedNames.some((wanted) => name.includes(wanted)))
  .sort();

const results: (Comparison & { readonly benchmark: string; readonly held: boolean })[] = [];
for (const file of files) {
  const { benchmark }: { benchmark: Benchmark } = await import(join(import.meta.dirname, file));
  for (const comparison of await benchmark.run()) {
    const held = isHeld(comparison);
    results.push({ benchmark: file.replace(/\.bench\.js$/, ""), ...comparison, held });
    process.stdout.write(`${lineOf(comparison, held)}\n`);
  }
}
mkdirSync("bench", { recursive: true });
writeFileSync(
  "bench/results.json",
  `${JSON.stringify({ node: process.version, cpus: availableParallelism(), results }, null, 2)}\n`,
);
process.exitCode = results.length > 0 && results.every(({ held }) => held) ? 0 : 1;

function lineOf({ name, ratio, measured, wanted }: Comparison, held: boolean): string {
  const goal = "atLeast" in wanted ? `at least ${wanted.atLeast}` : `at most ${wanted.atMost}`;
  const numbers = Object.entries(measured).map(([what, value]) => `${what} ${Number(value.toPrecision(4))}`);
  return `${held ? "held  " : "MISSED"} ${name}: ${ratio.toFixed(2)} (${goal}); ${numbers.join(", ")}`;
}
