import type { Receipt } from "../../src/core/receipt.ts";
import { createDice } from "./dice.ts";
import { type Bit, type Direction, directions, type Paper } from "./paper.ts";
import { collapse, latinLettersOf, santimOf } from "./printed.ts";
import type { Specimen } from "./specimen.ts";
import { allOther } from "./values.ts";
import { isCompleted } from "./words.ts";

/** Where the untouched document prints each field of its record: found by the values alone, in any layout. */

export type Field = Exclude<keyof Receipt, "bank" | "status" | "pdf_available">;

export const fields: readonly Field[] = [
  ...(["transaction_reference", "payment_date", "document_type"] as const),
  ...(["payer_name", "payer_account", "receiver_name", "receiver_account"] as const),
  ...(["transferred_amount", "commission", "vat_on_commission", "total_debited"] as const),
];

export const isAmount = (field: Field): boolean => /amount|commission|debited/.test(field);

/** One place of a value: the text itself, and the label beside which it stands. */
export type Carrier = {
  readonly tag: number;
  /** Null: it stands alone, like a title. */
  readonly label: number | null;
  /** The same label's other half, in another script. */
  readonly half: number | null;
  readonly labelText: string;
  readonly direction: Direction;
  /** How many texts or cells stood beside the label; the value may be only a part of one. */
  readonly cells: number;
  readonly isPart: boolean;
};

/** Where the record comes from, and other places that print the same. */
export type Places = { readonly own: readonly Carrier[]; readonly others: readonly Carrier[] };

export type Trace = {
  readonly places: ReadonlyMap<Field, Places>;
  /** Tags of the values that the record comes from, and of their labels. */
  readonly told: ReadonlySet<number>;
  readonly amounts: ReadonlySet<number>;
  readonly labels: ReadonlySet<number>;
  readonly statuses: ReadonlySet<number>;
  /** The untouched texts by their tags. */
  readonly before: ReadonlyMap<number, string>;
};

export const valueIn = (specimen: Specimen, field: Field): string => {
  const { expected } = specimen;
  return "receipt" in expected ? String(expected.receipt[field] ?? "") : "";
};

/** Whether a text is the field's value. */
export const prints = (field: Field, value: string, text: string): boolean =>
  isAmount(field)
    ? santimOf(text) !== null && santimOf(text) === santimOf(value)
    : squeezed(text) === squeezed(value);

/** Texts of PDFs are broken into lines anywhere. */
export const squeezed = (text: string): string => collapse(text).replaceAll(" ", "");

/** Parts each text that prints a value among other things. */
const partTexts = (specimen: Specimen): void => {
  const { source } = specimen;
  if (source === null) return;
  for (const bit of source.open().bits()) {
    const ends = new Set<number>();
    const spans: (readonly [from: number, to: number])[] = [];
    for (const field of fields) {
      const value = valueIn(specimen, field);
      if (value === "" || prints(field, value, bit.text)) continue;
      for (const form of isAmount(field) ? amountForms(value) : [value]) {
        const from = isAmount(field) ? bit.text.lastIndexOf(form) : bit.text.indexOf(form);
        const to = from + form.length;
        const isLong = !isAmount(field) && form.length >= 10;
        const isFree =
          isLong ||
          !/[\dA-Za-z]/.test(bit.text[from - 1] ?? "") ||
          ends.has(from) ||
          (/\d/.test(form[0] ?? "") && /[A-Za-z]/.test(bit.text[from - 1] ?? ""));
        if (from < 0 || form.length < 4 || !isFree || (isAmount(field) && /^[\d.,]/.test(bit.text.slice(to))))
          continue;
        if (spans.some(([start, end]) => from < end && to > start)) continue;
        spans.push([from, to]);
        ends.add(to);
        break;
      }
    }
    const cuts = [...new Set(spans.flat())]
      .filter((at) => at > 0 && at < bit.text.length)
      .sort((a, b) => a - b);
    if (cuts.length > 0) source.part(bit.tag, cuts);
  }
};

const amountForms = (value: string): readonly string[] => {
  const plain = value.replace(/ ETB$/, "");
  return [plain.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, ","), plain, plain.replace(/\.00$/, "")];
};

/** The places of each field's value. A label is the nearest text that is no value, beside it or else above it. */
const carriersOf = (specimen: Specimen, paper: Paper): ReadonlyMap<Field, readonly Carrier[]> => {
  const bits = paper.bits();
  const valued = new Map<Field, readonly Bit[]>(
    fields.map((field) => {
      const value = valueIn(specimen, field);
      return [field, value === "" ? [] : bits.filter(({ text }) => prints(field, value, text))];
    }),
  );
  const values = new Set([...valued.values()].flat());
  const labels = bits.filter(
    (bit) =>
      !values.has(bit) &&
      /\p{L}/u.test(bit.text) &&
      !/^(?:ETB|Birr)$/i.test(bit.text) &&
      bit.text.replace(/\D/g, "").length <= 3,
  );
  const besides = directions.map(
    (direction) =>
      [direction, labels.map((label) => [label, paper.beside(label, direction)] as const)] as const,
  );
  const carrierOf = (bit: Bit): Carrier => {
    for (const [direction, rows] of besides) {
      const [label, cells] = rows.findLast(([, [next]]) => next?.includes(bit)) ?? [];
      if (label === undefined || cells === undefined) continue;
      const isPart = (cells[0] ?? []).filter(({ text }) => /[^\s:]/.test(text)).length > 1;
      const labelText = latinLettersOf(label.text) || collapse(label.text);
      const beside = paper.beside(label, "right")[0]?.[0];
      const isHalf = latinLettersOf(label.text) === "" && beside !== undefined && !values.has(beside);
      const half = isHalf ? beside.tag : null;
      return { tag: bit.tag, label: label.tag, half, labelText, direction, cells: cells.length, isPart };
    }
    return {
      tag: bit.tag,
      label: null,
      half: null,
      labelText: "",
      direction: "inline",
      cells: 1,
      isPart: false,
    };
  };
  return new Map([...valued].map(([field, own]) => [field, own.map(carrierOf)]));
};

/** What is to be learnt of a field once for all documents that print it beside the same labels. */
type Layout = { readonly specimen: Specimen; readonly field: Field; readonly carriers: readonly Carrier[] };

/** Which of the places the record comes from, and whether the reader needs their labels. */
type Lesson = readonly { readonly at: number; readonly isLabelled: boolean }[];

export type Tracer = (specimen: Specimen) => Promise<Trace>;

/**
 * Traces documents. Of several places that print a field's value those count that the reader does not pass over when
 * they change, and of these the ones whose labels stand beside it where nothing else prints it. A label counts when
 * the value is not read without it.
 */
export const createTracer = (specimens: readonly Specimen[]): Tracer => {
  const carriers = new Map<Specimen, ReadonlyMap<Field, readonly Carrier[]>>();
  const votes = new Set<string>();
  const layouts = new Map<string, Layout>();
  const keyOf = (specimen: Specimen, field: Field, ...own: readonly Carrier[]) =>
    [specimen.provider, specimen.kind, field, ...own.map(({ labelText }) => labelText)].join("|");
  for (const specimen of specimens) {
    const { source, expected } = specimen;
    if (source === null || !("receipt" in expected)) continue;
    partTexts(specimen);
    const found = carriersOf(specimen, source.open());
    carriers.set(specimen, found);
    for (const [field, own] of found) {
      const key = keyOf(specimen, field, ...own);
      if (!layouts.has(key)) layouts.set(key, { specimen, field, carriers: own });
      if (own.length === 1) votes.add(key);
    }
  }
  const lessons = new Map<string, Promise<Lesson>>();
  const lessonOf = (specimen: Specimen, field: Field, own: readonly Carrier[]): Promise<Lesson> => {
    const key = keyOf(specimen, field, ...own);
    const isElected = (one: Carrier) => votes.has(keyOf(specimen, field, one));
    const lesson =
      lessons.get(key) ?? learn(layouts.get(key) ?? { specimen, field, carriers: own }, isElected);
    lessons.set(key, lesson);
    return lesson;
  };
  const traces = new Map<Specimen, Promise<Trace>>();
  return (specimen) => {
    const found = carriers.get(specimen) ?? new Map<Field, readonly Carrier[]>();
    const trace = traces.get(specimen) ?? traceOf(specimen, found, lessonOf);
    traces.set(specimen, trace);
    return trace;
  };
};

const traceOf = async (
  specimen: Specimen,
  carriers: ReadonlyMap<Field, readonly Carrier[]>,
  lessonOf: (specimen: Specimen, field: Field, own: readonly Carrier[]) => Promise<Lesson>,
): Promise<Trace> => {
  const places = new Map<Field, Places>();
  for (const [field, found] of carriers) {
    const lesson = await lessonOf(specimen, field, found);
    const own = lesson.flatMap(({ at, isLabelled }) =>
      found.slice(at, at + 1).map((carrier) => (isLabelled ? carrier : { ...carrier, label: null })),
    );
    places.set(field, { own, others: found.filter(({ tag }) => !own.some((one) => one.tag === tag)) });
  }
  const ownOf = (field: Field) => places.get(field)?.own ?? [];
  const all = fields.flatMap(ownOf);
  const paper = specimen.source?.open();
  return {
    places,
    told: new Set(all.map(({ tag }) => tag)),
    amounts: new Set([...ownOf("transferred_amount"), ...ownOf("total_debited")].map(({ tag }) => tag)),
    labels: new Set(all.flatMap(({ label }) => label ?? [])),
    statuses: paper === undefined ? new Set() : statusesOf(paper),
    before: new Map(paper?.bits().map(({ tag, text }) => [tag, text])),
  };
};

const learn = async (
  { specimen, field, carriers }: Layout,
  isElected: (carrier: Carrier) => boolean,
): Promise<Lesson> => {
  const was = valueIn(specimen, field);
  /** What the reader takes for the field's value with these texts changed; null: it refuses. */
  const probe = async (
    changes: readonly (readonly [tag: number, text: string])[],
  ): Promise<string | null> => {
    const paper = specimen.source?.open();
    if (paper === undefined) return null;
    const texts = new Map(changes);
    for (const bit of paper.bits()) bit.text = texts.get(bit.tag) ?? bit.text;
    const outcome = await specimen.read(await paper.write(null));
    return outcome.ok ? (outcome.value.receipt[field] ?? "") : null;
  };
  const texts = new Map(
    specimen.source
      ?.open()
      .bits()
      .map(({ tag, text }) => [tag, text]),
  );
  const changed = (tag: number) => allOther(texts.get(tag) ?? "", createDice(1, tag));
  /** The same value may stand elsewhere, so it is changed together with its label. */
  const isNeeded = async ({ tag, label }: Carrier): Promise<boolean> => {
    if (label === null) return false;
    // A currency in one run with the label belongs to the amount.
    const name = (texts.get(label) ?? "").replace(/\b(?:ETB|Birr)\b|(\p{L})/giu, (all, letter) =>
      letter === undefined ? all : "q",
    );
    const renamed = [label, name] as const;
    const both = await probe([[tag, changed(tag)], renamed]);
    return both === null ? (await probe([renamed])) !== was : !prints(field, both, changed(tag));
  };
  const heeded: number[] = [];
  for (const [at, { tag }] of carriers.entries()) {
    const isSure = carriers.length === 1 && field !== "document_type";
    if (isSure || (await probe([[tag, changed(tag)]])) !== was) heeded.push(at);
  }
  const elected = heeded.filter((at) => carriers.slice(at, at + 1).some(isElected));
  const lesson = [];
  for (const at of heeded.length > 1 && elected.length > 0 ? elected : heeded)
    for (const carrier of carriers.slice(at, at + 1))
      lesson.push({ at, isLabelled: await isNeeded(carrier) });
  return lesson;
};

/** Texts behind a label of a status that say that the payment is completed, and nothing else. */
const statusesOf = (paper: Paper): ReadonlySet<number> => {
  const bits = paper.bits();
  const labels = bits.filter(({ text }) => /\b(?:status|state|result|outcome)\b|ሁኔታ|ውጤት/i.test(text));
  const isStatus = (bit: Bit) =>
    labels.some((label) => directions.some((direction) => paper.beside(label, direction)[0]?.includes(bit)));
  return new Set(bits.flatMap((bit) => (isCompleted(bit.text) && isStatus(bit) ? [bit.tag] : [])));
};
