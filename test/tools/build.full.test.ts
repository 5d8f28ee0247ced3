import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-store.ts";

const root = resolve(import.meta.dirname, "../..");

/** A project of two files with this project's build. */
const createProject = () => {
  const folder = temporaryFolder();
  for (const name of ["src", "tools/demo/page", "tools"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of [
    "tsconfig.json",
    "tsconfig.build.json",
    "tools/build.mjs",
    "tools/bundle.mjs",
    "package.json",
  ])
    copyFileSync(join(root, name), join(folder, name));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("src/main.ts", 'import { one } from "./one.ts";\nprocess.stdout.write(String(one));\n');
  write("src/one.ts", "export const one: number = 1;\n");
  write("tools/demo/page/style.css", "p {}\n");

  const build = async (...flags: string[]) => {
    const child = spawn(process.execPath, [join(folder, "tools/build.mjs"), ...flags]);
    const [output, [code]] = await Promise.all([textOf(child.stdout), once(child, "exit")]);
    return { output, code };
  };
  const run = async () => {
    const child = spawn(process.execPath, [join(folder, "dist/src/main.js")]);
    return textOf(child.stdout);
  };
  const startedAt = (): number => JSON.parse(readFileSync(join(folder, "dist/built.json"), "utf8")).startedAt;
  const folders = () => readdirSync(folder).filter((name) => name.startsWith("dist"));
  return { folder, write, build, run, startedAt, folders };
};

describe("the build", () => {
  test("compiles what runs, keeps what lies beside it, and leaves one folder", async () => {
    const project = createProject();
    expect(await project.build()).toEqual({ output: "", code: 0 });
    expect(await project.run()).toBe("1");
    expect(existsSync(join(project.folder, "dist/tools/demo/page/style.css"))).toBe(true);
    expect(project.folders()).toEqual(["dist"]);
  });

  test("if stale, happens only when a source is newer, new or gone", async () => {
    const project = createProject();
    await project.build();
    const first = project.startedAt();
    await project.build("--if-stale");
    expect(project.startedAt()).toBe(first);

    const later = new Date(first + 1_000);
    utimesSync(join(project.folder, "tsconfig.json"), later, later);
    await project.build("--if-stale");
    const second = project.startedAt();
    expect(second).toBeGreaterThan(first);

    utimesSync(join(project.folder, "tsconfig.json"), new Date(0), new Date(0));
    project.write("src/main.ts", "process.stdout.write('2');\n");
    rmSync(join(project.folder, "src/one.ts"));
    await project.build("--if-stale");
    expect(await project.run()).toBe("2");
    expect(existsSync(join(project.folder, "dist/src/one.js"))).toBe(false);
  });

  test("that fails shows why and leaves the last good one", async () => {
    const project = createProject();
    await project.build();
    project.write("src/one.ts", 'export const one: number = "one";\n');
    const { output, code } = await project.build();
    expect(code).not.toBe(0);
    expect(output).toContain("src/one.ts(1,14): error TS2322");
    expect(await project.run()).toBe("1");
    expect(project.folders()).toEqual(["dist"]);
  });

  test("is whole when several run at once", async () => {
    const project = createProject();
    const builds = await Promise.all([1, 2, 3, 4].map(() => project.build()));
    expect(builds).toEqual(builds.map(() => ({ output: "", code: 0 })));
    expect(await project.run()).toBe("1");
    expect(project.folders()).toEqual(["dist"]);
  });

  test("removes what a killed one left, and nothing of a running one", async () => {
    const project = createProject();
    const killed = spawn(process.execPath, ["-e", ""]);
    await once(killed, "exit");
    const living = `dist.${process.pid}-89abcdef`;
    mkdirSync(join(project.folder, `dist.${killed.pid}-01234567`));
    mkdirSync(join(project.folder, living));
    await project.build();
    expect(project.folders()).toEqual(["dist", living]);
  });
});
