import { type Case, requestAt } from "./cases.ts";

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
 * An example question for every case, its reference dated `day` (Addis Ababa) where its pattern leaves that open.
 *
 * @param urls the providers' addresses; where one is unknown a link in a request begins with `{{host}}`
 */
export const listAnswers = (
  cases: readonly Case[],
  day: Date,
  urls: Readonly<Record<string, string>> = {},
): readonly SandboxAnswer[] =>
  cases.map(({ label, name, request, upstream, expected, reference }) => {
    const dated = dateReference(reference, upstream.reference, day);
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

/** What is sent with the reference. */
const besidesOf = (answer: SandboxAnswer | undefined): string =>
  Object.entries(answer?.request ?? {})
    .slice(1)
    .map(([field, value]) => `\`${field}\` ${value}`)
    .join(", ");

const dayMs = 86_400_000;
const addisAbabaOffsetMs = 3 * 3_600_000;
/** Day of the month as a character: 1 to 9, then A to V. */
const dayCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUV";

/**
 * `#####` in a pattern is year and day of the year; `@@@` at its start is year letter, month letter and day; ten
 * or more before a hyphen are a number that begins with year, month and day, in base 36 or hexadecimal.
 */
const dateReference = (reference: string, pattern: string, day: Date): string => {
  const local = new Date(day.getTime() + addisAbabaOffsetMs);
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
  // Year letters step one a year, each provider's from its own start; the fixtures' references are of 2026.
  const yearLetter = String.fromCharCode(reference.charCodeAt(0) + year - 2026);
  const monthLetter = String.fromCharCode("A".charCodeAt(0) + local.getUTCMonth());
  return overlay(0, `${yearLetter}${monthLetter}${dayCharacters[local.getUTCDate()] ?? ""}`);
};
