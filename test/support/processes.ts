import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Compiles one script of this folder and what it imports, for processes that cannot read TypeScript. */
export const compileScript = (name: string): { readonly path: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-compiled-"));
  chmodSync(folder, 0o755);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noEmit: false, noCheck: true, rootDir: root, outDir: folder },
      files: [join(root, "test/support", `${name}.ts`)],
      include: [],
    }),
  );
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
  return {
    path: join(folder, "test/support", `${name}.js`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

type Options = { readonly args: readonly string[]; readonly unprivileged?: boolean };

/**
 * Command and first arguments of a Node that permissions bind, also when the tests run as root: root without its
 * capabilities, which still reads its own files. Another user might not reach the folder the tests lie in.
 */
export const boundNode = (): readonly [string, ...string[]] =>
  process.getuid?.() === 0
    ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all", process.execPath]
    : [process.execPath];

/**
 * Starts a compiled script that speaks JSON lines; killed after the test at the latest. `unprivileged`: bound
 * by permissions.
 */
export const startProcess = (script: string, { args, unprivileged = false }: Options) => {
  const [command, ...before] = unprivileged ? boundNode() : [process.execPath];
  const child = spawn(command, [...before, script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (order: unknown) => child.stdin.write(`${JSON.stringify(order)}\n`),
    hear: async (): Promise<unknown> => {
      const { value, done } = await lines.next();
      if (done) throw new Error("the process ended without an answer");
      return JSON.parse(value);
    },
    kill,
  };
};
