import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { startLineProcess } from "../../tools/line-process.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * Compiles one script and what it imports, for processes that cannot read TypeScript: of this folder by its name, of
 * another by its path from the project's folder, without its ending.
 */
export const compileScript = (name: string): { readonly path: string; readonly remove: () => void } => {
  const script = name.includes("/") ? name : `test/support/${name}`;
  const folder = mkdtempSync(join(tmpdir(), "deresegn-compiled-"));
  chmodSync(folder, 0o755);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noEmit: false, noCheck: true, rootDir: root, outDir: folder },
      files: [join(root, `${script}.ts`)],
      include: [],
    }),
  );
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
  return {
    path: join(folder, `${script}.js`),
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
  const child = startLineProcess(command, [...before, script, ...args]);
  onTestFinished(child.kill);
  return {
    ...child,
    hear: async (): Promise<unknown> => {
      const line = await child.hear();
      if (line === null) throw new Error("the process ended without an answer");
      return line;
    },
  };
};
