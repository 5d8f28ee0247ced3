import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { parseConfig } from "../../src/config/config.ts";
import { variables } from "../../src/config/variables.ts";
import { tablesOfCredentials } from "../../src/database/credential-tables.ts";
import { batchDeadlineMs } from "../../src/http/batch-route.ts";
import { upstreamBudgets } from "../../src/upstream/budgets.ts";
import { permitsOfOne } from "../../src/upstream/bulkhead.ts";
import { temporaryFolder } from "../support/temporary-store.ts";

const root = resolve(import.meta.dirname, "../..");

const service = z.looseObject({
  image: z.string(),
  user: z.string(),
  read_only: z.boolean(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  healthcheck: z.looseObject({ test: z.array(z.string()).min(2) }),
  logging: z.looseObject({ driver: z.string() }),
});
const compose = z
  .looseObject({
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
    volumes: z.record(z.string(), z.unknown()),
    networks: z.record(z.string(), z.unknown()),
  })
  .parse(parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true }));

const services = Object.entries(compose.services);
const programs = services.filter(([, { image }]) => image.startsWith("deresegn:"));

/** As the engine fills it in where nobody set anything. */
const interpolated = (value: string | number): string => String(value).replace(/\$\{\w+:-([^}]*)\}/g, "$1");

/** The secrets of a new installation, made by its script in a folder of its own. */
const madeSecrets = (): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "ops"));
  cpSync(join(root, "ops/compose"), join(folder, "ops/compose"), { recursive: true });
  mkdirSync(join(folder, "secrets"));
  writeFileSync(join(folder, "secrets/telegram_bot_token"), "123456:TEST\n");
  execFileSync("sh", [join(folder, "ops/compose/secrets.sh")]);
  return join(folder, "secrets");
};

describe("compose.yaml", () => {
  test("brings up two API processes, two bot workers and all that they need", () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      "api-1 api-2 backup balancer bot-1 bot-2 grafana postgres prometheus valkey".split(" "),
    );
    expect(programs.map(([, { environment }]) => environment.ROLES).sort()).toEqual([
      "api",
      "api",
      "bot",
      "bot",
    ]);
  });

  test.each(services)("runs %s hardened, in a version that is named, and looks after it", (_, given) => {
    expect(given.image).toMatch(/^[a-z][a-z/-]*:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)?$/);
    expect(given.user).toMatch(/^[1-9]\d*:\d+$/);
    expect(given).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    for (const port of given.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test.each(services)("gives %s its secrets by files, and names nothing that is not there", (_, given) => {
    for (const name of given.secrets) expect(compose.secrets).toHaveProperty(name);
    for (const network of given.networks) expect(compose.networks).toHaveProperty(network);
    for (const [name, value] of Object.entries(given.environment))
      if (/PASSWORD|SECRET|TOKEN|DATABASE_URL|CACHE_URL/.test(name) && value !== "") {
        expect(name).toMatch(/_FILE$/);
        expect(value).toMatch(/^\/run\/secrets\//);
        expect(given.secrets).toContain(basename(String(value)));
      }
    for (const volume of given.volumes) {
      const [source = ""] = volume.split(":");
      if (!source.startsWith("./")) expect(compose.volumes).toHaveProperty(source);
      // Everybody makes providers.json of the example.
      else if (source !== "./providers.json") expect(existsSync(join(root, source))).toBe(true);
    }
  });

  test.each(programs)(
    "sets for %s what the program accepts, with the secrets that its script makes",
    (_, given) => {
      const folder = madeSecrets();
      const known = new Set([
        ...Object.keys(variables.shape),
        ...given.secrets.map((name) => `${name.toUpperCase()}_FILE`),
      ]);
      for (const name of Object.keys(given.environment)) expect(known).toContain(name);
      const environment = Object.fromEntries(
        Object.entries(given.environment).map(([name, value]) => [
          name,
          interpolated(value).replace("/run/secrets", folder),
        ]),
      );
      expect(parseConfig(environment)).toMatchObject({
        ok: true,
        value: {
          databaseUrl: expect.stringMatching(/^postgres:\/\/deresegn:[0-9a-f]{64}@postgres:5432\/deresegn/),
          cacheUrl: expect.stringMatching(/^redis:\/\/:[0-9a-f]{64}@valkey:6379$/),
          telegram: { token: "123456:TEST" },
        },
      });
    },
  );

  test("keeps the database and the cache where nobody outside reaches them", () => {
    expect(compose.networks.inside).toMatchObject({ internal: true });
    for (const name of ["postgres", "valkey", "backup", "prometheus"])
      expect(compose.services[name]).toMatchObject({ networks: ["inside"], ports: [] });
    expect(compose.services.backup?.image).toBe(compose.services.postgres?.image);
  });

  test("mounts a configuration that its balancer takes, where one is installed to say so", ({ skip }) => {
    if (spawnSync("haproxy", ["-v"]).error) skip();
    const { status, stderr } = spawnSync("haproxy", ["-c", "-f", join(root, "ops/compose/haproxy.cfg")], {
      encoding: "utf8",
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });

  test("has its balancer wait for the longest batch, as other proxies are told to", () => {
    const longestMs = batchDeadlineMs(permitsOfOne(upstreamBudgets.bulkhead, { isKeyed: false }));
    const balancer = readFileSync(join(root, "ops/compose/haproxy.cfg"), "utf8");
    const waits = /set-timeout server (\d+)s if \{ path \/api\/verify\/batch \}/.exec(balancer)?.[1];
    expect(Number(waits) * 1_000).toBeGreaterThanOrEqual(longestMs);
    expect(readFileSync(join(root, "docs/operating.md"), "utf8")).toContain(
      `${longestMs / 1_000} s for \`/api/verify/batch\``,
    );
  });

  test("is filled in by variables alone that the documents name", () => {
    const named = `${readFileSync(join(root, "docs/operating.md"), "utf8")} ${readFileSync(join(root, ".env.example"), "utf8")}`;
    const text = readFileSync(join(root, "compose.yaml"), "utf8");
    const filledIn = [...text.matchAll(/(?<!\$)\$\{(\w+):-[^}]*\}/g)].map(([, name = ""]) => name);
    expect(filledIn.length).toBeGreaterThan(3);
    for (const name of filledIn) expect(named).toContain(name);
    // Each has a default: nothing is left empty by mistake.
    expect(text.match(/(?<!\$)\$\{\w+\}|(?<!\$)\$\w+/g)).toBeNull();
  });

  test("has its balancer and Prometheus ask every process", () => {
    const balancer = readFileSync(join(root, "ops/compose/haproxy.cfg"), "utf8");
    const prometheus = readFileSync(join(root, "ops/compose/prometheus.yml"), "utf8");
    for (const [name, { environment }] of programs) {
      expect(prometheus).toContain(`"${name}:3000"`);
      if (environment.ROLES === "api") expect(balancer).toContain(`server ${name} ${name}:3000`);
    }
  });
});

test("the script of the backups dumps the processes' database without credentials, and shows nobody the password", () => {
  const [secrets, folder] = [madeSecrets(), temporaryFolder()];
  const program =
    '#!/bin/sh\nprintf "%s\\n" "$@" > "$BACKUP_FOLDER/said"\necho "$PGPASSWORD" > "$BACKUP_FOLDER/password"\nexit 1\n';
  writeFileSync(join(folder, "pg_dump"), program, { mode: 0o755 });
  spawnSync("sh", [join(root, "ops/compose/backup.sh")], {
    env: {
      PATH: `${folder}:${process.env.PATH}`,
      DATABASE_URL_FILE: join(secrets, "database_url"),
      POSTGRES_PASSWORD_FILE: join(secrets, "postgres_password"),
      BACKUP_FOLDER: folder,
      BACKUP_ONCE: "yes",
    },
  });
  const said = readFileSync(join(folder, "said"), "utf8").split("\n");
  expect(said).toContain("--dbname=postgres://deresegn@postgres:5432/deresegn?sslmode=disable");
  expect(said.filter((word) => word.startsWith("--exclude-table-data="))).toEqual(
    tablesOfCredentials.map((table) => `--exclude-table-data=${table}`),
  );
  expect(readFileSync(join(folder, "password"), "utf8")).toBe(
    readFileSync(join(secrets, "postgres_password"), "utf8"),
  );
});

describe("the script of the secrets", () => {
  test("leaves what is there, and says what is missing", () => {
    const folder = madeSecrets();
    const before = readFileSync(join(folder, "secret"), "utf8");
    const script = join(folder, "../ops/compose/secrets.sh");
    execFileSync("sh", [script]);
    expect(readFileSync(join(folder, "secret"), "utf8")).toBe(before);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    execFileSync("rm", ["-f", join(folder, "telegram_bot_token")]);
    const { status, stderr } = spawnSync("sh", [script], { encoding: "utf8" });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "Put the token that BotFather gives into secrets/telegram_bot_token.\n",
    });
  });
});
