import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runTool } from "../../src/operator/cli/run.ts";
import { createSandbox } from "../../src/operator/sandbox/sandbox.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { cases } from "../support/cases.ts";
import { type Certificate, issueCertificate } from "../support/certificates.ts";
import { answer, closedPort, startMisbehavingServer } from "../support/misbehaving-server.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryDatabase,
  temporaryFolder,
  testSecret,
} from "../support/temporary-store.ts";

const now = () => new Date();
const dayMs = 24 * 3600 * 1000;
const names = ["127.0.0.1"];
const root = issueCertificate({ subject: "Test Root", isAuthority: true });
const intermediate = issueCertificate({ subject: "Test Intermediate", isAuthority: true, issuer: root });
const leaf = issueCertificate({ subject: "leaf", names, issuer: intermediate });
const lasting = issueCertificate({
  subject: "lasting",
  names,
  issuer: intermediate,
  until: new Date(Date.now() + 60 * dayMs),
});
const expired = issueCertificate({
  subject: "old",
  names,
  issuer: root,
  from: new Date(Date.now() - 2 * dayMs),
  until: new Date(Date.now() - dayMs),
});

type Settings = Record<string, Record<string, unknown>>;

/** An installation whose providers are the given ones, and its operator. */
const openInstallation = async (providers: Settings, kind: DatabaseKind = "sqlite") => {
  const folder = temporaryFolder();
  const env = {
    DATABASE_URL: await temporaryDatabase(kind),
    CACHE_URL: `sqlite:${join(folder, "cache.sqlite")}`,
    PROVIDERS_FILE: join(folder, "providers.json"),
    SECRET: testSecret,
    LOG_LEVEL: "silent",
  };
  writeFileSync(env.PROVIDERS_FILE, JSON.stringify(providers));
  const doctor = async (changed: Record<string, string> = {}, ...words: string[]) => {
    const said = await runTool(["doctor", ...words], { ...env, ...changed }, { now });
    return { ...said, json: words.includes("--json") ? JSON.parse(said.stdout) : null };
  };
  const findings = async (changed: Record<string, string> = {}) => {
    const { exitCode, stderr, json } = await doctor(changed, "--json");
    expect(stderr).toBe("");
    expect(json.status).toBe(exitCode === 0 ? "success" : "error");
    return { exitCode, checks: json.checks };
  };
  return { folder, doctor, findings };
};

const sandboxed = async (): Promise<Settings> => {
  const sandbox = createSandbox({ cases, now });
  onTestFinished(sandbox.close);
  return JSON.parse(JSON.stringify((await sandbox.listen()).settings));
};

/** A bank's host that shows these certificates. */
const bankWith = async (certificate: Certificate, ...chain: readonly Certificate[]): Promise<string> => {
  const server = await startMisbehavingServer(answer(200, "hello"), {
    cert: [certificate, ...chain].map((each) => each.certificatePem).join(""),
    key: certificate.keyPem,
  });
  onTestFinished(server.close);
  return server.url;
};

const bankThat = async (status: number): Promise<string> => {
  const server = await startMisbehavingServer(answer(status, "hello"));
  onTestFinished(server.close);
  return server.url;
};

describe.each(databaseKinds)("a sound installation on %s", (kind) => {
  test("is told what works, and needs no bot", async () => {
    const { findings, doctor } = await openInstallation(await sandboxed(), kind);
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(0);
    expect(checks).toContainEqual({ check: "configuration", state: "ok", message: "complete" });
    expect(checks).toContainEqual({
      check: "telegram",
      state: "warning",
      message: expect.stringContaining("TELEGRAM_BOT_TOKEN is not set"),
    });
    const written = kind === "sqlite" ? /^SQLite, a write took \d+ ms$/ : /^PostgreSQL, a write took \d+ ms$/;
    expect(checks).toContainEqual({
      check: "database",
      state: "ok",
      message: expect.stringMatching(written),
    });
    expect(checks).toContainEqual({
      check: "providers",
      state: "ok",
      message: expect.stringContaining(`${providerLabels.length} offered: alpha, beta`),
    });
    expect(checks).toContainEqual({
      check: expect.stringMatching(/^gamma http:\/\/127\.0\.0\.1:\d+$/),
      state: "ok",
      message: expect.stringMatching(/^answered \d{3} after \d+ ms$/),
    });
    const shown = await doctor({ TELEGRAM_BOT_TOKEN: "1:abc" });
    expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
    expect(shown.stdout).toMatch(/^ok {6}configuration: complete$/m);
    expect(shown.stdout).toMatch(/^ok {6}telegram: a token, long polling$/m);
    expect(shown.stdout).toMatch(/^All is well\.$/m);
    expect((await doctor()).stdout).toMatch(/^Nothing failed; 1 warning\.$/m);
    for (const line of shown.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
});

describe("a provider", () => {
  test("is looked at on each host that is fetched from, once", async () => {
    const url = await bankThat(200);
    const [apiUrl, linkUrl] = [await bankThat(200), await bankThat(404)];
    const { findings } = await openInstallation({
      alpha: { bank: "Alpha", url, apiUrl: `${apiUrl}/receipts/{token}`, linkUrl },
      beta: { bank: "Beta", url, aliases: ["http://127.0.0.1:1"], apiUrl: url },
    });
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(0);
    expect(checks.slice(-4).map(({ check }: { check: string }) => check)).toEqual([
      `alpha ${url}`,
      `alpha ${apiUrl}`,
      `alpha ${linkUrl}`,
      `beta ${url}`,
    ]);
  });

  test.each([
    ["its chain lacks a certificate", [leaf], {}, /UNABLE_TO_/, /missing intermediate .* as ca/],
    ["nobody vouches for it", [root], {}, /SELF_SIGNED/, /as ca/],
    ["its time is over", [expired], { ca: root }, /CERT_HAS_EXPIRED/, /clock/],
    [
      "it carries another name",
      [leaf, intermediate],
      { ca: root, tlsName: "bank.test" },
      /ALTNAME/,
      /as tlsName/,
    ],
  ] as const)(
    "fails when %s",
    async (_, [own, ...chain], { ca, ...more }: { ca?: Certificate }, cause, advice) => {
      const url = await bankWith(own, ...chain);
      const beta = { bank: "Beta", url, ...more, ...(ca && { ca: "root.pem" }) };
      const { folder, findings, doctor } = await openInstallation({ beta });
      if (ca) writeFileSync(join(folder, "root.pem"), ca.certificatePem);
      const { exitCode, checks } = await findings();
      expect(exitCode).toBe(3);
      expect(checks.at(-1)).toEqual({
        check: `beta ${url}`,
        state: "failed",
        message: expect.stringMatching(cause),
        advice: expect.stringMatching(advice),
      });
      const shown = await doctor();
      expect(shown).toMatchObject({ exitCode: 3, stdout: "" });
      expect(shown.stderr).toMatch(/^FAILED {2}beta https:\/\/127\.0\.0\.1/m);
      expect(shown.stderr).toMatch(/^1 of \d checks failed\.$/m);
    },
  );

  test("is trusted by the certificate that the operator names", async () => {
    const url = await bankWith(lasting);
    const { folder, findings } = await openInstallation({ beta: { bank: "Beta", url, ca: "bank.pem" } });
    writeFileSync(join(folder, "bank.pem"), intermediate.certificatePem);
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(0);
    expect(checks.at(-1)).toMatchObject({
      state: "ok",
      message: expect.stringMatching(
        /^its certificate is trusted and holds until \d{4}-\d\d-\d\d, answered 200 after \d+ ms$/,
      ),
    });
  });

  test("is a warning when its certificate ends soon", async () => {
    const url = await bankWith(leaf, intermediate);
    const { folder, findings } = await openInstallation({ beta: { bank: "Beta", url, ca: "root.pem" } });
    writeFileSync(join(folder, "root.pem"), root.certificatePem);
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(0);
    expect(checks.at(-1)).toMatchObject({ state: "warning", advice: expect.stringContaining("ends soon") });
  });

  test.each([403, 429, 503])("is a warning when it answers %i", async (status) => {
    const url = await bankThat(status);
    const { findings } = await openInstallation({ beta: { bank: "Beta", url } });
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(0);
    expect(checks.at(-1)).toMatchObject({ state: "warning", advice: expect.stringContaining("proxy") });
  });

  test("fails when nothing listens, beside others that answer", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const { findings } = await openInstallation({
      beta: { bank: "Beta", url },
      gamma: { bank: "Gamma", url: await bankThat(200) },
    });
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(3);
    expect(checks.at(-2)).toMatchObject({ state: "failed", message: "provider_error (ECONNREFUSED)" });
    expect(checks.at(-1)).toMatchObject({ state: "ok" });
  });

  test("that leads to an inner address is not asked", async () => {
    const { findings } = await openInstallation({ beta: { bank: "Beta", url: "https://10.0.0.1" } });
    expect((await findings()).checks.at(-1)).toMatchObject({
      state: "failed",
      message: "provider_error (address not public)",
    });
  });

  test("that is configured and not offered is named", async () => {
    const { findings } = await openInstallation({
      beta: { bank: "Beta", url: await bankThat(200) },
      iota: { bank: "Iota", url: "http://127.0.0.1:1" },
    });
    const { exitCode, checks } = await findings({ DEPLOYMENT: "limited" });
    expect(exitCode).toBe(0);
    expect(checks).toContainEqual({
      check: "providers",
      state: "warning",
      message: "1 offered: beta; configured, but not offered: iota",
    });
  });
});

describe("an installation that lacks something", () => {
  const one = async () => ({ beta: { bank: "Beta", url: await bankThat(200) } });

  test("hears every problem of its variables, and of its providers all the same", async () => {
    const { findings } = await openInstallation(await one());
    const { exitCode, checks } = await findings({ SECRET: "feeble", PORT: "many" });
    expect(exitCode).toBe(3);
    expect(checks).toEqual([
      { check: "configuration", state: "failed", message: expect.stringMatching(/^PORT must be/) },
      { check: "configuration", state: "failed", message: expect.stringMatching(/^SECRET is too short/) },
      { check: "providers", state: "ok", message: "1 offered: beta" },
      { check: expect.stringMatching(/^beta /), state: "ok", message: expect.any(String) },
    ]);
    expect(JSON.stringify(checks)).not.toContain("feeble");
  });

  test("hears what is wrong with the accounts that it is paid to", async () => {
    const { folder, findings } = await openInstallation(await one());
    const TOPUP_FILE = join(folder, "top-ups.json");
    const told = async (provider: string) => {
      const accounts = [{ provider, account: "1000123456789", name: "Deresegn PLC" }];
      writeFileSync(TOPUP_FILE, JSON.stringify({ accounts }));
      const { exitCode, checks } = await findings({ TOPUP_FILE });
      return { exitCode, check: checks.at(-1) };
    };
    expect(await told("beta")).toEqual({
      exitCode: 0,
      check: { check: "top-ups", state: "ok", message: "paid to 1 of your accounts" },
    });
    expect(await told("gamma")).toEqual({
      exitCode: 3,
      check: { check: "top-ups", state: "failed", message: expect.stringContaining("accounts.0.provider") },
    });
  });

  test("hears what is wrong with its providers file", async () => {
    const { findings } = await openInstallation({ beta: { bank: "Beta" }, omega: {} });
    const { exitCode, checks } = await findings();
    expect(exitCode).toBe(3);
    expect(checks.slice(-2)).toEqual([
      { check: "providers", state: "failed", message: expect.stringMatching(/beta\.url is missing/) },
      { check: "providers", state: "failed", message: expect.stringMatching(/unknown provider "omega"/) },
    ]);
  });

  test.each([
    ["SQLite", "sqlite:/dev/null/deresegn.sqlite"],
    ["PostgreSQL", "postgres://nobody:hidden@127.0.0.1:1/nowhere"],
  ])("hears that its database is away: %s", async (_, DATABASE_URL) => {
    const { findings } = await openInstallation(await one());
    const { exitCode, checks } = await findings({ DATABASE_URL });
    expect(exitCode).toBe(3);
    expect(checks).toContainEqual({
      check: "database",
      state: "failed",
      message: expect.stringContaining("DATABASE_URL"),
    });
    expect(JSON.stringify(checks)).not.toContain("hidden");
  });

  test("hears that another SECRET made its database", async () => {
    const { findings } = await openInstallation(await one());
    await findings();
    const { exitCode, checks } = await findings({ SECRET: `another ${testSecret}` });
    expect(exitCode).toBe(3);
    expect(checks).toContainEqual({
      check: "database",
      state: "failed",
      message: expect.stringContaining("another SECRET"),
    });
  });

  test("is warned that its cache is in memory only", async () => {
    const { findings } = await openInstallation(await one());
    const { exitCode, checks } = await findings({ CACHE_URL: "sqlite:/dev/null/cache.sqlite" });
    expect(exitCode).toBe(0);
    expect(checks).toContainEqual(
      expect.objectContaining({
        check: "cache",
        state: "warning",
        advice: expect.stringContaining("CACHE_URL"),
      }),
    );
  });

  test("is told how the doctor is used", async () => {
    const { doctor } = await openInstallation({});
    expect(await doctor({}, "beta")).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
