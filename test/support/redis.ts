import { onTestFinished } from "vitest";
import { type RedisOptions, startRedis as startServer } from "../../tools/redis/server.ts";
import { temporaryFolder } from "./temporary-store.ts";

/**
 * A real Redis on loopback that keeps nothing on the disk, ended after the test. Where none is installed the test fails
 * and says so.
 */
export const startRedis = async (options: RedisOptions = {}) => {
  const server = await startServer(temporaryFolder(), options);
  onTestFinished(server.kill);
  return server;
};
