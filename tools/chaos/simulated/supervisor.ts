import type { Store } from "../../../src/database/store.ts";
import type { Note } from "../history.ts";
import type { Fuse } from "../plan.ts";
import type { DatabaseFile } from "./database-file.ts";
import { type Edges, type SimulatedProcess, startSimulatedProcess } from "./process.ts";
import type { Owner, VirtualTime } from "./virtual-time.ts";

/** Where one process runs after the other. */
export type Slot = {
  readonly number: number;
  owner: Owner;
  /** Null while none has started. */
  process: SimulatedProcess | null;
  store: Store | null;
  /** Resolves when the process that is here now dies. */
  died: Promise<void>;
  die: () => void;
  /** How often something was done to it. */
  disturbed: number;
  /** When it is to be killed. */
  fuse: Fuse | null;
};

export type RunningSlot = Slot & { readonly process: SimulatedProcess };

/** The slots, and what their processes are started with. */
export type Supervisor = {
  readonly time: VirtualTime;
  readonly database: DatabaseFile;
  readonly edges: Edges;
  readonly note: Note;
  readonly slots: readonly Slot[];
  kills: number;
  isEnding: boolean;
};

export const createSlots = (): readonly Slot[] =>
  [0, 1].map((number) => ({
    number,
    owner: { name: `process ${number}`, state: "dead" },
    process: null,
    store: null,
    died: Promise.resolve(),
    die: () => {},
    disturbed: 0,
    fuse: null,
  }));

export const start = async (supervisor: Supervisor, slot: Slot): Promise<void> => {
  const { time, database, edges, note } = supervisor;
  const owner: Owner = { name: `process ${slot.number}`, state: "running" };
  slot.owner = owner;
  slot.died = new Promise((resolve) => {
    slot.die = resolve;
  });
  // Where the file is away a start would make a new one.
  while (database.isAway) await time.sleep(100);
  if (isDead(owner)) return;
  const process = await time
    .as(owner, () =>
      startSimulatedProcess(edges, (store) => {
        slot.store = store;
      }),
    )
    .catch((error: unknown) => {
      note(`process ${slot.number} cannot start: ${String(error).slice(0, 200)}`);
      return null;
    });
  // As a dead one it does not come here.
  if (process === null) {
    await time.sleep(1_000);
    if (!supervisor.isEnding && slot.owner === owner) await start(supervisor, slot);
    return;
  }
  slot.process = process;
  note(`process ${slot.number} has started`);
};

export const kill = async (supervisor: Supervisor, slot: Slot, downMs: number): Promise<void> => {
  const { process, store } = slot;
  supervisor.kills += 1;
  supervisor.note(`process ${slot.number} is killed`);
  slot.owner.state = "dead";
  slot.process = null;
  slot.store = null;
  slot.disturbed += 1;
  slot.die();
  if (process !== null) await process.release();
  else await store?.db.destroy();
  await supervisor.time.sleep(downMs);
  await start(supervisor, slot);
};

/** Kills the process that has just done what it was to be killed after. */
export const blow = (supervisor: Supervisor, fuse: Fuse, owner: Owner | null): void => {
  const slot = supervisor.slots.find((one) => one.owner === owner);
  if (slot === undefined || slot.fuse !== fuse) return;
  slot.fuse = null;
  void kill(supervisor, slot, 1_000);
};

export const restart = async (supervisor: Supervisor, slot: Slot, downMs: number): Promise<void> => {
  const { time, note } = supervisor;
  const { process, owner } = slot;
  if (process === null || owner.state !== "running") return;
  note(`process ${slot.number} stops`);
  slot.process = null;
  slot.store = null;
  slot.disturbed += 1;
  await Promise.race([time.as(owner, process.stop), slot.died, time.sleep(30_000)]);
  if (isDead(owner)) return;
  slot.die();
  owner.state = "dead";
  await process.release().catch(() => undefined);
  await time.sleep(downMs);
  await start(supervisor, slot);
};

export const pause = async ({ time }: Supervisor, slot: Slot, forMs: number): Promise<void> => {
  const { owner } = slot;
  if (owner.state !== "running") return;
  owner.state = "paused";
  slot.disturbed += 1;
  await time.sleep(forMs);
  if (isPaused(owner)) time.resume(owner);
};

/** Ends all processes as SIGTERM does. Returns the numbers of those that did not stop. */
export const stopAll = async (supervisor: Supervisor): Promise<readonly number[]> => {
  const { time, slots } = supervisor;
  const stuck: number[] = [];
  supervisor.isEnding = true;
  for (const slot of slots) {
    const { process } = slot;
    if (process === null) continue;
    const hasStopped = await Promise.race([
      time.as(slot.owner, process.stop).then(() => true),
      time.sleep(60_000).then(() => false),
    ]);
    if (!hasStopped) stuck.push(slot.number);
    slot.owner.state = "dead";
  }
  return stuck;
};

/** The slot of this turn, or the next one whose process runs. */
export const runningAt = async ({ time, slots }: Supervisor, first: number): Promise<RunningSlot> => {
  for (let turn = first; ; turn += 1) {
    const slot = slots[turn % slots.length];
    if (slot?.process != null) return slot as RunningSlot;
    await time.sleep(250);
  }
};

/** Null: the process died first, or stood still for longer than anybody waits. */
export const within = async <T>(
  { time }: Supervisor,
  slot: Slot,
  act: () => Promise<T>,
): Promise<T | null> => {
  const lost = Promise.race([slot.died, time.sleep(120_000)]).then(() => null);
  return Promise.race([time.as(slot.owner, act), lost]);
};

const isDead = ({ state }: Owner): boolean => state === "dead";

const isPaused = ({ state }: Owner): boolean => state === "paused";
