import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { parseConfig, providersFileOf } from "../../src/config/config.ts";
import { readProvidersFile } from "../../src/config/providers-file.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { issueCertificate } from "../support/certificates.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const secret = "S3cret-of-the-tests-0123456789-abcdefgh";
const given = { SECRET: secret, TELEGRAM_BOT_TOKEN: "123456:TEST" };

const problemsOf = (env: Record<string, string>): readonly string[] => {
  const config = parseConfig(env);
  return config.ok ? [] : config.error;
};

describe("the environment", () => {
  test("needs a secret and a token, everything else has its default", () => {
    expect(parseConfig(given)).toEqual({
      ok: true,
      value: {
        host: "127.0.0.1",
        port: 3000,
        publicUrl: null,
        operatorContact: null,
        statusText: null,
        roles: ["bot", "api"],
        deployment: "full",
        databaseUrl: "sqlite:./data/deresegn.sqlite",
        cacheUrl: "sqlite:data/cache.sqlite",
        cacheCa: null,
        secret,
        telegram: { token: "123456:TEST", apiRoot: "https://api.telegram.org" },
        webhook: null,
        trustedProxies: [],
        recordTtlHours: 24,
        historyDays: 90,
        metricsToken: null,
        tracesEndpoint: null,
        alertChatId: null,
        logLevel: "info",
      },
    });
    expect(providersFileOf({})).toBe(resolve("providers.json"));
  });

  test("is told every problem at once, by name", () => {
    const problems = problemsOf({
      PORT: "http",
      ROLES: "bot,web",
      DEPLOYMENT: "big",
      DATABASE_URL: "./data",
      TELEGRAM_API_ROOT: "telegram",
      TRUSTED_PROXIES: "10.0.0.0/8, proxy.local",
      PUBLIC_URL: "example.org/",
      RECORD_TTL_HOURS: "48",
      HISTORY_DAYS: "3",
      LOG_LEVEL: "loud",
      HOST: "a b",
    });
    expect(problems).toEqual([
      "HOST must be an address or a host name, e.g. 127.0.0.1",
      "PORT must be a whole number from 0 to 65535",
      "ROLES must be bot or api",
      "DEPLOYMENT must be full or limited",
      "DATABASE_URL must be sqlite: and a file, e.g. sqlite:./data/deresegn.sqlite, or postgres://user:password@host/database",
      "TELEGRAM_API_ROOT must be an http or https address, e.g. https://api.telegram.org",
      "TRUSTED_PROXIES must be addresses or CIDR blocks with commas between them, e.g. 10.0.0.0/8,fd00::/8",
      "PUBLIC_URL must be an http or https address, e.g. https://receipts.example",
      "SECRET is not set; it must be at least 32 random bytes, e.g. the output of: openssl rand -base64 48",
      "RECORD_TTL_HOURS must be a whole number from 1 to 24",
      "HISTORY_DAYS must be a whole number from 4 to 3650",
      "LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent",
    ]);
  });

  test.each([
    ["one character", "x".repeat(40)],
    ["a word again and again", "password".repeat(4)],
    ["a phrase again and again", "Abc123!Abc123!Abc123!Abc123!Abc123!"],
    ["digits that count", "12345678901234567890123456789012"],
    ["hexadecimal digits that count", "0123456789abcdef0123456789abcdef"],
    ["nearly nothing", "00000000000000000000000000000001"],
    ["the keyboard", "qwertyuiopasdfghjklzxcvbnm123456"],
    ["two rows by turns", "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"],
    ["its own name", "deresegn-secret-deresegn-secret-1"],
    ["a text that is written twice and more", "MerkatoShoes2026!MerkatoShoes2026!!"],
    ["times", "2026-11-23T08:00:00Z-2026-11-23T08:00:00Z"],
  ])("refuses a SECRET of %s without repeating it", (_kind, SECRET) => {
    const problems = problemsOf({ ...given, SECRET });
    expect(problems).toEqual([expect.stringMatching(/^SECRET can be guessed: .* openssl rand -base64 48$/)]);
    expect(problems.join()).not.toContain(SECRET);
  });

  test("takes every random SECRET", () => {
    for (let round = 0; round < 300; round += 1)
      for (const SECRET of [randomBytes(16).toString("hex"), randomBytes(24).toString("base64")])
        expect(problemsOf({ ...given, SECRET })).toEqual([]);
  });

  test.each([
    "0.0.0.0/0",
    "::/0",
    "0.0.0.0/1,128.0.0.0/1",
    "10.0.0.0/8, 8000::/1, ::/1",
    "2000::/3",
    "64.0.0.0/2",
    "::ffff:0:0/96",
    "::ffff:0.0.0.0/96",
    "::ffff:0:0/95",
    "::ffff:64.0.0.0/98",
    "::/96, ::ffff:0:0/96",
    Array.from({ length: 256 }, (_, at) => `${at}.0.0.0/8`).join(),
    Array.from({ length: 16 }, (_, at) => `${(at * 4096).toString(16)}::/4`).join(),
  ])("refuses TRUSTED_PROXIES=%s: everybody could claim any address", (TRUSTED_PROXIES) => {
    expect(problemsOf({ ...given, TRUSTED_PROXIES })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES trusts everybody/),
    ]);
  });

  test.each([
    "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,127.0.0.1",
    "fc00::/7,fe80::/10,::1",
    "173.245.48.0/20,103.21.244.0/22,104.16.0.0/13,2400:cb00::/32,2606:4700::/32,2a06:98c0::/29",
    "10.0.0.0/8,10.0.0.0/8,10.1.0.0/16,10.0.0.0/9,10.128.0.0/9,10.2.0.0/15",
    "::ffff:10.0.0.0/104,::ffff:10.1.0.1,2001:db8::7",
  ])("takes TRUSTED_PROXIES=%s", (TRUSTED_PROXIES) => {
    expect(problemsOf({ ...given, TRUSTED_PROXIES })).toEqual([]);
  });

  test.each([
    "010.0.0.0/8",
    "0x0a000000/8",
    "10/8",
    "167772160/8",
    "10.0.0.0/08",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0.0/8/8",
    "::10.0.0.1",
    "::203.0.113.0/120",
  ])("refuses TRUSTED_PROXIES=%s, which could be read in two ways", (TRUSTED_PROXIES) => {
    expect(problemsOf({ ...given, TRUSTED_PROXIES })).toEqual([
      expect.stringMatching(/^TRUSTED_PROXIES must be addresses or CIDR blocks/),
    ]);
  });

  test("refuses http where whoever listens on the way could do harm", () => {
    const TELEGRAM_WEBHOOK_SECRET = "0123456789abcdef";
    const problems = (host: string) =>
      problemsOf({
        ...given,
        TELEGRAM_WEBHOOK_SECRET,
        TELEGRAM_WEBHOOK_URL: `http://${host}/telegram/1f0c`,
        TELEGRAM_API_ROOT: `http://${host}`,
      });
    for (const host of [
      "receipts.example",
      "10.0.0.7:8081",
      "localhost.example",
      "[::2]",
      "0.0.0.0",
      "127.0.0.1.example",
    ])
      expect(problems(host)).toEqual([
        expect.stringMatching(/^TELEGRAM_API_ROOT must begin with https:/),
        expect.stringMatching(/^TELEGRAM_WEBHOOK_URL must begin with https:/),
      ]);
    for (const host of ["localhost:8081", "127.0.0.1", "127.8.8.8:80", "[::1]:3100"])
      expect(problems(host)).toEqual([]);
  });

  test.each([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, /^NODE_TLS_REJECT_UNAUTHORIZED must not be 0/],
    [
      { NODE_OPTIONS: "--max-old-space-size=500 --tls-min-v1.0" },
      /^NODE_OPTIONS must not hold --tls-min-v1.0/,
    ],
    [{ NODE_OPTIONS: "--insecure-http-parser" }, /^NODE_OPTIONS must not hold --insecure-http-parser/],
    [{ NODE_OPTIONS: "--security-revert=CVE-2023-46809" }, /^NODE_OPTIONS must not hold --security-revert/],
    [{ NODE_OPTIONS: "--tls-keylog=keys.txt" }, /^NODE_OPTIONS must not hold --tls-keylog/],
    [{ NODE_OPTIONS: '"--trace-tls"' }, /^NODE_OPTIONS must not hold --trace-tls/],
    [{ NODE_OPTIONS: "--inspect=0.0.0.0:9229" }, /^NODE_OPTIONS must not hold --inspect=0\.0\.0\.0:9229/],
    [{ NODE_OPTIONS: "--inspect-brk=[::]" }, /^NODE_OPTIONS must not hold --inspect-brk=\[::\]/],
    [{ NODE_DEBUG: "worker,TLS" }, /^NODE_DEBUG must not name/],
    [{ NODE_DEBUG: "und*" }, /^NODE_DEBUG must not name/],
  ])("refuses %j, which takes TLS's protection away", (set, problem) => {
    expect(problemsOf({ ...given, ...set })).toEqual([expect.stringMatching(problem)]);
    expect(
      problemsOf({
        ...given,
        NODE_TLS_REJECT_UNAUTHORIZED: "1",
        NODE_OPTIONS: "--enable-source-maps --inspect --inspect=9229 --inspect=127.0.0.1:9333",
      }),
    ).toEqual([]);
  });

  test("reads secrets from files, without the line break at their end", () => {
    const folder = temporaryFolder();
    const held = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const files = {
      SECRET_FILE: held("secret", `${secret}\n`),
      TELEGRAM_BOT_TOKEN_FILE: held("token", "123456:TEST\r\n"),
      DATABASE_URL_FILE: held("database", "postgres://user:hidden@db.example/deresegn"),
    };
    expect(parseConfig(files)).toMatchObject({
      value: {
        secret,
        telegram: { token: "123456:TEST" },
        databaseUrl: "postgres://user:hidden@db.example/deresegn",
      },
    });
    expect(problemsOf({ ...files, SECRET: secret })).toEqual([
      "SECRET_FILE and SECRET are both set; leave one of them out",
    ]);
    const missing = join(folder, "missing");
    expect(
      problemsOf({
        SECRET_FILE: missing,
        TELEGRAM_BOT_TOKEN_FILE: folder,
        DATABASE_URL_FILE: held("empty", "\n"),
      }),
    ).toEqual([
      `SECRET_FILE ${missing} cannot be read (ENOENT)`,
      `TELEGRAM_BOT_TOKEN_FILE ${folder} cannot be read (EISDIR)`,
      `DATABASE_URL_FILE ${join(folder, "empty")} is empty`,
    ]);
    const binary = join(folder, "binary");
    writeFileSync(binary, Buffer.from(Array.from({ length: 48 }, (_, at) => (at * 89 + 131) % 256)));
    const long = held("long", secret.repeat(1_000));
    expect(problemsOf({ ...files, SECRET_FILE: binary, DATABASE_URL_FILE: long })).toEqual([
      `SECRET_FILE ${binary} is no text: write the secret in letters and digits`,
      `DATABASE_URL_FILE ${long} is longer than a secret: 8192 bytes at most`,
    ]);
    const short = held("short", "hidden");
    const problems = problemsOf({ ...files, SECRET_FILE: short, DATABASE_URL_FILE: short });
    expect(problems).toEqual([
      expect.stringMatching(/^DATABASE_URL_FILE .*short must be sqlite:/),
      expect.stringMatching(/^SECRET_FILE .*short is too short/),
    ]);
    expect(problems.join()).not.toContain("hidden");
  });

  test("names no secret in a problem", () => {
    const problems = problemsOf({ SECRET: "too-short-secret", TELEGRAM_BOT_TOKEN: "not:a:token!" });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toMatch(/too-short-secret|not:a:token/);
  });

  test("needs no token where no bot runs", () => {
    expect(problemsOf({ SECRET: secret })).toEqual([expect.stringMatching(/^TELEGRAM_BOT_TOKEN is not set/)]);
    expect(problemsOf({ SECRET: secret, ROLES: "api" })).toEqual([]);
  });

  test("takes an empty variable for an unset one", () => {
    expect(problemsOf({ ...given, PORT: "", DATABASE_URL: "  ", TRUSTED_PROXIES: "" })).toEqual([]);
  });

  test("has the webhook's address and secret both or neither", () => {
    const address = { TELEGRAM_WEBHOOK_URL: "https://receipts.example/telegram/1f0c" };
    const secret = { TELEGRAM_WEBHOOK_SECRET: "0123456789abcdef" };
    expect(problemsOf({ ...given, ...address, ...secret })).toEqual([]);
    expect(problemsOf({ ...given, ...address })[0]).toMatch(/^TELEGRAM_WEBHOOK_SECRET is not set/);
    expect(problemsOf({ ...given, ...secret })[0]).toMatch(/^TELEGRAM_WEBHOOK_URL is not set/);
    for (const url of [
      "receipts.example/telegram",
      "https://receipts.example",
      "https://r.example/api/verify",
    ])
      expect(problemsOf({ ...given, ...secret, TELEGRAM_WEBHOOK_URL: url })[0]).toMatch(
        /^TELEGRAM_WEBHOOK_URL must be/,
      );
    expect(problemsOf({ ...given, ...address, TELEGRAM_WEBHOOK_SECRET: "ab".repeat(16) })).toEqual([
      expect.stringMatching(/^TELEGRAM_WEBHOOK_SECRET can be guessed; it must be 16/),
    ]);
    expect(problemsOf({ ...given, ...address, TELEGRAM_WEBHOOK_SECRET: "short" })).toEqual([
      "TELEGRAM_WEBHOOK_SECRET must be 16 to 256 letters, digits, _ or -, e.g. the output of: openssl rand -hex 32",
    ]);
  });

  test.each(["METRICS_TOKEN", "TELEGRAM_WEBHOOK_SECRET"])(
    "refuses SECRET as %s, without showing it",
    (name) => {
      const SECRET = "k3JvQ9xT7mWz5RbY1nLc8HdF2sGp6AqE";
      const address = { TELEGRAM_WEBHOOK_URL: "https://receipts.example/telegram/1f0c" };
      const others = {
        METRICS_TOKEN: "0123456789abcdef-metrics",
        TELEGRAM_WEBHOOK_SECRET: "0123456789abcdef-hook",
      };
      expect(parseConfig({ ...given, ...address, ...others, SECRET }).ok).toBe(true);
      const problems = problemsOf({ ...given, ...address, ...others, SECRET, [name]: SECRET });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(new RegExp(`^${name} must not be the same as SECRET`));
      expect(problems[0]).not.toContain(SECRET);
    },
  );

  test.each([
    ...[
      "/sign-in",
      "/sign-in/1f0c",
      "/api",
      "/api/verify",
      "/dashboard",
      "/dashboard/keys",
      "/docs",
      "/status",
    ],
    ...["/p", "/p/1f0c", "/mini", "/mini/session", "/assets/site.css", "/metrics", "/healthz", "/readyz"],
    ...["/openapi.json", "/.well-known/security.txt"],
  ])("refuses %s as the path that Telegram posts to", (path) => {
    const secret = { TELEGRAM_WEBHOOK_SECRET: "0123456789abcdef-hook" };
    const problems = problemsOf({
      ...given,
      ...secret,
      TELEGRAM_WEBHOOK_URL: `https://receipts.example${path}`,
    });
    expect(problems).toEqual([expect.stringMatching(/^TELEGRAM_WEBHOOK_URL must be .*the service's own/)]);
    const other = { ...given, ...secret, TELEGRAM_WEBHOOK_URL: `https://receipts.example/bot${path}` };
    expect(parseConfig(other).ok).toBe(true);
  });

  test.each(["@operators", "0", "12.5", "1e9"])("refuses %s as the chat of alarms", (ALERT_CHAT_ID) => {
    expect(problemsOf({ ...given, ALERT_CHAT_ID })).toEqual([
      "ALERT_CHAT_ID must be the number of a Telegram chat, e.g. 123456789, or -1001234567890 for a group",
    ]);
  });

  test.each(["short", "aaaaaaaaaaaaaaaaaaaaaaaa", "with a space in it, and long enough"])(
    "refuses %s as the token of /metrics",
    (METRICS_TOKEN) => {
      const problems = problemsOf({ ...given, METRICS_TOKEN });
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatch(/^METRICS_TOKEN .*must be 16 to 256 characters/);
      expect(problems[0]).not.toContain(METRICS_TOKEN);
    },
  );

  test.each([
    ["postgres://user:hidden@db.example/deresegn", "postgres://user:hidden@db.example/deresegn"],
    [
      "postgresql://user@10.0.0.7:6432/deresegn?sslmode=disable",
      "postgresql://user@10.0.0.7:6432/deresegn?sslmode=disable",
    ],
    [
      "postgres://u:p@db.example/deresegn?sslmode=require",
      "postgres://u:p@db.example/deresegn?sslmode=verify-full",
    ],
    [
      "postgres://u:p%40ss@one.example:5432,[fd00::7]/deresegn?sslmode=require&target_session_attrs=read-write",
      "postgres://u:p%40ss@one.example:5432,[fd00::7]/deresegn?sslmode=verify-full",
    ],
  ])("takes %s for a PostgreSQL server, whose certificate is checked", (DATABASE_URL, databaseUrl) => {
    expect(parseConfig({ ...given, DATABASE_URL })).toMatchObject({
      value: { databaseUrl, cacheUrl: "sqlite:data/cache.sqlite" },
    });
  });

  test("takes a root of the operator's own for a cache with TLS, and for that alone", () => {
    const folder = temporaryFolder();
    const [root, none] = [join(folder, "root.pem"), join(folder, "none.pem")];
    const { certificatePem } = issueCertificate({ subject: "Own Root", isAuthority: true });
    writeFileSync(root, certificatePem);
    writeFileSync(none, "no certificate");
    const withTls = { ...given, CACHE_URL: "rediss://user:hidden@cache.example:6379" };
    expect(parseConfig({ ...withTls, CACHE_CA_FILE: root })).toMatchObject({
      value: { cacheCa: certificatePem },
    });
    expect(problemsOf({ ...withTls, CACHE_CA_FILE: none })).toEqual([
      `CACHE_CA_FILE ${none} holds no certificate in PEM`,
    ]);
    expect(problemsOf({ ...withTls, CACHE_CA_FILE: join(folder, "away.pem") })).toEqual([
      `CACHE_CA_FILE ${join(folder, "away.pem")} cannot be read (ENOENT)`,
    ]);
    expect(problemsOf({ ...given, CACHE_CA_FILE: root })).toEqual([
      "CACHE_CA_FILE is of no use without TLS: CACHE_URL must begin with rediss://",
    ]);
  });

  test("refuses to have the database's certificate unchecked", () => {
    expect(problemsOf({ ...given, PGSSLMODE: "no-verify" })).toEqual([
      expect.stringMatching(/^PGSSLMODE must not be no-verify: /),
    ]);
  });

  test.each([
    "postgres://user:hidden@db.example",
    "postgres://user:hidden@/deresegn",
    "postgres:deresegn",
    "postgres://user:hidden@db.example/deresegn?sslmode=no-verify",
    "postgres://user:hidden@db.example/deresegn?sslmode=constructor",
    "postgres://user:hidden@db.example/deresegn?uselibpqcompat=true&sslmode=require",
    "postgres://user:hidden@db.example/deresegn?ssl=no-verify",
    "postgres://user:hidden@db.example/deresegn?host=elsewhere.example",
    "postgres://user:hidden@db.example,/deresegn",
    "postgres://user:hidden@db.example,other.example/deresegn?target_session_attrs=any",
    "mysql://user:hidden@db.example/deresegn",
  ])("refuses DATABASE_URL=%s without repeating it", (DATABASE_URL) => {
    const problems = problemsOf({ ...given, DATABASE_URL });
    expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL (?:must|may) /)]);
    expect(problems.join()).not.toContain("hidden");
  });

  test.each(["redis://cache", "redis://:word@10.0.0.7:6380/2", "rediss://user:word@cache.example:6379"])(
    "takes %s for a server of cached receipts",
    (CACHE_URL) => {
      expect(parseConfig({ ...given, CACHE_URL })).toMatchObject({ value: { cacheUrl: CACHE_URL } });
    },
  );

  test.each([
    "redis://:hidden@",
    "redis:cache",
    "redis://:hidden@cache/receipts",
    "redis://:hidden@cache?family=4",
    "rediss://:hidden@cache#0",
    "memcached://:hidden@cache",
  ])("refuses CACHE_URL=%s without repeating it", (CACHE_URL) => {
    const problems = problemsOf({ ...given, CACHE_URL });
    expect(problems).toEqual([expect.stringMatching(/^CACHE_URL must be sqlite: and a file, .* or redis:/)]);
    expect(problems.join()).not.toContain("hidden");
  });

  test("keeps the cache out of the database's file", () => {
    const same = { DATABASE_URL: "sqlite:./data/one.sqlite", CACHE_URL: "sqlite:data/../data/one.sqlite" };
    expect(problemsOf({ ...given, ...same })).toEqual([
      expect.stringMatching(/^CACHE_URL must name another file/),
    ]);
    expect(problemsOf({ ...given, DATABASE_URL: "sqlite:./data/cache.sqlite" })).toHaveLength(1);
    expect(parseConfig({ ...given, DATABASE_URL: "sqlite:///var/lib/one.sqlite" })).toMatchObject({
      value: { databaseUrl: "sqlite:/var/lib/one.sqlite", cacheUrl: "sqlite:/var/lib/cache.sqlite" },
    });
  });

  test("is documented: the example names every variable, and filled in it starts", () => {
    const text = readFileSync(".env.example", "utf8");
    const set = { ...parseEnv(text), SECRET: secret, TELEGRAM_BOT_TOKEN: "123456:TEST" };
    const shown = parseEnv(text.replace(/^# (?=[A-Z_]+=)/gm, ""));
    expect(problemsOf(set)).toEqual([]);
    expect(problemsOf({ ...shown, ...given })).toEqual([]);
    for (const name of ["HOST", "PORT", "ROLES", "DEPLOYMENT", "DATABASE_URL", "CACHE_URL", "PROVIDERS_FILE"])
      expect(shown).toHaveProperty(name);
  });
});

describe("the providers file", () => {
  const write = (value: unknown): string => {
    const path = join(temporaryFolder(), "providers.json");
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };
  const read = (value: unknown) => readProvidersFile(write(value));
  const problems = (value: unknown): string[] => {
    const path = write(value);
    const settings = readProvidersFile(path);
    return settings.ok
      ? []
      : settings.error.map((problem) => problem.replace(`PROVIDERS_FILE ${path}: `, ""));
  };
  const alpha = { bank: "Alpha Bank", url: "https://receipts.alpha.example:100" };

  test("gives each provider's settings, hosts without a trailing slash or a default port", () => {
    const beta = { bank: " Beta ", url: "HTTPS://Receipts.Beta.example:443/", aliases: ["http://[::1]:80"] };
    expect(read({ alpha, beta })).toEqual({
      ok: true,
      value: {
        alpha: { ...alpha, aliases: [], headers: {}, labels: {} },
        beta: {
          bank: "Beta",
          url: "https://receipts.beta.example",
          aliases: ["http://[::1]"],
          headers: {},
          labels: {},
        },
      },
    });
  });

  test("documents all providers in its example", () => {
    const example = JSON.parse(readFileSync("providers.example.json", "utf8"));
    expect(Object.keys(example).sort()).toEqual([...providerLabels].sort());
    for (const entry of Object.values<Record<string, unknown>>(example)) delete entry.ca;
    expect(problems(example)).toEqual([]);
  });

  test("names every problem with its provider and key, and shows no value", () => {
    const found = problems({
      alfa: alpha,
      alpha: { ...alpha, hedaers: {}, timeoutMs: 1.5, headers: { Cookie: "hidden\nvalue" } },
      beta: { url: "https://receipts.beta.example/receipt/" },
      gamma: { bank: "Gamma", url: "http://receipts.gamma.example", aliases: ["gamma.example"] },
      delta: "https://receipts.delta.example",
      eta: { ...alpha, headers: { "X-Forwarded-For": "192.0.2.1" }, proxy: "socks://hidden@proxy" },
    });
    expect(found).toEqual([
      'unknown provider "alfa", did you mean "alpha"?',
      "alpha.headers.Cookie must be a header value: printable ASCII, at most 1000 characters",
      "alpha.timeoutMs must be a whole number of milliseconds from 100 to 120000",
      'alpha: unknown key "hedaers", did you mean "headers"?',
      "beta.bank is missing; it must be the name shown as data.bank",
      "beta.url must be scheme, host and port alone, e.g. https://receipts.alpha.example:100",
      "gamma.url must begin with https:// (http:// only for localhost, 127.0.0.0/8 and ::1)",
      "gamma.aliases.0 must be scheme, host and port alone, e.g. https://receipts.alpha.example:100",
      "delta must be an object with at least bank and url",
      "eta.headers.X-Forwarded-For must not be set: the transport sets it, or it would claim another sender than ours",
      "eta.proxy must be an http or https address of a proxy, e.g. http://proxy.example:3128",
    ]);
  });

  test("accepts plain HTTP on this machine alone", () => {
    const hosts = ["localhost:81", "127.0.0.1", "127.9.9.9:80", "[::1]:3100"];
    for (const host of hosts) expect(problems({ alpha: { ...alpha, url: `http://${host}` } })).toEqual([]);
    const others = ["localhost.example", "128.0.0.1", "127.0.0.1.example", "[::2]", "0.0.0.0", "10.0.0.1"];
    for (const host of others)
      expect(problems({ alpha: { ...alpha, url: `http://${host}` } })).toHaveLength(1);
  });

  test("keeps a data address as written, with its token", () => {
    const apiUrl = "https://api.zeta.example/v1/{token}?full=1";
    const json = { transaction_reference: "data.reference" };
    const zeta = { ...alpha, apiUrl, json, miss: "no such receipt" };
    expect(read({ zeta })).toMatchObject({ value: { zeta: { apiUrl, json, miss: "no such receipt" } } });
  });

  test.each([
    "https://api.zeta.example/v1",
    "https://{token}.zeta.example/v1",
    "https://{token}.zeta.example/v1/{token}",
    "https://api.zeta.example/{token}/{token}",
  ])("refuses zeta's data address %s: {token} stands behind the host, once", (apiUrl) => {
    expect(problems({ zeta: { ...alpha, apiUrl } })).toEqual([
      expect.stringMatching(/^zeta\.apiUrl must hold \{token\} once, behind the host/),
    ]);
  });

  test("refuses a text for no receipt that may stand in a receipt", () => {
    expect(problems({ zeta: { ...alpha, miss: "e" } })).toEqual([
      "zeta.miss must be a text of 8 characters or more that only the answer for no receipt contains",
    ]);
  });

  test.each([
    ["braces", `${'{"beta":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["brackets", "[".repeat(100_000)],
    ["a provider's labels", `{"beta":{"labels":${'{"a":'.repeat(100_000)}1${"}".repeat(100_001)}}`],
  ])("nested 100,000 levels deep is a problem like others: %s", (_, text) => {
    expect(problems(text)).toEqual(["is nested more than 50 levels deep"]);
  });

  test("takes brackets in a text for text", () => {
    expect(problems({ alpha: { ...alpha, bank: `${'"['.repeat(60)}\\` } })).toEqual([]);
  });

  test("refuses a key that stands twice, and says where", () => {
    const entry = JSON.stringify(alpha);
    expect(problems(`{"beta": ${entry},\n"alpha": ${entry},\n"beta": ${entry}}`)).toEqual([
      "names a key twice at line 3",
    ]);
    expect(problems(`{"beta": {"bank": "B",\n"url": "https://b.example", "bank": "C"}}`)).toEqual([
      "names a key twice at line 2",
    ]);
  });

  test("of a device that never ends is read no further than a file may be long", () => {
    expect(readProvidersFile("/dev/zero")).toEqual({
      ok: false,
      error: ["PROVIDERS_FILE /dev/zero is larger than 1 MiB"],
    });
    expect(problems({ alpha: { ...alpha, ca: "/dev/zero" } })).toEqual(["alpha.ca /dev/zero cannot be read"]);
    expect(problemsOf({ ...given, SECRET: "", SECRET_FILE: "/dev/zero" })).toContain(
      "SECRET_FILE /dev/zero is longer than a secret: 8192 bytes at most",
    );
  });

  test("takes places for known fields of a JSON answer alone", () => {
    const json = { total_debitd: "data.total", payer_name: "data..payer" };
    expect(problems({ zeta: { ...alpha, json } })).toEqual([
      "zeta.json.payer_name must be a dotted path, e.g. data.reference or items.0.amount",
      'zeta.json: unknown key "total_debitd", did you mean "total_debited"?',
    ]);
  });

  test("refuses synonyms for a label that no receipt of the provider is read by, naming the nearest", () => {
    const labels = { "Settled Ammount": ["Sum"], "Credited Party name": ["Paid to"], Colour: ["Red"] };
    expect(problems({ beta: { ...alpha, labels } })).toEqual([
      'beta.labels: unknown label "Settled Ammount", did you mean "Settled Amount"?',
      expect.stringMatching(
        /^beta\.labels: unknown label "Colour"; known are Payer Name, .*, Total Paid Amount, Payment Reason, /,
      ),
    ]);
    const other = { "Recipient account no": ["To account"] };
    expect(problems({ eta: { ...alpha, labels: other } })).toEqual([
      'eta.labels: unknown label "Recipient account no", did you mean "Recipient account no."?',
    ]);
  });

  test("reads certificates beside it, and refuses what holds none", () => {
    const ca = issueCertificate({ subject: "Alpha intermediate", isAuthority: true }).certificatePem;
    const path = write({ alpha: { ...alpha, ca: "ca.pem" } });
    writeFileSync(join(path, "..", "ca.pem"), ca);
    expect(readProvidersFile(path)).toMatchObject({ ok: true, value: { alpha: { ca } } });
    writeFileSync(join(path, "..", "ca.pem"), ca.slice(0, 300));
    expect(readProvidersFile(path)).toMatchObject({
      error: [expect.stringMatching(/alpha\.ca .*ca\.pem must hold certificates in PEM form$/)],
    });
  });

  test("that is no JSON says where, without quoting it", () => {
    expect(problems('{\n  "alpha": { "bank": "hidden" "url": 1 }\n}')).toEqual([
      "is no valid JSON at line 2 (CommaExpected)",
    ]);
    expect(problems("[]")).toEqual(["must hold one object with a provider under each key"]);
    expect(problems("{}")).toEqual(["names no provider"]);
    expect(problems("")).toHaveLength(1);
  });
});
