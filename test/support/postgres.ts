import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "../../tools/postgres/server.ts";

/** Where the tests find PostgreSQL, or why they do not. */
export type PostgresFound = { readonly url: string } | { readonly problem: string };

declare module "vitest" {
  interface ProvidedContext {
    /** Answers with a `PostgresFound` as JSON. */
    postgresAt: string;
  }
}

/**
 * One server for the whole run, started by the first test that asks for it: most runs of a few files need none.
 * Where none can run, each test that needs it fails and says why.
 */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let starting: Promise<PostgresServer> | null = null;
  const find = async (): Promise<PostgresFound> => {
    const given = process.env.TEST_POSTGRES_URL;
    if (given) return { url: given };
    try {
      starting ??= startPostgres();
      return { url: (await starting).url };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  };
  const door = createServer(async (_, reply) => {
    reply.setHeader("connection", "close");
    reply.end(JSON.stringify(await find()));
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const { port } = door.address() as AddressInfo;
  provide("postgresAt", `http://127.0.0.1:${port}`);
  return async () => {
    door.close();
    const server = await starting?.catch(() => null);
    await server?.stop();
  };
};
