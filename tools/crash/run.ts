/** `npm run crash -- [--kills 1000] [--database sqlite|postgres|postgres://…]`; unset, SQLite. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withDatabases } from "../databases.ts";
import { startLineProcess } from "../line-process.ts";
import { runCrash } from "./crash.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    database: { type: "string", default: "sqlite" },
  },
});
const secret = "a secret of the crashes, 32 bytes and more";
const kills = Number(values.kills);

await withDatabases(values.database, async (kind, databaseUrl) => {
  const startedAt = performance.now();
  const startVictim = () =>
    startLineProcess(process.execPath, [join(import.meta.dirname, "victim.js"), databaseUrl, secret]);
  const onKill = (kill: number, mistakes: number) =>
    kill % 50 === 0 && process.stderr.write(`${kind}: ${kill} kills, ${mistakes} wrong\n`);
  const { charged, replayed, stale, wrong } = await runCrash({
    databaseUrl,
    secret,
    kills,
    startVictim,
    onKill,
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${kind}: ${kills} kills in ${seconds} s; ${charged} charges acknowledged, ${replayed} replies replayed, ${stale} reservations left behind and void after the restart; ${wrong.length} wrong\n`,
  );
  for (const what of wrong) process.stdout.write(`  ${what}\n`);
  if (wrong.length > 0) process.exitCode = 1;
});
