import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort } from "../../tools/postgres/server.ts";
import type { Certificate } from "./certificates.ts";

const versions = "/usr/lib/postgresql";

/** The folder of PostgreSQL's own programs as Debian installs them, of the newest version; null where there is none. */
export const installedPostgres: string | null = (() => {
  const found = existsSync(versions) ? readdirSync(versions).map(Number) : [];
  const newest = Math.max(...found);
  return found.length === 0 ? null : join(versions, String(newest), "bin");
})();

/** The server refuses to run as root; an id that belongs to no user. */
const owner = process.getuid?.() === 0 ? 65_534 : undefined;
const asOwner = owner === undefined ? {} : { uid: owner, gid: owner };

const readAsOwner = { ...asOwner, env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" } };

/** A PostgreSQL server of its own on loopback, which may be killed and started again; removed after the test. */
type InstalledServer = Awaited<ReturnType<typeof createServer>>;

/** An empty one that standbys may follow. */
export const createInstalledServer = async (
  settings: readonly string[] = [],
  certificate?: Certificate,
): Promise<InstalledServer> =>
  createServer(settings, (data) => {
    programOf("initdb", ["-D", data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
    if (certificate !== undefined) speakTls(data, certificate);
  });

/** Over TLS alone. */
const speakTls = (data: string, { certificatePem, keyPem }: Certificate): void => {
  for (const [name, pem] of Object.entries({ "server.crt": certificatePem, "server.key": keyPem })) {
    writeFileSync(join(data, name), pem, { mode: 0o600 });
    if (owner !== undefined) chownSync(join(data, name), owner, owner);
  }
  appendFileSync(join(data, "postgresql.conf"), "ssl = on\n");
  writeFileSync(join(data, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n");
};

/** A copy of a running one that follows it until it is promoted. */
export const createStandby = async (primary: InstalledServer): Promise<InstalledServer> =>
  createServer([], (data) => {
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "tests"];
    programOf("pg_basebackup", [...from, "-D", data, "-R", "-X", "stream", "--checkpoint=fast"]);
  });

const programOf = (name: string, args: readonly string[]): void => {
  if (installedPostgres === null) throw new Error("These tests need PostgreSQL: apt-get install postgresql");
  execFileSync(join(installedPostgres, name), [...args], { ...readAsOwner, stdio: "pipe" });
};

const createServer = async (settings: readonly string[], fill: (data: string) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-server-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (owner !== undefined) chownSync(folder, owner, owner);
  const data = join(folder, "data");
  fill(data);
  const port = await freePort();
  const url = new URL(`postgres://tests@127.0.0.1:${port}/postgres`);

  const start = async () => {
    const options = ["unix_socket_directories=", "shared_buffers=32MB", "max_connections=100", ...settings];
    const args = [
      "-D",
      data,
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      ...options.flatMap((one) => ["-c", one]),
    ];
    const child = spawn(join(installedPostgres ?? "", "postgres"), args, { ...readAsOwner, stdio: "ignore" });
    const ended = once(child, "exit");
    await untilItAnswers(url.href, ended);
    return { child, ended };
  };

  let running = await start();
  /** All of its processes at once, as a machine dies. */
  const kill = async () => {
    const pid = running.child.pid ?? 0;
    for (const one of [pid, ...childrenOf(pid)]) signal(one, "SIGKILL");
    if (running.child.exitCode === null && running.child.signalCode === null) await running.ended;
  };
  onTestFinished(kill);
  return {
    url: url.href,
    host: url.host,
    port,
    data,
    kill,
    start: async () => {
      running = await start();
    },
    /** As an operator restarts it: it ends the connections, and comes again. */
    restart: async () => {
      running.child.kill("SIGINT");
      await running.ended;
      running = await start();
    },
    /** It goes on holding its connections, and answers nothing. */
    freeze: () => {
      for (const one of [running.child.pid ?? 0, ...childrenOf(running.child.pid ?? 0)])
        signal(one, "SIGSTOP");
    },
    thaw: () => {
      for (const one of [running.child.pid ?? 0, ...childrenOf(running.child.pid ?? 0)])
        signal(one, "SIGCONT");
    },
    /** From now on it takes writes. */
    promote: () => programOf("pg_ctl", ["promote", "-w", "-D", data]),
    ask: (text: string) => ask(url.href, text),
  };
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
};

const childrenOf = (pid: number): readonly number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

const ask = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {}); // the failed call says it, too
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
};

const untilItAnswers = async (url: string, ended: Promise<unknown[]>): Promise<void> => {
  for (;;) {
    const end = await Promise.race([ended, delay(50)]);
    if (end) throw new Error(`PostgreSQL did not start (${String(end[0])})`);
    const answer = await ask(url, "select 1").catch((error: unknown) => error);
    // One that speaks TLS alone says so.
    if (Array.isArray(answer) || (answer instanceof pg.DatabaseError && answer.code === "28000")) return;
  }
};
