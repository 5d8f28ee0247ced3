import type { ExpressionBuilder, Kysely, Transaction as TransactionOf } from "kysely";

/**
 * Tables that must not be lost: what counts, and what a chat is in the middle of. Instants are
 * epoch milliseconds, money is integer santim, days are `YYYY-MM-DD` of Africa/Addis_Ababa. A subject is an HMAC or
 * an account's random id.
 * Beside them stand the tables of Kysely's `Migrator`.
 */
export type Tables = {
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
    /** What is held: a unit of the day, money of the account, or nothing for a chat's repeated question. */
    kind: "quota" | "balance" | "repeat";
    account_id: string | null;
    /** Money held, 0 unless `kind` is `balance`. */
    santim: number;
    /** Under which it counts in `unanswered_hour` until it is answered, by the hour of `created_at`; null: it does not. */
    unanswered_as: string | null;
    /** The process that works on it, by its row in `process_lease`; null: only `expires_at` ends it. */
    lease: string | null;
    /** Where `santim` counts toward a key's daily limit, as in `key_day`; null: there is none. */
    spends_as: string | null;
  };
  /** Look-ups of a caller in an hour (whole hours since 1970) that were not answered, or are under way. */
  unanswered_hour: { subject: string; hour: number; taken: number };
  /** What a reservation has taken of `quota_day`: several rows where one check counts on several. Gone when it is void. */
  reservation_unit: { reservation_id: string; subject: string; day: string };
  /** A process that lives: it moves `expires_at` on, or its pending reservations are void. */
  process_lease: { id: string; expires_at: number };
  /** Which process does a job that only one may do, by its row in `process_lease`. */
  job_lease: { job: string; lease: string };
  account: {
    id: string;
    /** What the operator calls it; empty for one that a chat made, and after an erasure. */
    name: string;
    tier: "registered" | "balance";
    /**
     * The person on whose day its free checks count, an HMAC; empty when the person is not known; "nobody" when they were
     * erased and nobody else is left.
     */
    made_by: string;
    suspended_at: number | null;
    erased_at: number | null;
    created_at: number;
  };
  /** An account's money in santim: the sum of its entries, and what is held. `entries` counts the entries. */
  balance: { account_id: string; posted_santim: number; pending_santim: number; entries: number };
  /** Only ever added to. `seq` is 1, 2, 3 … within an account; `balance_santim` is the sum up to here. */
  ledger_entry: {
    account_id: string;
    seq: number;
    kind: "topup" | "charge" | "adjustment";
    amount_santim: number;
    balance_santim: number;
    /** Of a charge, which no second one can have. */
    reservation_id: string | null;
    source: string;
    at: number;
  };
  /** Only the SHA-256 of a key; `prefix` and `last4` are what a list shows. */
  api_key: {
    id: string;
    account_id: string;
    hash: string;
    prefix: string;
    last4: string;
    mode: "live" | "test";
    created_at: number;
    /** Chosen when it was made, or set by a rotation. */
    expires_at: number | null;
    revoked_at: number | null;
    name: string;
    /** What it may do, with spaces between. */
    scopes: string;
    /** Blocks of addresses that it works from, with commas between; empty: from everywhere. */
    addresses: string;
    /** Most that its answers may cost on one day; null: what the account has. */
    daily_limit_santim: number | null;
    /** Under which its spending counts in `key_day`: its own id, or the id of the first key that it replaces. */
    spends_as: string;
    /** To the minute. */
    last_used_at: number | null;
    /** Set by a rotation: another key has taken its place. */
    replaced_at: number | null;
  };
  /** What keys with a daily limit have spent on a day, what is held too. */
  key_day: { key_id: string; day: string; santim: number };
  /** Whose account a Telegram user's is; `pseudonym` is an HMAC. */
  telegram_link: {
    pseudonym: string;
    account_id: string;
    role: "owner" | "staff";
    /** What they are called, sealed; empty where it is not known. */
    name: string;
    /** Of an owner: the private chat in which they are asked, sealed; empty where it is not known. */
    reach: string;
    linked_at: number;
  };
  /** An account that its only owner left for another one: it stays as it was, and they may come back to it. */
  former_account: { pseudonym: string; account_id: string; left_at: number };
  /** The account that receipts of a group are assessed for. `bound_by` is a pseudonym. */
  group_binding: {
    chat_id: number;
    account_id: string;
    bound_by: string;
    bound_at: number;
    /** The supergroup that it has become, which has a row of its own; null: none. */
    moved_to: number | null;
  };
  /** One-time codes that link a Telegram user to an account; only their SHA-256. */
  link_code: {
    hash: string;
    account_id: string;
    role: "owner" | "staff";
    expires_at: number;
    /** It is listed and recalled by this id; the code itself is not stored. */
    id: string;
    maker_kind: "operator" | "person" | "key";
    /** A Telegram user's HMAC, or a key's id. */
    maker: string;
    created_at: number;
  };
  /** What an owner passes on about a receipt, for 30 days: sealed, and without names. */
  proof: {
    id: string;
    account_id: string;
    /** The account's pseudonym of the receipt, by which it goes when the bank calls the payment undone. */
    receipt: string;
    sealed: string;
    created_at: number;
    expires_at: number;
  };
  /** A browser that is signed in: a Telegram user, or somebody who presented a key. */
  web_session: {
    id: string;
    /** SHA-256 of the cookie's token. */
    hash: string;
    account_id: string;
    /** `mini`: a person within Telegram. */
    kind: "person" | "mini" | "key";
    /** A Telegram user's HMAC, or a key's id. */
    holder: string;
    /** Telegram's number of the user, sealed; empty for a key. */
    user_id: string;
    /** What the browser calls itself, sealed. */
    label: string;
    created_at: number;
    /** To some minutes. */
    last_used_at: number;
    expires_at: number;
  };
  /** One-time codes by which a Telegram user signs in to the pages; only their SHA-256. */
  sign_in_code: {
    hash: string;
    /** The user's HMAC. */
    pseudonym: string;
    /** Telegram's number of the user, sealed. */
    user_id: string;
    created_at: number;
    expires_at: number;
  };
  /** Somebody who wants to own an account and waits for an owner's word. `name` and `reach` are sealed. */
  owner_request: {
    id: string;
    account_id: string;
    /** An HMAC. */
    pseudonym: string;
    name: string;
    /** Their private chat. */
    reach: string;
    expires_at: number;
  };
  /** What was done with an account: who, what, when, by which face. Nothing of payers. */
  audit_entry: {
    account_id: string;
    /** Later ones sort behind earlier ones. */
    id: string;
    at: number;
    actor_kind: "operator" | "person" | "key" | "service";
    /** A Telegram user's HMAC, or a key's id; empty for the others, and when the person was erased. */
    actor: string;
    face: "api" | "chat" | "cli" | "web";
    act: string;
    /** The id of what it was done to, or a person's HMAC; empty where there is none. */
    subject: string;
  };
  /** What an account has asked: HMACs of the question and of the printed reference. */
  receipt_history: {
    account_id: string;
    at: number;
    id: string;
    /** A key's id, or the Telegram user's HMAC; empty when that one was erased. */
    caller_id: string;
    provider: string;
    question: string;
    /** Null unless the receipt was verified. */
    receipt: string | null;
    verdict: "verified" | "receipt_not_found" | "receipt_not_completed" | "receipt_mismatch";
    amount_santim: number | null;
    charged_santim: number;
    /** 1 for the first time that this account saw the receipt verified. */
    is_first: number;
    /** 1 where the receipt was verified, and its bank says later that the payment is undone: no sum counts it. */
    is_undone: number;
    /** Whose the money is. Null unless the receipt was verified, and when that was not assessed. */
    takings: "own" | "others" | "unknown" | null;
  };
  /** Receipts that an account has seen verified, as HMACs: `times` of them, and the part of the first one's source that shows it. */
  seen_receipt: {
    account_id: string;
    receipt: string;
    first_at: number;
    last_at: number;
    times: number;
    /** Who showed it first, as in `receipt_history`. */
    caller_id: string;
    source: string | null;
    /** The message that showed it first, sealed. */
    message: string | null;
  };
  /**
   * Payments between two banks that an account has seen verified, and each receipt of either bank that tells of such a one,
   * as HMACs. Payments that are told alike are one here.
   */
  seen_payment: {
    account_id: string;
    payment: string;
    /** Empty in the one row of each payment for which checks in the same second wait. */
    receipt: string;
    /** 1 where it is the receiver's bank's. */
    is_receiving: number;
    last_at: number;
  };
  /** Messages that asked for a receipt before its bank confirmed it, as HMACs. */
  early_question: {
    account_id: string;
    receipt: string;
    /** Empty for all that came by no chat. */
    message: string;
    /** Who asked, as in `receipt_history`. */
    caller_id: string;
    asked_at: number;
  };
  /** Receipts that a bank has called undone, as HMACs, seen before or not. */
  undone_receipt: {
    /** Who heard so. Empty: somebody did, whoever asked. The receipt of such a row has the name that it has in `credited_receipt`. */
    account_id: string;
    receipt: string;
    /** When the bank was asked for the last answer that said so. */
    undone_at: number;
  };
  /** Receipts that were handed in to top up, once for ever. */
  credited_receipt: {
    receipt: string;
    id: string;
    account_id: string;
    provider: string;
    amount_santim: number;
    state: "waiting" | "credited" | "declined";
    /** When its bank was asked for it, as it was handed in. */
    asked_at: number;
    decided_at: number | null;
  };
  /** Questions that their caller may repeat for free until then, and how often that was done. */
  free_repeat: {
    /** A Telegram user's pseudonym, or the subject that the caller's days are counted under. */
    caller_id: string;
    /** An HMAC. */
    question: string;
    free_until: number;
    repeats: number;
    /** 1 when the answer was a receipt. */
    was_verified: number;
  };
  /** People who were erased a moment ago, until the answers that were under way have come. */
  erased_person: {
    pseudonym: string;
    /** Their Telegram number, sealed. */
    number: string;
    erased_at: number;
  };
  /** Misses in a row, and until when questions are refused because of them. */
  guess_limit: {
    /** An account, or a person's subject of one day. */
    subject: string;
    /** The day after which a person's row is forgotten; null: an account's. */
    day: string | null;
    misses_in_row: number;
    last_miss_at: number;
    blocked_until: number;
    /** Blocks of late; each lasts twice as long as the one before. */
    blocks: number;
    /** The last hundred answers, the oldest first: `1` for a miss, `0` for any other. */
    recent: string;
  };
  /** Answers and misses, under the subjects of `guess_limit`, in one minute since the epoch. */
  guess_minute: { subject: string; minute: number; answers: number; misses: number };
  /**
   * What a chat chose; null: nothing yet. A private chat has its person's number, and shares the calendar with their
   * pages.
   */
  chat: { chat_id: number; language: string | null; calendar: string | null };
  /** A question the bot has asked and not been answered yet; `payload` is sealed JSON of the bot's own making. */
  open_question: {
    id: string;
    chat_id: number;
    user_id: number;
    /** The bot's message that asks, 0 until it has been sent. */
    question_message_id: number;
    kind: string;
    payload: string;
    /** When the update that brought it up arrived. */
    begun_at: number;
    asked_at: number;
    expires_at: number;
    /** The update that answered it. */
    taken_by: number | null;
  };
  /** Receipts in layouts that are not known, and those that did not meet their contract. */
  layout_change: {
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
  /** What is wrong now, and what was and is to be told as over: one row for all processes. */
  alarm: {
    /** Its kind, and what it is about. */
    id: string;
    raised_at: number;
    /** When a process last saw it. */
    seen_at: number;
    /** JSON of what the operator is told about it; nothing of a person or a receipt. */
    facts: string;
    /** Null: the operator has not been told. */
    told_at: number | null;
    /** Set when it is over and that has not been told. */
    over_at: number | null;
  };
  /** The operator's own receipts that banks are asked for; `id` is an HMAC of the question. */
  canary: {
    id: string;
    provider: string;
    /** The process that moves this on is the one that asks. */
    next_at: number;
    /** In a row. */
    failures: number;
    /** Of the last failure; empty after an answer. */
    code: string;
    clause: string;
    /** Null: never asked. */
    checked_at: number | null;
  };
  /** A request under an `Idempotency-Key`: `scope` and `body_hash` are HMACs, `reply` is sealed. */
  idempotency: {
    scope: string;
    account: string;
    /** Of the execution that holds the key. */
    token: string;
    /** Of the process that executes; null: only `expires_at` ends it. */
    lease: string | null;
    body_hash: string;
    /** Null while it runs. */
    reply: string | null;
    expires_at: number;
  };
  /** Updates of Telegram: `payload` is sealed while one waits, empty once it is worked off. */
  inbox: {
    update_id: number;
    /** Updates of one queue are worked off in the order of their ids. */
    queue: number;
    /** It waits until it is worked off, also while a process works on it. */
    state: "waiting" | "done";
    payload: string;
    /** The process that works on it. */
    lease: string | null;
    /** How often it was begun. */
    attempts: number;
    received_at: number;
    /** It is not worked off before. */
    due_at: number;
  };
  /** What was said about the pictures of an album, for one message about all of them; `said` is sealed. */
  album_part: {
    chat_id: number;
    message_id: number;
    /** Telegram's name of the album. */
    album: string;
    /** 1 when its caption, or that of a picture before it, names the bot. */
    is_addressed: number;
    said: string;
    /** 1 once the message about all of them holds it. */
    is_told: number;
    noted_at: number;
  };
  /**
   * What a message was last answered by, as HMACs, and the update that showed it first: a picture and the claims of its caption,
   * words, or nothing.
   */
  shown_picture: {
    chat_id: number;
    message_id: number;
    picture: string;
    update_id: number;
    noted_at: number;
  };
  /** Look-ups that a provider did not answer, to be tried again; `receipt` is an HMAC, `payload` is sealed. */
  retry: {
    id: number;
    chat_id: number;
    message_id: number;
    user_id: number;
    /** Which receipt, as one chat's. */
    receipt: string;
    /** What was asked of it, such as with whose digits. */
    question: string;
    payload: string;
    /** How often it was tried again. */
    attempts: number;
    /** 1: the asker's limit kept the last attempt from the provider. Nobody else waits for this one then. */
    is_refused: number;
    /** 1: its message was changed, and nobody tries it before the change is answered. Others go on waiting for it. */
    is_suspended: number;
    /** Nobody tries it before then, because its person asks for themselves. */
    asked_until: number;
    /** When the update for which it was planned last arrived. */
    begun_at: number;
    /** When this person first asked for it: of several in one chat the first is answered first. */
    asked_at: number;
    due_at: number;
    /** With the last attempt, at this moment or after, it ends. */
    ends_at: number;
    /** The process that is at it. */
    lease: string | null;
  };
  /** What was said about a message of a chat, or is about to be; `outcome` is sealed. */
  outbox: {
    chat_id: number;
    message_id: number;
    /** Which of the things said about the message. */
    slot: string;
    update_id: number;
    step: "sending" | "sent";
    /** Our message, once one is known. */
    shown: number | null;
    outcome: string | null;
    touched_at: number;
  };
  /** Which text of a message its answers are about: the update that brought that text. */
  answered_text: { chat_id: number; message_id: number; update_id: number; noted_at: number };
  /** A message that points to another one of its group; `said`, of who points and what the other one showed then, is sealed. */
  message_pointer: {
    chat_id: number;
    message_id: number;
    /** The message that points to it. */
    pointing_id: number;
    said: string;
    noted_at: number;
  };
  /** What a message of a group shows by now, and the update that told so; `shows` is sealed. */
  message_state: { chat_id: number; message_id: number; update_id: number; shows: string; noted_at: number };
  /** A bank account or phone that an account's owner named as theirs; `mark` is an HMAC of it, one of each. */
  saved_account: { account_id: string; id: string; mark: string; sealed: string; saved_at: number };
  /**
   * What an account's merchant answered to "is that you?": of a receiver that it is not, or of one receipt that it is.
   * `pseudonym` is that of the receiver or of the receipt.
   */
  receiver_answer: {
    account_id: string;
    pseudonym: string;
    answer: "mine" | "not_mine";
    answered_at: number;
  };
  /** The sum that somebody expects in a chat, and what has come of it. */
  expectation: {
    chat_id: number;
    user_id: number;
    id: string;
    amount_santim: number;
    received_santim: number;
    /** How many receipts were added. */
    receipts: number;
    /** The account that the receipts are paid to; null: its person had none yet. */
    account_id: string | null;
    expires_at: number;
  };
  /** Receipts that were added to an expected sum, as HMACs: each once. */
  expected_receipt: {
    chat_id: number;
    user_id: number;
    receipt: string;
    /** The same receipt's pseudonym in the books of the shop that it was paid to. */
    shop_receipt: string;
    amount_santim: number;
    /** Whether its bank has called it undone, so that the sum is without it. */
    is_undone: 0 | 1;
    expectation: string;
    added_at: number;
  };
};

export type Database = Kysely<Tables>;

/** What a condition on a table is built with. */
export type Where<Table extends keyof Tables> = ExpressionBuilder<Tables, Table>;

/** What the queries of one transaction run on. */
export type Transaction = TransactionOf<Tables>;
