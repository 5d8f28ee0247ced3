import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseConfig, topUpFileOf } from "../../src/config/config.ts";
import { readTopUpFile } from "../../src/config/top-up-file.ts";
import { temporaryFolder, testSecret } from "../support/temporary-store.ts";

const account = { provider: "beta", account: "+251 911-008765", name: " Deresegn  Trading PLC " };

const read = (content: unknown) => {
  const path = join(temporaryFolder(), "topup.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return readTopUpFile(path, ["alpha", "beta"]);
};

const problemsOf = (content: unknown): readonly string[] => {
  const problems = read(content);
  return problems.ok
    ? []
    : problems.error.map((problem) => problem.replace(/^TOPUP_FILE \S+topup\.json: /, ""));
};

describe("TOPUP_FILE", () => {
  test("holds accounts, and bounds that have defaults", () => {
    expect(read({ accounts: [account] })).toEqual({
      ok: true,
      value: {
        accounts: [{ provider: "beta", account: "251911008765", name: "Deresegn Trading PLC" }],
        maxAgeHours: 72,
        minSantim: 500,
        maxSantim: 10_000_000,
      },
    });
  });

  test("nested 100,000 levels deep, or without an end, is a problem like others", () => {
    expect(problemsOf(`{"accounts":${"[".repeat(100_000)}`)).toEqual(["is nested more than 50 levels deep"]);
    expect(readTopUpFile("/dev/zero", ["beta"])).toMatchObject({
      error: [expect.stringContaining("larger than 1 MiB")],
    });
  });

  test("is told all that is wrong at once, and nothing of what it holds", () => {
    const wrong = {
      accounts: [
        { provider: "beta", account: "123456-x", name: "" },
        { ...account, nmae: "Selam" },
      ],
      max_age_hours: 0,
      min_minor: 1.5,
    };
    const problems = problemsOf(wrong);
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "accounts.0.account",
      "accounts.0.name",
      "accounts.1.nmae",
      "max_age_hours",
      "min_minor",
    ]);
    expect(problems.join()).not.toMatch(/123456|Selam|Trading/);
  });

  test.each([
    [
      "a bank that is not offered",
      { accounts: [{ ...account, provider: "gamma" }] },
      "accounts.0.provider must be one",
    ],
    [
      "one account twice",
      { accounts: [account, { ...account, account: "251911008765" }] },
      "accounts.1 is listed twice",
    ],
    [
      "bounds the wrong way round",
      { accounts: [account], min_minor: 10, max_minor: 9 },
      "min_minor must not be more",
    ],
    ["no account", { accounts: [] }, "accounts must list at least one"],
    ["no object", [], "must hold one object"],
    ["no JSON", '{"accounts": [', "is no valid JSON at line 1"],
  ])("is refused with %s", (_what, content, problem) => {
    expect(problemsOf(content).join()).toContain(problem);
  });

  test("that cannot be read stops the start", () => {
    const missing = readTopUpFile(join(temporaryFolder(), "none.json"), ["beta"]);
    expect(missing).toMatchObject({ ok: false, error: [expect.stringContaining("cannot be read")] });
  });

  test("is none unless it is named", () => {
    expect([topUpFileOf({}), topUpFileOf({ TOPUP_FILE: " " })]).toEqual([null, null]);
    const config = parseConfig({ SECRET: testSecret, ROLES: "api", TOPUP_FILE: "./topup.json" });
    expect(config.ok).toBe(true);
  });
});
