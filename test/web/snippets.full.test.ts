import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { load } from "cheerio";
import { transform } from "esbuild";
import { expect, test } from "vitest";
import { type SnippetLanguage, snippetLanguages, snippetNames } from "../../src/web/docs/snippets.ts";
import { testClock } from "../support/cases.ts";
import { openShop, type Shop } from "../support/shop.ts";
import { temporaryFolder } from "../support/temporary-store.ts";
import { accountsOf, given, signedIn } from "../support/web.ts";
import { createWorld } from "../support/world.ts";

/** The programs of the quick start are run as the page shows them, with a test key. */

const root = resolve(import.meta.dirname, "../..");

const blocksOf = async (shop: Pick<Shop, "url">, path: string) => {
  const $ = load(await (await fetch(`${shop.url}${path}`)).text());
  return $("figure.code")
    .toArray()
    .map((one) => ({
      label: $(one).find("figcaption").text(),
      text: $(one).find("code").text(),
    }));
};

/** A folder in which `deresegn/client` is what package.json says. */
const projectFolder = (): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/deresegn"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return folder;
};

const run = async (shop: Shop, command: string, args: readonly string[], folder: string) => {
  const { key } = await shop.open({ mode: "test" });
  return runIn(folder, command, args, { DERESEGN_KEY: key });
};

const runIn = async (
  folder: string,
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) => {
  // Not spawnSync: the service that is asked runs in this process.
  const { execFile } = await import("node:child_process");
  return new Promise<string>((done, failed) => {
    const env = { ...process.env, ...variables };
    execFile(command, [...args], { cwd: folder, env }, (error, stdout, stderr) =>
      error === null ? done(stdout) : failed(new Error(`${error.message}\n${stderr}`)),
    );
  });
};

const isThere = (command: string): boolean => spawnSync(command, ["--version"]).error === undefined;

const programs: Readonly<
  Record<Exclude<SnippetLanguage, "curl">, (program: string) => Promise<readonly [string, string, string]>>
> = {
  typescript: async (program) => {
    const { code } = await transform(program, { loader: "ts", format: "esm" });
    return [process.execPath, "program.mjs", code];
  },
  python: async (program) => ["python3", "program.py", program],
  php: async (program) => ["php", "program.php", program],
};

test("curl gets a receipt and an error, with the members that the page shows", async () => {
  const shop = await openShop();
  const [, program, ...shown] = await blocksOf(shop, "/docs");
  const output = await run(shop, "sh", ["-c", program?.text ?? ""], temporaryFolder());
  const answers = output.trim().split(/(?<=\})(?=\{"status")/);
  expect(answers).toHaveLength(2);
  for (const [at, answer] of answers.entries()) {
    const real = JSON.parse(answer);
    const told = JSON.parse(shown[at]?.text ?? "");
    expect(Object.keys(real)).toEqual(Object.keys(told));
    expect(Object.keys(real.data ?? real.error)).toEqual(Object.keys(told.data ?? told.error));
    expect(real.error?.message).toBe(told.error?.message);
    expect(real.data?.receiver_name).toBe(told.data?.receiver_name);
  }
});

const others = snippetLanguages.filter((one) => one !== "curl");

test.each(others)("%s prints what the page says", async (language) => {
  const shop = await openShop();
  const blocks = await blocksOf(shop, `/docs?in=${language}`);
  const [command, file, program] = await programs[language](blocks[1]?.text ?? "");
  expect(blocks[2]?.label).toBe("It prints");
  // A machine without the interpreter cannot try it.
  if (!isThere(command)) return;
  const folder = projectFolder();
  writeFileSync(join(folder, file), program);
  expect(await run(shop, command, [file], folder)).toBe(blocks[2]?.text);
});

test.each(snippetLanguages)("%s needs no key where simulated banks answer", async (language) => {
  const world = await createWorld();
  try {
    const blocks = await blocksOf(world, `/docs?in=${language}`);
    const program = blocks.find(({ label }) => label === snippetNames[language])?.text ?? "";
    expect(program).not.toContain("DERESEGN_KEY");
    const [command, file, text] =
      language === "curl" ? (["sh", "program.sh", program] as const) : await programs[language](program);
    if (!isThere(command)) return;
    const folder = projectFolder();
    writeFileSync(join(folder, file), text);
    expect(await runIn(folder, command, [file])).toMatch(/HANA MEKONNEN TADESSE[\s\S]*receipt_not_found/);
  } finally {
    await world.close();
  }
});

test("the program of the guide ships for the shop's own money alone, and once for each receipt", async () => {
  const now = () => testClock;
  const world = await createWorld({ now });
  const accounts = await accountsOf(world, now);
  try {
    const { id } = given(await accounts.registerTelegram(9100));
    const owner = await signedIn(world, accounts, { kind: "person", userId: 9100 });
    await owner.post("/dashboard/accounts", {
      number: "0911008765",
      name: "Hana Mekonnen Tadesse",
      bank: "",
    });
    const { key } = given(await accounts.createKey(id, "live"));
    const guide = (await blocksOf(world, "/docs/guide")).find(({ label }) => label === "TypeScript");
    const [command, file, program] = await programs.typescript(`
      const [, , id, sms] = process.argv;
      const order = { id };
      const says = (word) => () => console.log(word);
      const [ship, askAgainLater, showToUser] = ["shipped", "later", "shown"].map(says);
      ${guide?.text}`);
    const folder = projectFolder();
    writeFileSync(join(folder, file), program);
    const order = (name: string, sms: string) =>
      runIn(folder, command, [file, name, sms], { DERESEGN_KEY: key });
    const paid = "Your transaction number is DKF1AB2CD3";
    expect(await order("order-1", paid)).toBe("shipped\n");
    // Its answer got lost, and the program was started once more.
    expect(await order("order-1", paid)).toBe("shipped\n");
    expect(await order("order-2", paid)).toBe("shown\n");
    expect(await order("order-3", "Your transaction number is DKFT0SELF1")).toBe("shown\n");
  } finally {
    await accounts.end();
    await world.close();
  }
});

test("the TypeScript of the pages fits the types of the client", async () => {
  const shop = await openShop();
  const [, first] = await blocksOf(shop, "/docs?in=typescript");
  const guide = (await blocksOf(shop, "/docs/guide")).find(({ label }) => label === "TypeScript");
  const folder = projectFolder();
  symlinkSync(join(root, "node_modules/@types"), join(folder, "node_modules/@types"));
  writeFileSync(join(folder, "first.ts"), first?.text ?? "");
  writeFileSync(
    join(folder, "guide.ts"),
    `${guide?.text}
declare const sms: string;
declare const order: { readonly id: string };
declare const ship: (which: typeof order) => void;
declare const askAgainLater: (which: typeof order) => void;
declare const showToUser: (text: string | undefined) => void;
`,
  );
  // A wrong type must be noticed, or the test says nothing.
  writeFileSync(join(folder, "wrong.ts"), `${first?.text.replace("transferred_amount,", "amount_paid,")}`);
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const flags = "--noEmit --strict --target es2023 --module nodenext --types node --skipLibCheck".split(" ");
  const { stdout } = spawnSync(process.execPath, [compiler, ...flags, "first.ts", "guide.ts", "wrong.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  const problems = stdout.split("\n").filter((line) => line.includes("error"));
  expect(problems.filter((line) => !line.startsWith("wrong.ts"))).toEqual([]);
  expect(problems.some((line) => line.startsWith("wrong.ts"))).toBe(true);
});
