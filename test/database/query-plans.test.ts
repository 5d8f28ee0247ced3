import { describe, expect, test } from "vitest";
import { type Accounts, createAccounts } from "../../src/accounts/accounts.ts";
import { createInbox } from "../../src/bot/data/inbox.ts";
import { dayMs } from "../../src/core/time.ts";
import {
  deleteExpiredQuestions,
  deleteOldAlbumParts,
  deleteOldAnsweredTexts,
  deleteOldPictures,
  deleteOldPointers,
  deleteOldReplies,
  deleteOldSums,
  deleteOldUpdates,
} from "../../src/database/retention.ts";
import { createIdempotency } from "../../src/http/idempotency/idempotency.ts";
import { askFor, codeOf, granted, missed, selam, shop, verified } from "../support/books.ts";
import { recordStatements } from "../support/recorded-statements.ts";
import { temporaryStore, testSecret } from "../support/temporary-store.ts";

/** Tables that stay short, so that reading one from end to end takes no time. The last two hold what ends within a day. */
const shortTables = ["process_lease", "erased_person", "link_code", "expectation"];
/** Indexes of few rows, however long their table is. */
const shortIndexes = ["reservation_open"];

const openRecorded = async () => {
  let at = new Date("2026-11-15T09:00:00Z");
  const now = () => at;
  const { store: plain, path } = await temporaryStore(now);
  const { store, plansOf } = recordStatements(plain, path);
  const accounts = createAccounts({ store, secret: testSecret, now });
  const idempotency = createIdempotency({ store, secret: testSecret, leaseId: accounts.leaseId, now });
  const pass = (ms: number) => {
    at = new Date(at.getTime() + ms);
  };
  return { accounts, idempotency, store, now, pass, plansOf };
};

/** Steps of plans that read all rows of a table that may be long. */
const longScans = (plans: ReturnType<Awaited<ReturnType<typeof openRecorded>>["plansOf"]>) =>
  plans.flatMap(({ statement, steps }) => {
    const scans = steps.filter((step) => {
      const [, table, index] = /^SCAN ([a-z]\w*)(?:.* INDEX (\w+))?/.exec(step) ?? [];
      const isGathered = steps.includes(`MATERIALIZE ${table}`);
      const isShort = isGathered || shortTables.includes(table ?? "") || shortIndexes.includes(index ?? "");
      return table !== undefined && !isShort;
    });
    return scans.map((scan) => `${scan}: ${statement}`);
  });

const checkEach = async ({ reserve, commit, void: voidReservation, quotaOf }: Accounts, key: string) => {
  for (const caller of [shop, selam, { kind: "key", key } as const]) {
    granted(await commit(granted(await reserve(caller, askFor(1))), verified(1)));
    granted(await commit(granted(await reserve(caller, askFor(2))), missed));
    granted(await voidReservation(granted(await reserve(caller, askFor(3)))));
    for (let n = 4; codeOf(await reserve(caller, askFor(n))) === "ok"; n++);
    granted(await quotaOf(caller));
  }
};

describe("no long table is read from end to end", () => {
  test("for a request", async () => {
    const { accounts, idempotency, plansOf } = await openRecorded();
    const { id } = granted(await accounts.registerTelegram(4711));
    const paying = granted(await accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
    granted(await accounts.topUp(paying.id, 5_000, "operator"));
    const { key } = granted(await accounts.createKey(paying.id, "live"));
    await checkEach(accounts, key);
    const asked = { account: id, mode: "live", endpoint: "/", key: "1", body: {}, deadlineMs: 1 } as const;
    const begun = granted(await idempotency.begin(asked));
    if (begun.kind === "execute") granted(await idempotency.free(begun.claim));
    const plans = plansOf();
    expect(longScans(plans)).toEqual([]);
    // Of the caller who was refused.
    expect(plans.flatMap(({ steps }) => steps)).toContain("SCAN reservation USING INDEX reservation_open");
  });

  test("for a message of a group, nor for the queue of who is erased", async () => {
    const { accounts, store, now, plansOf } = await openRecorded();
    const inbox = createInbox({ store, secret: testSecret, leaseId: accounts.leaseId, now });
    expect(await inbox.isBehindGroup(-1, 2)).toBe(false);
    granted(await accounts.erase({ telegram: 4711 }));
    // A range of numbers would hold all that was worked off in two days.
    const all = plansOf().flatMap((plan) => plan.steps);
    const steps = all.filter((step) => step.includes(" inbox "));
    expect(steps).toEqual([
      "SEARCH inbox USING COVERING INDEX inbox_waiting (queue=? AND update_id<?)",
      "SEARCH inbox USING INDEX inbox_waiting (queue=?)",
      "SEARCH inbox USING INDEX inbox_begun (queue=?)",
    ]);
  });

  test("for the place of a message in its queue", async () => {
    const { accounts, store, now, plansOf } = await openRecorded();
    const inbox = createInbox({ store, secret: testSecret, leaseId: accounts.leaseId, now });
    const message = { chatId: -1, person: 4711, payload: "{}" };
    granted(await inbox.take([1, 2].map((updateId) => ({ ...message, updateId }))));
    const before = plansOf().length;
    expect(await inbox.unfinished(2)).toMatchObject({ isNext: false });
    const steps = plansOf()
      .slice(before)
      .flatMap((plan) => plan.steps);
    expect(steps).toEqual([
      "SEARCH inbox USING INDEX sqlite_autoindex_inbox_1 (update_id=?)",
      "SEARCH inbox USING INDEX inbox_waiting (queue=? AND update_id>? AND update_id<?)",
    ]);
  });

  test("for the keys and the sessions that were made since the last reading", async () => {
    const { accounts, plansOf } = await openRecorded();
    granted(await accounts.readActiveKeys());
    granted(await accounts.readActiveSessions());
    expect(plansOf().flatMap(({ steps }) => steps)).toEqual([
      "SEARCH api_key USING INDEX api_key_by_age (created_at>?)",
      "USE TEMP B-TREE FOR ORDER BY",
      "SEARCH web_session USING INDEX web_session_by_age (created_at>?)",
      "USE TEMP B-TREE FOR ORDER BY",
    ]);
  });

  test("in a round of retention", async () => {
    const { accounts, idempotency, store, now, pass, plansOf } = await openRecorded();
    granted(await accounts.registerTelegram(4711));
    granted(await accounts.commit(granted(await accounts.reserve(selam, askFor())), verified()));
    // What they count on is forgotten by then.
    pass(3 * dayMs);
    granted(await accounts.registerTelegram(4712));
    granted(await accounts.applyRetention());
    granted(await idempotency.applyRetention());
    for (const deleteOld of [
      deleteOldUpdates,
      deleteOldReplies,
      deleteOldAnsweredTexts,
      deleteOldPointers,
      deleteOldAlbumParts,
      deleteOldPictures,
      deleteOldSums,
      deleteExpiredQuestions,
    ])
      granted(await store.transaction((trx) => deleteOld(trx, now())));
    expect(longScans(plansOf())).toEqual([]);
    expect(await store.db.selectFrom("reservation_unit").selectAll().execute()).toEqual([]);
  });

  test("for an erasure, and in the rounds after it", async () => {
    const { accounts, pass, plansOf } = await openRecorded();
    granted(await accounts.registerTelegram(4711));
    granted(await accounts.erase({ telegram: 4711 }));
    const { id } = granted(await accounts.registerTelegram(4712));
    granted(await accounts.erase({ account: id }));
    pass(1_000);
    granted(await accounts.applyRetention());
    expect(longScans(plansOf())).toEqual([]);
  });
});
