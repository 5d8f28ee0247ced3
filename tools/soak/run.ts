/** `npm run soak -- [--updates 10000] [--kill-every 10] [--per-second 100] [--seed 1] [--database sqlite|postgres|postgres://…]`; unset, SQLite. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildProgram } from "../chat/program.ts";
import { withDatabases } from "../databases.ts";
import { runSoak } from "./soak.ts";

const { values } = parseArgs({
  options: {
    updates: { type: "string", default: "10000" },
    "kill-every": { type: "string", default: "10" },
    "per-second": { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    database: { type: "string", default: "sqlite" },
  },
});
const updates = Number(values.updates);
buildProgram();

await withDatabases(values.database, async (kind, databaseUrl) => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-soak-"));
  const startedAt = performance.now();
  const { wrong, ...counts } = await runSoak({
    databaseUrl,
    folder,
    secret: "a secret of the soak, 32 bytes and more",
    updates,
    perSecond: Number(values["per-second"]),
    killEveryMs: Number(values["kill-every"]) * 1000,
    seed: Number(values.seed),
    onKill: (kill, posted, answered) =>
      process.stderr.write(`${kind}: kill ${kill}; ${posted} of ${updates} posted, ${answered} answered\n`),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const said = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(
    `${kind}: updates ${updates}, ${said.join(", ")}, ${seconds} s; ${wrong.length} wrong\n`,
  );
  for (const what of wrong.slice(0, 40)) process.stdout.write(`  ${what}\n`);
  if (wrong.length > 0) process.exitCode = 1;
  else rmSync(folder, { recursive: true, force: true });
});
