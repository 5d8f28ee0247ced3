import { expect, test } from "vitest";
import { granted, openBooks } from "../support/books.ts";

const address = "203.0.113.7";
const minuteMs = 60_000;

/** Two browsers that are signed in with the key of a shop, in a process that has read which sessions work. */
const openSessions = async () => {
  const books = await openBooks();
  const { accounts, openAccount } = books;
  const { keyId } = await openAccount(0);
  const begin = async (): Promise<string> =>
    granted(await accounts.createSession({ kind: "key", key: keyId }, "a browser")).token;
  const tokens = [await begin(), await begin()] as const;
  granted(await accounts.readActiveSessions());
  const known = () => tokens.map((token) => accounts.knownSession(token) !== null);
  return { ...books, tokens, known };
};

test("a session that was ended is forgotten within minutes, so that it counts on nobody any more", async () => {
  const { accounts, tokens, known, pass } = await openSessions();
  const mine = granted(await accounts.resolveSession(tokens[0], address));
  if (mine === null) expect.unreachable();
  expect(known()).toEqual([true, true]);
  granted(await accounts.endOtherSessions(mine));
  pass(5 * minuteMs);
  granted(await accounts.readActiveSessions());
  expect(known()).toEqual([true, false]);
});

test("one that did not work where it was shown is known again within minutes", async () => {
  const { accounts, tokens, known, pass } = await openSessions();
  pass(20 * minuteMs);
  granted(await accounts.readActiveSessions());
  accounts.noteSession(tokens[0], null);
  expect(known()).toEqual([false, true]);
  pass(5 * minuteMs);
  granted(await accounts.readActiveSessions());
  expect(known()).toEqual([true, true]);
});
