import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dayMs, minuteMs } from "../../src/core/time.ts";
import { openHook, textUpdate } from "../../tools/chat/hook.ts";
import { openLeanTelegram } from "../../tools/chat/lean-telegram.ts";
import { startProgram, token } from "../../tools/chat/program.ts";
import { startBank } from "../support/bank.ts";
import { issueCertificate } from "../support/certificates.ts";
import { answer } from "../support/misbehaving-server.ts";
import { canMountDisks, openSmallDisk } from "../support/small-disk.ts";
import { temporaryFolder, testSecret } from "../support/temporary-store.ts";

const alertChatId = 700_000_003;
const customersChatId = 700_000_001;

const root = resolve(import.meta.dirname, "../..");
/** One statement beside the program. */
const alteration = `const [file, statement] = process.argv.slice(1);
  const { DatabaseSync } = require("@photostructure/sqlite");
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();`;

/** What the operator reads of each cause, and when it is over. */
const alarms: readonly (readonly [raised: RegExp, over: RegExp])[] = [
  [
    /^🔴 beta does not answer\. Its receipts cannot be checked, and nobody is charged\.\nSince .+ UTC\.\n\nWhat to do: run "npx deresegn doctor"/,
    /^🟢 Over: beta answers again\.\nSeen at .+ UTC\.$/,
  ],
  [
    /^🔴 A certificate in the ca file of gamma ends on \d{4}-\d\d-\d\d\. [\s\S]+What to do: get the bank's present chain/,
    /^🟢 Over: the certificates in the ca file of gamma hold for longer than a month\./,
  ],
  [
    /^🔴 Balances and the ledger differ by 5\.00 ETB\. [\s\S]+What to do: make a backup now and keep it\./,
    /^🟢 Over: balances and the ledger agree\./,
  ],
  [
    /^🔴 Messages of chats wait: \d+ of them, the oldest for \d+ seconds\.[\s\S]+What to do: see in the log whether the bot runs/,
    /^🟢 Over: messages are answered in time\./,
  ],
  ...(canMountDisks
    ? [
        [
          /^🔴 Only \d+ MB are left beside the database\. [\s\S]+What to do: make room: old logs and backups first\./,
          /^🟢 Over: there is room beside the database\./,
        ] as const,
      ]
    : []),
];

const raisedOf = ([raised]: (typeof alarms)[number]) => expect.stringMatching(raised);
const overOf = ([, over]: (typeof alarms)[number]) => expect.stringMatching(over);

/** The built program beside a bank, Telegram and a disk that the test has in its hands. */
const openShop = async () => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  mkdirSync(data);
  const disk = canMountDisks ? await openSmallDisk(data, 400) : null;
  const databaseFile = join(data, "deresegn.sqlite");
  const databaseUrl = `sqlite:${databaseFile}`;
  /** Runs Node where the program sees its disk. */
  const runNode = (...args: readonly string[]): string => {
    const [command = "", ...rest] = [...(disk?.enter ?? []), "env", "-C", root, process.execPath, ...args];
    const env = { PATH: process.env.PATH ?? "", DATABASE_URL: databaseUrl, SECRET: testSecret };
    return execFileSync(command, rest, { env, encoding: "utf8" });
  };
  const operate = (...args: readonly string[]) =>
    JSON.parse(runNode("dist/src/operator/cli/main.js", ...args, "--json"));
  const account: { id: string } = operate("accounts", "create", "--name", "Shop", "--tier", "balance");
  operate("topup", "--account", account.id, "--amount", "100");

  const told: string[] = [];
  const answers: string[] = [];
  const line = { isCut: false };
  const telegram = await openLeanTelegram({
    token,
    troubleOf: (_method, { chat_id }) => (line.isCut && chat_id === customersChatId ? "hang up" : null),
    onSaid: ({ text }, isNew, chatId) => {
      if (isNew) (chatId === alertChatId ? told : answers).push(text);
    },
  });
  const bank = await startBank("beta");
  onTestFinished(async () => {
    await bank.close();
    await telegram.close();
  });
  let isBankWell = false;
  let callers = 0;
  const ask = async (url: string): Promise<string> => {
    const order = bank.newOrder();
    if (!isBankWell) bank.misbehave(order, answer(500));
    callers += 1;
    const headers = {
      "content-type": "application/json",
      "x-forwarded-for": `198.18.${callers >> 8}.${callers & 255}`,
    };
    const sent = { method: "POST", headers, body: JSON.stringify(order.body) };
    const { data, error } = JSON.parse(await (await fetch(`${url}/api/verify-beta`, sent)).text());
    return data?.status ?? error.code;
  };

  const clockFile = join(folder, "clock.txt");
  let aheadMs = 0;
  const passMinutes = (minutes: number): void => {
    aheadMs += minutes * minuteMs;
    writeFileSync(clockFile, String(aheadMs));
  };
  passMinutes(0);
  const renewCertificate = (days: number): void => {
    const until = new Date(Date.now() + days * dayMs);
    const { certificatePem } = issueCertificate({ subject: "Gamma", isAuthority: true, until });
    writeFileSync(join(folder, "gamma.pem"), certificatePem);
  };
  const start = async () => {
    const program = await startProgram({
      folder,
      databaseUrl,
      secret: testSecret,
      telegramUrl: telegram.url,
      settings: {
        beta: { bank: "Birrway", url: bank.url },
        gamma: { bank: "Gamma", url: "https://gamma.example", ca: "gamma.pem" },
      },
      clockFile,
      ...(disk !== null && { enter: disk.enter }),
      env: {
        ALERT_CHAT_ID: String(alertChatId),
        TRUSTED_PROXIES: "127.0.0.0/8",
        CACHE_URL: `sqlite:${join(folder, "cache.sqlite")}`,
      },
    });
    onTestFinished(program.kill);
    return program;
  };
  return {
    told,
    answers,
    line,
    start,
    ask,
    passMinutes,
    renewCertificate,
    growDisk: () => disk?.resize(2_048),
    /** As a bug or a damaged file would. */
    alterBalances: (santim: number): void => {
      const statement = `update balance set posted_santim = posted_santim + ${santim}`;
      runNode("-e", alteration, databaseFile, statement);
    },
    healBank: () => {
      isBankWell = true;
    },
  };
};

// A bank must be away for two minutes, by a clock that nobody can set.
const longest = { timeout: 400_000, interval: 500 };

test("an operator is told of each trouble once, with what to do, and once more when it is over", async () => {
  const { told, answers, line, start, ask, passMinutes, ...shop } = await openShop();
  shop.renewCertificate(10);
  const program = await start();
  const untilTold = (wanted: readonly unknown[]) =>
    expect.poll(() => told.length, longest).toBe(wanted.length);

  while ((await ask(program.url)) !== "provider_unavailable");
  shop.alterBalances(500);
  line.isCut = true;
  const hook = openHook(program.hookUrl, 1);
  onTestFinished(hook.close);
  const message = { chatId: customersChatId, messageId: 1, text: "/help" };
  expect(await hook.post(textUpdate(1, message))).toBe(true);
  passMinutes(3);
  const raised = alarms.map(raisedOf);
  await untilTold(raised);
  expect(told).toEqual(expect.arrayContaining(raised));

  line.isCut = false;
  shop.alterBalances(-500);
  shop.growDisk();
  shop.healBank();
  await expect.poll(() => ask(program.url), longest).toBe("Verified");
  await expect.poll(() => answers, longest).toHaveLength(1);
  passMinutes(4);
  // The program reads a bank's certificates when it starts.
  const overAtOnce = alarms.filter(([about]) => !/ca file/.test(about.source)).map(overOf);
  await untilTold([...raised, ...overAtOnce]);
  expect(told).toEqual(expect.arrayContaining(overAtOnce));

  expect(await program.stop()).toBe(0);
  shop.renewCertificate(400);
  passMinutes(4);
  const restarted = await start();
  const all = [...raised, ...alarms.map(overOf)];
  await untilTold(all);
  expect(told).toEqual(expect.arrayContaining(all));
  expect(await restarted.stop()).toBe(0);
}, 900_000);
