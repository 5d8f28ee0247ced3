import { digestOf } from "../core/crypto.ts";
import type { Failure } from "../core/failure.ts";
import { createLruCache } from "../core/lru-cache.ts";
import { ok, type Result } from "../core/result.ts";
import { minuteMs } from "../core/time.ts";
import type { AccountsContext } from "./context.ts";
import { createReadingOfNew } from "./new-rows.ts";
import type { Session } from "./sessions.ts";

/** Which sessions work, as far as this process knows without asking the database. Their tokens' hashes are remembered. */
export type KnownSessions = {
  /**
   * The name under which a session's requests are counted, where it worked when it was last shown or read here; else null.
   * All sessions of a person share one name, and so do those of an account's keys, which it may replace without end.
   */
  readonly knownSession: (token: string) => string | null;
  /** Remembers what a session was when it was last shown; null: it has ended. */
  readonly noteSession: (token: string, session: Session | null) => void;
  /**
   * Reads which sessions have begun, so that each is known before it is shown to this process: all at first, and then
   * those that began since. Every five minutes all are read again, and those that have ended are forgotten, or whoever has
   * one could use up its holder's requests. Failure: `overloaded`; the next reading reads these, too.
   */
  readonly readActiveSessions: () => Promise<Result<void, Failure>>;
};

/** Sessions remembered at once. The least recent goes first. */
const sessionsMax = 20_000;
const allEveryMs = 5 * minuteMs;

export const createKnownSessions = ({
  store,
  now,
}: Pick<AccountsContext, "store" | "now">): KnownSessions => {
  const namesByHash = createLruCache<string, string>(sessionsMax);
  return {
    knownSession: (token) => namesByHash.peek(digestOf(token)) ?? null,
    noteSession: (token, session) => {
      const hash = digestOf(token);
      if (session === null) namesByHash.delete(hash);
      else namesByHash.set(hash, nameOf(session));
    },
    readActiveSessions: createReadingOfNew(
      now,
      async (since, at) => {
        const sessions = await store.read((db) =>
          db
            .selectFrom("web_session")
            .select(["hash", "kind", "holder", "account_id"])
            .where("created_at", ">", since)
            .where("expires_at", ">", at.getTime())
            .orderBy("last_used_at", "desc")
            .limit(sessionsMax)
            .execute(),
        );
        if (!sessions.ok) return sessions;
        if (since === 0) namesByHash.clear();
        // What is noted last is dropped last.
        for (const { hash, kind, holder, account_id } of sessions.value.toReversed())
          if (!namesByHash.has(hash)) namesByHash.set(hash, kind === "key" ? account_id : holder);
        return ok(undefined);
      },
      allEveryMs,
    ),
  };
};

const nameOf = ({ who, account }: Session): string => (who.kind === "key" ? account.id : who.pseudonym);
