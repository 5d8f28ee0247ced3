import { defineConfig } from "vitest/config";

/** `npm run test:e2e`: the pages in a real browser, `*.e2e.ts`. Needs Chromium; see `test/support/chromium.ts`. */
export default defineConfig({
  test: {
    include: ["test/e2e/**/*.e2e.ts"],
    provide: { isFull: false },
    setupFiles: ["test/support/setup.ts"],
    globalSetup: ["test/support/build.ts", "test/support/scratch.ts"],
    // Each file has a browser of its own, which needs a core.
    fileParallelism: false,
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
  },
});
