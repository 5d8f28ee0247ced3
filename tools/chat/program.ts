import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LeanBank } from "./lean-bank.ts";

export const token = "700000000:a-token-of-the-tools-alone";
export const webhookSecret = "a-webhook-secret-of-the-tools";
const webhookPath = "/telegram/hook";

/** The built program with its own folder, in which only its clock and its database may be another's. */
export type Program = {
  readonly pid: number;
  /** Where HTTP listens. */
  readonly url: string;
  /** Where Telegram posts updates. */
  readonly hookUrl: string;
  /** At once, by SIGKILL. */
  readonly kill: () => Promise<void>;
  /** By SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
};

type Start = {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly secret: string;
  readonly telegramUrl: string;
  /** `ca`: a file of the folder. */
  readonly settings: Readonly<Record<string, LeanBank["settings"][string] & { readonly ca?: string }>>;
  /** Of Node, before the program's name. */
  readonly options?: readonly string[];
  /** How far its clock is ahead. */
  readonly aheadMs?: number;
  /** A file that says at each moment how far its clock is ahead; unset: that does not change. */
  readonly clockFile?: string;
  /** Whether it goes on where a file may not grow any more, as on a full disk; unset: it ends. */
  readonly outlivesFullDisk?: boolean;
  /** What stands before its command, such as one that enters another mount namespace; unset: nothing. */
  readonly enter?: readonly string[];
  /** Variables that differ from the usual ones; an empty one is unset. */
  readonly env?: Readonly<Record<string, string>>;
};

/** How the image starts it, since what memory it takes depends on that. */
export const imageOptions = ["--max-semi-space-size=8"];
export const imageVariables = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "1048576" };

/** Once, before the program is started. */
export const buildProgram = (): void => {
  execFileSync(process.execPath, [join(root, "tools/build.mjs"), "--if-stale"], { stdio: "inherit" });
};

/** Resolves when it listens. */
export const startProgram = async (start: Start): Promise<Program> => {
  const {
    folder,
    databaseUrl,
    secret,
    telegramUrl,
    settings,
    options = [],
    aheadMs = 0,
    clockFile,
    enter,
    env = {},
  } = start;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "providers.json"), JSON.stringify(settings));
  const clock =
    aheadMs === 0 && clockFile === undefined ? [] : ["--import", join(root, "tools/chat/clock-ahead.mjs")];
  const command = [process.execPath, ...imageOptions, ...options, ...clock, join(root, "dist/src/main.js")];
  const outliving = start.outlivesFullDisk
    ? ["sh", "-c", `trap '' XFSZ; exec "$0" "$@"`, ...command]
    : command;
  // The folder that it was started in belongs to the namespace that it has left.
  const [program = "", ...args] = enter
    ? [...enter, "sh", "-c", `cd "$0" && exec "$@"`, folder, ...outliving]
    : outliving;
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...imageVariables,
      PATH: process.env.PATH ?? "",
      PORT: "0",
      SECRET: secret,
      DATABASE_URL: databaseUrl,
      CACHE_URL: `sqlite:${folder}/cache.sqlite`,
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: telegramUrl,
      TELEGRAM_WEBHOOK_URL: `https://receipts.example${webhookPath}`,
      TELEGRAM_WEBHOOK_SECRET: webhookSecret,
      CLOCK_AHEAD_MS: String(aheadMs),
      ...(clockFile !== undefined && { CLOCK_AHEAD_FILE: clockFile }),
      ...env,
    },
    stdio: ["ignore", "pipe", openSync(join(folder, "errors.txt"), "a")],
  });
  const exited = once(child, "exit");
  const url = await listening(child, join(folder, "log.txt"));
  return {
    pid: child.pid ?? 0,
    url,
    hookUrl: `${url}${webhookPath}`,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = await exited;
      return typeof code === "number" ? code : null;
    },
  };
};

/** Its address, once its log says so; the log goes on into a file. */
const listening = (child: ChildProcess, logFile: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const log = openSync(logFile, "a");
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      writeFileSync(log, part);
      if (said.length > 100_000) return;
      said += part;
      const url = /listening at (http:\/\/[\d.:]+)"/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}; see ${logFile}`)));
  });

/** Wherever this file was compiled to, it is run in the project's folder. */
const root = resolve(process.cwd());
