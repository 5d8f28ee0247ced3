import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { onlyCaller } from "../../src/photos/picture-caller.ts";
import { createProcessPool } from "../../src/photos/process-pool.ts";
import { codePicture } from "../support/pictures.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const codeFolder = new URL("../../dist/src/", import.meta.url);

/** What a process of pictures gets for an expression that its own code evaluates: the value, or the code of the error. */
const evaluate = async (expression: string): Promise<unknown> => {
  const file = join(temporaryFolder(), "attack.mjs");
  const serve = new URL("photos/reading-process.js", codeFolder);
  writeFileSync(
    file,
    `import { serveParent } from ${JSON.stringify(serve.href)};
     const attempt = async () => ${expression};
     serveParent(() => attempt().catch((error) => error.code ?? String(error)));`,
  );
  const pool = createProcessPool<null, unknown>({
    processFile: pathToFileURL(file),
    codeFolder,
    processes: 1,
    timeoutMs: 30_000,
    startMs: 60_000,
    waitingMax: 1,
    heapMegabytes: 64,
    idleMs: 300_000,
  });
  onTestFinished(pool.close);
  const answer = await pool.run(null, { isAlone: false, isLong: false, caller: onlyCaller });
  return answer.ok ? answer.value : answer.error;
};

const denied = "ERR_ACCESS_DENIED";
const root = new URL("../../", import.meta.url);
const pathOf = (file: string) => JSON.stringify(new URL(file, root).pathname);

describe("what reads pictures may not", () => {
  test.each([
    ["read a file of the system", `(await import("node:fs")).readFileSync("/etc/passwd", "utf8")`],
    ["read it later", `(await import("node:fs/promises")).readFile("/etc/passwd")`],
    [
      "read the variables that it was started with",
      `(await import("node:fs")).readFileSync("/proc/self/environ")`,
    ],
    [
      "read the program's settings",
      `(await import("node:fs")).readFileSync(${pathOf("providers.example.json")})`,
    ],
    ["list a folder", `(await import("node:fs")).readdirSync("/tmp")`],
    ["write a file", `(await import("node:fs")).writeFileSync("/tmp/deresegn-attack", "x")`],
    [
      "change its own code",
      `(await import("node:fs")).appendFileSync(${pathOf("dist/src/core/result.js")}, "")`,
    ],
    ["start a program", `(await import("node:child_process")).execFileSync("/bin/true")`],
    ["start a process of Node", `(await import("node:child_process")).fork("x.js").pid`],
    ["start a thread", `new (await import("node:worker_threads")).Worker("1", { eval: true }).threadId`],
  ])("%s", async (_, expression) => {
    expect(await evaluate(expression)).toBe(denied);
  });

  test("know the program's variables, or any other", async () => {
    process.env.DERESEGN_SECRET_OF_TEST = "x";
    onTestFinished(() => {
      delete process.env.DERESEGN_SECRET_OF_TEST;
    });
    expect(await evaluate("Object.entries(process.env)")).toEqual([]);
  });

  test("open a connection, from the version of Node on whose permissions know the network", async () => {
    const closesNetwork = process.allowedNodeEnvironmentFlags.has("--allow-net");
    const server = createServer((_, response) => response.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const connect = `new Promise((resolve, reject) => connect(${port}, "127.0.0.1").on("connect", () => resolve("open")).on("error", reject))`;
    const tried = await evaluate(`import("node:net").then(({ connect }) => ${connect})`);
    expect(tried).toBe(closesNetwork ? denied : "open");
  });
});

test("what reads pictures may load addons and WebAssembly", async () => {
  const picture = await codePicture("DKF1AB2CD3").png().toBuffer();
  const bytes = JSON.stringify(picture.toString("base64"));
  const read = `import(${JSON.stringify(new URL("photos/read-picture.js", codeFolder).href)}).then(({ readPicture }) =>
    readPicture({ bytes: Buffer.from(${bytes}, "base64"), budgetMs: 20000, isAlone: false, isGlance: true }))`;
  expect(await evaluate(read)).toMatchObject({ codes: [{ text: "DKF1AB2CD3" }] });
});

test("the program that has pictures read loads nothing that decodes them", async () => {
  const picture = (await codePicture("FT26319K4Q7Z00004321").png().toBuffer()).toString("base64");
  const reader = new URL("photos/photo-reader.js", codeFolder).href;
  const process = new URL("photos/picture-process.js", codeFolder).href;
  const { stdout } = await promisify(execFile)(globalThis.process.execPath, [
    "--input-type=module",
    "-e",
    `const { createPhotoReader } = await import(${JSON.stringify(reader)});
     const photos = createPhotoReader({ processFile: new URL(${JSON.stringify(process)}), timeoutMs: 60000, startMs: 60000 });
     const read = await photos.read(Buffer.from(${JSON.stringify(picture)}, "base64"));
     await photos.close();
     const libraries = globalThis.process.report.getReport().sharedObjects.filter((path) => /vips|sharp/.test(path));
     console.log(JSON.stringify({ texts: read.value?.codes.map(({ text }) => text), libraries }));`,
  ]);
  expect(JSON.parse(stdout)).toEqual({ texts: ["FT26319K4Q7Z00004321"], libraries: [] });
});
