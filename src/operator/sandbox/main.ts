import { answersTable, listAnswers, meaningsTable } from "./answers.ts";
import { loadCases } from "./cases.ts";
import { createSandbox } from "./sandbox.ts";

const fixturesFolder = "fixtures";
const [, , portText = "3100", host = "127.0.0.1"] = process.argv;

/** `npm run sandbox -- [port] [host]`: one port per provider, from `port` (3100) upwards. Runs from the project's folder. */
const start = async (): Promise<void> => {
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 0 || port > 65_000) throw new Error(`${portText} is no port`);
  const now = () => new Date();
  const cases = loadCases(fixturesFolder);
  const sandbox = createSandbox({ cases, now });
  const { settings } = await sandbox.listen(port, host);
  const answers = listAnswers(cases, now());
  process.stdout.write(
    `providers.json for this sandbox:\n${JSON.stringify(settings, null, 2)}\n\n` +
      `${meaningsTable(answers)}\n\n${answersTable(answers)}\n`,
  );
  const stop = () => void sandbox.close();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
};

start().catch((cause: unknown) => {
  process.stderr.write(
    `The sandbox cannot start: ${cause instanceof Error ? cause.message : String(cause)}\n`,
  );
  process.exitCode = 1;
});
