import { setTimeout as delay } from "node:timers/promises";
import { type Program, startProgram } from "../../chat/program.ts";
import type { Note } from "../history.ts";
import type { Fuse } from "../plan.ts";
import { signal } from "./signal.ts";

/** Where one process of the built program runs after the other. */
export type Slot = {
  readonly number: number;
  /** Null while it is away. */
  program: Program | null;
  /** How often something was done to it. */
  disturbed: number;
  isPaused: boolean;
  /** When it is to be killed. */
  fuse: Fuse | null;
};

export type RunningSlot = Slot & { readonly program: Program };

/** The slots, and what their processes are started with. */
export type Supervisor = {
  /** What a process of this slot is started with. */
  readonly optionsOf: (slot: Slot) => Parameters<typeof startProgram>[0];
  readonly note: Note;
  readonly wrong: Set<string>;
  readonly slots: readonly Slot[];
  kills: number;
  /** The database file is elsewhere, so nothing may be started. */
  isFileAway: boolean;
  isEnding: boolean;
};

export const createSlots = (): readonly Slot[] =>
  [0, 1].map((number) => ({ number, program: null, disturbed: 0, isPaused: false, fuse: null }));

export const start = async (supervisor: Supervisor, slot: Slot): Promise<void> => {
  const { optionsOf, note } = supervisor;
  // Where the file is away a start would make a new one.
  while (supervisor.isFileAway) await delay(50);
  if (supervisor.isEnding) return;
  try {
    slot.program = await startProgram(optionsOf(slot));
    note(`process ${slot.number} has started`);
  } catch (error) {
    note(`process ${slot.number} cannot start: ${String(error).slice(0, 200)}`);
    await delay(1_000);
    await start(supervisor, slot);
  }
};

export const kill = async (supervisor: Supervisor, slot: Slot, downMs: number): Promise<void> => {
  const { program } = slot;
  if (program === null) return;
  supervisor.kills += 1;
  slot.program = null;
  slot.disturbed += 1;
  supervisor.note(`process ${slot.number} is killed`);
  await program.kill();
  await delay(downMs);
  await start(supervisor, slot);
};

/** Kills what was to be killed once this has happened. */
export const blow = (supervisor: Supervisor, fuse: Fuse): void => {
  for (const slot of supervisor.slots) {
    if (slot.fuse !== fuse) continue;
    slot.fuse = null;
    void kill(supervisor, slot, 500);
  }
};

export const restart = async (supervisor: Supervisor, slot: Slot, downMs: number): Promise<void> => {
  const { program } = slot;
  if (program === null || slot.isPaused) return;
  slot.program = null;
  slot.disturbed += 1;
  supervisor.note(`process ${slot.number} stops`);
  noteExit(supervisor, slot, await program.stop());
  await delay(downMs);
  await start(supervisor, slot);
};

export const pause = async (slot: Slot, forMs: number): Promise<void> => {
  const { program } = slot;
  if (program === null) return;
  slot.disturbed += 1;
  slot.isPaused = true;
  signal(program.pid, "SIGSTOP");
  await delay(forMs);
  signal(program.pid, "SIGCONT");
  slot.isPaused = false;
};

/** Ends all processes by SIGTERM. A process that has died before is a mistake, too. */
export const stopAll = async (supervisor: Supervisor): Promise<void> => {
  supervisor.isEnding = true;
  for (const slot of supervisor.slots) {
    const code = await slot.program?.stop();
    slot.program = null;
    noteExit(supervisor, slot, code);
  }
};

/** Leaves no process behind, whatever state it is in. */
export const killAll = async (supervisor: Supervisor): Promise<void> => {
  supervisor.isEnding = true;
  for (const program of programsOf(supervisor)) {
    signal(program.pid, "SIGCONT");
    await program.kill();
  }
};

const noteExit = ({ wrong }: Supervisor, { number }: Slot, code: number | null | undefined): void => {
  if (code !== 0) wrong.add(`process ${number} ended with ${code} when it was asked to stop`);
};

export const programsOf = ({ slots }: Supervisor): readonly Program[] =>
  slots.flatMap(({ program }) => (program === null ? [] : [program]));

/** The slot of this turn, or the next one whose process runs. */
export const runningAt = async ({ slots }: Supervisor, first: number): Promise<RunningSlot> => {
  for (let turn = first; ; turn += 1) {
    const slot = slots[turn % slots.length];
    if (slot?.program != null) return slot as RunningSlot;
    await delay(50);
  }
};
