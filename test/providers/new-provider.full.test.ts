import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve as pathOf } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

const root = pathOf(import.meta.dirname, "../..");
const copied = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "biome.json",
  "vitest.config.ts",
  "providers.example.json",
  "src",
  "fixtures",
  "tools",
  "test/providers/providers.test.ts",
  "test/support",
];

/** Nothing of this test run's own variables, which would make a runner inside it another one of its workers. */
const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };

const createCopy = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-copy-"));
  mkdirSync(join(folder, "test"));
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
};

const run = (folder: string, script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [join(folder, script), ...args], { cwd: folder, env, encoding: "utf8" });

/** Starts a program that goes on. @returns what it says where `wanted` has its group. */
const startUntil = async (
  folder: string,
  script: string,
  args: readonly string[],
  more: object,
  wanted: RegExp,
) => {
  const child = spawn(process.execPath, [join(folder, script), ...args], {
    cwd: folder,
    env: { ...env, ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      said += part;
      const found = wanted.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`${script} ended: ${said}`)));
  });
};

/** A service over the sandbox of the copy, as an operator would start both. */
const startService = async (folder: string) => {
  const addresses = /this sandbox:\n(\{[\s\S]*?\n\})\n/;
  const providers = await startUntil(folder, "dist/src/operator/sandbox/main.js", ["0"], {}, addresses);
  writeFileSync(join(folder, "providers.json"), providers);
  const settings = { ROLES: "api", PORT: "0", SECRET: "S3cret-of-the-tests-0123456789-abcdefgh" };
  const url = await startUntil(folder, "dist/src/main.js", [], settings, /listening at (http:[^"]+)"/);
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: reply.status, body: (await reply.json()) as Record<string, Record<string, unknown>> };
  };
  return { post };
};

/** A label that nobody takes: who follows the README has its own in the tree. */
describe("npm run new:provider sampi", () => {
  let folder: string;
  beforeAll(() => {
    folder = createCopy();
    execFileSync("npm", ["run", "--silent", "new:provider", "sampi"], { cwd: folder, env });
    run(folder, "tools/build.mjs");
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("writes one file, one folder and one line, formatted and without a fault", () => {
    expect(readdirSync(join(folder, "fixtures/sampi")).sort()).toEqual([
      ...["cut", "format-changed", "mismatch-reference", "never", "not-found", "pending", "reversed"],
      ...["server-error", "slow", "verified"],
    ]);
    const registry = (at: string) => readFileSync(join(at, "src/providers/index.ts"), "utf8").split("\n");
    expect(registry(folder).filter((line) => !registry(root).includes(line))).toEqual([
      'export { sampi } from "./sampi.ts";',
    ]);
    expect(JSON.parse(readFileSync(join(folder, "providers.example.json"), "utf8"))).toMatchObject({
      sampi: { bank: "Sampi Bank", url: "https://receipts.sampi.example" },
    });
    const biome = "node_modules/@biomejs/biome/bin/biome";
    run(folder, biome, "check", "--vcs-enabled=false", "src/providers/sampi.ts", "src/providers/index.ts");
  });

  test("gives cases of every kind, which meet the conformance test", () => {
    const report = run(
      folder,
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=json",
      "test/providers/providers.test.ts",
      "-t",
      "sampi",
    );
    const { numPassedTests, numFailedTests } = JSON.parse(report.slice(report.indexOf("{")));
    expect({ numPassedTests, numFailedTests }).toEqual({ numPassedTests: 13, numFailedTests: 0 });
  });

  test("is a route that answers with the record, and finds its references in a message", async () => {
    const { post } = await startService(folder);
    const { receipt } = JSON.parse(
      readFileSync(join(folder, "fixtures/sampi/verified/expected.json"), "utf8"),
    );
    const printed = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    const verified = {
      status: 200,
      body: { status: "success", data: { ...receipt, payment_date: printed }, meta: { provider: "sampi" } },
    };
    const reference = "SA26319AB2CD";
    expect(await post("/api/verify-sampi", { reference })).toMatchObject(verified);
    expect(await post("/api/verify", { text: `Paid, see ${reference}.` })).toMatchObject(verified);
    expect(await post("/api/verify-sampi", { reference: "SA26319ZZZZZ" })).toMatchObject({
      status: 404,
      body: { error: { code: "receipt_not_found" } },
    });
    expect(await post("/api/verify-sampi", { reference: "SA2631" })).toMatchObject({
      status: 400,
      body: { error: { code: "reference_malformed", param: "reference" } },
    });
    // One that lost its first letter is told from other words.
    expect(await post("/api/verify", { text: "Paid, see A26319AB2CD." })).toMatchObject({
      status: 400,
      body: { error: { code: "reference_malformed" } },
    });
  });

  test("takes another prefix where the label's own is another bank's, and says so", () => {
    const other = createCopy();
    onTestFinished(() => rmSync(other, { recursive: true }));
    const told = run(other, "tools/new-provider.mjs", "ftax");
    expect(told).toContain("Its references begin with FA, for alpha would take those with FT.");
    const request = readFileSync(join(other, "fixtures/ftax/verified/request.json"), "utf8");
    expect(JSON.parse(request)).toEqual({ reference: "FA26319AB2CD" });
  });

  test("writes the other answers anew from what verified holds by then", () => {
    const other = createCopy();
    onTestFinished(() => rmSync(other, { recursive: true }));
    run(other, "tools/new-provider.mjs", "sampi");
    const fixtures = join(other, "fixtures/sampi");
    const read = (path: string) => readFileSync(join(fixtures, path), "utf8");
    const rewrite = (path: string, change: (text: string) => string) =>
      writeFileSync(join(fixtures, path), change(read(path)));
    for (const file of ["request.json", "upstream.json", "expected.json"])
      rewrite(`verified/${file}`, (text) => text.replace(/SA(26319|#####)AB2CD/, "SAX$1-ABCDEFG"));
    rewrite("verified/body.html", (page) =>
      page
        .replace("<td>Reference</td>", "<td>\n <b>Transaction ID:</b></td>")
        .replace("Completed", "Successful"),
    );
    run(other, "tools/new-provider.mjs", "sampi", "others");
    expect(JSON.parse(read("slow/request.json"))).toEqual({ reference: "SAX26319-ABSL0W1" });
    expect(JSON.parse(read("slow/upstream.json"))).toMatchObject({ reference: "SAX#####-ABSL0W1" });
    expect(read("slow/expected.json")).toContain('"SAX26319-ABSL0W1"');
    expect(read("slow/body.html")).toBe(read("verified/body.html"));
    expect(read("pending/body.html")).toBe(read("verified/body.html").replace("Successful", "Pending"));
    expect(read("mismatch-reference/body.html")).toContain(">SAX26319-ABCDEFG<");
    expect(read("format-changed/body.html")).toContain("<b>Payment code</b></td><td>{{reference}}</td>");
  });

  test.each([
    ["lambda", "others", /fixtures\/lambda\/verified\/upstream\.json is not there/],
    ["sampi", "other", /"other" is not known/],
  ])("refuses the words %s %s", (label, part, why) => {
    const told = spawnSync(process.execPath, ["tools/new-provider.mjs", label, part], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(told.status).toBe(2);
    expect(told.stderr).toMatch(why);
  });

  test.each([
    ["sampi", /src\/providers\/sampi\.ts is there already/],
    ["registry", /src\/providers\/registry\.ts is there already/],
    ["Lambda", /3 to 20 small letters/],
    ["../lambda", /3 to 20 small letters/],
    ["", /3 to 20 small letters/],
  ])("refuses the label %j and changes nothing", (label, why) => {
    const before = readdirSync(join(folder, "src/providers"));
    const told = spawnSync(process.execPath, ["tools/new-provider.mjs", label], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(told.status).toBe(2);
    expect(told.stderr).toMatch(why);
    expect(readdirSync(join(folder, "src/providers"))).toEqual(before);
  });
});
