// Replays the Dockerfile without an engine, for `.ci/run`: each stage is a folder, and this machine's Node and tools
// stand for the base image. Says how large our own part of the image is, then starts it as the image is started: as
// another user where that is possible, on a tree that cannot be written, with one data folder. `--json` prints the
// findings as one line of JSON.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const context = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Of our own, without the base image. */
const bytesMax = 320e6;
const isRoot = process.getuid?.() === 0;

const main = async () => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-image-"));
  chmodSync(folder, 0o755);
  process.once("SIGINT", () => process.exit(130));
  process.once("exit", () => removeAll(folder));
  const startedAt = performance.now();
  const image = replay(instructionsOf(readFileSync(join(context, "Dockerfile"), "utf8")), folder);
  const replayedAt = performance.now();
  const bytes = bytesBelow(image.root);
  const largest = largestOf(image.root);
  const startMs = await start(image);
  const report = {
    megabytes: Math.round(bytes / 1e5) / 10,
    largest: largest.map(({ name, bytes: size }) => `${name} ${(size / 1e6).toFixed(1)} MB`),
    replaySeconds: Math.round((replayedAt - startedAt) / 1_000),
    startMs: Math.round(startMs),
    user: isRoot ? image.user : "this user",
  };
  if (process.argv.includes("--json")) console.log(JSON.stringify(report));
  else
    console.log(
      `Our own part of the image: ${report.megabytes} MB of at most ${bytesMax / 1e6}; replayed in ${report.replaySeconds} s.\n` +
        `The largest parts: ${report.largest.join(", ")}.\n` +
        `Started as ${report.user} on a tree that cannot be written: ready after ${report.startMs} ms.`,
    );
  if (bytes > bytesMax) throw new Error(`the image is too large: ${report.megabytes} MB`);
};

/** Instructions in their order, each as its word and the rest, with continued lines joined. */
const instructionsOf = (text) =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replace(/\\\n/g, " ")
    .split("\n")
    .map((line) => /^(\w+)\s+(.+?)\s*$/.exec(line))
    .filter((found) => found !== null)
    .map(([, word, rest]) => ({ word, rest }));

/** The last stage, with what the image says about its start. */
const replay = (instructions, folder) => {
  const stages = new Map();
  let stage = null;
  for (const { word, rest } of instructions) {
    if (word === "FROM") {
      const name = / AS (\w+)$/i.exec(rest)?.[1] ?? "image";
      stage = { root: join(folder, name), cwd: "/", env: {}, user: "", command: [], health: [] };
      mkdirSync(stage.root);
      stages.set(name, stage);
    } else step(stage, { word, rest }, stages);
  }
  return stage;
};

const step = (stage, { word, rest }, stages) => {
  if (word === "WORKDIR") {
    stage.cwd = rest;
    mkdirSync(join(stage.root, rest), { recursive: true });
  } else if (word === "COPY") copy(stage, rest.split(/\s+/), stages);
  else if (word === "RUN") run(stage, rest);
  else if (word === "ENV")
    for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
  else if (word === "USER") stage.user = rest;
  else if (word === "CMD") stage.command = JSON.parse(rest);
  else if (word === "HEALTHCHECK") stage.health = JSON.parse(rest.slice(rest.indexOf("[")));
  else if (word !== "EXPOSE" && word !== "VOLUME")
    throw new Error(`tools/image.mjs does not know ${word}, which the Dockerfile uses`);
};

/** From the project's folder only what `.dockerignore` lets through, as an engine does. */
const copy = (stage, words, stages) => {
  const from = words[0].startsWith("--from=") ? words.shift().slice("--from=".length) : null;
  const target = words.pop();
  const into = join(stage.root, resolve(stage.cwd, target));
  for (const source of words) {
    const base = from === null ? join(context, source) : join(stages.get(from).root, source);
    if (from === null && !isSent(source)) throw new Error(`.dockerignore keeps ${source} from the image`);
    const isInto = target.endsWith("/") || words.length > 1;
    cpSync(base, isInto && !lstatSync(base).isDirectory() ? join(into, basename(source)) : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== null || isSent(path.slice(context.length).replace(/^\//, "") || source),
    });
  }
};

const ignoreLines = readFileSync(join(context, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** The last line that names a path, or a folder around it, decides. */
const isSent = (path) => {
  let sent = true;
  for (const line of ignoreLines) {
    const pattern = line.replace(/^!/, "").replace(/\/$/, "");
    if (pattern === "*" || path === pattern || path.startsWith(`${pattern}/`)) sent = line.startsWith("!");
  }
  return sent;
};

/** The base image has no compiler: what needs one fails there, and so it does here. */
const run = (stage, command) => {
  const own = command
    .replaceAll(" /data", ` ${stage.root}/data`)
    // Only root gives a folder to somebody else.
    .replace(isRoot ? / {2,}/g : /-o \d+ -g \d+ /g, isRoot ? " " : "");
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", own], {
    cwd: join(stage.root, stage.cwd),
    env: {
      ...basicEnv(),
      ...stage.env,
      npm_config_prefer_offline: "true",
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false",
      ...{ CC: "/bin/false", CXX: "/bin/false" },
    },
    encoding: "utf8",
    maxBuffer: 64e6,
  });
  if (status !== 0)
    throw new Error(`a step of the Dockerfile failed: ${command}
${stdout}${stderr}`);
};

/** What npm needs of this machine, and nothing of whoever runs this. */
const basicEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(?:PATH|HOME|npm_config_(?:cache|registry|cafile)|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(
        name,
      ),
    ),
  );

/** In the blocks of 4 kB that a disk gives to files. */
const bytesBelow = (path) => {
  const found = lstatSync(path);
  if (!found.isDirectory()) return Math.ceil(found.size / 4_096) * 4_096;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
};

/** Packages, and what lies beside them. */
const largestOf = (root) => {
  const app = join(root, "app");
  const packages = join(app, "node_modules");
  const names = readdirSync(packages).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(packages, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  const parts = [
    ...names.map((name) => ({ name, bytes: bytesBelow(join(packages, name)) })),
    ...readdirSync(app)
      .filter((name) => name !== "node_modules")
      .map((name) => ({ name: `/app/${name}`, bytes: bytesBelow(join(app, name)) })),
  ];
  return parts.sort((one, other) => other.bytes - one.bytes).slice(0, 8);
};

/** Milliseconds until `/readyz` answers. */
const start = async (image) => {
  const app = join(image.root, "app");
  const data = join(image.root, "data");
  // An engine mounts it.
  writeFileSync(join(app, "providers.json"), '{"beta":{"bank":"Beta","url":"http://127.0.0.1:9"}}');
  spawnSync("chmod", ["-R", "a-w", app]);
  chmodSync(image.root, 0o555);
  const [uid, gid] = image.user.split(":").map(Number);
  if (!(uid > 0)) throw new Error("the image must name a user by number, and not root");
  if (isRoot && statSync(data).uid !== uid) throw new Error("the data folder is not the user's own");
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    ...Object.fromEntries(
      Object.entries(image.env).map(([name, value]) => [
        name,
        value.replace(/^(sqlite:)?(\/(?:app|data)\/)/, `$1${image.root}$2`),
      ]),
    ),
    ...{ HOST: "127.0.0.1", PORT: String(port), ROLES: "api" },
    ...{ SECRET: "of-the-replayed-image-0123456789-abcdefgh", TMPDIR: app },
  };
  const asUser = { cwd: app, env, ...(isRoot ? { uid, gid } : {}) };
  const before = bytesBelow(app);
  const startedAt = performance.now();
  const [command, ...words] = image.command;
  const service = spawn(command, words, { ...asUser, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  service.stderr.on("data", (part) => {
    said += part;
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`, service, () => said);
    const readyMs = performance.now() - startedAt;
    if (spawnSync(image.health[0], image.health.slice(1), asUser).status !== 0)
      throw new Error("the health check of the image fails");
    if (!existsSync(join(data, "deresegn.sqlite"))) throw new Error("the database is not in the data folder");
    if (bytesBelow(app) !== before) throw new Error("something was written outside the data folder");
    service.kill("SIGTERM");
    const [code] = await once(service, "exit");
    if (code !== 0) throw new Error(`the service did not stop well: ${code} ${said}`);
    return readyMs;
  } finally {
    service.kill("SIGKILL");
  }
};

const untilReady = async (url, service, said) => {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    if (service.exitCode !== null) throw new Error(`the service ended: ${said()}`);
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    await delay(50);
  }
  throw new Error(`the service is not ready after a minute: ${said()}`);
};

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
};

/** A folder that may not be written cannot be emptied by its owner. */
const removeAll = (folder) => {
  spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
};

await main();
