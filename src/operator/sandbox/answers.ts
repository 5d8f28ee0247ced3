import { type Case, requestAt } from "./cases.ts";
import { addisAbabaMs } from "./template.ts";

/** What the sandbox answers to one question. */
export type SandboxAnswer = {
  readonly provider: string;
  /** Name of the fixture folder. */
  readonly name: string;
  /** `verified`, or the code of the failure. */
  readonly outcome: string;
  readonly reference: string;
  /** Account whose last digits the look-up needs, where it needs some. */
  readonly accountNumber?: string;
  /** Body of `POST /api/verify-<provider>`. */
  readonly request: Readonly<Record<string, string>>;
  /** Path at the provider that gets this answer; with the provider's address, the link a payer would forward. */
  readonly path: string;
};

/**
 * An example question for every case, its reference dated `day` (Addis Ababa), or as long before it as the case is old,
 * where its pattern leaves that open.
 *
 * @param urls the providers' addresses; where one is unknown a link in a request begins with `{{host}}`
 */
export const listAnswers = (
  cases: readonly Case[],
  day: Date,
  urls: Readonly<Record<string, string>> = {},
): readonly SandboxAnswer[] =>
  cases.map(({ label, name, request, upstream, expected, reference }) => {
    const dated = dateReference(reference, upstream.reference, day, upstream.ageDays);
    const { accountNumber } = request;
    return {
      provider: label,
      name,
      outcome: "code" in expected ? expected.code : "verified",
      reference: dated,
      ...(accountNumber === undefined ? {} : { accountNumber }),
      request: requestAt(
        Object.fromEntries(
          Object.entries(request).map(([field, value]) => [field, value.replace(reference, dated)]),
        ),
        urls[label] ?? "{{host}}",
      ),
      path: upstream.path.replace("{reference}", encodeURIComponent(dated)).replaceAll("#", "0"),
    };
  });

/** The answers as a Markdown table. */
export const answersTable = (answers: readonly SandboxAnswer[]): string =>
  [
    "| provider | case | outcome | request |",
    "|---|---|---|---|",
    ...answers.map(
      ({ provider, name, outcome, request }) =>
        `| ${provider} | ${name} | ${outcome} | \`${JSON.stringify(request)}\` |`,
    ),
  ].join("\n");

/** Outcomes by the names of the cases that show them. */
const outcomes: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["verified", ["verified"]],
  ["not found", ["not-found"]],
  ["not completed", ["reversed", "status-reversed"]],
  ["mismatch", ["mismatch-reference"]],
  ["format changed", ["format-changed"]],
  ["5xx", ["server-error"]],
  ["timeout", ["never"]],
  ["slow", ["slow"]],
];

/** One reference for each outcome of each provider as a Markdown table, with what is sent besides. */
export const outcomesTable = (answers: readonly SandboxAnswer[], labels: readonly string[]): string =>
  [
    `| sandbox | besides | ${outcomes.map(([title]) => title).join(" | ")} |`,
    `|---|---|${outcomes.map(() => "---|").join("")}`,
    ...labels.map((label) => {
      const shown = outcomes.map(([, names]) =>
        answers.find(({ provider, name }) => provider === label && names.includes(name)),
      );
      const besides = besidesOf(shown[0]);
      const cells = shown.map((answer) => {
        const own = besidesOf(answer);
        const [reference = "–"] = Object.values(answer?.request ?? {});
        return [`\`${reference}\``, ...(own === besides ? [] : [own])].join(", ");
      });
      return `| ${label} | ${besides || "–"} | ${cells.join(" | ")} |`;
    }),
  ].join("\n");

/** What an answer can mean for the merchant who asks, and cases that show it. */
const meanings: readonly (readonly [meaning: string, names: readonly string[]])[] = [
  ["✅ once the receiver is saved, ❓ before", ["beta/verified", "theta/verified-send-to-bank"]],
  [
    "the receiver has a till",
    ["theta/verified-merchant", "iota/verified-to-business", "beta/verified-merchant"],
  ],
  ["the receiver is at another bank", ["beta/verified-bank-transfer", "delta/verified-other-bank"]],
  ["the bank of the receiver is not told", ["eta/verified-external", "zeta/verified"]],
  ["⚠️ the account is not shown", ["beta/verified-bank-without-account"]],
  ["⚠️ a cash withdrawal", ["eta/verified-cash-withdrawal", "beta/verified-cash-out"]],
  ["⚠️ airtime or a package", ["beta/verified-airtime", "iota/verified-airtime", "iota/verified-package"]],
  ["⚠️ a bill", ["beta/verified-bill", "iota/verified-bill"]],
  ["⚠️ payer and receiver are one", ["beta/verified-to-self", "epsilon/verified-to-self"]],
  ["⚠️ three days old", ["beta/verified-three-days-old"]],
  ["⚠️ almost two years old", ["beta/verified-two-years-old"]],
  ["❌ undone", ["beta/reversed", "iota/status-reversed"]],
  ["🕓 pending", ["beta/pending", "alpha/pending"]],
  ["🕓 today, ❌ days later: not found", ["beta/not-found"]],
  ["❓ not found with this account or phone", ["alpha/not-found", "gamma/not-found", "epsilon/not-found"]],
  ["❓ a receipt of another account", ["alpha/mismatch-account", "gamma/mismatch-account"]],
  ["❌ another receipt", ["beta/mismatch-reference"]],
  ["⚠️ unreadable", ["beta/format-changed"]],
  ["⏳ no answer", ["beta/never", "beta/server-error"]],
  ["⏳ at first, then an answer", ["beta/verified-second-attempt"]],
];

/** What an answer can mean for the merchant, each with the answers that show it. Throws when one is missing. */
const answersByMeaning = (
  answers: readonly SandboxAnswer[],
): readonly { readonly meaning: string; readonly answers: readonly SandboxAnswer[] }[] =>
  meanings.map(([meaning, names]) => ({
    meaning,
    answers: names.map((wanted) => {
      const found = answers.find(({ provider, name }) => `${provider}/${name}` === wanted);
      if (found === undefined) throw new Error(`the sandbox has no case ${wanted}`);
      return found;
    }),
  }));

/** The same as a Markdown table. */
export const meaningsTable = (answers: readonly SandboxAnswer[]): string =>
  [
    "| meaning | requests |",
    "|---|---|",
    ...answersByMeaning(answers).map(({ meaning, answers: shown }) => {
      const requests = shown.map(({ provider, request }) => `${provider} \`${JSON.stringify(request)}\``);
      return `| ${meaning} | ${requests.join("<br>")} |`;
    }),
  ].join("\n");

/** What is sent with the reference. */
const besidesOf = (answer: SandboxAnswer | undefined): string =>
  Object.entries(answer?.request ?? {})
    .slice(1)
    .map(([field, value]) => `\`${field}\` ${value}`)
    .join(", ");

/** The day on which the references of the fixtures are right. */
const fixtureDay = Date.UTC(2026, 10, 15);
/** Day of the month as a character: 1 to 9, then A to V. */
const dayCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/**
 * `#####` in a pattern is year and day of the year; `@@@` at its start is year letter, month letter and day; ten
 * or more before a hyphen are a number that begins with year, month and day, in base 36 or hexadecimal.
 */
const dateReference = (reference: string, pattern: string, day: Date, ageDays: number): string => {
  const local = new Date(day.getTime() + addisAbabaMs - ageDays * dayMs);
  const year = local.getUTCFullYear();
  const overlay = (at: number, date: string) =>
    reference.slice(0, at) + date + reference.slice(at + date.length);

  const digitsAt = pattern.indexOf("#####");
  if (digitsAt >= 0) {
    const dayOfYear = Math.floor((local.getTime() - Date.UTC(year, 0, 1)) / dayMs) + 1;
    return overlay(digitsAt, `${String(year).slice(2)}${String(dayOfYear).padStart(3, "0")}`);
  }
  if (/^[@?]{10,}-/.test(pattern)) {
    const [part = ""] = reference.split("-");
    const radix = part.length === 12 ? 16 : 36;
    const stamp = local.toISOString().slice(2, 10).replaceAll("-", "");
    const number = stamp + String(Number.parseInt(part, radix)).slice(-9);
    return overlay(0, Number(number).toString(radix).toUpperCase().padStart(part.length, "0"));
  }
  if (!pattern.startsWith("@@@")) return reference;
  // Year letters step one a year, each provider's from its own start.
  const written = new Date(fixtureDay - ageDays * dayMs).getUTCFullYear();
  const yearLetter = String.fromCharCode(reference.charCodeAt(0) + year - written);
  const monthLetter = String.fromCharCode("A".charCodeAt(0) + local.getUTCMonth());
  return overlay(0, `${yearLetter}${monthLetter}${dayCharacters[local.getUTCDate()] ?? ""}`);
};

const dayMs = 86_400_000;
