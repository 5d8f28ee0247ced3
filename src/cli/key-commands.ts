import { z } from "zod";
import type { IssuedKey, ListedKey } from "../accounts/accounts.ts";
import type { Command, Shown } from "./command.ts";
import { deskCommand } from "./desk-command.ts";
import { givenId } from "./given-fields.ts";
import { fieldLines, shownTime, tableLines } from "./layout.ts";

/** What the operator does with keys. A key itself is shown where it is made and nowhere else. */
export const keyCommands: readonly Command[] = [
  deskCommand({
    name: "keys create",
    synopsis: "--account <id> [--test]",
    summary: "makes a key, shown this once; a test key asks simulated providers only",
    flags: ["test"],
    given: z.object({ account: givenId, test: z.boolean().default(false) }),
    ask: (desk, { account, test }) => desk.createKey(account, test ? "test" : "live"),
    show: (key) => shownNew(key),
  }),
  deskCommand({
    name: "keys list",
    synopsis: "--account <id>",
    summary: "an account's keys, newest first, those that are over too",
    given: z.object({ account: givenId }),
    ask: (desk, { account }) => desk.listKeys(account),
    show: (keys) => shownKeys(keys),
  }),
  deskCommand({
    name: "keys rotate",
    synopsis: "<key id>",
    summary: "makes a new key, shown this once; the old one goes on for 24 hours",
    words: ["key id"],
    given: z.object({ "key id": givenId }),
    ask: (desk, given) => desk.rotateKey(given["key id"]),
    show: (key, given) => shownNew(key, given["key id"]),
  }),
  deskCommand({
    name: "keys revoke",
    synopsis: "<key id>",
    summary: "ends a key at once, in every process",
    words: ["key id"],
    given: z.object({ "key id": givenId }),
    ask: (desk, given) => desk.revokeKey(given["key id"]),
    show: (key) => ({ json: jsonOf(key), text: `${namesOf(key)} is revoked.` }),
  }),
];

const shownNew = ({ id, key, prefix, last4 }: IssuedKey, replaced?: string): Shown => ({
  json: { id, key, prefix, last4, ...(replaced === undefined ? {} : { replaces: replaced }) },
  text: [
    fieldLines({ id, key }),
    "It is not shown again.",
    ...(replaced === undefined ? [] : [`${replaced} goes on for 24 hours.`]),
  ].join("\n"),
});

const namesOf = ({ id, prefix, last4 }: ListedKey): string => `${id} (${prefix}…${last4})`;

const jsonOf = (key: ListedKey) => ({
  id: key.id,
  account: key.account,
  mode: key.mode,
  prefix: key.prefix,
  last4: key.last4,
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
});

const shownKeys = (keys: readonly ListedKey[]): Shown => ({
  json: keys.map(jsonOf),
  text:
    keys.length === 0
      ? "No keys."
      : tableLines(
          [
            { head: "id", of: ({ id }) => id },
            { head: "key", of: ({ prefix, last4 }) => `${prefix}…${last4}` },
            { head: "created", of: ({ createdAt }) => createdAt.toISOString().slice(0, 10) },
            { head: "state", of: stateOf },
          ],
          keys,
        ),
});

/** Whether an expiry lies ahead the reader sees by the clock. */
const stateOf = ({ revokedAt, expiresAt }: ListedKey): string => {
  if (revokedAt !== null) return "revoked";
  return expiresAt === null ? "active" : `until ${shownTime(expiresAt)}`;
};
