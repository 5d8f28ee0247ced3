import { type Fault, type FaultOf, fuseOf } from "../plan.ts";
import { type DiskMood, lockFor, moveAway, releaseLocks, setDisk } from "./database-file.ts";
import { kill, pause, restart } from "./supervisor.ts";
import type { World } from "./world.ts";

/** Resolves when the fault is over. */
export const strike = async (world: World, fault: Fault): Promise<void> => {
  const { time, note, moods, cache, supervisor } = world;
  note(`fault: ${JSON.stringify(fault)}`);
  const { forMs } = fault;
  switch (fault.what) {
    case "process":
      return strikeProcess(world, fault);
    case "database":
      return strikeDatabase(world, fault);
    case "disk":
      await setDisks(world, fault.how);
      await time.sleep(forMs);
      return setDisks(world, "well");
    case "cache":
      if (fault.how === "emptied") return cache.clear();
      moods.cache = fault.how;
      await time.sleep(forMs);
      moods.cache = "well";
      return;
    case "bank":
      moods.bank = fault.how;
      await time.sleep(forMs);
      moods.bank = "well";
      return;
    case "telegram":
      moods.telegram = fault.how;
      await time.sleep(forMs);
      moods.telegram = "well";
      return;
    case "clock":
      time.jump(fault.byMs);
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
      return pause(supervisor, slot, fault.forMs);
    default:
      slot.fuse = fuseOf(fault.how);
  }
};

const strikeDatabase = async ({ time, database }: World, fault: FaultOf<"database">): Promise<void> => {
  switch (fault.how) {
    case "locked":
      return lockFor(database, time, Math.min(fault.forMs, 8_000));
    case "slow":
      database.isSlow = true;
      await time.sleep(fault.forMs);
      database.isSlow = false;
      return;
    default:
      moveAway(database, true);
      await time.sleep(fault.how === "cut" ? 200 : Math.min(fault.forMs, 20_000));
      moveAway(database, false);
  }
};

const setDisks = async ({ supervisor, note }: World, how: DiskMood): Promise<void> => {
  const stores = supervisor.slots.flatMap(({ store }) => (store === null ? [] : [store]));
  await Promise.all(
    stores.map((store) => setDisk(store, how).catch((error) => note(`disk ${how}: ${error}`))),
  );
};

/** Ends all faults before their time. */
export const heal = async (world: World): Promise<void> => {
  const { time, moods, database, supervisor } = world;
  Object.assign(moods, { bank: "well", telegram: "well", cache: "well" });
  database.isSlow = false;
  moveAway(database, false);
  releaseLocks(database);
  await setDisks(world, "well");
  for (const slot of supervisor.slots) {
    slot.fuse = null;
    if (slot.owner.state === "paused") time.resume(slot.owner);
  }
};
