import { parseConfig, providersFileOf, readEnvironment } from "./config.ts";
import { createLog, type Log } from "./log.ts";
import { providerLabels } from "./providers/registry.ts";
import { readProvidersFile, specLabels } from "./providers-file.ts";
import { type Service, startService } from "./service.ts";
import { isStartProblem } from "./start-problem.ts";

/** A stop takes no longer than this, whatever still runs; supervisors kill after 20 to 30 s. */
const stopMsMax = 19_500;

const main = async (): Promise<void> => {
  const environment = readEnvironment();
  const config = parseConfig(environment);
  const providers = readProvidersFile(providersFileOf(environment), [...specLabels, ...providerLabels]);
  if (!config.ok || !providers.ok) {
    const problems = [config, providers].flatMap((result) => (result.ok ? [] : result.error));
    return refuse(["Deresegn cannot start. Set what is missing and start it again:", ...problems]);
  }

  const log = createLog(config.value.logLevel);
  try {
    const service = await startService(config.value, { settings: providers.value, log });
    stopOnSignal(service, log);
    await service.broken;
  } catch (error) {
    if (!isStartProblem(error)) throw error;
    refuse([error.message]);
  }
};

const refuse = (lines: readonly string[]): void => {
  process.stderr.write(`${lines.join("\n  ")}\n`);
  process.exit(1);
};

const stopOnSignal = (service: Service, log: Log): void => {
  const stop = (signal: string) => {
    log.info({ signal }, "stopping");
    setTimeout(() => {
      log.error("some work did not end in time");
      process.exit(1);
    }, stopMsMax).unref();
    void service.stop().then(() => {
      log.info("stopped");
      process.exit(0);
    });
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
};

await main();
