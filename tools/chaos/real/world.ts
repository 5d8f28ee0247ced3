import type { TruthOf } from "../../invariants/truth.ts";
import type { Note } from "../history.ts";
import type { BankMood, TelegramMood } from "../moods.ts";
import { secret } from "../shop.ts";
import { openChaosBank } from "./bank.ts";
import { type Environment, folderOf } from "./environment.ts";
import { blow, createSlots, type Supervisor } from "./supervisor.ts";
import { type ChaosTelegram, openChaosTelegram } from "./telegram.ts";

/** Two processes and everything around them that may be at fault. */
export type World = {
  readonly environment: Environment;
  readonly note: Note;
  readonly moods: { bank: BankMood; telegram: TelegramMood };
  readonly telegram: ChaosTelegram;
  readonly supervisor: Supervisor;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly environment: Environment;
  readonly truthOf: TruthOf;
  readonly note: Note;
  readonly wrong: Set<string>;
};

/** A world in which all is well, and no process has started yet. */
export const openWorld = async ({ environment, truthOf, note, wrong }: Options): Promise<World> => {
  const { databaseUrl, servers, clock, now } = environment;
  const moods: World["moods"] = { bank: "well", telegram: "well" };
  const telegram = await openChaosTelegram({
    mood: () => moods.telegram,
    onSaid: () => blow(supervisor, "said"),
  });
  const bank = await openChaosBank({
    truthOf,
    mood: () => moods.bank,
    onAnswer: () => blow(supervisor, "answered"),
    now,
  });
  const supervisor: Supervisor = {
    optionsOf: ({ number }) => ({
      folder: folderOf(environment, number),
      databaseUrl,
      secret,
      telegramUrl: telegram.url,
      settings: bank.settings,
      clockFile: clock.file,
      outlivesFullDisk: true,
      env: {
        TRUSTED_PROXIES: "127.0.0.1",
        ...(servers !== null && { CACHE_URL: servers.redis.url }),
      },
    }),
    note,
    wrong,
    slots: createSlots(),
    kills: 0,
    isFileAway: false,
    isEnding: false,
  };
  const close = async () => {
    await telegram.close();
    await bank.close();
  };
  return { environment, note, moods, telegram, supervisor, close };
};
