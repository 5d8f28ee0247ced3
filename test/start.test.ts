import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { prepareFolder, startProgram } from "./support/program.ts";
import { temporaryFolder } from "./support/temporary-store.ts";

describe("a start that cannot be", () => {
  test("without configuration lists all that is to be set", async () => {
    const folder = temporaryFolder();
    const { stdout, stderr, code } = await startProgram(folder, {}).ended;
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
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { folder, env } = prepareFolder();
    const { stderr, code } = await startProgram(folder, { ...env, PORT: String(port) }).ended;
    expect([code, stderr]).toEqual([
      1,
      `HOST 127.0.0.1, PORT ${port}: the port is in use; stop the other program or set another PORT\n`,
    ]);
  });
});

describe("a start that succeeds", () => {
  test("listens, says which configured providers it does not offer, and stops on a signal", async () => {
    const { folder, env } = prepareFolder();
    const program = startProgram(folder, { ...env, DEPLOYMENT: "limited" });
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
});
