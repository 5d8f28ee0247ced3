import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { buildProgram } from "../../chat/program.ts";
import { startPostgres } from "../../postgres/server.ts";
import { startRedis } from "../../redis/server.ts";
import { drawPlan } from "../plan.ts";
import { realScale } from "../scale.ts";
import { playProcesses, type RealOutcome } from "./play-processes.ts";

/**
 * Plays one seed after the other with real processes: those of odd seeds on SQLite, those of even seeds on PostgreSQL and
 * Redis where both can run here, else all on SQLite.
 */
export const playReal = async (
  seeds: readonly number[],
  onPlayed: (played: RealOutcome & { readonly seed: number }) => void,
): Promise<void> => {
  buildProgram();
  const scratch = mkdtempSync(join(tmpdir(), "deresegn-chaos-"));
  const servers = await startServers(scratch).catch((error: unknown) => {
    process.stderr.write(`SQLite alone: ${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  });
  try {
    for (const seed of seeds) {
      const folder = join(scratch, String(seed));
      mkdirSync(folder);
      const on =
        servers !== null && seed % 2 === 0
          ? { ...servers, url: await emptyDatabase(servers.url, seed) }
          : null;
      const outcome = await playProcesses(drawPlan(seed, realScale), folder, on).catch(
        (error: unknown): RealOutcome => ({
          wrong: [`the run broke: ${error instanceof Error ? error.stack : String(error)}`],
          history: [],
          counts: {},
        }),
      );
      onPlayed({ seed, ...outcome });
      // What a broken seed left is for whoever looks into it.
      if (outcome.wrong.length === 0) rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    await servers?.redis.kill();
    await servers?.stop();
  }
};

const startServers = async (scratch: string) => {
  const folder = join(scratch, "redis");
  mkdirSync(folder);
  const redis = await startRedis(folder);
  try {
    const { url, stop } = await startPostgres();
    return { redis, url, stop };
  } catch (error) {
    await redis.kill();
    throw error;
  }
};

const emptyDatabase = async (serverUrl: string, seed: number): Promise<string> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`drop database if exists chaos_${seed} with (force)`);
  await client.query(`create database chaos_${seed}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/chaos_${seed}`;
  return url.href;
};
