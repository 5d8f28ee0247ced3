import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@keyv/redis";
import { onTestFinished } from "vitest";
import { freePort } from "../../tools/postgres/server.ts";
import { temporaryFolder } from "./temporary-store.ts";

const password = "a-password-of-the-tests";

/**
 * A real Redis on loopback that keeps nothing on the disk, ended after the test. Where none is installed the test fails
 * and says so.
 */
export const startRedis = async () => {
  const port = await freePort();
  const folder = temporaryFolder();
  const args =
    `--port ${port} --bind 127.0.0.1 --appendonly no --requirepass ${password} --dir ${folder}`.split(" ");
  const url = `redis://:${password}@127.0.0.1:${port}`;

  const start = async () => {
    const child = spawn("redis-server", [...args, "--save", ""], { stdio: "ignore" });
    const ended = once(child, "exit");
    await Promise.race([
      once(child, "spawn"),
      once(child, "error").then(() => {
        throw new Error("These tests need redis-server: apt-get install redis-server");
      }),
    ]);
    await untilItAnswers(url);
    return { child, ended };
  };

  let running = await start();
  const kill = async () => {
    running.child.kill("SIGCONT");
    running.child.kill("SIGKILL");
    await running.ended;
  };
  onTestFinished(kill);
  return {
    url,
    port,
    kill,
    /** Again, on the same port, with nothing in it. */
    restart: async () => {
      running = await start();
    },
    /** It goes on holding its connections, and answers nothing. */
    freeze: () => void running.child.kill("SIGSTOP"),
    thaw: () => void running.child.kill("SIGCONT"),
  };
};

const untilItAnswers = async (url: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = createClient({ url, socket: { reconnectStrategy: false } });
    client.on("error", () => {});
    try {
      await client.connect();
      return client.destroy();
    } catch (error) {
      if (attempt === 100) throw error;
    }
    await delay(50);
  }
};
