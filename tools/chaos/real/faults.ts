import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { type Fault, type FaultOf, fuseOf } from "../plan.ts";
import { strikeFile, strikeServer } from "./database-faults.ts";
import { setClock } from "./environment.ts";
import { kill, pause, programsOf, restart } from "./supervisor.ts";
import type { World } from "./world.ts";

/** Resolves when the fault is over. */
export const strike = async (world: World, fault: Fault): Promise<void> => {
  const { environment, note, moods, supervisor } = world;
  const { servers, databasePath, clock } = environment;
  note(`fault: ${JSON.stringify(fault)}`);
  const { forMs } = fault;
  switch (fault.what) {
    case "process":
      return strikeProcess(world, fault);
    case "database":
      return servers === null
        ? strikeFile(supervisor, databasePath, fault.how, forMs)
        : strikeServer(servers.url, fault.how, forMs, note);
    case "disk":
      return strikeDisk(world, fault);
    case "cache":
      return strikeCache(world, fault);
    case "bank":
      moods.bank = fault.how;
      await delay(forMs);
      moods.bank = "well";
      return;
    case "telegram":
      moods.telegram = fault.how;
      await delay(forMs);
      moods.telegram = "well";
      return;
    case "clock":
      setClock(clock, clock.aheadMs + fault.byMs);
      for (const slot of supervisor.slots) slot.disturbed += 1;
  }
};

const strikeProcess = async ({ supervisor }: World, fault: FaultOf<"process">): Promise<void> => {
  const slot = supervisor.slots[fault.process];
  if (slot === undefined) return;
  switch (fault.how) {
    case "killed":
      return kill(supervisor, slot, fault.forMs);
    case "restarted":
      return restart(supervisor, slot, fault.forMs);
    case "paused":
      return pause(slot, fault.forMs);
    default:
      slot.fuse = fuseOf(fault.how);
  }
};

const strikeDisk = async (world: World, { how, forMs }: FaultOf<"disk">): Promise<void> => {
  const { servers, databasePath } = world.environment;
  if (servers !== null) return strikeServer(servers.url, "away", forMs, world.note);
  await limitFiles(world, how === "full" && existsSync(databasePath) ? statSync(databasePath).size : 0);
  await delay(forMs);
  return limitFiles(world, "unlimited");
};

/** No file of these processes may grow further, or again as much as it wants. */
const limitFiles = async ({ supervisor, note }: World, bytes: number | "unlimited"): Promise<void> => {
  for (const { pid } of programsOf(supervisor))
    await run("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]).catch((error: unknown) =>
      note(`prlimit: ${String(error).slice(0, 100)}`),
    );
};

const run = promisify(execFile);

const strikeCache = async ({ environment }: World, { how, forMs }: FaultOf<"cache">): Promise<void> => {
  const redis = environment.servers?.redis;
  if (redis === undefined) return;
  if (how === "silent") {
    redis.freeze();
    await delay(forMs);
    return redis.thaw();
  }
  await redis.kill();
  if (how === "away") await delay(forMs);
  return redis.restart();
};
