import type { TestProject } from "vitest/node";
import { startPostgres } from "../../tools/postgres/server.ts";

/** Where the tests find PostgreSQL, or why they do not. */
export type PostgresFound = { readonly url: string } | { readonly problem: string };

declare module "vitest" {
  interface ProvidedContext {
    postgres: PostgresFound;
  }
}

/** One server for the whole run. Where none can run, each test that needs it fails and says why. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const given = process.env.TEST_POSTGRES_URL;
  if (given) {
    provide("postgres", { url: given });
    return async () => {};
  }
  try {
    const server = await startPostgres();
    provide("postgres", { url: server.url });
    return server.stop;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nTests on PostgreSQL will fail: ${problem}\n\n`);
    provide("postgres", { problem });
    return async () => {};
  }
};
