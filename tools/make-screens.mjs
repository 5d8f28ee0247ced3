// Draws the corpus of screenshots again: node tools/make-screens.mjs [folder] [seed]. Needs Chromium, from the
// system or named by CHROMIUM. The pictures are kept in the tree, so nothing but a change of them needs this.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
// Below node_modules, where the compiled programs find their packages and git looks at nothing.
const folder = join(root, "node_modules", ".cache", "screens");
const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
const [target = join(root, "fixtures", "screens"), seed = "20261120"] = process.argv.slice(2);

const flags = ["-p", join(root, "tools", "screens", "tsconfig.json"), "--outDir", folder];
const { status } = spawnSync(process.execPath, [compiler, ...flags], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
const { makeScreens } = await import(pathToFileURL(join(folder, "tools", "screens", "make.js")).href);
await makeScreens(target, process.env.CHROMIUM ?? "chromium", Number(seed));
rmSync(folder, { recursive: true, force: true });
