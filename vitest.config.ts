import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** `--mode full`, as `npm run test:full` has it, adds the long tests: `*.full.test.ts`, and more examples of the others. */
export default defineConfig(({ mode }) => {
  const isFull = mode === "full";
  return {
    test: {
      include: ["test/**/*.test.ts"],
      exclude: [...configDefaults.exclude, ...(isFull ? [] : ["**/*.full.test.ts"])],
      provide: { isFull },
      setupFiles: ["test/support/setup.ts"],
      globalSetup: ["test/support/build.ts", "test/support/scratch.ts", "test/support/postgres.ts"],
      // Modules are loaded once for each worker: no test changes what another one sees of them.
      isolate: false,
      // Left alone, the runner keeps a core for itself. A short test waits a fifth of its time, a long one does not.
      maxWorkers: availableParallelism() + (isFull ? 0 : 1),
      // It only ends what hangs: a property with all its examples takes minutes on a machine that does other work beside.
      testTimeout: isFull ? 300_000 : 90_000,
      // What is awaited ends the wait: a slow machine needs longer, and fails no test by it.
      expect: { poll: { timeout: 30_000, interval: 10 } },
      hookTimeout: 60_000,
    },
  };
});
