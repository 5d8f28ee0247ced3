import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { satisfies } from "semver";
import { describe, expect, test } from "vitest";
import { imageOptions, imageVariables } from "../../tools/chat/program.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const root = resolve(import.meta.dirname, "../..");
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

type Json = Record<string, unknown>;
type Files = { readonly manifest: Json; readonly lockfile: { readonly packages: Record<string, Json> } };

/** What the check of CI says of the project's own files, changed like this. */
const check = (change: (files: Files) => void = () => undefined) => {
  const folder = temporaryFolder();
  const files: Files = {
    manifest: JSON.parse(textOf("package.json")),
    lockfile: JSON.parse(textOf("package-lock.json")),
  };
  change(files);
  writeFileSync(join(folder, "package.json"), JSON.stringify(files.manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(files.lockfile));
  const { status, stderr } = spawnSync(process.execPath, [join(root, "tools/lockfile.mjs")], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, problems: stderr.trim() };
};

const zod = ({ lockfile }: Files): Json => lockfile.packages["node_modules/zod"] ?? {};

describe("what is installed", () => {
  test("is what the project has chosen", () => {
    expect(check()).toEqual({ status: 0, problems: "" });
  });

  test.each<[string, (files: Files) => void, string]>([
    [
      "a package without a fingerprint",
      (files) => void delete zod(files).integrity,
      "zod has no SHA-512 integrity",
    ],
    [
      "a weak fingerprint",
      (files) => Object.assign(zod(files), { integrity: "sha1-AAAA" }),
      "zod has no SHA-512",
    ],
    [
      "a package from a place of its own",
      (files) => Object.assign(zod(files), { resolved: "https://elsewhere.example/zod.tgz" }),
      "zod comes from a place of its own",
    ],
    [
      "a package from a folder",
      (files) => Object.assign(zod(files), { link: true, resolved: "../zod" }),
      "zod comes from",
    ],
    [
      "a range of versions",
      ({ manifest }) => Object.assign(manifest.dependencies as Json, { zod: "^4.0.0" }),
      "zod ^4.0.0 is no exact version",
    ],
    [
      "a lockfile of another version",
      ({ manifest }) => Object.assign(manifest.dependencies as Json, { zod: "4.0.0" }),
      "zod is not the 4.0.0 of package.json",
    ],
    [
      "an install script",
      ({ manifest }) => Object.assign(manifest.allowScripts as Json, { sharp: true }),
      "allows install scripts of sharp",
    ],
    [
      "an empty lockfile",
      ({ lockfile }) => {
        for (const name of Object.keys(lockfile.packages)) delete lockfile.packages[name];
      },
      "names no package",
    ],
  ])("is refused with %s", (_why, change, problem) => {
    const { status, problems } = check(change);
    expect(problems).toContain(problem);
    expect(status).toBe(1);
  });

  test("runs on every Node that the project supports, so that npm ci warns of nothing", () => {
    const { packages } = JSON.parse(textOf("package-lock.json")) as Files["lockfile"];
    // npm skips an optional package that does not fit, and prints no warning about it.
    const required = Object.entries(packages).filter(([, { optional }]) => optional !== true);
    const unsupported = ["20.19.0", "20.20.2", "24.21.0", process.versions.node].flatMap((node) =>
      required.flatMap(([path, { engines }]) => {
        const range = (engines as { readonly node?: string } | undefined)?.node;
        return range === undefined || satisfies(node, range) ? [] : [`${path} needs ${range}, not ${node}`];
      }),
    );
    expect(unsupported).toEqual([]);
  });

  test("is checked before anything is installed, and written down", () => {
    const steps = textOf(".ci/run").match(/step "(?:lockfile|install|sbom)" .+/g);
    expect(steps).toEqual([
      'step "lockfile" node tools/lockfile.mjs',
      'step "install" npm ci',
      'step "sbom" npm run --silent sbom',
    ]);
  });
});

describe("the image", () => {
  const lines = textOf("Dockerfile")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => !line.startsWith("#"));

  test("runs no script of a package", () => {
    const installs = lines.flatMap((line) => line.match(/npm (?:ci|install|i|rebuild|exec)\b[^&|)]*/g) ?? []);
    expect(installs.map((line) => line.trim())).toEqual([
      "npm ci --ignore-scripts",
      "npm ci --omit=dev --ignore-scripts",
    ]);
  });

  test("runs as a user by number who is not root, and who alone reads the data", () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")));
    expect(last.filter((line) => line.startsWith("USER "))).toEqual(["USER 1000:1000"]);
    expect(last).toContain("RUN install -d -m 700 -o 1000 -g 1000 /data");
  });

  test("starts the program as `npm start` and the tools that measure it do", () => {
    const [start] = lines.filter((line) => line.startsWith("CMD ")).slice(-1);
    const command = ["node", ...imageOptions, "dist/src/main.js"];
    expect(start).toBe(`CMD ${JSON.stringify(command).replaceAll(",", ", ")}`);
    expect(JSON.parse(textOf("package.json")).scripts.start).toContain(` && ${command.join(" ")}`);
    const variables = Object.entries(imageVariables).map(([name, value]) => `${name}=${value}`);
    expect(lines).toContain(`ENV ${variables.join(" ")}`);
  });

  test("tells what is in it", () => {
    expect(lines).toContain("COPY --from=packages /app/sbom.cdx.json ./");
  });
});
