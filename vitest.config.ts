import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts", "test/support/postgres.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
