import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createAccounts } from "../src/accounts/accounts.ts";
import { keyScopes } from "../src/accounts/key-attributes.ts";
import { newKeyText, readKeyText } from "../src/accounts/key-text.ts";
import { migrations } from "../src/store/migrations.ts";
import { createOwnershipTables } from "../src/store/ownership-tables.ts";
import type { Database, Tables } from "../src/store/schema.ts";
import { createSqliteDialect } from "../src/store/sqlite-dialect.ts";
import { openSqliteFile, sqlitePath } from "../src/store/sqlite-file.ts";
import { openStore } from "../src/store/store.ts";
import { askFor, codeOf, granted } from "./support/books.ts";
import { databaseKinds, temporaryDatabase, testSecret } from "./support/temporary-store.ts";

const now = () => new Date("2026-11-15T09:00:00Z");

const openBare = (databaseUrl: string): { readonly db: Database; readonly close: () => Promise<void> } => {
  if (databaseUrl.startsWith("sqlite:")) {
    const path = sqlitePath(databaseUrl);
    const file = openSqliteFile(path);
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(file, path, { isStart: true }) });
    return { db, close: async () => file.close() };
  }
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
};

test.each(databaseKinds)(
  "keys from before scopes existed may do what they did on %s, those that were replaced end in their time, and old codes are withdrawn",
  async (kind) => {
    const databaseUrl = await temporaryDatabase(kind);
    const { db, close } = openBare(databaseUrl);
    const at = now().getTime();
    const texts = [newKeyText("live"), newKeyText("live")];
    await db.transaction().execute(async (work) => {
      await sql`create table migration (version integer primary key not null, applied_at bigint not null)`.execute(
        work,
      );
      for (const [step, migrate] of migrations
        .slice(0, migrations.indexOf(createOwnershipTables))
        .entries()) {
        await migrate(work);
        await sql`insert into migration (version, applied_at) values (${step + 1}, ${at})`.execute(work);
      }
      await sql`insert into account (id, name, tier, created_at) values ('acc_old', 'Old shop', 'balance', ${at})`.execute(
        work,
      );
      await sql`insert into balance (account_id, posted_santim, pending_santim, entries) values ('acc_old', 5000, 0, 0)`.execute(
        work,
      );
      for (const [n, text] of texts.entries()) {
        const facts = readKeyText(text);
        const expires = n === 0 ? null : at + 60_000;
        await sql`insert into api_key (id, account_id, hash, prefix, last4, mode, created_at, expires_at)
          values (${`key_${n}`}, 'acc_old', ${facts?.hash}, ${facts?.prefix}, ${facts?.last4}, 'live', ${at}, ${expires})`.execute(
          work,
        );
      }
      await sql`insert into link_code (hash, account_id, role, expires_at) values ('x', 'acc_old', 'owner', ${at + 600_000})`.execute(
        work,
      );
    });
    await close();

    const store = await openStore({ databaseUrl, secret: testSecret, now });
    onTestFinished(() => store.close());
    const accounts = createAccounts({ store, secret: testSecret, now });
    for (const [n, key] of texts.entries()) {
      const caller = { kind: "key", key } as const;
      for (const scope of keyScopes)
        expect(codeOf(await accounts.authenticate(caller, { address: "192.0.2.1", scope }))).toBe("ok");
      expect(codeOf(await accounts.reserve(caller, askFor(n)))).toBe("ok");
    }
    const keys = granted(await accounts.listKeys("acc_old"));
    expect(keys.map(({ id, isReplaced }) => [id, isReplaced]).sort()).toEqual([
      ["key_0", false],
      ["key_1", true],
    ]);
    expect(granted(await accounts.listLinkCodes("acc_old"))).toEqual([]);
    const renewed = granted(await accounts.rotateKey("key_0"));
    expect(renewed.scopes).toEqual(keyScopes);
  },
);
