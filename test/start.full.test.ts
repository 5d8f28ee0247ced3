import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { prepareFolder, programSecret, startProgram, startWithQuestion } from "./support/program.ts";

const token = "123456:TEST-token-of-the-tests-0123456789";

describe("a start that cannot be", () => {
  test("for a corrupt database says so in one line, and leaves the file alone", async () => {
    const { folder, env } = prepareFolder();
    mkdirSync(join(folder, "data"));
    const file = join(folder, "data/deresegn.sqlite");
    const bytes = Buffer.from("this is no database, and long enough to be taken for one ".repeat(100));
    writeFileSync(file, bytes);
    const { stderr, code } = await startProgram(folder, env).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*deresegn\.sqlite[^\n]*\n$/);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(readdirSync(join(folder, "data"))).toEqual(["deresegn.sqlite"]);
  });

  test("on a read-only data folder says so in one line", async () => {
    const { folder, env } = prepareFolder();
    mkdirSync(join(folder, "data"));
    chmodSync(join(folder, "data"), 0o555);
    const { stderr, code } = await startProgram(folder, env, { unprivileged: true }).ended;
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
    const { folder, env } = prepareFolder();
    const bot = {
      ROLES: "bot,api",
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_API_ROOT: `http://127.0.0.1:${port}`,
    };
    const { stdout, stderr, code } = await startProgram(folder, { ...env, ...bot }).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]*TELEGRAM_BOT_TOKEN[^\n]*\n$/);
    expect(stdout + stderr).not.toContain(token);
  });
});

describe("a start that succeeds", () => {
  test("goes on when something is rejected that nobody listens to, and logs it", async () => {
    const { folder, env } = prepareFolder();
    const late = `if (require("node:worker_threads").isMainThread)
      process.once("SIGUSR2", () => { Promise.reject(new Error("left behind")); });`;
    writeFileSync(join(folder, "late.cjs"), late);
    const program = startProgram(folder, { ...env, NODE_OPTIONS: "--require ./late.cjs" });
    const url = await program.listening;
    program.child.kill("SIGUSR2");
    await expect.poll(program.stdout).toContain("left behind");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    program.child.kill("SIGTERM");
    const { stdout, code } = await program.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/"level":"error".*left behind.*"msg":"a rejection was not caught"/);
  });

  test("reads its secret from a file", async () => {
    const { folder, env } = prepareFolder();
    writeFileSync(join(folder, "secret"), `${programSecret}\n`);
    const { SECRET: _, ...others } = env;
    const program = startProgram(folder, { ...others, SECRET_FILE: "./secret" });
    expect((await fetch(`${await program.listening}/readyz`)).status).toBe(200);
    program.child.kill("SIGTERM");
    expect((await program.ended).code).toBe(0);
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

  test("keeps the cache in memory where sqlite3 has no binary, says so once, and goes on", async () => {
    const { folder, env } = prepareFolder();
    const unbuilt = `const { dlopen } = process;
      process.dlopen = (module, file, ...rest) => {
        if (/sqlite3[^/]*\\.node$/.test(file)) throw new Error("there is no binary for this machine");
        return dlopen.call(process, module, file, ...rest);
      };`;
    writeFileSync(join(folder, "unbuilt.cjs"), unbuilt);
    // Node tells packages to leave `punycode` only when the call does not come from a package, as here.
    const options = "--require ./unbuilt.cjs --disable-warning=DEP0040";
    const program = startProgram(folder, { ...env, NODE_OPTIONS: options });
    const ready = await fetch(`${await program.listening}/readyz`);
    expect(await ready.json()).toMatchObject({ status: "ready", cache: "memory" });
    program.child.kill("SIGTERM");
    const { stdout, stderr, code } = await program.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.match(/kept in memory/g)).toHaveLength(1);
  });

  test("reads a .env file, whose values the process's own variables beat", async () => {
    const { folder } = prepareFolder();
    writeFileSync(join(folder, ".env"), `SECRET=${programSecret}\nROLES=api\nPORT=1\n`);
    const program = startProgram(folder, { PORT: "0" });
    expect(await program.listening).toMatch(/^http:\/\/127\.0\.0\.1:\d{2,5}$/);
  });
});
