// Compiles the program into `dist/`. With `--if-stale` only when the build is missing or older than its sources.
//
// Each build goes into a folder of its own, which then takes the place of `dist/` in one rename: a build that
// fails or is killed leaves the last good one alone, and two at once cannot mix their files. The one that ends
// last stays.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleBrowserFiles } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const sourceFolders = ["src", "tools/demo"];
/** What browsers are given is bundled, and not compiled with the rest. */
const browserFolder = "src/web/browser";
const settings = [
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "tools/build.mjs",
  "tools/bundle.mjs",
];

const main = async () => {
  removeLeftovers();
  if (process.argv.includes("--if-stale") && isFresh()) return 0;

  const startedAt = Date.now();
  const inputs = listInputs();
  const folder = join(root, `dist.${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    const compiled = compileInto(folder);
    if (compiled !== 0) return compiled;
    copyAssets(folder);
    if (existsSync(join(root, browserFolder)))
      await bundleBrowserFiles(join(root, browserFolder), join(folder, "src/web/public"));
    makeRunnable(folder);
    writeFileSync(join(folder, "built.json"), JSON.stringify({ startedAt, inputs }));
    swapIn(folder);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Fresh: the same files as at the last build, none of them changed since it began. */
const isFresh = () => {
  const built = readBuilt();
  if (built === null) return false;
  const inputs = listInputs();
  const same = inputs.length === built.inputs.length && inputs.every((path, at) => path === built.inputs[at]);
  return same && inputs.every((path) => statSync(join(root, path)).mtimeMs < built.startedAt);
};

const readBuilt = () => {
  try {
    return JSON.parse(readFileSync(join(dist, "built.json"), "utf8"));
  } catch {
    return null;
  }
};

const listInputs = () => [
  ...sourceFolders.flatMap((folder) => listFiles(join(root, folder))),
  ...settings.filter((path) => existsSync(join(root, path))),
];

/** Files below a folder, relative to the project, in a fixed order. */
const listFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => {
          const path = join(folder, entry.name);
          return entry.isDirectory() ? listFiles(path) : [relative(root, path)];
        })
    : [];

const compileInto = (folder) => {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  if (!existsSync(compiler)) {
    process.stderr.write("The build needs its packages first: run `npm ci`.\n");
    return 1;
  }
  const flags = ["-p", join(root, "tsconfig.build.json"), "--outDir", folder, "--noEmitOnError"];
  const { status, error } = spawnSync(process.execPath, [compiler, ...flags], {
    stdio: "inherit",
    cwd: root,
  });
  if (error) process.stderr.write(`The compiler did not start: ${error.message}\n`);
  return status ?? 1;
};

/** What lies beside the sources and is not compiled (pages, styles, fonts) keeps its place. */
const copyAssets = (folder) => {
  for (const path of sourceFolders.flatMap((name) => listFiles(join(root, name)))) {
    if (!/\.tsx?$/.test(path) && !path.startsWith(browserFolder))
      cpSync(join(root, path), join(folder, path));
  }
};

/** The compiler writes plain files; what `npx` starts must be a program. */
const makeRunnable = (folder) => {
  const { bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const programs = Object.values(bin).map((path) => join(folder, relative("dist", path)));
  for (const program of programs.filter(existsSync)) chmodSync(program, 0o755);
};

const swapIn = (folder) => {
  for (let attempt = 1; ; attempt += 1) {
    const old = join(root, `dist.${process.pid}-${randomBytes(4).toString("hex")}`);
    const moved = tryRename(dist, old);
    const placed = tryRename(folder, dist);
    if (moved) rmSync(old, { recursive: true, force: true });
    if (placed) return;
    // Another build put its own folder there between the two renames.
    if (attempt === 20) throw new Error("dist/ could not be replaced: another program keeps writing to it");
  }
};

const tryRename = (from, to) => {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (["ENOENT", "ENOTEMPTY", "EEXIST"].includes(error.code)) return false;
    throw error;
  }
};

/** Folders of builds that were killed; those of running ones carry the id of a living process. */
const removeLeftovers = () => {
  for (const name of readdirSync(root)) {
    const pid = /^dist\.(\d+)-[0-9a-f]{8}$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(root, name), { recursive: true, force: true });
  }
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

process.exitCode = await main();
