import { createLog } from "../../../src/core/log.ts";
import type { TruthOf } from "../../invariants/truth.ts";
import type { Note } from "../history.ts";
import type { BankMood, TelegramMood } from "../moods.ts";
import { secret } from "../shop.ts";
import { createBankConnections } from "./bank.ts";
import { type CacheMood, createSimulatedCache, type SimulatedCache } from "./cache.ts";
import { createDatabaseFile, type DatabaseFile, slowedStore } from "./database-file.ts";
import type { Tamper } from "./process.ts";
import { blow, createSlots, type Supervisor } from "./supervisor.ts";
import { createSimulatedTelegram } from "./telegram.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Two processes and everything around them that may be at fault. */
export type World = {
  readonly time: VirtualTime;
  readonly note: Note;
  readonly moods: { bank: BankMood; telegram: TelegramMood; cache: CacheMood };
  readonly telegram: ReturnType<typeof createSimulatedTelegram>;
  readonly cache: SimulatedCache;
  readonly database: DatabaseFile;
  readonly supervisor: Supervisor;
};

type Options = {
  readonly databasePath: string;
  readonly truthOf: TruthOf;
  readonly tamper: Tamper;
  readonly note: Note;
};

/** A world in which all is well, and no process has started yet. */
export const createWorld = (time: VirtualTime, { databasePath, truthOf, tamper, note }: Options): World => {
  const moods: World["moods"] = { bank: "well", telegram: "well", cache: "well" };
  const database = createDatabaseFile(databasePath);
  const bank = createBankConnections(time, {
    truthOf,
    mood: () => moods.bank,
    onAnswer: (owner) => blow(supervisor, "answered", owner),
  });
  const telegram = createSimulatedTelegram(time, {
    mood: () => moods.telegram,
    onSaid: (owner) => blow(supervisor, "said", owner),
  });
  const cache = createSimulatedCache(() => moods.cache);
  const supervisor: Supervisor = {
    time,
    database,
    edges: {
      databasePath,
      secret,
      connectToBank: bank.connect,
      fetchFromTelegram: telegram.fetch,
      cache,
      overStore: (store) => slowedStore(database, time, store),
      tamper,
      log: createLog("error", { write: (line: string) => note(line.trim().slice(0, 1_000)) }),
    },
    note,
    slots: createSlots(),
    kills: 0,
    isEnding: false,
  };
  return { time, note, moods, telegram, cache, database, supervisor };
};
