import { z } from "zod";
import { describeKey, type IssuedKey, type ListedKey } from "../../accounts/accounts.ts";
import { adminCommand } from "./admin-command.ts";
import { shownSantim } from "./amounts.ts";
import type { Command, Shown } from "./command.ts";
import {
  givenAddresses,
  givenAmount,
  givenId,
  givenLastDay,
  givenName,
  givenScopes,
} from "./given-fields.ts";
import { fieldLines, shownTime } from "./layout.ts";

/** What the operator does with keys. A key itself is shown where it is made and nowhere else. */
export const keyCommands: readonly Command[] = [
  adminCommand({
    name: "keys create",
    synopsis:
      "--account <id> [--name <text>] [--scopes verify,account:read] [--expires <day, e.g. 2027-01-31>] [--addresses 10.0.0.0/8,…] [--daily-limit <ETB>] [--test]",
    summary:
      "makes a key, shown this once, that may verify and read its account; account:manage is given by name alone. It ends with the day --expires, works from --addresses, and spends at most --daily-limit on a day; a test key asks simulated providers only",
    flags: ["test"],
    given: z.object({
      account: givenId,
      name: givenName.optional(),
      scopes: givenScopes.optional(),
      expires: givenLastDay.optional(),
      addresses: givenAddresses.optional(),
      "daily-limit": givenAmount.optional(),
      test: z.boolean().default(false),
    }),
    ask: (accounts, { account, test, name, scopes, expires, addresses, "daily-limit": limit }) =>
      accounts.createKey(account, test ? "test" : "live", {
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(expires !== undefined && { expiresAt: expires }),
        ...(addresses !== undefined && { addresses }),
        ...(limit !== undefined && { dailyLimitSantim: limit }),
      }),
    show: (key) => shownNew(key),
  }),
  adminCommand({
    name: "keys list",
    synopsis: "--account <id>",
    summary: "an account's keys, newest first, those that are over too",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => accounts.listKeys(account),
    show: (keys) => shownKeys(keys),
  }),
  adminCommand({
    name: "keys rotate",
    synopsis: "<key id>",
    summary: "makes a new key, shown this once; the old one goes on for 24 hours",
    words: ["key id"],
    given: z.object({ "key id": givenId }),
    ask: (accounts, given) => accounts.rotateKey(given["key id"]),
    show: (key, given) => shownNew(key, given["key id"]),
  }),
  adminCommand({
    name: "keys revoke",
    synopsis: "<key id>",
    summary: "ends a key at once, in every process",
    words: ["key id"],
    given: z.object({ "key id": givenId }),
    ask: (accounts, given) => accounts.revokeKey(given["key id"]),
    show: (key) => ({ json: jsonOf(key), text: `${shownKeyId(key)} is revoked.` }),
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

const shownKeyId = ({ id, prefix, last4 }: ListedKey): string => `${id} (${prefix}…${last4})`;

const jsonOf = (key: ListedKey) => ({ ...describeKey(key), account: key.account });

const shownKeys = (keys: readonly ListedKey[]): Shown => ({
  json: keys.map(jsonOf),
  text:
    keys.length === 0
      ? "No keys."
      : keys.map((key) => `${shownKeyId(key)}\n${attributeLines(key)}`).join("\n"),
});

const attributeLines = (key: ListedKey): string =>
  fieldLines({
    "    name": key.name,
    "    may": key.scopes.join(", "),
    "    from": key.addresses.join(", "),
    "    a day": key.dailyLimitSantim === null ? "" : `at most ${shownSantim(key.dailyLimitSantim)}`,
    "    made": shownTime(key.createdAt),
    "    used": key.lastUsedAt === null ? "never" : shownTime(key.lastUsedAt),
    "    state": stateOf(key),
  });

/** Whether an expiry lies ahead the reader sees by the clock. */
const stateOf = ({ revokedAt, expiresAt }: ListedKey): string => {
  if (revokedAt !== null) return "revoked";
  return expiresAt === null ? "active" : `until ${shownTime(expiresAt)}`;
};
