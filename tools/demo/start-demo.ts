import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config, Environment } from "../../src/config/config.ts";
import { readProvidersFile, type SettingsByLabel } from "../../src/config/providers-file.ts";
import type { Result } from "../../src/core/result.ts";
import { startProblem } from "../../src/core/start-problem.ts";
import { listAnswers } from "../../src/operator/sandbox/answers.ts";
import { type Case, loadCases } from "../../src/operator/sandbox/cases.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { startService } from "../../src/service.ts";
import { demoExamples } from "./demo-examples.ts";
import { demoGuide } from "./demo-guide.ts";
import { demoSettings } from "./demo-settings.ts";
import { type BankUrls, demoStories } from "./demo-stories.ts";
import { projectFolder } from "./project-folder.ts";
import { createTelegramEmulator } from "./telegram/emulator.ts";
import type { ExampleSection, LinkedPage } from "./telegram/examples.ts";

export type Demo = {
  readonly chatUrl: string;
  readonly apiUrl: string;
  /** What to tell the person who started it. */
  readonly guide: string;
  /** Rejects when the service cannot go on. Never resolves. */
  readonly broken: Promise<never>;
  /** Ends everything and removes its files. */
  readonly stop: () => Promise<void>;
};

type Dependencies = {
  readonly env: Environment;
  /** Where the demo makes a folder of its own. */
  readonly temporaryFolder: string;
  readonly now: () => Date;
  /** How long after a bank gave no answer it is asked again; unset: 5 s. */
  readonly retryMs?: number;
  /** See `startService`. */
  readonly workerFile?: URL;
};

/** What has begun, ended in the opposite order. */
type OnStop = (end: () => void | Promise<void>) => void;

/** Simulated banks, an emulated Telegram and the real service between them. Rejects with a start problem. */
export const startDemo = async (deps: Dependencies): Promise<Demo> => {
  const begun: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (const end of begun.splice(0).reverse()) await end();
  };
  try {
    const started = await startParts(deps, (end) => begun.push(end));
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const startParts = async (
  { env, temporaryFolder, now, retryMs = usualRetryMs, workerFile }: Dependencies,
  onStop: OnStop,
): Promise<Omit<Demo, "stop">> => {
  const folder = mkdtempSync(join(temporaryFolder, "deresegn-demo-"));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  const config = orProblem(demoSettings(env, folder));
  const cases = loadCases(join(projectFolder(), "fixtures"));

  const { settings, urls } = await startBanks(cases, folder, now, onStop);
  const answers = listAnswers(cases, now(), urls);
  const oldAnswers = listAnswers(cases, new Date(now().getTime() - tenDaysMs), urls);
  const stories = demoStories({ answers, oldAnswers, urls });
  const examples = await demoExamples(stories, answers, urls);
  let apiUrl: string | null = null;
  const linkedPages = () =>
    apiUrl === null
      ? []
      : [
          { title: "The form", url: `${apiUrl}/` },
          { title: "For developers", url: `${apiUrl}/docs` },
          { title: "The banks", url: `${apiUrl}/status` },
        ];
  const { chatUrl, apiRoot } = await startChat(config, { examples, linkedPages }, now, onStop);
  const telegram = config.telegram && { ...config.telegram, apiRoot };
  const botTimings = { firstRetryMs: retryMs, retriesEveryMs: Math.min(retryMs, 500) };
  const service = await startService(
    { ...config, telegram },
    {
      settings,
      mode: "test",
      onlyOwnHosts: true,
      now,
      botTimings,
      chatUrl,
      ...(workerFile && { workerFile }),
    },
  );
  onStop(service.stop);

  apiUrl = reachable(service.url);
  const guide = demoGuide(answers, stories, { chatUrl, apiUrl });
  return { chatUrl, apiUrl, guide, broken: service.broken };
};

const startBanks = async (
  cases: readonly Case[],
  folder: string,
  now: () => Date,
  onStop: OnStop,
): Promise<{ readonly settings: SettingsByLabel; readonly urls: BankUrls }> => {
  const sandbox = createSandbox({ cases, now });
  onStop(sandbox.close);
  const file = join(folder, "providers.json");
  const { settings, urls } = await sandbox.listen();
  writeFileSync(file, JSON.stringify(settings));
  return { settings: orProblem(readProvidersFile(file)), urls };
};

const tenDaysMs = 10 * 24 * 60 * 60 * 1000;

/** A visitor sees within seconds how a bank that does not answer is handled. */
const usualRetryMs = 5_000;

const portsTried = 20;

/** The chat page is on the first free port after the API's. */
const startChat = async (
  { host, port, telegram }: Config,
  page: {
    readonly examples: readonly ExampleSection[];
    readonly linkedPages: () => readonly LinkedPage[];
  },
  now: () => Date,
  onStop: OnStop,
) => {
  for (let next = port + 1; next <= port + portsTried && next <= 65_535; next += 1) {
    const emulator = createTelegramEmulator({
      token: telegram?.token ?? "",
      botUsername: "deresegn_demo_bot",
      now,
      ...page,
    });
    try {
      const { url } = await emulator.listen(port === 0 ? 0 : next, host);
      onStop(emulator.close);
      return { chatUrl: reachable(url), apiRoot: reachable(url) };
    } catch (error) {
      await emulator.close();
      if (!isTaken(error)) throw error;
    }
  }
  throw startProblem(`No port is free after ${port}: set PORT to another number.`);
};

const isTaken = (error: unknown) => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** An address that listens everywhere is opened by the name of this machine. */
const reachable = (url: string) => url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])/, "http://127.0.0.1");

const orProblem = <T>(result: Result<T, readonly string[]>): T => {
  if (!result.ok) throw startProblem(result.error.join("\n"));
  return result.value;
};
