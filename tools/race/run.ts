/** `npm run race -- [--rounds 100] [--processes 4] [--database sqlite|postgres|postgres://…]`; unset, both in turn. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { withDatabases } from "../databases.ts";
import { startLineProcess } from "../line-process.ts";
import { runRace } from "./race.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    processes: { type: "string", default: "4" },
    database: { type: "string" },
  },
});
const secret = "a secret of the race, 32 bytes and more";
const rounds = Number(values.rounds);

await withDatabases(values.database, async (kind, databaseUrl) => {
  const startedAt = performance.now();
  const script = join(import.meta.dirname, "racer.js");
  const racers = Array.from({ length: Number(values.processes) }, () =>
    startLineProcess(process.execPath, [script, databaseUrl, secret]),
  );
  try {
    await Promise.all(racers.map((racer) => racer.hear()));
    const onRound = (round: number) => round % 10 === 0 && process.stderr.write(`${kind}: round ${round}\n`);
    const { requests, busy, wrong } = await runRace({ databaseUrl, secret, racers, rounds, onRound });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(
      `${kind}: ${rounds} rounds, ${racers.length} processes, ${requests} requests, ${seconds} s; busy ${busy} times; ${wrong.length} wrong\n`,
    );
    for (const what of wrong) process.stdout.write(`  ${what}\n`);
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    for (const racer of racers) await racer.kill();
  }
});
