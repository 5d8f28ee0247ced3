// Runs a TypeScript program of this project that is no part of the build: `node tools/run.mjs <file.ts> [arguments]`.
//
// It is compiled, with what it imports and the files beside it, into a folder of its own that goes when it ends.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

const main = (script, args) => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-run-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const program = join(folder, relative(root, script)).replace(/\.ts$/, ".js");
  try {
    compile(script, folder);
  } catch (error) {
    remove();
    throw error;
  }
  const child = spawn(process.execPath, [program, ...args], { stdio: "inherit" });
  // The program gets them, too, and may have something to put in order first.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    remove();
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
};

const compile = (script, folder) => {
  for (const name of ["node_modules", "fixtures"]) symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, "src"), join(folder, "src"), { recursive: true, filter: isNoCode });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noEmit: false, noCheck: true, sourceMap: false, rootDir: root, outDir: folder },
      files: [script],
      include: [join(dirname(script), "*.ts")],
    }),
  );
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [compiler, "-p", folder], { stdio: "inherit" });
};

const isNoCode = (path) => statSync(path).isDirectory() || !path.endsWith(".ts");

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  process.stderr.write("Usage: node tools/run.mjs <file.ts> [arguments]\n");
  process.exitCode = 2;
} else {
  main(resolve(script), args);
}
