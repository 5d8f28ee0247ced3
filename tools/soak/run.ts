/**
 * `npm run soak -- [--updates 10000] [--kill-every 10] [--per-second 100] [--seed 1] [--database
 * sqlite|postgres|postgres://…]`; unset, SQLite. `--minutes 60`: nothing is killed, and the memory and descriptors of
 * the program are looked at meanwhile.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildProgram } from "../chat/program.ts";
import { withDatabases } from "../databases.ts";
import { judgeResources } from "./resources.ts";
import { runSoak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    updates: { type: "string", default: "10000" },
    minutes: { type: "string" },
    "kill-every": { type: "string", default: "10" },
    "per-second": { type: "string" },
    seed: { type: "string", default: "1" },
    database: { type: "string", default: "sqlite" },
  },
});
const minutes = values.minutes === undefined ? null : Number(values.minutes);
// A whole hour of a hundred a second would be more receipts than the account pays for.
const perSecond = Number(values["per-second"] ?? (minutes === null ? 100 : 20));
const updates = minutes === null ? Number(values.updates) : Math.round(minutes * 60 * perSecond);
const sampleEveryMs = minutes === null ? null : Math.max(1_000, (minutes * 60_000) / 240);
buildProgram();

await withDatabases(values.database, async (kind, databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-soak-"));
  const startedAt = performance.now();
  let samples = 0;
  const report = await runSoak({
    databaseUrl,
    folder,
    secret: "a secret of the soak, 32 bytes and more",
    updates,
    perSecond,
    killEveryMs: Number(values["kill-every"]) * 1000,
    ...(sampleEveryMs !== null && { kills: 0, sampleEveryMs }),
    seed: Number(values.seed),
    onKill: (kill, posted, answered) =>
      process.stderr.write(`${kind}: kill ${kill}; ${posted} of ${updates} posted, ${answered} answered\n`),
    onSample: ({ residentBytes, descriptors }, posted, answered) => {
      samples += 1;
      const megabytes = Math.round(residentBytes / 1024 ** 2);
      if (samples % 10 === 0)
        process.stderr.write(
          `${kind}: ${megabytes} MB, ${descriptors} descriptors; ${posted} of ${updates} posted, ${answered} answered\n`,
        );
    },
  });
  const { held, ...told } = report;
  const resources = minutes === null ? null : judgeResources(held);
  const { wrong: broken, ...counts } = told;
  const wrong = [...broken, ...(resources?.wrong ?? [])];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const said = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  const kept =
    resources === null
      ? []
      : [
          `memory ${(100 * resources.growth).toFixed(1)} %`,
          `descriptors ${resources.descriptors.join(" then ")}`,
        ];
  process.stdout.write(
    `${kind}: updates ${updates}, ${[...said, ...kept].join(", ")}, ${seconds} s; ${wrong.length} wrong\n`,
  );
  for (const what of wrong.slice(0, 40)) process.stdout.write(`  ${what}\n`);
  if (wrong.length > 0) process.exitCode = 1;
  else rmSync(folder, { recursive: true, force: true });
});
