import { formatSantim } from "../../core/money.ts";

/** What can be wrong. */
type AlarmKind =
  | "provider_away"
  | "layout_changed"
  | "canary_failed"
  | "certificate_ending"
  | "ledger_imbalance"
  | "inbox_late"
  | "disk_full"
  | "database_away";

/** Values that an alarm's sentences name: codes, clauses, days, counts. Nothing of a person or a receipt. */
export type Facts = Readonly<Record<string, string | number>>;

/** `subject`: the provider that it is about; empty where it is about none. */
export type Alarm = { readonly kind: AlarmKind; readonly subject: string; readonly facts: Facts };

/** What the operator is told, in the sentences of `docs/operating.md`: what is wrong, since when, and what to do. */
export const wordAlarm = (alarm: Alarm, since: Date): string => {
  const { what, todo } = sentences[alarm.kind](alarm);
  return `🔴 ${what}\nSince ${clockOf(since)}.\n\nWhat to do: ${todo}`;
};

/** What to do about an alarm. */
export const adviceOf = (alarm: Alarm): string => sentences[alarm.kind](alarm).todo;

export const wordOver = (alarm: Alarm, at: Date): string =>
  `🟢 Over: ${sentences[alarm.kind](alarm).over}\nSeen at ${clockOf(at)}.`;

type Sentences = { readonly what: string; readonly todo: string; readonly over: string };

const sentences: Readonly<Record<AlarmKind, (alarm: Alarm) => Sentences>> = {
  provider_away: ({ subject }) => ({
    what: `${subject} does not answer. Its receipts cannot be checked, and nobody is charged.`,
    todo: `run "npx deresegn doctor". If its host is reached from elsewhere, look at this machine's network, certificates and proxy. If the bank is down, say so with STATUS_TEXT; questions are tried again by themselves.`,
    over: `${subject} answers again.`,
  }),
  layout_changed: ({ subject, facts }) => ({
    what: `${subject} has changed its receipts: several in a row could not be read.${clauseOf(facts)}`,
    todo: repairOf(subject, facts),
    over: `receipts of ${subject} are read again.`,
  }),
  canary_failed: ({ subject, facts }) => ({
    what: `Your own receipt of ${subject} could not be verified twice in a row: ${facts.code}.${clauseOf(facts)}`,
    todo:
      facts.code === "provider_format_changed"
        ? repairOf(subject, facts)
        : (canaryAdvice[String(facts.code)] ??
          `run "npx deresegn doctor". It asks for the receipt once and says what is wrong.`),
    over: `your own receipt of ${subject} is verified again.`,
  }),
  certificate_ending: ({ subject, facts }) => ({
    what: `A certificate in the ca file of ${subject} ends on ${facts.day}. Without it the bank cannot be asked.`,
    todo: `get the bank's present chain, put the new certificate into the file that ca names in providers.json, and restart.`,
    over: `the certificates in the ca file of ${subject} hold for longer than a month.`,
  }),
  ledger_imbalance: ({ facts }) => ({
    what: `Balances and the ledger differ by ${formatSantim(Number(facts.santim))}. This is a bug or damage of the database.`,
    todo: `make a backup now and keep it. Compare "npx deresegn ledger" with "npx deresegn accounts show" for the accounts that changed last, and report it.`,
    over: "balances and the ledger agree.",
  }),
  inbox_late: ({ facts }) => ({
    what: `Messages of chats wait: ${facts.waiting} of them, the oldest for ${facts.seconds} seconds.`,
    todo: "see in the log whether the bot runs, and whether Telegram answers. If it only has too much to do, start one more process with ROLES=bot.",
    over: "messages are answered in time.",
  }),
  disk_full: ({ facts }) => ({
    what: `Only ${facts.megabytes} MB are left beside the database. When the disk is full nothing can be verified.`,
    todo: "make room: old logs and backups first. Or move the database's folder to a larger disk.",
    over: "there is room beside the database.",
  }),
  database_away: () => ({
    what: "The database takes no writes. Requests are answered with overloaded, and nothing is verified for free.",
    todo: "look at its disk, or at the PostgreSQL server. A file that is damaged is restored from the last backup.",
    over: "the database takes writes.",
  }),
};

const canaryAdvice: Readonly<Record<string, string>> = {
  receipt_not_found: `ask the bank for the receipt by hand. Banks drop old receipts: if it is gone there, put a younger one into CANARY_FILE. If the bank shows it, its address or its shape of references has changed.`,
  amount_differs:
    "compare the amount in CANARY_FILE with the receipt. If they agree, stop trusting this bank's answers and report it.",
  receipt_not_completed: "the payment was undone: put another receipt into CANARY_FILE.",
};

const clauseOf = ({ clause = "" }: Facts): string => (clause === "" ? "" : ` Not met: ${clause}.`);

/** A label that was merely renamed needs a line of the providers file; what else changed needs a fixture. */
const repairOf = (provider: string, { clause = "" }: Facts): string => {
  const label = /^label “(.{1,80})”: 0 times$/.exec(String(clause))?.[1];
  const look = `run "npx deresegn drift". It shows the structure of what came.`;
  if (label === undefined)
    return `${look} Until the reader is adapted (docs/adding-a-provider.md), its receipts are refused and nobody is charged.`;
  const line = `"labels": { ${JSON.stringify(label)}: ["how it reads now"] }`;
  return `${look} If the label only has another name now, put this line into the entry of ${provider} in providers.json, and restart:\n${line}`;
};

const clockOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
