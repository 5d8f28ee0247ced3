import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { santimOfTyped } from "../../src/operator/cli/amounts.ts";
import { runTool } from "../../src/operator/cli/run.ts";
import { confirmOwners, granted, openBooks, selam, verified } from "../support/books.ts";
import { longTest } from "../support/extent.ts";
import { type DatabaseKind, databaseKinds, testSecret } from "../support/temporary-store.ts";

const program = fileURLToPath(new URL("../../dist/src/operator/cli/main.js", import.meta.url));

/** An installation at work, and its operator beside it. */
const openInstallation = async (kind: DatabaseKind = "sqlite") => {
  const books = await openBooks(kind);
  const env = { DATABASE_URL: books.databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
  const operator = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await runTool(words, env, { now: books.now });
    return { exitCode, stdout, stderr };
  };
  /** With `--json`, whose value it gives. */
  const asked = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await operator(...words, "--json");
    expect(stderr).toBe("");
    expect(stdout.endsWith("\n")).toBe(true);
    const json = JSON.parse(stdout);
    return { exitCode, json };
  };
  const create = async (tier = "balance"): Promise<string> =>
    (await asked("accounts", "create", "--name", "Merkato Shoes", "--tier", tier)).json.id;
  return { ...books, env, operator, asked, create };
};

describe.each(databaseKinds)("the operator's accounts on %s", (kind) => {
  test("are made, paid into, spent from, suspended, resumed and erased", async () => {
    const { asked, accounts, reserve, verify } = await openInstallation(kind);
    const made = await asked("accounts", "create", "--name", " Merkato Shoes ", "--tier", "registered");
    expect(made).toEqual({
      exitCode: 0,
      json: {
        id: expect.stringMatching(/^acc_[A-Za-z0-9]{20}$/),
        name: "Merkato Shoes",
        tier: "registered",
        balance_minor: 0,
        suspended: false,
        created_at: "2026-11-15T09:00:00.000Z",
      },
    });
    const { id } = made.json;
    expect(await asked("topup", "--account", id, "--amount", "100.50")).toEqual({
      exitCode: 0,
      json: { account: id, amount_minor: 10_050, balance_minor: 10_050 },
    });
    const issued = await asked("keys", "create", "--account", id);
    const key = { kind: "key", key: issued.json.key } as const;
    await verify(key, verified());
    await reserve(key);
    const paying = { ...made.json, tier: "balance", balance_minor: 10_050 - 2 * 500 };
    expect((await asked("accounts", "show", id)).json).toEqual(paying);
    expect((await asked("ledger", "--account", id)).json).toEqual([
      expect.objectContaining({ seq: 2, kind: "charge", amount_minor: -500, balance_minor: 9_550 }),
      {
        seq: 1,
        kind: "topup",
        amount_minor: 10_050,
        balance_minor: 10_050,
        source: "operator",
        at: "2026-11-15T09:00:00.000Z",
      },
    ]);
    expect((await asked("accounts", "suspend", id)).json).toEqual({ ...paying, suspended: true });
    expect(await accounts.authenticate(key)).toMatchObject({ error: { code: "account_suspended" } });
    expect((await asked("accounts", "resume", id)).json).toEqual(paying);
    expect((await asked("accounts", "tier", id, "--tier", "registered")).json.tier).toBe("registered");
    expect((await asked("erase", "--account", id, "--yes")).json).toEqual({
      account: id,
      erased: true,
      balance_minor: 9_050,
    });
    expect(await asked("accounts", "show", id)).toMatchObject({
      exitCode: 1,
      json: { error: { code: "account_unknown" } },
    });
    expect((await asked("accounts", "list")).json).toEqual([]);
    expect((await asked("ledger", "--account", id)).json).toHaveLength(2);
  });
});

describe("the operator's keys", () => {
  test("are shown once, listed without their secret, rotated and revoked", async () => {
    const { asked, operator, create, accounts, pass } = await openInstallation();
    const id = await create();
    const first = await asked("keys", "create", "--account", id);
    expect(first).toEqual({
      exitCode: 0,
      json: {
        id: expect.stringMatching(/^key_/),
        key: expect.stringMatching(/^drs_live_[A-Za-z0-9]{36}$/),
        prefix: first.json.prefix,
        last4: first.json.key.slice(-4),
      },
    });
    const test = await asked("keys", "create", "--account", id, "--test");
    expect(test.json.key).toMatch(/^drs_test_/);
    pass(1_000);
    const rotated = await asked("keys", "rotate", first.json.id);
    expect(rotated.json).toMatchObject({ replaces: first.json.id, key: expect.stringMatching(/^drs_live_/) });
    for (const { key } of [first.json, rotated.json])
      expect((await accounts.authenticate({ kind: "key", key })).ok).toBe(true);
    const revoked = await asked("keys", "revoke", rotated.json.id);
    expect(revoked.json).toMatchObject({ id: rotated.json.id, revoked_at: "2026-11-15T09:00:01.000Z" });
    expect(await accounts.authenticate({ kind: "key", key: rotated.json.key })).toMatchObject({
      error: { code: "api_key_revoked" },
    });
    const listed = await asked("keys", "list", "--account", id);
    expect(listed.json).toHaveLength(3);
    expect(listed.json[0]).toEqual({
      id: rotated.json.id,
      account: id,
      name: "",
      scopes: ["verify", "account:read"],
      addresses: [],
      daily_limit_minor: null,
      last_used_at: null,
      mode: "live",
      prefix: rotated.json.prefix,
      last4: rotated.json.last4,
      created_at: "2026-11-15T09:00:01.000Z",
      expires_at: null,
      revoked_at: "2026-11-15T09:00:01.000Z",
    });
    const shown = (await operator("keys", "list", "--account", id)).stdout;
    for (const said of [shown, JSON.stringify(listed.json)])
      for (const { key } of [first.json, test.json, rotated.json]) expect(said).not.toContain(key);
    expect(shown).toMatch(/until 2026-11-16 09:00 UTC$/m);
    expect(shown).toMatch(/active$/m);
    expect(shown).toMatch(/revoked$/m);
  });
});

describe("receipts that wait for the operator's word", () => {
  test("are listed, approved once or declined for ever", async () => {
    const { asked, operator, create, accounts } = await openInstallation();
    const account = await create();
    expect((await operator("credits")).stdout).toBe("Nothing waits.\n");
    const hand = async (reference: string) =>
      granted(await accounts.creditReceipt({ account, provider: "beta", reference, amountSantim: 75_000 }))
        .id;
    const [wanted, unwanted] = [await hand("DK00000001"), await hand("DK00000002")];
    const { json } = await asked("credits");
    expect(json).toHaveLength(2);
    expect(json).toContainEqual({
      id: wanted,
      account,
      provider: "beta",
      amount_minor: 75_000,
      asked_at: "2026-11-15T09:00:00.000Z",
    });
    expect((await operator("credits")).stdout).toContain(`${wanted}  750.00 ETB\n    beta, for ${account}`);
    expect(await asked("credits", "approve", wanted)).toEqual({
      exitCode: 0,
      json: { id: wanted, state: "credited", balance_minor: 75_000 },
    });
    expect((await asked("credits", "decline", unwanted)).json).toMatchObject({
      id: unwanted,
      state: "declined",
    });
    for (const id of [wanted, unwanted, "crd_0"])
      expect(await asked("credits", "approve", id)).toMatchObject({
        exitCode: 1,
        json: { error: { code: "credit_unknown" } },
      });
    expect((await asked("accounts", "show", account)).json.balance_minor).toBe(75_000);
  });
});

describe("an erasure", () => {
  test("takes a Telegram user's account, and says where there was none", async () => {
    const { asked, accounts } = await openInstallation();
    const { id } = granted(await accounts.registerTelegram(4711));
    expect(await asked("erase", "--telegram", "4711", "--yes")).toEqual({
      exitCode: 0,
      json: { telegram: 4711, erased: true, balance_minor: 0 },
    });
    expect((await asked("accounts", "show", id)).exitCode).toBe(1);
    expect(granted(await accounts.authenticate(selam)).account).toBe(null);
    expect((await asked("erase", "--telegram", "4711", "--yes")).json).toEqual({
      telegram: 4711,
      erased: false,
      balance_minor: 0,
    });
  });

  test("tells which balance is lost, and does nothing unless the person at the terminal says yes", async () => {
    const { create, asked, env, now } = await openInstallation();
    const id = await create();
    await asked("topup", "--account", id, "--amount", "1250.50");
    const questions: string[] = [];
    const answering = (yes: boolean) =>
      runTool(["erase", "--account", id], env, {
        now,
        confirm: async (question) => {
          questions.push(question);
          return yes;
        },
      });
    expect(await answering(false)).toMatchObject({ exitCode: 1, stderr: "Nothing was changed.\n" });
    expect((await asked("accounts", "show", id)).json.balance_minor).toBe(125_050);
    expect(await answering(true)).toMatchObject({
      exitCode: 0,
      stdout: "Erased. A balance of 1,250.50 ETB was lost.\n",
    });
    expect((await asked("accounts", "show", id)).json).toMatchObject({ error: { code: "account_unknown" } });
    expect(questions).toEqual(
      Array(2).fill(
        `Erase the account ${id} (Merkato Shoes) for good? Its balance of 1,250.50 ETB will be lost.`,
      ),
    );
  });

  test("takes no account, and no money, that the question did not name", async () => {
    const { accounts, store, env, now } = await openInstallation();
    const { id } = granted(await accounts.registerTelegram(4711));
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    granted(await accounts.redeemLinkCode(code, 4712));
    await confirmOwners({ accounts, store }, 4711);
    granted(await accounts.topUp(id, 50_000, "operator"));
    const erasing = (meanwhile: () => Promise<unknown>) =>
      runTool(["erase", "--telegram", "4711"], env, {
        now,
        confirm: async () => {
          await meanwhile();
          return true;
        },
      });
    const refused = {
      exitCode: 1,
      stderr: expect.stringContaining("More would go by now than the question told"),
    };
    expect(await erasing(() => accounts.erase({ telegram: 4712 }, []))).toMatchObject(refused);
    expect(await erasing(() => accounts.topUp(id, 100, "operator"))).toMatchObject(refused);
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(50_100);
  });

  test("takes less than the question named where a check was paid for meanwhile", async () => {
    const { accounts, verify, env, now } = await openInstallation();
    const { id } = granted(await accounts.registerTelegram(4711));
    granted(await accounts.topUp(id, 2_000, "operator"));
    const erased = await runTool(["erase", "--account", id], env, {
      now,
      confirm: async () => {
        await verify(selam, verified());
        return true;
      },
    });
    expect(erased).toMatchObject({ exitCode: 0, stdout: "Erased. A balance of 15.00 ETB was lost.\n" });
  });

  test("says without a terminal what to add, and erases nothing", async () => {
    const { create, asked, operator, env, now } = await openInstallation();
    const id = await create();
    await asked("topup", "--account", id, "--amount", "7");
    const sentence = /balance of 7\.00 ETB will be lost\. .*--yes/;
    const said = await operator("erase", "--account", id);
    expect(said).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(sentence) });
    const refusal = { code: "confirmation_needed", message: expect.stringMatching(sentence) };
    const unasked = { exitCode: 1, json: { status: "error", error: refusal } };
    expect(await asked("erase", "--account", id)).toEqual(unasked);
    // Whoever reads JSON answers no questions, even at a terminal.
    const confirm = async () => true;
    const json = await runTool(["erase", "--account", id, "--json"], env, { now, confirm });
    expect(JSON.parse(json.stdout)).toEqual(unasked.json);
    expect((await asked("accounts", "show", id)).exitCode).toBe(0);
  });

  test("of a Telegram user names the account that goes along, and none that another owner keeps", async () => {
    const { accounts, store, operator } = await openInstallation();
    const { id } = granted(await accounts.registerTelegram(4711));
    granted(await accounts.topUp(id, 50_000, "operator"));
    const alone = await operator("erase", "--telegram", "4711");
    expect(alone.stderr).toContain(`The account ${id} goes with it. Its balance of 500.00 ETB will be lost.`);
    const { code } = granted(await accounts.createLinkCode(id, "owner"));
    granted(await accounts.redeemLinkCode(code, 4712));
    await confirmOwners({ accounts, store }, 4711);
    const shared = await operator("erase", "--telegram", "4711");
    expect(shared.stderr).toMatch(/4711 for good\? No account goes with it\./);
    expect(shared.stderr).not.toContain("500.00");
    const stranger = await operator("erase", "--telegram", "1");
    expect(stranger.stderr).toContain("No account goes with it.");
  });
});

describe("the tool as administrator", () => {
  test.each([
    ["accounts show acc_nobody", "account_unknown"],
    ["accounts suspend acc_nobody", "account_unknown"],
    ["accounts resume acc_nobody", "account_unknown"],
    ["accounts tier acc_nobody --tier balance", "account_unknown"],
    ["keys create --account acc_nobody", "account_unknown"],
    ["keys list --account acc_nobody", "account_unknown"],
    ["keys rotate key_nobody", "key_unknown"],
    ["keys revoke key_nobody", "key_unknown"],
    ["topup --account acc_nobody --amount 100", "account_unknown"],
    ["topup --account <account> --amount 9999999999999.99", "amount_invalid"],
    ["topup --account <account> --amount 99999999999999999999", "amount_invalid"],
    ["keys create --account <account> --daily-limit 4.99", "key_attributes_invalid"],
    ["ledger --account acc_nobody", "account_unknown"],
    ["credits approve crd_nobody", "credit_unknown"],
    ["credits decline crd_nobody", "credit_unknown"],
    ["erase --account acc_nobody", "account_unknown"],
    ["erase --account acc_'or''='", "account_unknown"],
    ["accounts create --tier balance --name= ", "usage"],
  ])("is refused: %s", async (line, code) => {
    const { asked, operator, create } = await openInstallation();
    const words = line.replace("<account>", await create()).split(" ");
    const exitCode = code === "usage" ? 2 : 1;
    expect(await asked(...words)).toEqual({
      exitCode,
      json: { status: "error", error: { code, message: expect.any(String) } },
    });
    expect(await operator(...words)).toMatchObject({ exitCode, stdout: "" });
  });

  test.each([
    ["accounts", /accounts create .*\n.*\n.*accounts show/],
    ["keys", /keys create/],
    ["accounts creat", /^Usage:/],
    ["accounts create", /--name is missing\n--tier is missing/],
    ["accounts create --name Shop --tier gold", /--tier must be registered or balance/],
    ["accounts create --name a\nb --tier balance", /--name must be 1 to 100 characters in one line/],
    [
      `accounts create --name till-${"drs_live_".padEnd(45, "a1")} --tier balance`,
      /--name must hold no API key/,
    ],
    [`keys create --account acc_1 --name ${"drs_test_".padEnd(45, "a1")}`, /--name must hold no API key/],
    ["accounts show", /<account id> is missing/],
    ["accounts show acc_1 acc_2", /“acc_2” is one word too many/],
    ["accounts list all", /“all” is one word too many/],
    ["accounts show --account acc_1", /--account/],
    ["keys create", /--account is missing/],
    ["keys create --account", /--account/],
    ["keys create --account acc_1 --test=yes", /--test/],
    ["keys rotate", /<key id> is missing/],
    ["topup --account acc_1", /--amount is missing/],
    ["topup --account acc_1 --amount 100 --amount 1000", /--amount is given twice/],
    ["topup --account acc_1 --amount -100", /--amount/],
    ["erase", /either --account or --telegram/],
    ["erase --account acc_1 --telegram 4711", /either --account or --telegram/],
    ["erase --telegram @selam", /--telegram must be a Telegram user's number/],
    ["erase --telegram 9999999999999999", /--telegram must be a Telegram user's number/],
    ["erase acc_1", /“acc_1” is one word too many/],
    ["erase --account acc_1 --yes=no", /--yes/],
    ["credits approve", /<credit id> is missing/],
    ["credits aprove crd_1", /“aprove” is one word too many/],
    ["ledgr --account acc_1", /did you mean “ledger”\?/],
  ])("tells how it is used: %s", async (line, sentence) => {
    const { asked, operator } = await openInstallation();
    const words = line.split(" ");
    const said = await operator(...words);
    expect(said).toMatchObject({ exitCode: 2, stdout: "" });
    expect(said.stderr).toMatch(sentence);
    expect(await asked(...words)).toMatchObject({
      exitCode: 2,
      json: { status: "error", error: { code: "usage" } },
    });
  });

  test("explains one command, or those with the same first word", async () => {
    const { operator } = await openInstallation();
    const one = await operator("topup", "--help");
    expect(one).toMatchObject({ exitCode: 0, stderr: "" });
    expect(one.stdout).toMatch(/^Usage:\n {2}deresegn topup --account <id>/);
    expect((await operator("keys", "--help")).stdout.match(/deresegn/g)).toHaveLength(4);
  });

  test("shows accounts and money within eighty columns", async () => {
    const { operator, asked, create, verify } = await openInstallation();
    const id = await create();
    await asked("accounts", "create", "--name", "ጫማ ".repeat(30), "--tier", "registered");
    await asked("topup", "--account", id, "--amount", "123456789.05");
    const { key } = (await asked("keys", "create", "--account", id)).json;
    await verify({ kind: "key", key });
    const shown = [
      await operator("accounts", "list"),
      await operator("accounts", "show", id),
      await operator("ledger", "--account", id),
      await operator("keys", "list", "--account", id),
      await operator("help"),
    ];
    for (const line of shown.flatMap(({ stdout }) => stdout.split("\n")))
      expect(line.length).toBeLessThanOrEqual(80);
    expect(shown[0]?.stdout).toContain("123,456,784.05 ETB");
    expect(shown[1]?.stdout).toMatch(/^balance +123,456,784\.05 ETB$/m);
    expect(shown[2]?.stdout).toMatch(/^ +2 {2}2026-11-15 09:00 +-5\.00 {2}123,456,784\.05 {2}verification$/m);
  });

  test.each([
    ["accounts", "list"],
    ["topup", "--account", "acc_1", "--amount", "5"],
    ["erase", "--telegram", "4711"],
    ["credits"],
  ])("ends with 3 where the database is away: %s", async (...words) => {
    const { env } = await openInstallation();
    const away = { ...env, DATABASE_URL: "postgres://nobody@127.0.0.1:1/nowhere" };
    const said = await runTool([...words, "--json"], away, { now: () => new Date() });
    expect(said).toMatchObject({ exitCode: 3, stderr: "" });
    expect(JSON.parse(said.stdout)).toMatchObject({ status: "error", error: { code: "unavailable" } });
  });

  longTest("ends with 3 where somebody keeps the account locked, and has paid nothing in", async () => {
    const { asked, create, databaseUrl } = await openInstallation("postgres");
    const id = await create();
    const other = new pg.Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query("begin");
    await other.query("select id from account for update");
    const said = await asked("topup", "--account", id, "--amount", "100");
    await other.end();
    expect(said).toMatchObject({ exitCode: 3, json: { error: { code: "unavailable" } } });
    expect((await asked("accounts", "show", id)).json.balance_minor).toBe(0);
  });

  test("is refused nothing while the service writes, and the service sees what it does", async () => {
    const { asked, create, accounts, verify } = await openInstallation();
    const id = await create();
    await asked("topup", "--account", id, "--amount", "50");
    const { json } = await asked("keys", "create", "--account", id);
    const caller = { kind: "key", key: json.key } as const;
    const [suspended, ...answers] = await Promise.all([
      asked("accounts", "show", id),
      ...[1, 2, 3, 4].map((number) => verify(caller, verified(number))),
      asked("topup", "--account", id, "--amount", "1"),
    ]);
    expect(suspended.exitCode).toBe(0);
    expect(answers).toHaveLength(5);
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(5_100 - 4 * 500);
  });

  test("lists more than one page of accounts and of entries, each once", async () => {
    const { asked, accounts } = await openInstallation();
    const numbers = Array.from({ length: 501 }, (_, at) => at);
    const made = await Promise.all(
      numbers.map((number) => accounts.createAccount({ name: `Shop ${number}`, tier: "balance" })),
    );
    const ids = made.map((one) => granted(one).id);
    const listed = (await asked("accounts", "list")).json;
    expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
    const [account = ""] = ids;
    await Promise.all(numbers.map(() => accounts.topUp(account, 100, "operator")));
    const { json } = await asked("ledger", "--account", account);
    expect(json.map(({ seq }: { seq: number }) => seq)).toEqual(numbers.map((number) => 501 - number));
  });

  test("says of every list when there is no such account", async () => {
    const { operator } = await openInstallation();
    for (const list of ["owners list", "members list", "links list", "keys list", "audit", "ledger"])
      expect([list, await operator(...list.split(" "), "--account", "acc_0")]).toEqual([
        list,
        { exitCode: 1, stdout: "", stderr: "There is no such account.\n" },
      ]);
  });

  test("ends quietly when its reader has read enough", async () => {
    const { env } = await openInstallation();
    const child = spawn(program, ["help"], { env: { PATH: process.env.PATH, ...env } });
    child.stdout.destroy();
    const [complaint, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ complaint, exitCode }).toEqual({ complaint: "", exitCode: 0 });
  });

  longTest("is a program whose stdout is one JSON value", async () => {
    const { env } = await openInstallation();
    const run = (words: string[]) =>
      promisify(execFile)(program, words, { env: { PATH: process.env.PATH, ...env } });
    const made = await run(["accounts", "create", "--name", "Merkato Shoes", "--tier", "balance", "--json"]);
    expect(made.stderr).toBe("");
    const { id } = JSON.parse(made.stdout);
    await expect(run(["topup", "--json", "--account", id, "--amount", "100"])).resolves.toEqual({
      stdout: `{"account":"${id}","amount_minor":10000,"balance_minor":10000}\n`,
      stderr: "",
    });
    await expect(run(["keys", "revoke", "key_0"])).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: "There is no such key, or it was revoked or replaced before.\n",
    });
  });
});

describe("an amount that is typed", () => {
  test.each([
    ["100", 10_000],
    ["100.5", 10_050],
    ["100.50", 10_050],
    ["0.01", 1],
    ["007", 700],
    ["9999999999999.99", 999_999_999_999_999],
    ["0.1", 10],
    ["1.15", 115],
    ["4.35", 435],
  ])("%s is %i santim", (typed, santim) => {
    expect(santimOfTyped(typed)).toBe(santim);
  });

  test.each([
    "",
    " ",
    "1e2",
    "-1",
    "+1",
    "1.",
    ".5",
    "1.005",
    "1,000",
    "1.000,00",
    "0x10",
    "Infinity",
    "NaN",
    "100 ETB",
    "１００",
    "፩፻",
    "1\n",
  ])("%j is none", async (typed) => {
    expect(santimOfTyped(typed)).toBe(null);
    const { asked, create } = await openInstallation();
    const id = await create();
    expect(await asked("topup", "--account", id, `--amount=${typed}`)).toMatchObject({
      exitCode: 2,
      json: {
        error: { code: "usage", message: expect.stringMatching(/^--amount must be an amount in ETB/) },
      },
    });
    expect((await asked("ledger", "--account", id)).json).toEqual([]);
  });

  test("is never rounded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (santim) => {
        const digits = String(santim).padStart(3, "0");
        expect(santimOfTyped(`${digits.slice(0, -2)}.${digits.slice(-2)}`)).toBe(santim);
      }),
    );
  });
});
