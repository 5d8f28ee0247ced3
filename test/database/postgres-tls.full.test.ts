import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import { openStore } from "../../src/database/store.ts";
import { issueCertificate } from "../support/certificates.ts";
import { createInstalledServer, installedPostgres } from "../support/installed-postgres.ts";
import { temporaryFolder, testSecret } from "../support/temporary-store.ts";

const root = issueCertificate({ subject: "Own Root", isAuthority: true });
const good = issueCertificate({ subject: "database", names: ["127.0.0.1"], issuer: root });
const anothers = issueCertificate({ subject: "other", names: ["db.example"], issuer: root });

const rootFile = (): string => {
  const path = join(temporaryFolder(), "root.pem");
  writeFileSync(path, root.certificatePem);
  return path;
};

/** Opens what the program opens for this `DATABASE_URL`; "ok", or its sentence. */
const opened = async (DATABASE_URL: string): Promise<string> => {
  const config = parseConfig({ SECRET: testSecret, ROLES: "api", DATABASE_URL });
  if (!config.ok) return config.error.join("\n");
  try {
    const { databaseUrl } = config.value;
    const store = await openStore({ databaseUrl, secret: testSecret, now: () => new Date() });
    onTestFinished(store.close);
    return (await store.ready()).ok ? "ok" : "not ready";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe.runIf(installedPostgres !== null)("a PostgreSQL server that speaks TLS alone", () => {
  test("is used when its root is known, whatever sslmode asks for TLS", async () => {
    const { url } = await createInstalledServer([], good);
    for (const mode of ["verify-full", "verify-ca", "require"])
      expect(await opened(`${url}?sslmode=${mode}&sslrootcert=${rootFile()}`)).toBe("ok");
  });

  test("is refused when its root is unknown, or its certificate is another host's", async () => {
    const { url } = await createInstalledServer([], good);
    const other = await createInstalledServer([], anothers);
    for (const mode of ["verify-full", "verify-ca", "require"]) {
      expect(await opened(`${url}?sslmode=${mode}`)).toMatch(
        /^PostgreSQL at 127\.0\.0\.1:\d+ cannot be used \(.*certificate.*\): start it, or correct DATABASE_URL\.$/,
      );
      expect(await opened(`${other.url}?sslmode=${mode}&sslrootcert=${rootFile()}`)).toMatch(
        /cannot be used \(.*does not match certificate's altnames.*\)/,
      );
    }
  });

  test("is not spoken to without, nor with a root that is not there", async () => {
    const { url } = await createInstalledServer([], good);
    expect(await opened(url)).toMatch(/PostgreSQL refused the user or the password/);
    expect(await opened(`${url}?sslmode=verify-full&sslrootcert=/nowhere/root.pem`)).toMatch(/ENOENT/);
  });
});
