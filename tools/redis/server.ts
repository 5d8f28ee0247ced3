import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@keyv/redis";
import { freePort } from "../postgres/server.ts";

type Certificate = { readonly certificatePem: string; readonly keyPem: string };

export type RedisOptions = {
  /** What it shows as the host `127.0.0.1`; with it, it speaks TLS alone. */
  readonly certificate?: Certificate;
  /** Who may use it besides its own user. */
  readonly user?: string;
  /** Whose settings it has, besides where it listens and that it keeps nothing. */
  readonly settingsFile?: string;
};

/** A real Redis on loopback, which keeps nothing on the disk. Rejects where none is installed, and says so. */
export const startRedis = async (
  folder: string,
  { certificate, user = "", settingsFile }: RedisOptions = {},
) => {
  const ownPassword = settingsFile && /^requirepass (\S+)$/m.exec(readFileSync(settingsFile, "utf8"))?.[1];
  const password = ownPassword ?? "a-password-of-the-tests";
  const port = await freePort();
  const args = [
    ...(settingsFile === undefined ? [] : [settingsFile]),
    ...`--bind 127.0.0.1 --appendonly no --requirepass ${password} --dir ${folder}`.split(" "),
    ...(certificate === undefined ? ["--port", String(port)] : withTls(port, folder, certificate)),
    ...(user === "" ? [] : ["--user", user, "on", `>${password}`, "~*", "&*", "+@all"]),
  ];
  const url = `${certificate === undefined ? "redis" : "rediss"}://${user}:${password}@127.0.0.1:${port}`;

  const start = async () => {
    const child = spawn("redis-server", [...args, "--save", ""], { stdio: "ignore" });
    const ended = once(child, "exit");
    await Promise.race([
      once(child, "spawn"),
      once(child, "error").then(() => {
        throw new Error("redis-server is needed here: apt-get install redis-server");
      }),
    ]);
    await untilItAnswers(url, certificate?.certificatePem);
    return { child, ended };
  };

  let running = await start();
  const kill = async () => {
    running.child.kill("SIGCONT");
    running.child.kill("SIGKILL");
    await running.ended;
  };
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

const withTls = (
  port: number,
  folder: string,
  { certificatePem, keyPem }: Certificate,
): readonly string[] => {
  const [certificateFile, keyFile] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  writeFileSync(certificateFile, certificatePem);
  writeFileSync(keyFile, keyPem);
  const files = ["--tls-cert-file", certificateFile, "--tls-key-file", keyFile];
  return ["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no", ...files];
};

const untilItAnswers = async (url: string, certificate?: string): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    const client = createClient({
      url,
      // Whom it may show is what the tests are about.
      socket: {
        reconnectStrategy: false,
        ...(certificate && {
          ca: certificate,
          allowPartialTrustChain: true,
          checkServerIdentity: () => undefined,
        }),
      },
    });
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

export type RedisServer = Awaited<ReturnType<typeof startRedis>>;
