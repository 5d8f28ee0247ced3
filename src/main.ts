import { readCanaryFile } from "./config/canary-file.ts";
import { canaryFileOf, parseConfig, providersFileOf, readEnvironment, topUpFileOf } from "./config/config.ts";
import { readProvidersFile, type SettingsByLabel } from "./config/providers-file.ts";
import { readTopUpFile } from "./config/top-up-file.ts";
import { createLog, type Log } from "./core/log.ts";
import { ok } from "./core/result.ts";
import { isStartProblem } from "./core/start-problem.ts";
import { openProviders, providerLabels } from "./providers/registry.ts";
import { type Service, startService } from "./service.ts";

/** The longest that a stop may take; supervisors kill after 20 to 30 s. */
const stopMsMax = 19_500;

const main = async (): Promise<void> => {
  const environment = readEnvironment();
  const config = parseConfig(environment);
  const settings = readProvidersFile(providersFileOf(environment));
  const topUpFile = topUpFileOf(environment);
  const offered = settings.ok ? offeredLabels(settings.value, config) : providerLabels;
  const topUpTerms = topUpFile === null ? ok(null) : readTopUpFile(topUpFile, offered);
  const canaryFile = canaryFileOf(environment);
  const canaries = canaryFile === null ? ok([]) : readCanaryFile(canaryFile, offered);
  if (!config.ok || !settings.ok || !topUpTerms.ok || !canaries.ok) {
    const problems = [config, settings, topUpTerms, canaries].flatMap((result) =>
      result.ok ? [] : result.error,
    );
    say(["Deresegn cannot start. Set what is missing and start it again:", ...problems].join("\n  "));
    process.exit(1);
  }

  const log = createLog(config.value.logLevel);
  const signals = heedSignals(log);
  const service = await startService(config.value, {
    settings: settings.value,
    topUpTerms: topUpTerms.value,
    canaries: canaries.value,
    log,
  }).catch(giveUp);
  void signals.then(() => stop(service, log, 0));
  service.broken.catch((error: unknown) => {
    if (isStartProblem(error)) say(error.message);
    else log.fatal({ err: error }, "the bot could not be started");
    void stop(service, log, 1);
  });
  // What one message leaves behind unheard must not end the work on all others.
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a rejection was not caught"));
};

/**
 * Resolves at the first signal to stop, also while the program starts. Further ones change nothing: npm hands on what
 * a terminal has sent to the program itself already.
 */
const heedSignals = (log: Log): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.on(signal, () => {
        log.info({ signal }, "stopping");
        endInTime(log);
        resolve();
      });
  });

const offeredLabels = (settings: SettingsByLabel, config: ReturnType<typeof parseConfig>): string[] =>
  openProviders(settings, config.ok ? config.value.deployment : "full").map(({ label }) => label);

/** One line for what its operator can mend; a bug shows where it is. */
const giveUp = (error: unknown): never => {
  if (!isStartProblem(error)) throw error;
  say(error.message);
  process.exit(1);
};

const endInTime = (log: Log): void => {
  setTimeout(() => {
    log.error("some work did not end in time");
    process.exit(1);
  }, stopMsMax).unref();
};

const stop = async (service: Service, log: Log, exitCode: number): Promise<void> => {
  endInTime(log);
  await service.stop();
  log.info("stopped");
  process.exit(exitCode);
};

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

await main();
