import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Demo, startDemo } from "../dev/start-demo.ts";
import { createPlayer } from "../dev/telegram/player.ts";
import { menuIn } from "../src/bot/commands/menu.ts";
import { laterVariables, variables } from "../src/config-variables.ts";
import { specLabels } from "../src/providers-file.ts";
import { entrySchema } from "../src/providers-file-entry.ts";
import { listAnswers, outcomesTable, type SandboxAnswer } from "../src/sandbox/answers.ts";
import { cases, testClock } from "./support/cases.ts";

const root = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

/** Contents of the fenced blocks of one language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, own, text = ""]) =>
    own === language ? [text] : [],
  );

/** First column of the table whose header begins with this word. */
const column = (header: string): string[] => {
  const table =
    new RegExp(`^\\| ${header} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, "m").exec(readme)?.[1] ?? "";
  return [...table.matchAll(/^\| `?([\w.]+)`? \|/gm)].map(([, name = ""]) => name);
};

const found = (pattern: RegExp): string[] => [
  ...new Set([...readme.matchAll(pattern)].map(([, name = ""]) => name)),
];

describe("what the README names", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  test.each(found(/npm run ([\w:]+)/g))("npm run %s is a command", (name) => {
    expect(Object.keys(scripts)).toContain(name);
  });

  test("every command is named in it", () => {
    for (const name of Object.keys(scripts)) expect(readme).toMatch(new RegExp(`npm (?:run )?${name}\\b`));
  });

  const paths = [
    ...found(/\]\(([^)#]+)\)/g),
    ...found(/(?<![\w./-])((?:src|dev|test|tools|docs|fixtures|\.ci)(?:\/[\w.-]*\w)*)(?![\w*-])/g),
    ...found(/src="([^"]+)"/g),
  ].filter((path) => !path.includes("kappa"));

  test.each(paths)("%s is there", (path) => {
    expect(existsSync(join(root, path))).toBe(true);
  });

  test.each(found(/\]\(#([^)]+)\)/g))("#%s is a chapter", (anchor) => {
    const chapters = found(/^## (.+)$/gm).map((title) => title.toLowerCase().replaceAll(" ", "-"));
    expect(chapters).toContain(anchor);
  });

  test("its picture is small", () => {
    expect(statSync(join(root, "docs/chat.png")).size).toBeLessThan(150_000);
  });
});

describe("what the README explains", () => {
  test("are all variables of the configuration, and no others", () => {
    const known = [
      ...Object.keys(variables.shape),
      "PROVIDERS_FILE",
      "TOPUP_FILE",
      ...Object.keys(laterVariables),
    ];
    expect(column("variable").sort()).toEqual(known.sort());
  });

  test("are all keys of the providers file, and no others", () => {
    expect(column("key").sort()).toEqual(Object.keys(entrySchema.shape).sort());
  });

  test("are the requests of all providers", () => {
    expect(column("provider").sort()).toEqual([...specLabels].sort());
  });

  test("are all commands of the bot, and no others", () => {
    const named = /Commands: `([^`]+)`/.exec(readme)?.[1]?.split(" ");
    expect(named?.sort()).toEqual(
      menuIn("en", { isPrivate: true, topUp: true })
        .map(({ command }) => `/${command}`)
        .sort(),
    );
  });

  test("are lines of the provider that new:provider writes", () => {
    const written = readFileSync(join(root, "tools/new-provider/provider.txt"), "utf8").replaceAll(
      "__PREFIX__",
      "KA",
    );
    expect(blocks("ts")).toHaveLength(4);
    for (const excerpt of blocks("ts")) expect(written).toContain(excerpt);
  });
});

/** The README's answers are those of this moment. */
const shownAt = new Date("2026-11-20T12:08:44.409Z");

describe("what the README shows of the demo", () => {
  let demo: Demo;
  let temporaryFolder: string;
  beforeAll(async () => {
    temporaryFolder = mkdtempSync(join(tmpdir(), "readme-test-"));
    const workerFile = new URL("../dist/src/reading/decode-worker.js", import.meta.url);
    demo = await startDemo({ env: { PORT: "0" }, temporaryFolder, now: () => shownAt, workerFile });
  });
  afterAll(async () => {
    await demo.stop();
    rmSync(temporaryFolder, { recursive: true });
  });

  const post = async (path: string, body: string): Promise<unknown> => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${demo.apiUrl}${path}`, { method: "POST", headers, body });
    // A request's own id is new each time; the README's is as good as any.
    return JSON.parse((await reply.text()).replaceAll(demo.apiUrl, "http://127.0.0.1:3000"));
  };
  const withAnyId = (text: string) => {
    const shown = JSON.parse(text);
    return { ...shown, meta: { ...shown.meta, request_id: expect.any(String) } };
  };

  test("is what the curl command and a reversed payment get", async () => {
    const [, path = "", body = ""] = /curl -s http:\/\/127\.0\.0\.1:3000(\S+) .*-d '(.+)'/.exec(readme) ?? [];
    const [verified = "", refused = ""] = blocks("json");
    const answer = await post(path, body);
    expect(answer).toEqual(withAnyId(verified));
    expect(JSON.stringify(Object.keys(Object(Object(answer).data)))).toBe(
      JSON.stringify(Object.keys(JSON.parse(verified).data)),
    );
    // The second answer of the day.
    expect(await post("/api/verify-beta", '{"reference":"DKKBREVRS1"}')).toEqual(withAnyId(refused));
  });

  test("is what the chat replies", async () => {
    const message = /^> (.+)$/m.exec(readme)?.[1] ?? "";
    const player = createPlayer(demo.chatUrl, "selam");
    const said = await player.say(message);
    const { messages } = await player.waitUntil(({ messages: all }) =>
      all.some(({ reply, text }) => reply?.message_id === said && text.includes("free checks left")),
    );
    const answer = messages.find(({ reply }) => reply?.message_id === said);
    expect(`${answer?.text}\n`).toBe(blocks("text")[0]);
  });
});

describe("the README's references of the sandbox", () => {
  const answers = listAnswers(cases, testClock);

  test("are one for each outcome of each provider (vitest -u brings them up to date)", async () => {
    const shown = /^\| sandbox \|.*(?:\n\|.*)*/m;
    expect(readme).toMatch(shown);
    await expect(readme.replace(shown, () => outcomesTable(answers, specLabels))).toMatchFileSnapshot(
      "../README.md",
    );
  });

  test.each(specLabels)("of %s bring what their column says", (label) => {
    const [header = "", , row = ""] = outcomesTable(answers, [label]).split("\n");
    const columns = header.split(" | ").slice(2);
    const outcomes = row
      .split(" | ")
      .slice(2)
      .map((cell) => {
        const reference = /`([^`]+)`/.exec(cell)?.[1];
        const isShown = ({ provider, request }: SandboxAnswer) =>
          provider === label && Object.values(request)[0] === reference;
        return answers.find(isShown)?.outcome;
      });
    expect(columns).toHaveLength(outcomes.length);
    expect(outcomes).toEqual([
      "verified",
      "receipt_not_found",
      "receipt_not_completed",
      "receipt_mismatch",
      "provider_format_changed",
      "provider_error",
      "provider_timeout",
      "verified",
    ]);
  });
});

describe("what the README has people type", () => {
  test("are the two commands, each on a line of its own, which .ci/run reads", () => {
    const typed = blocks("sh").flatMap((block) => block.trimEnd().split("\n"));
    expect(typed).toContain("npm ci && npm run demo");
    expect(typed.filter((line) => line.endsWith("npm test"))).toEqual(["npm ci && npm test"]);
  });

  test("is a backup that can be opened while the original is in use", async () => {
    const command = blocks("sh").find((block) => block.includes("vacuum into")) ?? "";
    const { DatabaseSync } = await import("@photostructure/sqlite");
    const folder = mkdtempSync(join(tmpdir(), "readme-test-"));
    execFileSync("mkdir", [join(folder, "data")]);
    execFileSync("ln", ["-s", join(root, "node_modules"), join(folder, "node_modules")]);
    const original = new DatabaseSync(join(folder, "data/deresegn.sqlite"));
    original.exec(
      "pragma journal_mode = wal; create table kept (amount integer); insert into kept values (125000)",
    );
    execFileSync("sh", ["-c", command], { cwd: folder });
    original.close();
    expect(readdirSync(join(folder, "data"))).toContain("backup.sqlite");
    const copy = new DatabaseSync(join(folder, "data/backup.sqlite"));
    expect(copy.prepare("select amount from kept").get()).toMatchObject({ amount: 125_000 });
    copy.close();
    rmSync(folder, { recursive: true });
  });
});

describe("the image", () => {
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );

  test.each([...new Set(sources)])("copies %s, which is there and not ignored", (source) => {
    expect(existsSync(join(root, source))).toBe(true);
    const kept = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
    expect(kept).toContain(`!${source}`);
  });
});
