import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { openCustomer } from "../../tools/chat/customers.ts";
import { openLeanBank, referenceOf } from "../../tools/chat/lean-bank.ts";
import { startProgram } from "../../tools/chat/program.ts";
import type { ChatState } from "../../tools/demo/telegram/chat-view.ts";
import { createInstalledServer, installedPostgres } from "../support/installed-postgres.ts";
import { startRedis } from "../support/redis.ts";
import { token as emulatedToken, openTelegram } from "../support/telegram.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const root = resolve(import.meta.dirname, "../..");

const { services } = z
  .looseObject({
    services: z.record(
      z.string(),
      z.looseObject({
        environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
        healthcheck: z.looseObject({ test: z.array(z.string()) }),
      }),
    ),
  })
  .parse(parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true }));

/** Hands each request to the next process, as the balancer does. */
const openBalancer = async (doors: readonly string[]) => {
  const taken = doors.map(() => 0);
  let turn = 0;
  const server = createServer((asked, reply) => {
    const place = turn++ % doors.length;
    taken[place] = (taken[place] ?? 0) + 1;
    const { method, headers, url } = asked;
    const on = request(`${doors[place]}${url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    asked.pipe(on);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, taken };
};

/** The secrets of a new installation, which lead to servers of this machine. */
const makeSecrets = async () => {
  const folder = temporaryFolder();
  cpSync(join(root, "ops"), join(folder, "ops"), { recursive: true });
  const secrets = join(folder, "secrets");
  mkdirSync(secrets);
  writeFileSync(join(secrets, "telegram_bot_token"), `${emulatedToken}\n`);
  execFileSync("sh", [join(folder, "ops/compose/secrets.sh")]);
  const held = (name: string) => readFileSync(join(secrets, name), "utf8").trim();

  const postgres = await createInstalledServer();
  await postgres.ask(`create role deresegn login password '${held("postgres_password")}'`);
  await postgres.ask("create database deresegn owner deresegn");
  const replace = (name: string, from: string, to: string) => {
    const text = held(name);
    expect(text).toContain(from);
    execFileSync("chmod", ["600", join(secrets, name)]);
    writeFileSync(join(secrets, name), `${text.replace(from, to)}\n`);
    return text.replace(from, to);
  };
  // A folder of the container's.
  replace("valkey_conf", "dir /data", `dir ${temporaryFolder()}`);
  const redis = await startRedis({ settingsFile: join(secrets, "valkey_conf") });
  const databaseUrl = replace("database_url", "@postgres:5432/", `@${postgres.host}/`);
  replace("cache_url", "@valkey:6379", `@127.0.0.1:${redis.port}`);
  return { secrets, held, databaseUrl };
};

describe.runIf(installedPostgres !== null)(
  "the processes of compose.yaml, with its variables and secrets",
  () => {
    test("verify a receipt through each, share the cache, and tell how they are", async () => {
      const { secrets, held, databaseUrl } = await makeSecrets();
      const telegram = await openTelegram(() => new Date());
      const bank = await openLeanBank();
      onTestFinished(bank.close);
      const start = async (name: string) => {
        const environment = Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
          variable,
          String(value)
            .replace(/\$\{\w+:-([^}]*)\}/g, "$1")
            .replace("/run/secrets", secrets),
        ]);
        const program = await startProgram({
          folder: temporaryFolder(),
          databaseUrl: "",
          secret: "",
          telegramUrl: telegram.url,
          settings: bank.settings,
          // Empty ones undo what a program of the tests has.
          env: {
            CACHE_URL: "",
            TELEGRAM_BOT_TOKEN: "",
            TELEGRAM_WEBHOOK_URL: "",
            TELEGRAM_WEBHOOK_SECRET: "",
            ...Object.fromEntries(environment),
          },
        });
        onTestFinished(program.kill);
        return program;
      };
      const names = ["api-1", "api-2", "bot-1", "bot-2"];
      const programs = await Promise.all(names.map(start));
      const [api1, api2, bot1] = programs;
      const balancer = await openBalancer([api1?.url ?? "", api2?.url ?? ""]);

      const key = await openCustomer({ databaseUrl, secret: held("secret") });
      const ask = async (number: number) => {
        const reply = await fetch(`${balancer.url}/api/verify-beta`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-api-key": key },
          body: JSON.stringify({ reference: referenceOf(number, new Date()) }),
        });
        const { status, meta } = JSON.parse(await reply.text());
        return { status, source: meta.source };
      };
      expect([await ask(1), await ask(1), await ask(2), await ask(2)]).toEqual(
        ["live", "cache", "live", "cache"].map((source) => ({ status: "success", source })),
      );
      expect(balancer.taken).toEqual([2, 2]);

      const answersTo = (messageId: number) => (state: ChatState) =>
        state.messages.some(({ message_id, from }) => from === "bot" && message_id > messageId);
      await telegram.selam.waitUntil(answersTo(await telegram.selam.say(referenceOf(3, new Date()))), 60_000);
      // The other one takes over, whichever of them answered.
      await bot1?.stop();
      await telegram.selam.waitUntil(answersTo(await telegram.selam.say(referenceOf(4, new Date()))), 90_000);

      for (const [place, name] of names.entries()) {
        if (name === "bot-1") continue;
        const url = programs[place]?.url ?? "";
        const measured = await fetch(`${url}/metrics`, {
          headers: { authorization: `Bearer ${held("metrics_token")}`, "x-forwarded-for": "172.31.250.9" },
        });
        expect(await measured.text()).toContain("drs_inbox_waiting");
        expect(
          (await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "172.31.250.9" } })).status,
        ).toBe(404);
        const [, command = "", ...args] = services[name]?.healthcheck.test ?? [];
        await promisify(execFile)(
          command,
          args.map((one) => one.replace("http://127.0.0.1:3000", url)),
        );
      }
    }, 240_000);
  },
);
