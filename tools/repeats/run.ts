/** `npm run repeats -- [--keys 1000] [--copies 20] [--database sqlite|postgres|postgres://…]`; unset, both in turn. */
import { parseArgs } from "node:util";
import { withDatabases } from "../databases.ts";
import { runRepeats } from "./repeats.ts";

const { values } = parseArgs({
  options: {
    keys: { type: "string", default: "1000" },
    copies: { type: "string", default: "20" },
    database: { type: "string" },
  },
});

await withDatabases(values.database, async (kind, databaseUrl) => {
  const startedAt = performance.now();
  const { wrong, ...counts } = await runRepeats({
    databaseUrl,
    secret: "a secret of the repeats, 32 bytes and more",
    keys: Number(values.keys),
    copies: Number(values.copies),
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const said = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`${kind}: ${said.join(", ")}, ${seconds} s; ${wrong.length} wrong\n`);
  for (const what of wrong.slice(0, 20)) process.stdout.write(`  ${what}\n`);
  if (wrong.length > 0) process.exitCode = 1;
});
