import { type Kysely, type Migration, sql } from "kysely";
import type { Tables } from "./schema.ts";

/**
 * The steps from an empty database to `schema.ts`, by their names, which sort in their order. A step that was released
 * is never changed. The SQL is portable: the same steps run on SQLite and PostgreSQL.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_initial": {
    up: async (db: Kysely<Tables>) => {
      for (const statement of initial) await statement.execute(db);
    },
  },
};

/** No foreign keys: PostgreSQL would lock an account's row for every row that names it. */
const initial = [
  // The installation, and its processes.
  sql`create table installation (
    id integer primary key check (id = 1),
    secret_fingerprint text not null,
    created_at bigint not null
  )`,
  sql`create table process_lease (
    id text primary key not null,
    expires_at bigint not null
  )`,
  sql`create table job_lease (
    job text primary key not null,
    lease text not null
  )`,
  // Accounts, and who belongs to them.
  sql`create table account (
    id text primary key not null,
    name text not null,
    tier text not null check (tier in ('registered', 'balance')),
    suspended_at bigint,
    erased_at bigint,
    created_at bigint not null,
    made_by text not null
  )`,
  sql`create index account_by_age on account (created_at, id)`,
  sql`create index account_by_erasure on account (erased_at)`,
  sql`create index account_by_maker on account (made_by)`,
  sql`create table api_key (
    id text primary key not null,
    account_id text not null,
    hash text not null unique,
    prefix text not null,
    last4 text not null,
    mode text not null check (mode in ('live', 'test')),
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    name text not null,
    scopes text not null,
    addresses text not null,
    daily_limit_santim bigint,
    spends_as text not null,
    last_used_at bigint,
    replaced_at bigint
  )`,
  sql`create index api_key_by_account on api_key (account_id, created_at)`,
  sql`create index api_key_by_age on api_key (created_at)`,
  sql`create table key_day (
    key_id text not null,
    day text not null,
    santim bigint not null,
    constraint key_day_pk primary key (key_id, day)
  )`,
  sql`create index key_day_by_day on key_day (day)`,
  sql`create table telegram_link (
    pseudonym text primary key not null,
    account_id text not null,
    role text not null check (role in ('owner', 'staff')),
    linked_at bigint not null,
    name text not null,
    reach text not null
  )`,
  sql`create index telegram_link_by_account on telegram_link (account_id)`,
  sql`create table former_account (
    pseudonym text not null,
    account_id text not null,
    left_at bigint not null,
    constraint former_account_pk primary key (pseudonym, account_id)
  )`,
  sql`create index former_account_by_account on former_account (account_id)`,
  sql`create table link_code (
    hash text primary key not null,
    account_id text not null,
    role text not null check (role in ('owner', 'staff')),
    expires_at bigint not null,
    id text not null,
    maker_kind text not null,
    maker text not null,
    created_at bigint not null
  )`,
  sql`create index link_code_by_account on link_code (account_id)`,
  sql`create index link_code_by_expiry on link_code (expires_at)`,
  sql`create table proof (
    id text primary key not null,
    account_id text not null,
    receipt text not null,
    sealed text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index proof_by_account on proof (account_id)`,
  sql`create index proof_by_receipt on proof (receipt)`,
  sql`create index proof_by_expiry on proof (expires_at)`,
  sql`create table web_session (
    id text primary key not null,
    hash text not null unique,
    account_id text not null,
    kind text not null check (kind in ('person', 'mini', 'key')),
    holder text not null,
    user_id text not null,
    label text not null,
    created_at bigint not null,
    last_used_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index web_session_by_account on web_session (account_id)`,
  sql`create index web_session_by_holder on web_session (holder)`,
  sql`create index web_session_by_expiry on web_session (expires_at)`,
  sql`create index web_session_by_age on web_session (created_at)`,
  sql`create table sign_in_code (
    hash text primary key not null,
    pseudonym text not null,
    user_id text not null,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  sql`create index sign_in_code_by_user on sign_in_code (pseudonym)`,
  sql`create index sign_in_code_by_expiry on sign_in_code (expires_at)`,
  sql`create table owner_request (
    id text primary key not null,
    account_id text not null,
    pseudonym text not null,
    name text not null,
    reach text not null,
    expires_at bigint not null,
    constraint owner_request_once unique (account_id, pseudonym)
  )`,
  sql`create index owner_request_by_expiry on owner_request (expires_at)`,
  sql`create index owner_request_by_pseudonym on owner_request (pseudonym)`,
  sql`create table group_binding (
    chat_id bigint primary key not null,
    account_id text not null,
    bound_by text not null,
    bound_at bigint not null,
    moved_to bigint
  )`,
  sql`create index group_binding_by_account on group_binding (account_id)`,
  sql`create index group_binding_by_binder on group_binding (bound_by)`,
  sql`create table audit_entry (
    account_id text not null,
    id text not null,
    at bigint not null,
    actor_kind text not null,
    actor text not null,
    face text not null,
    act text not null,
    subject text not null,
    constraint audit_entry_pk primary key (account_id, id)
  )`,
  sql`create index audit_entry_by_age on audit_entry (at)`,
  // People are found by them when they are erased; many acts name nobody.
  sql`create index audit_entry_by_actor on audit_entry (actor) where actor <> ''`,
  sql`create index audit_entry_by_subject on audit_entry (subject) where subject <> ''`,
  // Money.
  sql`create table balance (
    account_id text primary key not null,
    posted_santim bigint not null,
    pending_santim bigint not null check (pending_santim >= 0),
    entries bigint not null,
    constraint balance_never_negative check (posted_santim - pending_santim >= 0)
  )`,
  sql`create table ledger_entry (
    account_id text not null,
    seq bigint not null,
    kind text not null check (kind in ('topup', 'charge', 'adjustment')),
    amount_santim bigint not null check (amount_santim <> 0),
    balance_santim bigint not null check (balance_santim >= 0),
    reservation_id text unique,
    source text not null,
    at bigint not null,
    constraint ledger_entry_pk primary key (account_id, seq),
    constraint charge_has_reservation check ((kind = 'charge') = (reservation_id is not null))
  )`,
  // What was paid in is summed for the operator; the charges are far more.
  sql`create index ledger_entry_topup on ledger_entry (at, amount_santim) where kind = 'topup'`,
  sql`create table credited_receipt (
    receipt text primary key not null,
    id text not null unique,
    account_id text not null,
    provider text not null,
    amount_santim bigint not null check (amount_santim > 0),
    state text not null check (state in ('waiting', 'credited', 'declined')),
    asked_at bigint not null,
    decided_at bigint
  )`,
  sql`create index credited_receipt_by_state on credited_receipt (state, asked_at)`,
  // What is counted and held.
  sql`create table quota_day (
    subject text not null,
    day text not null,
    taken integer not null check (taken >= 0),
    constraint quota_day_pk primary key (subject, day)
  )`,
  sql`create index quota_day_by_day on quota_day (day)`,
  sql`create table reservation (
    id text primary key not null,
    subject text not null,
    day text not null,
    state text not null check (state in ('pending', 'committed', 'void')),
    created_at bigint not null,
    expires_at bigint not null,
    kind text not null check (kind in ('quota', 'balance', 'repeat')),
    account_id text,
    santim bigint not null check (santim >= 0),
    lease text,
    spends_as text,
    unanswered_as text
  )`,
  sql`create index reservation_by_day on reservation (day)`,
  // Only open reservations are looked for by their subject.
  sql`create index reservation_open on reservation (subject) where state = 'pending'`,
  sql`create table reservation_unit (
    reservation_id text not null,
    subject text not null,
    day text not null,
    constraint reservation_unit_pk primary key (reservation_id, subject, day)
  )`,
  sql`create index reservation_unit_by_subject on reservation_unit (subject, day)`,
  sql`create table unanswered_hour (
    subject text not null,
    hour bigint not null,
    taken integer not null check (taken >= 0),
    constraint unanswered_hour_pk primary key (subject, hour)
  )`,
  sql`create index unanswered_hour_by_hour on unanswered_hour (hour)`,
  sql`create table guess_limit (
    subject text primary key not null,
    misses_in_row integer not null,
    last_miss_at bigint not null,
    blocked_until bigint not null,
    blocks integer not null,
    recent text not null,
    day text
  )`,
  sql`create index guess_limit_by_day on guess_limit (day)`,
  sql`create table guess_minute (
    subject text not null,
    minute bigint not null,
    answers integer not null,
    misses integer not null,
    constraint guess_minute_pk primary key (subject, minute)
  )`,
  sql`create index guess_minute_by_age on guess_minute (minute)`,
  // What was asked and answered.
  sql`create table receipt_history (
    account_id text not null,
    at bigint not null,
    id text not null,
    caller_id text not null,
    provider text not null,
    question text not null,
    receipt text,
    verdict text not null check (
      verdict in ('verified', 'receipt_not_found', 'receipt_not_completed', 'receipt_mismatch')
    ),
    amount_santim bigint,
    charged_santim bigint not null,
    is_first integer not null,
    is_undone integer not null,
    takings text check (takings in ('own', 'others', 'unknown')),
    constraint receipt_history_pk primary key (account_id, at, id)
  )`,
  sql`create index receipt_history_by_age on receipt_history (at)`,
  sql`create index receipt_history_by_caller on receipt_history (caller_id)`,
  sql`create index receipt_history_by_receipt on receipt_history (account_id, receipt) where receipt is not null`,
  sql`create table seen_receipt (
    account_id text not null,
    receipt text not null,
    first_at bigint not null,
    last_at bigint not null,
    times bigint not null,
    source text,
    caller_id text not null,
    message text,
    constraint seen_receipt_pk primary key (account_id, receipt)
  )`,
  sql`create index seen_receipt_by_age on seen_receipt (last_at)`,
  sql`create index seen_receipt_by_caller on seen_receipt (caller_id)`,
  sql`create table seen_payment (
    account_id text not null,
    payment text not null,
    receipt text not null,
    is_receiving integer not null,
    last_at bigint not null,
    constraint seen_payment_pk primary key (account_id, payment, is_receiving, receipt)
  )`,
  sql`create index seen_payment_by_age on seen_payment (last_at)`,
  sql`create table early_question (
    account_id text not null,
    receipt text not null,
    message text not null,
    caller_id text not null,
    asked_at bigint not null,
    constraint early_question_pk primary key (account_id, receipt, message)
  )`,
  sql`create index early_question_by_age on early_question (asked_at)`,
  sql`create index early_question_by_caller on early_question (caller_id)`,
  sql`create table undone_receipt (
    account_id text not null,
    receipt text not null,
    undone_at bigint not null,
    constraint undone_receipt_pk primary key (account_id, receipt)
  )`,
  sql`create index undone_receipt_by_age on undone_receipt (undone_at)`,
  sql`create table free_repeat (
    caller_id text not null,
    question text not null,
    free_until bigint not null,
    repeats integer not null,
    was_verified integer not null,
    constraint free_repeat_pk primary key (caller_id, question)
  )`,
  sql`create index free_repeat_by_end on free_repeat (free_until)`,
  sql`create table erased_person (
    pseudonym text not null,
    number text not null,
    erased_at bigint not null,
    constraint erased_person_pk primary key (pseudonym)
  )`,
  sql`create table saved_account (
    account_id text not null,
    id text not null,
    mark text not null,
    sealed text not null,
    saved_at bigint not null,
    constraint saved_account_pk primary key (account_id, id),
    constraint saved_account_once unique (account_id, mark)
  )`,
  sql`create table receiver_answer (
    account_id text not null,
    pseudonym text not null,
    answer text not null check (answer in ('mine', 'not_mine')),
    answered_at bigint not null,
    constraint receiver_answer_pk primary key (account_id, pseudonym)
  )`,
  // HTTP.
  sql`create table idempotency (
    scope text primary key not null,
    account text not null,
    token text not null,
    lease text,
    body_hash text not null,
    reply text,
    expires_at bigint not null
  )`,
  sql`create index idempotency_by_account on idempotency (account)`,
  sql`create index idempotency_by_expiry on idempotency (expires_at)`,
  // The bot.
  sql`create table inbox (
    update_id bigint primary key not null,
    queue bigint not null,
    state text not null check (state in ('waiting', 'done')),
    payload text not null,
    lease text,
    attempts integer not null,
    received_at bigint not null,
    due_at bigint not null
  )`,
  // No two updates of a queue are worked on at once.
  sql`create unique index inbox_begun on inbox (queue) where lease is not null`,
  sql`create index inbox_done on inbox (received_at) where state = 'done'`,
  // What waits, and what is to be forgotten, have an index each, so that an update is written into no more than it must.
  sql`create index inbox_waiting on inbox (queue, update_id) where state = 'waiting'`,
  sql`create table outbox (
    chat_id bigint not null,
    message_id bigint not null,
    slot text not null,
    update_id bigint not null,
    step text not null check (step in ('sending', 'sent')),
    shown bigint,
    outcome text,
    touched_at bigint not null,
    constraint outbox_pk primary key (chat_id, message_id, slot)
  )`,
  sql`create index outbox_by_time on outbox (touched_at)`,
  // Replies on their way are few, so that counting them reads few rows.
  sql`create index outbox_on_the_way on outbox (touched_at) where step = 'sending'`,
  sql`create table answered_text (
    chat_id bigint not null,
    message_id bigint not null,
    update_id bigint not null,
    noted_at bigint not null,
    constraint answered_text_pk primary key (chat_id, message_id)
  )`,
  sql`create index answered_text_by_time on answered_text (noted_at)`,
  sql`create table message_pointer (
    chat_id bigint not null,
    message_id bigint not null,
    pointing_id bigint not null,
    said text not null,
    noted_at bigint not null,
    constraint message_pointer_pk primary key (chat_id, message_id, pointing_id)
  )`,
  sql`create index message_pointer_by_time on message_pointer (noted_at)`,
  sql`create table message_state (
    chat_id bigint not null,
    message_id bigint not null,
    update_id bigint not null,
    shows text not null,
    noted_at bigint not null,
    constraint message_state_pk primary key (chat_id, message_id)
  )`,
  sql`create index message_state_by_time on message_state (noted_at)`,
  sql`create table chat (
    chat_id bigint primary key not null,
    language text,
    calendar text
  )`,
  sql`create table open_question (
    id text primary key not null,
    chat_id bigint not null,
    user_id bigint not null,
    question_message_id bigint not null,
    kind text not null,
    payload text not null,
    begun_at bigint not null,
    asked_at bigint not null,
    expires_at bigint not null,
    taken_by bigint
  )`,
  sql`create index open_question_by_asker on open_question (user_id, chat_id)`,
  sql`create index open_question_by_expiry on open_question (expires_at)`,
  sql`create table album_part (
    chat_id bigint not null,
    message_id bigint not null,
    album text not null,
    is_addressed integer not null,
    said text not null,
    is_told integer not null,
    noted_at bigint not null,
    constraint album_part_pk primary key (chat_id, message_id)
  )`,
  sql`create index album_part_by_album on album_part (chat_id, album)`,
  sql`create index album_part_by_time on album_part (noted_at)`,
  sql`create table shown_picture (
    chat_id bigint not null,
    message_id bigint not null,
    picture text not null,
    update_id bigint not null,
    noted_at bigint not null,
    constraint shown_picture_pk primary key (chat_id, message_id)
  )`,
  sql`create index shown_picture_by_time on shown_picture (noted_at)`,
  sql`create table retry (
    id bigint primary key not null,
    chat_id bigint not null,
    message_id bigint not null,
    user_id bigint not null,
    receipt text not null,
    question text not null,
    payload text not null,
    attempts integer not null,
    is_refused integer not null,
    is_suspended integer not null,
    asked_until bigint not null,
    begun_at bigint not null,
    asked_at bigint not null,
    due_at bigint not null,
    ends_at bigint not null,
    lease text,
    constraint retry_of_question unique (chat_id, question, user_id)
  )`,
  sql`create index retry_by_asker on retry (user_id)`,
  sql`create index retry_by_receipt on retry (chat_id, receipt, asked_at)`,
  sql`create index retry_by_time on retry (due_at)`,
  sql`create table expectation (
    chat_id bigint not null,
    user_id bigint not null,
    id text not null,
    amount_santim bigint not null,
    received_santim bigint not null,
    receipts integer not null,
    account_id text,
    expires_at bigint not null,
    constraint expectation_pk primary key (chat_id, user_id)
  )`,
  sql`create index expectation_by_expiry on expectation (expires_at)`,
  sql`create table expected_receipt (
    chat_id bigint not null,
    user_id bigint not null,
    receipt text not null,
    shop_receipt text not null,
    amount_santim bigint not null,
    is_undone integer not null default 0 check (is_undone in (0, 1)),
    expectation text not null,
    added_at bigint not null,
    constraint expected_receipt_pk primary key (chat_id, user_id, receipt)
  )`,
  sql`create index expected_receipt_by_asker on expected_receipt (user_id)`,
  sql`create index expected_receipt_by_time on expected_receipt (added_at)`,
  sql`create index expected_receipt_by_shop_receipt on expected_receipt (shop_receipt)`,
  // Layout changes of banks.
  sql`create table layout_change (
    id text primary key not null,
    provider text not null,
    contract_version integer not null,
    fingerprint text not null,
    outcome text not null check (outcome in ('verified', 'format_changed')),
    clause text not null,
    sample text not null,
    first_at bigint not null,
    last_at bigint not null,
    times bigint not null
  )`,
  sql`create index layout_change_by_provider on layout_change (provider, last_at)`,
  // What the operator is told.
  sql`create table alarm (
    id text primary key not null,
    raised_at bigint not null,
    seen_at bigint not null,
    facts text not null,
    told_at bigint,
    over_at bigint
  )`,
  sql`create table canary (
    id text primary key not null,
    provider text not null,
    next_at bigint not null,
    failures integer not null,
    code text not null,
    clause text not null,
    checked_at bigint
  )`,
];
