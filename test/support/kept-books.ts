import { createAccounts } from "../../src/accounts/accounts.ts";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { openStore } from "../../src/database/store.ts";
import { askFor, granted, verified } from "./books.ts";
import { testSecret } from "./temporary-store.ts";

const now = () => new Date();

/** A process on a database: accounts with money and a history, and an inbox. */
export const openKept = async (databaseUrl: string, secret = testSecret) => {
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  await accounts.start();
  const inbox = createInbox({ store, secret, leaseId: accounts.leaseId, now });
  return {
    store,
    accounts,
    inbox,
    close: async () => {
      await accounts.close();
      await store.close();
    },
  };
};

/** An account with 1,000 ETB, of which two answers were paid, and a message that waits. */
export const fillBooks = async (databaseUrl: string) => {
  const { accounts, inbox, close } = await openKept(databaseUrl);
  const { id } = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
  granted(await accounts.topUp(id, 100_000, "operator"));
  const { key } = granted(await accounts.createKey(id, "live"));
  for (const number of [1, 2]) {
    const reserved = granted(await accounts.reserve({ kind: "key", key }, askFor(number)));
    granted(await accounts.commit(reserved, verified(number)));
  }
  granted(await inbox.take([{ updateId: 7, chatId: 5, payload: '{"update_id":7,"text":"Selam"}' }]));
  await close();
  return { id, key };
};

/** What `fillBooks` left, as another process finds it. */
export const readBooks = async (databaseUrl: string, id: string) => {
  const { accounts, inbox, close } = await openKept(databaseUrl);
  try {
    const account = granted(await accounts.showAccount(id));
    const ledger = granted(await accounts.ledgerOf(id, { limit: 10 }));
    const until = new Date(Date.now() + 60_000);
    const history = granted(await accounts.historyOf(id, { since: new Date(0), until, limit: 10 }));
    const waiting = granted(await inbox.claimNext({}, { room: 10 }));
    return {
      name: account.name,
      balanceSantim: account.balanceSantim,
      ledger: ledger.map(({ amountSantim }) => amountSantim),
      history: history.map(({ verdict }) => verdict),
      waiting: waiting.map(({ updateId, payload }) => ({ updateId, payload })),
    };
  } finally {
    await close();
  }
};

/** What `readBooks` finds where nothing was lost. */
export const wholeBooks = {
  name: "Merkato Shoes",
  balanceSantim: 99_000,
  ledger: [-500, -500, 100_000],
  history: ["verified", "verified"],
  waiting: [{ updateId: 7, payload: '{"update_id":7,"text":"Selam"}' }],
};

/** Ways into an account, each of which works: a browser that is signed in, a link that signs one in, a code for staff. */
export const openDoors = async (databaseUrl: string) => {
  const { accounts, close } = await openKept(databaseUrl);
  const { id } = granted(await accounts.registerTelegram(7));
  const session = granted(await accounts.createSession({ kind: "person", userId: 7 }, "a browser"));
  const link = granted(await accounts.createSignInCode(7));
  const staff = granted(await accounts.createLinkCode(id, "staff"));
  await close();
  return { token: session.token, link: link.code, staff: staff.code };
};

/** Which of them still work. */
export const tryDoors = async (databaseUrl: string, doors: Awaited<ReturnType<typeof openDoors>>) => {
  const { accounts, close } = await openKept(databaseUrl);
  try {
    return {
      token: granted(await accounts.resolveSession(doors.token, "203.0.113.7")) !== null,
      link: (await accounts.signInByCode(doors.link, "another browser")).ok,
      staff: (await accounts.redeemLinkCode(doors.staff, 8, "Abebe")).ok,
    };
  } finally {
    await close();
  }
};
