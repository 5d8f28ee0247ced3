import { tmpdir } from "node:os";
import { readEnvironment } from "../../src/config/config.ts";
import { isStartProblem } from "../../src/core/start-problem.ts";
import { startDemo } from "./start-demo.ts";

/** `npm run demo`. Ends with Ctrl-C; a second Ctrl-C does not wait. */
const main = async (): Promise<void> => {
  const demo = await startDemo({
    env: readEnvironment(),
    temporaryFolder: tmpdir(),
    now: () => new Date(),
  });
  process.stdout.write(demo.guide);
  let isStopping = false;
  const end = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    demo.stop().catch(tell);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  await demo.broken.catch(async (error: unknown) => {
    await demo.stop();
    throw error;
  });
};

const tell = (error: unknown): void => {
  const sentence = isStartProblem(error) ? error.message : error instanceof Error ? error.stack : error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
};

main().catch(tell);
