import type { Kysely, Transaction } from "kysely";

/**
 * Tables that must not be lost (design 5): what counts, and what a chat is in the middle of. Instants are
 * epoch milliseconds, days are `YYYY-MM-DD` of Africa/Addis_Ababa, subjects are HMACs.
 */
export type Tables = {
  /** One row for each step of `migrations.ts` that this database has taken. */
  migration: { version: number; applied_at: number };
  /** One row: fingerprint of `SECRET`, so that a process with another refuses to start. */
  installation: { id: number; secret_fingerprint: string; created_at: number };
  /** Units taken by a subject on a day: those counted and those reserved. */
  quota_day: { subject: string; day: string; taken: number };
  reservation: {
    id: string;
    subject: string;
    day: string;
    state: "pending" | "committed" | "void";
    created_at: number;
    /** After this a pending reservation is void: its process is gone. */
    expires_at: number;
  };
  /** Language that a chat chose. */
  chat: { chat_id: number; language: string };
  /** A question the bot has asked and not been answered yet; `payload` is JSON of the bot's own making. */
  open_question: {
    id: string;
    chat_id: number;
    user_id: number;
    /** The bot's message that asks, 0 until it has been sent. */
    question_message_id: number;
    kind: string;
    payload: string;
    asked_at: number;
    expires_at: number;
  };
  /** Receipts in layouts that are not known, and those that did not meet their contract. */
  drift: {
    id: string;
    provider: string;
    contract_version: number;
    fingerprint: string;
    outcome: "verified" | "format_changed";
    /** What of the contract was not met. */
    clause: string;
    /** Structure alone, with nothing of what the document says. */
    sample: string;
    first_at: number;
    last_at: number;
    times: number;
  };
  /** Updates already taken on, so that one delivered twice is worked off once. */
  taken_update: { update_id: number; taken_at: number };
};

export type Database = Kysely<Tables>;

/** What the queries of one transaction run on. */
export type Work = Transaction<Tables>;
