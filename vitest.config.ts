import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgres.ts"],
    // Modules are loaded once for each worker: no test changes what another one sees of them.
    isolate: false,
    // One worker a core: left alone, the runner keeps a core for itself, half of a small machine.
    maxWorkers: availableParallelism(),
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
