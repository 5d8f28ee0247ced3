import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { boundNode } from "./support/processes.ts";
import { temporaryFolder } from "./support/temporary-store.ts";

const root = resolve(import.meta.dirname, "..");
const secret = "S3cret-of-the-tests-0123456789-abcdefgh";
const token = "123456:TEST-token-of-the-tests-0123456789";

beforeAll(() => {
  execFileSync(process.execPath, [join(root, "tools/build.mjs"), "--if-stale"]);
});

type Env = Record<string, string>;

/** Starts the built program in a folder of its own, with nothing of this process's variables but the path. */
const start = (folder: string, env: Env, { unprivileged = false } = {}) => {
  const [command, ...before] = unprivileged ? boundNode() : [process.execPath];
  const child = spawn(command, [...before, join(root, "dist/src/main.js")], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  const closed = once(child, "close");
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output.stdout += part;
      const url = /listening at (http:\/\/[\d.:]+)"/.exec(output.stdout)?.[1];
      if (url) resolve(url);
    });
    void closed.then(() => reject(new Error(`it ended: ${output.stderr}`)));
  });
  listening.catch(() => undefined);
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    output.stderr += part;
  });
  const ended = closed.then(([code]) => ({ ...output, code }));
  return { child, listening, ended, stdout: () => output.stdout };
};

/** A folder with a providers file that leads to nobody. */
const prepare = (): { readonly folder: string; readonly env: Env } => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const beta = { bank: "Beta", url: "http://127.0.0.1:9" };
  writeFileSync(join(folder, "providers.json"), JSON.stringify({ beta, zeta: { ...beta, bank: "Zeta" } }));
  return { folder, env: { SECRET: secret, ROLES: "api", PORT: "0" } };
};

/** A service with one question at its bank, which the test answers. */
const startWithQuestion = async () => {
  const provider = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void provider.close());
  await once(provider, "listening");
  const { folder, env } = prepare();
  const beta = { bank: "Beta", url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` };
  writeFileSync(join(folder, "providers.json"), JSON.stringify({ beta }));
  const program = start(folder, env);
  const url = await program.listening;
  const askedOfProvider = once(provider, "request");
  const running = fetch(`${url}/api/verify-beta`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reference: "DKF7ABCD12" }),
  });
  const [, answer] = await askedOfProvider;
  return { program, running, answer };
};

describe("a start that cannot be", () => {
  test("without configuration lists all that is to be set", async () => {
    const folder = temporaryFolder();
    const { stdout, stderr, code } = await start(folder, {}).ended;
    expect(code).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.split("\n")).toEqual([
      "Deresegn cannot start. Set what is missing and start it again:",
      "  SECRET is not set; it must be at least 32 random bytes, e.g. the output of: openssl rand -base64 48",
      "  TELEGRAM_BOT_TOKEN is not set; the bot needs the token that BotFather gives (or set ROLES=api)",
      `  PROVIDERS_FILE ${join(folder, "providers.json")} does not exist; copy providers.example.json there and put your providers' hosts in`,
      "",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("for a port in use says so in one line, and closes what it opened", async () => {
    const other = createTcpServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { folder, env } = prepare();
    const { stderr, code } = await start(folder, { ...env, PORT: String(port) }).ended;
    expect([code, stderr]).toEqual([
      1,
      `HOST 127.0.0.1, PORT ${port}: the port is in use; stop the other program or set another PORT\n`,
    ]);
  });

  test("for a corrupt database says so in one line, and leaves the file alone", async () => {
    const { folder, env } = prepare();
    mkdirSync(join(folder, "data"));
    const file = join(folder, "data/deresegn.sqlite");
    const bytes = Buffer.from("this is no database, and long enough to be taken for one ".repeat(100));
    writeFileSync(file, bytes);
    const { stderr, code } = await start(folder, env).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*deresegn\.sqlite[^\n]*\n$/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(join(folder, "data"))).toEqual(["deresegn.sqlite"]);
  });

  test("on a read-only data folder says so in one line", async () => {
    const { folder, env } = prepare();
    mkdirSync(join(folder, "data"));
    chmodSync(join(folder, "data"), 0o555);
    const { stderr, code } = await start(folder, env, { unprivileged: true }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*data[^\n]*\n$/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(join(folder, "data"))).toEqual([]);
  });

  test("with a token that Telegram does not know says so in one line, without the token", async () => {
    const telegram = createServer((_request, reply) => {
      reply.writeHead(401, { "content-type": "application/json" });
      reply.end('{"ok":false,"error_code":401,"description":"Unauthorized"}');
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void telegram.close());
    await once(telegram, "listening");
    const { port } = telegram.address() as AddressInfo;
    const { folder, env } = prepare();
    const bot = {
      ROLES: "bot,api",
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${port}`,
    };
    const { stdout, stderr, code } = await start(folder, { ...env, ...bot }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*TELEGRAM_BOT_TOKEN[^\n]*\n$/);
    expect(stdout + stderr).not.toContain(token);
  });
});

describe("a start that succeeds", () => {
  test("goes on when something is rejected that nobody listens to, and logs it", async () => {
    const { folder, env } = prepare();
    const late = `if (require("node:worker_threads").isMainThread)
      process.once("SIGUSR2", () => { Promise.reject(new Error("left behind")); });`;
    writeFileSync(join(folder, "late.cjs"), late);
    const program = start(folder, { ...env, NODE_OPTIONS: "--require ./late.cjs" });
    const url = await program.listening;
    program.child.kill("SIGUSR2");
    await expect.poll(program.stdout, { timeout: 20_000 }).toContain("left behind");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    program.child.kill("SIGTERM");
    const { stdout, code } = await program.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/"level":"error".*left behind.*"msg":"a rejection was not caught"/);
  });

  test("reads its secret from a file", async () => {
    const { folder, env } = prepare();
    writeFileSync(join(folder, "secret"), `${secret}\n`);
    const { SECRET: _, ...others } = env;
    const program = start(folder, { ...others, SECRET_FILE: "./secret" });
    expect((await fetch(`${await program.listening}/readyz`)).status).toBe(200);
    program.child.kill("SIGTERM");
    expect((await program.ended).code).toBe(0);
  });

  test("listens, says which configured providers it does not offer, and stops on a signal", async () => {
    const { folder, env } = prepare();
    const program = start(folder, { ...env, DEPLOYMENT: "limited" });
    const url = await program.listening;
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: "ready", database: "ok", cache: expect.stringMatching(/^(sqlite|memory)$/) },
    ]);
    program.child.kill("SIGTERM");
    const { stdout, stderr, code } = await program.ended;
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ providers }) => providers)).toEqual([
      expect.objectContaining({ level: "warn", providers: ["zeta"] }),
    ]);
    expect(lines.at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("answers what runs before it stops, and logs nothing of what was asked", async () => {
    const { program, running, answer } = await startWithQuestion();
    program.child.kill("SIGTERM");
    answer.writeHead(200, { "content-type": "text/html" });
    answer.end("<html><body>Something else entirely, from Abebe Kebede</body></html>");

    const reply = await running;
    const body = (await reply.json()) as { error: { code: string } };
    expect([reply.status, body.error.code]).toEqual([502, "provider_format_changed"]);
    const { stdout, stderr, code } = await program.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain('"route":"/api/verify-beta","status":502');
    expect(stdout).not.toMatch(/DKF7ABCD12|Abebe|receipt\//);
  });

  test("answers what runs when it is told twice to stop, as npm hands on a signal of the terminal", async () => {
    const { program, running, answer } = await startWithQuestion();
    for (const signal of ["SIGTERM", "SIGINT", "SIGTERM"] as const) {
      const heard = program.stdout().split('"msg":"stopping"').length;
      program.child.kill(signal);
      await expect.poll(() => program.stdout().split('"msg":"stopping"').length).toBeGreaterThan(heard);
    }
    answer.writeHead(200, { "content-type": "text/html" });
    answer.end("<html><body>Something else entirely</body></html>");
    expect((await running).status).toBe(502);
    expect((await program.ended).code).toBe(0);
  });

  test("keeps the cache in memory where sqlite3 was not built, says so once, and goes on", async () => {
    const { folder, env } = prepare();
    // What `require("bindings")` does when there is no binary for this machine.
    const unbuilt = `const Module = require("node:module"), load = Module._load;
      Module._load = function (name, ...rest) {
        if (name === "bindings") throw new Error("Could not locate the bindings file.");
        return load.call(this, name, ...rest);
      };`;
    writeFileSync(join(folder, "unbuilt.cjs"), unbuilt);
    // Node tells packages to leave `punycode` only when the call does not come from a package, as here.
    const options = "--require ./unbuilt.cjs --disable-warning=DEP0040";
    const program = start(folder, { ...env, NODE_OPTIONS: options });
    const ready = await fetch(`${await program.listening}/readyz`);
    expect(await ready.json()).toMatchObject({ status: "ready", cache: "memory" });
    program.child.kill("SIGTERM");
    const { stdout, stderr, code } = await program.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.match(/kept in memory/g)).toHaveLength(1);
  });

  test("reads a .env file, whose values the process's own variables beat", async () => {
    const { folder } = prepare();
    writeFileSync(join(folder, ".env"), `SECRET=${secret}\nROLES=api\nPORT=1\n`);
    const program = start(folder, { PORT: "0" });
    expect(await program.listening).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,5}$/);
  });
});
