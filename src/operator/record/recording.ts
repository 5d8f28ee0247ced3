import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { VerifiedReceipt } from "../../core/receipt.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { decodeDocument } from "../../documents/decode.ts";
import type { Document, JsonValue } from "../../documents/document.ts";
import { isNameLabel, isPayersLabel } from "../../documents/labelled.ts";
import { isBankName } from "../../documents/payment-kind.ts";
import type { Provider, Question } from "../../providers/provider.ts";
import { openProviders } from "../../providers/registry.ts";
import { type Draw, drawAtRandom, otherText } from "./invented.ts";
import { leaksIn } from "./leaks.ts";
import { createNumberMap } from "./numbers.ts";
import { numbersOf, otherReference } from "./reference.ts";
import { createReplacements, type Kind, type Literal, type Replacements } from "./replacements.ts";
import { scrubHtml, scrubJson } from "./scrub-source.ts";

/** A provider's answer to the operator's question, and the record that was read from it. */
type RealAnswer = {
  readonly provider: Provider;
  readonly question: Question;
  readonly status: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly verified: VerifiedReceipt;
  readonly checkedAt: Date;
};

/** A fixture folder that names nobody. */
export type Recording = {
  /** The folder below that of all fixtures, such as `beta/verified-recorded-1a2b`. */
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
  /** What the document prints. */
  readonly printed: string;
  readonly counts: ReadonlyMap<Kind, number>;
  /** What payers wrote and what the reading depends on, so that it stays. */
  readonly keptNotes: readonly string[];
};

/** Why nothing is written, and what to do. */
type RecordProblem = { readonly code: "not_scrubbed" | "not_recordable"; readonly message: string };

type RecordOptions = {
  /** Words of labels in small letters. */
  readonly labelWords: ReadonlySet<string>;
  /** Further texts that are replaced. */
  readonly also: readonly string[];
  readonly draw?: Draw;
};

/** Drawn words and digits may meet the real ones by chance. */
const attemptsMax = 5;

/**
 * The scrubbed fixture of an answer that is a page or JSON. The same invented people and numbers stand in the document,
 * the expected record and the request. Amounts and dates stay: totals, amounts in words and the days in references fit each
 * other only so, and name nobody.
 */
export const recordingOf = async (
  real: RealAnswer,
  { draw = drawAtRandom, ...options }: RecordOptions,
): Promise<Result<Recording, RecordProblem>> => {
  const source = textOf(real.bytes);
  const document = await decodeDocument(real.bytes, real.contentType);
  if (source === null || !document.ok || isPdf(document.value))
    return problem(
      "not_recordable",
      "The answer is neither a page nor JSON in UTF-8, so that its text cannot be replaced.",
    );
  const task = { ...options, draw, real, source, kind: document.value.kind };
  const notes = notesIn(document.value).filter((note) => !isPartOfRecord(note, real.verified));
  const whole = await scrub(task, notes);
  if (whole.ok || notes.length === 0) return whole;
  let best = await scrub(task, []);
  let kept = notes;
  for (const note of notes) {
    const others = kept.filter((one) => one !== note);
    const tried = await scrub(
      task,
      notes.filter((one) => !others.includes(one)),
    );
    // What was drawn may be read by chance alone, so that exactly this attempt is the recording.
    if (tried.ok) [best, kept] = [tried, others];
  }
  return best.ok ? ok({ ...best.value, keptNotes: kept }) : best;
};

/** Whether a PDF is the answer, or lies in it. */
export const isPdf = (document: Document): boolean =>
  document.kind === "pdf" || (document.kind === "json" && document.embedded !== undefined);

type Task = RecordOptions & {
  readonly draw: Draw;
  readonly real: RealAnswer;
  readonly source: string;
  readonly kind: Document["kind"];
};

const unread =
  "The scrubbed document is no longer read as the scrubbed record, so nothing is written. The layout may be read only with this installation's own settings (labels, json, miss), or a name or number stands where the reading depends on it. Report the layout with `deresegn drift`.";

const scrub = async (task: Task, notes: readonly string[]): Promise<Result<Recording, RecordProblem>> => {
  let last: Result<Recording, RecordProblem> = problem("not_scrubbed", unread);
  for (let attempt = 0; attempt < attemptsMax && !last.ok; attempt += 1) last = await scrubOnce(task, notes);
  return last;
};

const scrubOnce = async (task: Task, notes: readonly string[]): Promise<Result<Recording, RecordProblem>> => {
  const { real, source, kind, labelWords, also } = task;
  const plan = planOf(task, new Set(notes));
  const { replacements, words } = plan;
  const body = kind === "json" ? scrubJson(source, replacements) : scrubHtml(source, replacements);
  const counts = new Map(replacements.counts);
  if (/\{\{[^{}]+\}\}/.test(body))
    return problem(
      "not_recordable",
      "The document holds text in double braces, which a fixture fills in itself. It cannot be recorded.",
    );

  const request = scrubbedRequest(real, replacements);
  const expected = scrubbedRecord(real, replacements);
  const read = await readAgain(task, body, request);
  if (read === null || !isDeepStrictEqual(read.verified, expected)) return problem("not_scrubbed", unread);
  const upstream = upstreamOf(read, request, words, real);
  if (upstream === null) return problem("not_scrubbed", unread);

  const files = {
    [kind === "json" ? "body.json" : "body.html"]: body,
    "expected.json": lined(expectedOf(expected)),
    "request.json": lined(request),
    "upstream.json": lined(upstream),
  };
  const folder = `${real.provider.label}/verified-recorded-${shortHash(expected.receipt.transaction_reference)}`;
  const secrets = { ...plan.secrets, words: [...plan.secrets.words, ...also], labelWords };
  const leaks = [...new Set([folder, ...Object.values(files)].flatMap((text) => leaksIn(text, secrets)))];
  if (leaks.length > 0)
    return problem(
      "not_scrubbed",
      `The scrubbed files still hold ${leaks.join(" and ")} of the receipt, perhaps encoded, within a picture or split over tags. Nothing is written. Use another receipt, or report the layout with \`deresegn drift\`.`,
    );
  const printed = await printedText(body, real.contentType);
  return ok({ folder, files, printed, counts, keptNotes: [] });
};

/** All replacements of one attempt, and what must be gone afterwards. */
const planOf = ({ real, labelWords, also, draw }: Task, notes: ReadonlySet<string>) => {
  const { provider, question, verified } = real;
  const { receipt, paymentDateIso } = verified;
  const reference = receipt.transaction_reference;
  const dayOf = (text: string) => dayIn(provider, text, real.checkedAt);
  const newReference = otherReference(reference, dayOf, paymentDateIso, draw);
  const asked = question.canonical
    .split(" ")
    .slice(1)
    .filter((word) => word !== "link");
  const tokens = asked.filter((word) => !/^\d{1,13}$/.test(word)).map((word) => splitAt(word, reference));
  const accounts = [receipt.payer_account, receipt.receiver_account].filter((account) => account !== "");
  const digits = [
    ...asked.filter((word) => /^\d{1,13}$/.test(word)),
    ...tokens.flatMap(({ rest, bearsReference }) => (bearsReference && /^\d+$/.test(rest) ? [rest] : [])),
    ...[fieldOf(question.body, "accountNumber"), fieldOf(question.body, "phone")].filter(
      (given) => given !== "",
    ),
  ].map((given) => given.replace(/\D/g, ""));
  const numbers = createNumberMap(accounts, digits, draw);

  const words = tokens.map(({ word, before, rest, bearsReference }) => {
    const otherRest = numbers.of(rest, true) ?? otherText(rest, draw);
    const [version = ""] = /^v\d-/.exec(word) ?? [];
    const to = bearsReference
      ? otherText(before, draw) + newReference + otherRest
      : version + otherText(word.slice(version.length), draw);
    return { from: word, to };
  });
  const literals: Literal[] = [
    { from: reference, to: newReference },
    ...words,
    ...words.map(({ from, to }) => ({ from: encodeURIComponent(from), to: encodeURIComponent(to) })),
    ...words
      .filter(({ from }) => from.endsWith("="))
      .map(({ from, to }) => ({ from: from.slice(0, -1), to: to.slice(0, -1) })),
    ...numbersOf(reference).map((from, at) => ({ from, to: numbersOf(newReference)[at] ?? "" })),
  ].map((each) => ({ ...each, kind: "references" }));
  literals.push(
    ...hostsOf(provider).map(
      (from) => ({ kind: "hosts", from, to: `receipts.${provider.label}.example` }) as const,
    ),
    ...also.map((from) => ({ kind: "given words", from, to: otherText(from, draw) }) as const),
  );
  const names = [receipt.payer_name, receipt.receiver_name].filter(
    (name) => name !== "" && !isBankName(name),
  );
  const [year = "", month = "", day = ""] = (paymentDateIso ?? "").slice(0, 10).split("-");
  const isDate = (text: string) =>
    year !== "" && (text.includes(year + month + day) || text.includes(day + month + year));
  const replacements = createReplacements({ literals, names, numbers, labelWords, notes, isDate, draw });
  const secrets = {
    names,
    digits: numbers.families.flatMap(({ suffix }) => (suffix.length >= 2 ? [suffix] : [])),
    words: [reference, ...numbersOf(reference), ...tokens.map(({ word }) => word)],
  };
  return { replacements, secrets, words: [...words.map(({ to }) => to), newReference] };
};

/** A word of the question around the reference of the receipt, if it bears it. */
const splitAt = (word: string, reference: string) => {
  const at = word.toUpperCase().indexOf(reference.toUpperCase());
  return at < 0
    ? { word, before: "", rest: word, bearsReference: false }
    : { word, before: word.slice(0, at), rest: word.slice(at + reference.length), bearsReference: true };
};

const dayIn = ({ shapes }: Provider, reference: string, now: Date) => {
  for (const { pattern, encodedDate } of shapes) {
    const day = pattern.test(reference) || reference.length < 16 ? encodedDate?.(reference, now) : null;
    if (day) return day;
  }
  return null;
};

const fieldOf = (body: unknown, name: string): string => fieldsOf(body)[name] ?? "";

const fieldsOf = (body: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(typeof body === "object" && body !== null ? body : {}).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );

const hostsOf = ({ settings }: Provider): readonly string[] =>
  [settings.url, settings.apiUrl, settings.linkUrl, ...settings.aliases]
    .filter((url) => url !== undefined)
    .map((url) => url.replace(/^https?:\/\//i, "").replace(/[/?#].*$/s, ""));

const scrubbedRequest = (
  { provider, question }: RealAnswer,
  replacements: Replacements,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(question.body)).map(([name, value]) => {
      const plain = value.replace(/^https?:\/\//i, "");
      const host = hostsOf(provider).find((one) => plain.toLowerCase().startsWith(one.toLowerCase()));
      const rest = host === undefined ? value : plain.slice(host.length);
      return [name, (host === undefined ? "" : "{{host}}") + replacements.apply(rest, true)];
    }),
  );

const scrubbedRecord = ({ provider, verified }: RealAnswer, { apply }: Replacements): VerifiedReceipt => {
  const { receipt, receiverBank, payersReference } = verified;
  const reference = apply(receipt.transaction_reference, true);
  return {
    ...verified,
    ...(payersReference !== undefined && {
      payersReference: samePart(receipt.transaction_reference, payersReference, reference),
    }),
    // A biller is receiver and institution at once.
    receiverBank:
      receiverBank === null || receiverBank === provider.label ? receiverBank : apply(receiverBank, true),
    receipt: {
      ...receipt,
      bank: plainSettings(provider.label).bank,
      transaction_reference: reference,
      payer_name: apply(receipt.payer_name, true),
      payer_account: apply(receipt.payer_account, true),
      receiver_name: apply(receipt.receiver_name, true),
      receiver_account: apply(receipt.receiver_account, true),
    },
  };
};

/** What stands in another text of the same length where a part stands in a text. */
const samePart = (text: string, part: string, other: string): string => {
  const at = text.indexOf(part);
  return other.slice(at, at + part.length);
};

/** The settings under which fixtures are read: nothing of this installation. */
const plainSettings = (label: string) => ({
  bank: `TEST ${label} bank`,
  url: `https://${label}.example`,
  aliases: [],
  headers: {},
  labels: {},
});

/** What the project itself reads in the scrubbed document; null when it refuses it. */
const readAgain = async ({ real }: Task, body: string, request: Readonly<Record<string, string>>) => {
  const { label } = real.provider;
  const settings = plainSettings(label);
  const [plain] = openProviders({ [label]: settings }, "full");
  const question = plain?.open(
    Object.fromEntries(
      Object.entries(request).map(([name, text]) => [name, text.replace("{{host}}", settings.url)]),
    ),
  );
  if (question?.ok !== true || !isDeepStrictEqual(question.value.encodedDate, real.question.encodedDate))
    return null;
  const document = await decodeDocument(Buffer.from(body), inUtf8(real.contentType));
  if (!document.ok) return null;
  const read = question.value.read({ status: real.status, document: document.value }, real.checkedAt);
  return read.ok ? { verified: read.value, question: question.value, base: settings.url } : null;
};

/** `upstream.json`; null where the address does not hold what was asked for. */
const upstreamOf = (
  { question, base }: { readonly question: Question; readonly base: string },
  request: Readonly<Record<string, string>>,
  words: readonly string[],
  real: RealAnswer,
) => {
  const path = question.requests[0].url.slice(base.length);
  const isAsked = (word: string) => Object.values(request).some((text) => text.includes(word));
  const found = words
    .map((word) => word.replace(/={1,2}$/, ""))
    .find(
      (word) => /^[A-Za-z0-9+/-]+$/.test(word) && path.includes(encodeURIComponent(word)) && isAsked(word),
    );
  if (found === undefined) return null;
  return {
    method: "GET",
    path: path.replace(encodeURIComponent(found), "{reference}"),
    reference: found,
    status: real.status,
    contentType: inUtf8(real.contentType),
    recordedAt: real.checkedAt.toISOString(),
  };
};

const inUtf8 = (contentType: string): string =>
  `${contentType.split(";")[0]?.trim() || "text/html"}; charset=utf-8`;

const expectedOf = (verified: VerifiedReceipt) => ({
  receipt: verified.receipt,
  total_check: verified.totalCheck,
  absent_fields: verified.absentFields,
  amount_minor: verified.amountMinor,
  payment_date_iso: verified.paymentDateIso,
  payment_kind: verified.paymentKind,
  receiver_bank: verified.receiverBank,
  receiver_account_shown: verified.isReceiverAccountShown,
});

const noteLengthMax = 200;

/** What payers wrote: texts behind labels such as "Reason", but for the names of people. */
const notesIn = (document: Document): readonly string[] => {
  const notes = new Set<string>();
  const add = (label: string, text: string) => {
    const note = text.trim();
    if (note.length > 1 && note.length <= noteLengthMax && /\p{L}/u.test(note) && isNote(label))
      notes.add(note);
  };
  if (document.kind === "json") addMembers(document.root, "", add);
  if (document.kind === "html") {
    for (const { parts, labels } of document.passages)
      for (const label of labels) for (const part of parts) add(label, part);
    for (const line of document.lines) {
      const at = line.indexOf(":");
      if (at > 0) add(line.slice(0, at), line.slice(at + 1));
    }
  }
  return [...notes];
};

const isNote = (label: string): boolean =>
  (isPayersLabel(label) && !isNameLabel(label)) || /^(?:payment)?details?$/i.test(label);

const addMembers = (json: JsonValue, key: string, add: (label: string, text: string) => void): void => {
  if (json.kind === "object") for (const member of json.members) addMembers(member.value, member.key, add);
  else if (json.kind === "array") for (const item of json.items) addMembers(item, key, add);
  else if (json.kind === "string") add(key.replace(/(?<=[a-z])(?=[A-Z])/g, " "), json.text);
};

const isPartOfRecord = (note: string, { receipt, receiverBank }: VerifiedReceipt): boolean =>
  Object.values(receipt).includes(note) || note === receiverBank;

const printedText = async (body: string, contentType: string): Promise<string> => {
  const document = await decodeDocument(Buffer.from(body), inUtf8(contentType));
  if (!document.ok || document.value.kind !== "html") return body;
  return document.value.passages.map(({ parts }) => parts.join(" ")).join("\n");
};

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
};

const lined = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 6);

const problem = (code: RecordProblem["code"], message: string): Result<never, RecordProblem> =>
  err({ code, message });
