import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { menuIn } from "../src/bot/conversation/commands/menu.ts";
import { readCanaryFile } from "../src/config/canary-file.ts";
import { entrySchema } from "../src/config/providers-file-entry.ts";
import { readTopUpFile } from "../src/config/top-up-file.ts";
import { variables } from "../src/config/variables.ts";
import { failureCodes } from "../src/core/failure.ts";
import { fieldNames } from "../src/core/field-names.ts";
import { runTool } from "../src/operator/cli/run.ts";
import { listAnswers, outcomesTable, type SandboxAnswer } from "../src/operator/sandbox/answers.ts";
import { openProviders, providerLabels } from "../src/providers/registry.ts";
import { type Demo, startDemo } from "../tools/demo/start-demo.ts";
import { createPlayer } from "../tools/demo/telegram/player.ts";
import { cases, testClock } from "./support/cases.ts";
import { sharedReaders } from "./support/readers.ts";

/** README and docs: what they name is there, what they show is what happens, and what they have people type works. */

const root = resolve(import.meta.dirname, "..");
const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string): string => readFileSync(join(root, page), "utf8");
const readme = textOf("README.md");

/** Contents of the fenced blocks of one language. */
const blocks = (page: string, language: string): string[] =>
  [...textOf(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, own, text = ""]) =>
    own === language ? [text] : [],
  );

/** First column of the table whose header begins with this word. */
const column = (page: string, header: string): string[] => {
  const table =
    new RegExp(`^\\| ${header} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, "m").exec(textOf(page))?.[1] ?? "";
  return [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) =>
    cell.split(", ").map((name) => name.replaceAll("`", "").trim()),
  );
};

const found = (page: string, pattern: RegExp): string[] => [
  ...new Set([...textOf(page).matchAll(pattern)].map(([, name = ""]) => name)),
];

/** Each line that somebody is told to type, without its comment; a line that ends in a backslash goes on. */
const typedOn = (page: string): string[] =>
  blocks(page, "sh")
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s+)# .*$/, "").trim())
    .filter((line) => line !== "");

const anchorsOf = (page: string): string[] =>
  found(page, /^#{1,3} (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );

describe.each(pages)("%s names what is there", (page) => {
  const { scripts } = JSON.parse(textOf("package.json"));

  test("commands", () => {
    for (const name of found(page, /npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(name);
  });

  test("files and folders", () => {
    const linked = found(page, /\]\(([^)#]+)(?:#[^)]*)?\)/g).filter((target) => !target.includes("://"));
    const named = found(
      page,
      /(?<![\w./-])((?:src|test|tools|docs|fixtures|\.ci)(?:\/[\w.-]*\w)*)(?![\w*-])/g,
    );
    const paths = [
      ...linked.map((target) => posix.join(posix.dirname(page), target)),
      ...named,
      ...found(page, /src="([^"]+)"/g),
    ];
    const missing = paths.filter((path) => !path.includes("kappa") && !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  test("chapters", () => {
    const targets = [...textOf(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)];
    for (const [, file = "", anchor = ""] of targets)
      expect(anchorsOf(file === "" ? page : posix.join(posix.dirname(page), file))).toContain(anchor);
  });

  test("codes of failures", () => {
    const known: readonly string[] = failureCodes;
    const like = found(page, /`((?:receipt|provider|key|image|qr|reference|api_key|account)_[a-z_]+)`/g);
    const fields = /^(?:receipt_(?:status|old)|receiver_.*|account_not_shown|reference_maybe_mistyped)$/;
    expect(like.filter((code) => !known.includes(code) && !fields.test(code))).toEqual([]);
  });
});

describe("the README", () => {
  test("is short", () => {
    expect(readme.split("\n").length).toBeLessThanOrEqual(250);
  });

  test("has a small picture", () => {
    expect(statSync(join(root, "docs/chat.png")).size).toBeLessThan(150_000);
  });
});

describe("the docs explain", () => {
  test("every command of the project", () => {
    const { scripts } = JSON.parse(textOf("package.json"));
    const contributing = textOf("docs/CONTRIBUTING.md");
    for (const name of Object.keys(scripts))
      expect(contributing).toMatch(new RegExp(`npm (?:run )?${name}\\b`));
  });

  test("all variables of the configuration, and no others", () => {
    const known = [...Object.keys(variables.shape), "PROVIDERS_FILE", "TOPUP_FILE", "CANARY_FILE"];
    const files = [
      "SECRET_FILE",
      "TELEGRAM_BOT_TOKEN_FILE",
      "DATABASE_URL_FILE",
      "CACHE_URL_FILE",
      "TELEGRAM_WEBHOOK_SECRET_FILE",
      "METRICS_TOKEN_FILE",
    ];
    expect(column("docs/operating.md", "variable").sort()).toEqual([...new Set([...known, ...files])].sort());
  });

  test("all keys of the providers file, and no others", () => {
    expect(column("docs/operating.md", "key").sort()).toEqual(Object.keys(entrySchema.shape).sort());
  });

  test("all commands of the bot, and no others", () => {
    const named = /Commands: `([^`]+)`/.exec(textOf("docs/bot.md"))?.[1]?.split(" ");
    expect(named?.sort()).toEqual(
      menuIn("en", { isPrivate: true, topUp: true })
        .map(({ command }) => `/${command}`)
        .sort(),
    );
  });

  test("which providers a limited deployment offers", () => {
    const settings = { bank: "", url: "https://bank.example", aliases: [], headers: {}, labels: {} };
    const all = Object.fromEntries(providerLabels.map((label) => [label, settings]));
    const offered = openProviders(all, "limited").map(({ label }) => label);
    const named = /`limited` offers ([a-z, ]+) alone/.exec(textOf("docs/operating.md"))?.[1];
    expect(named?.split(/, | and /)).toEqual(offered);
  });

  test("every name of a request field", () => {
    for (const name of fieldNames) expect(textOf("docs/adding-a-provider.md")).toContain(`\`${name}\``);
  });

  test("providers by lines of the file that is named last, kappa's being what new:provider writes", () => {
    const written = textOf("tools/new-provider/provider.txt").replaceAll("__PREFIX__", "KA");
    const excerpts = [...textOf("docs/adding-a-provider.md").matchAll(/^```ts\n(.*?)^```$/gms)];
    expect(excerpts).toHaveLength(blocks("docs/adding-a-provider.md", "ts").length);
    for (const { 1: excerpt = "", input, index } of excerpts) {
      const file = [...input.slice(0, index).matchAll(/`(src\/providers\/[a-z]+\.ts)`/g)].at(-1)?.[1] ?? "";
      expect(file.endsWith("/kappa.ts") ? written : textOf(file), file).toContain(excerpt);
    }
  });
});

type Described = { readonly provider: string; readonly forms: readonly (readonly string[])[] };

/** The README's answers are those of this moment. */
const shownAt = new Date("2026-11-20T12:08:44.409Z");

describe("what the docs show of the demo", () => {
  let demo: Demo;
  let temporaryFolder: string;
  beforeAll(async () => {
    temporaryFolder = mkdtempSync(join(tmpdir(), "readme-test-"));
    const workerFile = new URL("../dist/src/documents/decode-worker.js", import.meta.url);
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

  test("is how each provider is asked (vitest -u brings the table up to date)", async () => {
    const reply = await fetch(`${demo.apiUrl}/api/providers`);
    const { providers } = (await reply.json()) as { readonly providers: readonly Described[] };
    expect(providers.map(({ provider }) => provider)).toEqual(providerLabels);
    const rows = providers.map(({ provider, forms }) => {
      const asked = forms.map((form) => form.map((name) => `\`${name}\``).join(", "));
      return `| ${provider} | ${asked.join("; or ")} |`;
    });
    const shown = /^\| provider \| request \|.*(?:\n\|.*)*/m;
    const api = textOf("docs/api.md");
    expect(api).toMatch(shown);
    const table = ["| provider | request |", "|---|---|", ...rows].join("\n");
    await expect(api.replace(shown, () => table)).toMatchFileSnapshot("../docs/api.md");
  });

  test("is what the README's curl command and a reversed payment get", async () => {
    const [, path = "", body = ""] = /curl -s http:\/\/127\.0\.0\.1:3000(\S+) .*-d '(.+)'/.exec(readme) ?? [];
    const [verified = "", refused = ""] = blocks("README.md", "json");
    const answer = await post(path, body);
    expect(answer).toEqual(withAnyId(verified));
    expect(JSON.stringify(Object.keys(Object(Object(answer).data)))).toBe(
      JSON.stringify(Object.keys(JSON.parse(verified).data)),
    );
    // The second answer of the day.
    expect(await post("/api/verify-beta", '{"reference":"DKKBREVRS1"}')).toEqual(withAnyId(refused));
    expect(blocks("docs/api.md", "json")[0]).toBe(refused);
  });

  test("is a record for the curl command of the API's page", async () => {
    const command = typedOn("docs/api.md").find((line) => line.startsWith("curl")) ?? "";
    const [, path = "", body = ""] =
      /curl -s http:\/\/127\.0\.0\.1:3000(\S+) .*-d '(.+)'/.exec(command) ?? [];
    expect(await post(path, body)).toMatchObject({
      status: "success",
      data: { status: "Verified", transaction_reference: "DKK1AB2CD3" },
    });
  });

  test("is what the chat replies", async () => {
    const message = /^> (.+)$/m.exec(readme)?.[1] ?? "";
    const player = createPlayer(demo.chatUrl, "selam");
    const said = await player.say(message);
    const { messages } = await player.waitUntil(({ messages: all }) =>
      all.some(({ reply, text }) => reply?.message_id === said && text.includes("free checks left")),
    );
    const answer = messages.find(({ reply }) => reply?.message_id === said);
    expect(`${answer?.text}\n`).toBe(blocks("README.md", "text")[0]);
  });
});

describe("the README's references of the sandbox", () => {
  const answers = listAnswers(cases, testClock);

  test("are one for each outcome of each provider (vitest -u brings them up to date)", async () => {
    const shown = /^\| sandbox \|.*(?:\n\|.*)*/m;
    expect(readme).toMatch(shown);
    await expect(readme.replace(shown, () => outcomesTable(answers, providerLabels))).toMatchFileSnapshot(
      "../README.md",
    );
  });

  test.each(providerLabels)("of %s bring what their column says", (label) => {
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

describe("what the docs have people type", () => {
  /** Run by a test or by CI as they stand; the others are run below. */
  const runElsewhere: readonly (readonly [line: RegExp, where: string])[] = [
    [/^npm ci && npm run demo$|^npm run demo$/, "test/tools/demo.full.test.ts"],
    [/^npm ci && npm test$|^npm ci && npm run check$/, ".ci/run"],
    [/^DATABASE_URL='postgres:\S+,\S+'$/, "test/database/fail-over.full.test.ts"],
    [/^npm ci && npm start$|^DATABASE_URL=\S+ npm start$/, "test/start.test.ts"],
    [
      /^npm run new:provider kappa(?: others)?$|^npx vitest run test\/|\/api\/verify-kappa /,
      "test/providers/new-provider.full.test.ts",
    ],
    [/^npm run sandbox -- /, "test/operator/sandbox.test.ts"],
    // No test can run a container: that the file copies what is there is tested below.
    [/^docker /, "Dockerfile"],
    [/^curl -s http:/, "test/docs.test.ts"],
    [/^(?:npx deresegn|cp) /, "test/docs.test.ts"],
    [/^sh ops\/compose\/secrets\.sh/, "test/tools/compose.test.ts"],
  ];

  test.each(pages.flatMap((page) => typedOn(page).map((line) => [page, line] as const)))(
    "%s: %s is run by a test",
    (_, line) => {
      const where = runElsewhere.find(([pattern]) => pattern.test(line))?.[1];
      expect(where).toBeDefined();
      expect(existsSync(join(root, where ?? ""))).toBe(true);
    },
  );

  test("are the two commands, each on a line of its own, which .ci/run reads, and it runs all tests", () => {
    expect(textOf(".ci/run")).toContain("npm run test:full");
    expect(typedOn("README.md")).toContain("npm ci && npm run demo");
    expect(typedOn("README.md").filter((line) => line.endsWith("npm test"))).toEqual(["npm ci && npm test"]);
  });

  test("copies files that are there", () => {
    const copies = [...new Set(typedOn("docs/operating.md"))].filter((line) => line.startsWith("cp "));
    expect(copies).toHaveLength(2);
    const folder = mkdtempSync(join(tmpdir(), "docs-test-"));
    for (const name of [".env.example", "providers.example.json"])
      cpSync(join(root, name), join(folder, name));
    for (const copy of copies) execFileSync("sh", ["-c", copy], { cwd: folder });
    expect(readdirSync(folder).sort()).toEqual(
      [".env", ".env.example", "providers.example.json", "providers.json"].sort(),
    );
    rmSync(folder, { recursive: true });
  });

  test("are calls of the operator's tool that work, or are refused where nothing is there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "docs-test-"));
    const banks = { beta: { bank: "TEST beta bank", url: "http://127.0.0.1:9" } };
    writeFileSync(join(folder, "providers.json"), JSON.stringify(banks));
    const environment = {
      SECRET: "S3cret-of-the-docs-test-0123456789",
      DATABASE_URL: `sqlite:${join(folder, "deresegn.sqlite")}`,
      PROVIDERS_FILE: join(folder, "providers.json"),
      LOG_LEVEL: "silent",
    };
    const workerFile = new URL("../dist/src/documents/decode-worker.js", import.meta.url);
    const tool = (line: string, ...more: readonly string[]) => {
      const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
      return runTool([...words.slice(2), ...more, "--json"], environment, {
        now: () => shownAt,
        workerFile,
        decoder: sharedReaders.decoder,
      });
    };
    const newDatabaseUrl = join(folder, "new_database_url");
    writeFileSync(newDatabaseUrl, "postgres://deresegn:password@127.0.0.1:9/deresegn");
    let account = "";
    const ended: Record<string, number> = {};
    for (const line of typedOn("docs/operating.md").filter((one) => one.startsWith("npx deresegn"))) {
      const [, name = ""] = /^npx deresegn ([a-z]+(?: [a-z]+)?)/.exec(line) ?? [];
      const filled = line
        .replaceAll("--account <id>", `--account ${account}`)
        .replace("<text or image file>", "hello")
        .replace("<credit id>", "crd_none")
        .replace("./new_database_url", newDatabaseUrl)
        .replace("/backups/", `${folder}/`)
        .replace("<file>", join(folder, "last.backup"));
      const { exitCode, stdout } = await tool(filled, ...(name.startsWith("erase") ? ["--yes"] : []));
      const answer = JSON.parse(stdout);
      if (name === "accounts create") account = answer.id;
      ended[name] = exitCode;
    }
    const { doctor, verify, record, "credits approve": approve, restore, move, ...others } = ended;
    expect(Object.keys(others).length).toBeGreaterThan(10);
    expect(Object.entries(others).filter(([, exitCode]) => exitCode !== 0)).toEqual([]);
    // Nothing listens at the bank's port, "hello" and a link of nobody's are no receipts, and no credit waits.
    expect([doctor, verify, record, approve]).toEqual([3, 1, 1, 1]);
    // The database is there already, and the server is not.
    expect([restore, move]).toEqual([3, 3]);
    rmSync(folder, { recursive: true });
  });

  test("is a file of receiving accounts that is read", () => {
    const folder = mkdtempSync(join(tmpdir(), "docs-test-"));
    const file = join(folder, "topup.json");
    writeFileSync(file, blocks("docs/operating.md", "json")[0] ?? "");
    expect(readTopUpFile(file, ["beta"]).ok).toBe(true);
    rmSync(folder, { recursive: true });
  });

  test("is a file of the operator's own receipts that is read", () => {
    const folder = mkdtempSync(join(tmpdir(), "docs-test-"));
    const file = join(folder, "canary.json");
    writeFileSync(file, blocks("docs/operating.md", "json")[1] ?? "");
    expect(readCanaryFile(file, ["beta"])).toMatchObject({ ok: true, value: [{ amountSantim: 125_000 }] });
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
