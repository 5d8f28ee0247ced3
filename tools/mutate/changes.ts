import type { Dice } from "./dice.ts";
import { type Bit, type Effect, noTag, type Paper } from "./paper.ts";
import { latinLettersOf } from "./printed.ts";
import type { Trace } from "./trace.ts";
import { allOther, otherDigit, otherForm, otherSign } from "./values.ts";
import { knownStatuses, otherDocuments, otherStatuses, statusLabels, undoings } from "./words.ts";

/** Mutations of any document. Null: this document has no place for it. */
type Change = (paper: Paper, dice: Dice, trace: Trace) => Effect | null;

const isLabel = ({ tag }: Bit, { labels }: Trace): boolean => labels.has(tag);

/** A text: mostly a value of the record, often its label, sometimes any. */
const anyBit = (paper: Paper, dice: Dice, trace: Trace): Bit => {
  const bits = paper.bits();
  const told = bits.filter(({ tag }) => trace.told.has(tag));
  const labels = bits.filter((bit) => isLabel(bit, trace));
  const group = dice.pick([told, told, told, labels, labels, bits]);
  return group.length === 0
    ? dice.pick(bits.length === 0 ? [{ text: "", tag: noTag }] : bits)
    : dice.pick(group);
};

const anyValue = (paper: Paper, dice: Dice, trace: Trace, isFitting = (_: string) => true): Bit | null => {
  const bits = paper.bits().filter(({ text }) => isFitting(text));
  const told = bits.filter(({ tag }) => trace.told.has(tag));
  const free = bits.filter((bit) => !isLabel(bit, trace));
  const group = told.length > 0 && dice.chance(85) ? told : free;
  return group.length === 0 ? null : dice.pick(group);
};

const valueChange =
  (change: (text: string, dice: Dice) => string, isFitting?: (text: string) => boolean): Change =>
  (paper, dice, trace) => {
    const bit = anyValue(paper, dice, trace, isFitting);
    if (bit === null) return null;
    const text = change(bit.text, dice);
    if (text === bit.text) return null;
    bit.text = text;
    return {};
  };

const anyLabel = (paper: Paper, dice: Dice, trace: Trace): Bit | null => {
  const labels = paper.bits().filter((bit) => isLabel(bit, trace));
  return labels.length === 0 ? null : dice.pick(labels);
};

const otherPeople = [
  ...[
    "ABEBE KEBEDE TOLA",
    "Marta Alemu",
    "MRS HIWOT DESTA BEKELE",
    "O'NEILL & SONS TRADING P.L.C.",
    "Ato Girma",
  ],
  ...["HANA PAYER", "ACCOUNT AND AMOUNT TRADING", "SELAM RECEIVER"],
] as const;

/** Longest name that no page breaks into lines. */
const oneLineMax = 30;

const addedWords = ["Old", "Net", "Previous", "2", "(copy)", "name", "type", "Test", "Estimated"] as const;

/** Other wordings of a label. One that leaves its Latin letters alone may still count. */
const wordings: readonly ((text: string, dice: Dice) => string)[] = [
  typo,
  typo,
  (text, dice) =>
    dice.chance(50)
      ? text.toUpperCase()
      : text.replace(/\p{L}/gu, (letter) => (dice.chance(50) ? letter.toUpperCase() : letter.toLowerCase())),
  (text, dice) => text.replace(/\s*:?\s*$/, (end) => ` ${dice.pick(addedWords)}${end.trim()}`),
  (text, dice) => text.replace(/[^/]*$/, (half) => `${dice.pick(addedWords)} ${half.trimStart()}`),
  (text) => text.split(" ").slice(0, -1).join(" "),
  (text) => text.split(" ").reverse().join(" "),
];

/** One letter of the label's last word is another, gone, there twice, or two have changed places. */
function typo(text: string, dice: Dice): string {
  const start = text.trimEnd().lastIndexOf(" ") + 1;
  const at = start + dice.below(Math.max(1, text.length - start));
  const [letter = "x", next = ""] = text.slice(at);
  return dice.pick([
    text.slice(0, at) + dice.pick([..."aeiouxyz.0"]) + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + next + letter + text.slice(at + 2),
  ]);
}

/** The label says this now: it is another label, the same one in other letters, or none. */
const rename = (bit: Bit, text: string, { before, labels }: Trace): void => {
  const letters = latinLettersOf(text);
  const isSame = letters === latinLettersOf(bit.text) && (letters !== "" || text === bit.text);
  const others = [...labels].filter((tag) => latinLettersOf(before.get(tag) ?? "") === letters);
  bit.text = text;
  if (isSame) bit.isDoubtful = true;
  else bit.tag = letters === "" ? noTag : (others[0] ?? noTag);
  // Labels of the same wording are told from each other by their place alone.
  if (others.length > 1) bit.isDoubtful = true;
};

const copyWith = (paper: Paper, dice: Dice, trace: Trace, isChanged: boolean): Effect | null => {
  const block = paper.blockOf(anyBit(paper, dice, trace), dice);
  if (isChanged && !block.bits.some(({ tag }) => trace.told.has(tag))) return null;
  const values = block.copy(dice).filter(({ tag }) => trace.told.has(tag));
  const bit = isChanged && values.length > 0 ? dice.pick(values) : null;
  if (bit !== null) bit.text = allOther(bit.text, dice);
  return {};
};

const said = (paper: Paper, dice: Dice, trace: Trace): string => {
  const labels = paper
    .bits()
    .filter((bit) => isLabel(bit, trace))
    .map(({ text }) => text.replace(/ *:$/, ""));
  const values = paper
    .bits()
    .filter(({ tag }) => trace.told.has(tag))
    .map(({ text }) => allOther(text, dice));
  if (labels.length === 0 || values.length === 0) return "Amount: ETB 9,999.00";
  const label = () => dice.pick(labels);
  return dice.pick([
    label(),
    `${label()}: ${dice.pick(values)}`,
    `${label()} ${dice.pick(values)}`,
    `refund ${label()}`,
    `HANA ${label()} ${label()}`,
  ]);
};

export const changes: Readonly<Record<string, Change>> = {
  "a value: one sign": valueChange((text, dice) => otherSign(text, dice)),
  "a value: another like it": valueChange(allOther),
  "a value: another form": valueChange(otherForm),
  "a value: another form again": valueChange(otherForm, (text) => /\d/.test(text)),
  "an amount: one digit": valueChange(otherDigit, (text) => /\d[.,]\d/.test(text)),
  "a reference: in other case": valueChange(
    (text, dice) =>
      dice.chance(50) ? text.toLowerCase() : text.replace(/[A-Z]/, (sign) => sign.toLowerCase()),
    (text) => /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{8,}$/.test(text),
  ),
  "two accounts": (paper, dice, trace) => {
    const accounts = paper
      .bits()
      .filter(({ tag, text }) => trace.told.has(tag) && /^\+?\d+\*+\d+|^\+?\d{8,}$/.test(text));
    const by = 1 + dice.below(8);
    for (const bit of accounts)
      bit.text = bit.text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + by) % 10));
    return accounts.length > 0 ? {} : null;
  },
  "a status: another word": (paper, dice, { statuses }) => {
    const found = paper.bits().filter(({ tag }) => statuses.has(tag));
    if (found.length === 0) return null;
    const word = dice.pick(otherStatuses);
    dice.pick(found).text = dice.chance(30) ? word.toUpperCase() : word;
    return {};
  },
  "a status: the same in other letters": (paper, dice, { statuses }) => {
    const found = paper.bits().filter(({ tag }) => statuses.has(tag));
    if (found.length === 0) return null;
    dice.pick(found).text = dice.pick(["completed", "SUCCESSFUL", "sUCCESS", "Completed"]);
    return {};
  },
  "a status: a row put in": (paper, dice) => {
    const word = dice.pick([...otherStatuses, "Completed", "success"]);
    const value: Bit = { text: word, tag: noTag, isDamning: knownStatuses.some((known) => known === word) };
    paper.add({ text: dice.pick(statusLabels), tag: noTag }, value, dice);
    return {};
  },
  "words of labels in a value": (paper, dice, trace) => {
    const names = [...trace.places].flatMap(([field, { own }]) =>
      field.endsWith("name") ? own.map(({ tag }) => tag) : [],
    );
    const free = paper
      .bits()
      .filter(
        (bit) =>
          names.includes(bit.tag) ||
          (!trace.told.has(bit.tag) &&
            !isLabel(bit, trace) &&
            /reason|note|narrative|remark|address|detail/i.test(labelBefore(paper, bit))),
      );
    if (free.length === 0) return null;
    dice.pick(free).text = said(paper, dice, trace);
    return {};
  },
  "other people": (paper, dice, trace) => {
    const names = (["payer_name", "receiver_name"] as const).flatMap((field) =>
      (trace.places.get(field)?.own ?? []).flatMap(({ tag }) => trace.before.get(tag) ?? []),
    );
    const people = new Map(names.map((name) => [name, dice.pick(otherPeople)]));
    for (const bit of paper.bits())
      for (const [name, other] of people)
        if (!isLabel(bit, trace)) bit.text = bit.text.replaceAll(name, other);
    // A name of another number of lines belongs to another place, and none knows where to.
    const isAsHigh = (name: string, other: string) =>
      other.length <= name.length && name.length <= oneLineMax;
    return people.size === 0 ? null : { isGood: [...people].every(([name, other]) => isAsHigh(name, other)) };
  },
  "a title: another": (paper, dice, trace) => {
    const titles = (trace.places.get("document_type")?.own ?? []).flatMap(({ tag, label }) =>
      label === null ? [tag] : [],
    );
    const found = paper.bits().filter(({ tag }) => titles.includes(tag));
    if (found.length === 0) return null;
    const text = dice.pick(["", ...otherDocuments, undoings[9] ?? "", found[0]?.text.toUpperCase() ?? ""]);
    for (const bit of found) bit.text = text;
    return otherDocuments.some((other) => other === text) || text === undoings[9] ? { isRefused: true } : {};
  },
  "a label: another wording": (paper, dice, trace) => {
    const bit = anyLabel(paper, dice, trace);
    if (bit === null) return null;
    rename(bit, dice.pick(wordings)(bit.text, dice), trace);
    return {};
  },
  "a label: another one": (paper, dice, trace) => {
    const [bit, other] = [anyLabel(paper, dice, trace), anyLabel(paper, dice, trace)];
    if (bit === null || other === null || bit === other) return null;
    rename(bit, other.text, trace);
    return {};
  },
  "two labels exchanged": (paper, dice, trace) => {
    const [bit, other] = [anyLabel(paper, dice, trace), anyLabel(paper, dice, trace)];
    if (bit === null || other === null || bit === other) return null;
    const text = bit.text;
    rename(bit, other.text, trace);
    rename(other, text, trace);
    return {};
  },
  "two values exchanged": (paper, dice, trace) => {
    const [bit, other] = [anyValue(paper, dice, trace), anyValue(paper, dice, trace)];
    if (bit === null || other === null || bit === other) return null;
    [bit.text, other.text] = [other.text, bit.text];
    return {};
  },
  "a value beside another label": (paper, dice, trace) => {
    const [bit, other] = [anyValue(paper, dice, trace), anyValue(paper, dice, trace)];
    if (bit === null || other === null || bit === other) return null;
    other.text = dice.pick([bit.text, `${other.text} ${bit.text}`, `${bit.text} ${other.text}`]);
    bit.text = "";
    return {};
  },
  "all values one further": (paper, _, trace) => {
    const told = paper.bits().filter(({ tag }) => trace.told.has(tag));
    const texts = told.map(({ text }) => text);
    for (const [at, bit] of told.entries()) bit.text = texts[at - 1] ?? "";
    return {};
  },
  "a text: gone": (paper, dice, trace) => {
    anyBit(paper, dice, trace).text = "";
    return {};
  },
  "a text: out of sight or struck out": (paper, dice, trace) =>
    paper.conceal(anyBit(paper, dice, trace), dice) ? {} : null,
  "a block: gone": (paper, dice, trace) => {
    paper.blockOf(anyBit(paper, dice, trace), dice).remove();
    return {};
  },
  "a block: again": (paper, dice, trace) => copyWith(paper, dice, trace, false),
  "a block: again with another value": (paper, dice, trace) => copyWith(paper, dice, trace, true),
  "a block: elsewhere": (paper, dice, trace) => {
    paper.blockOf(anyBit(paper, dice, trace), dice).move(dice);
    return {};
  },
  "two blocks exchanged": (paper, dice, trace) => {
    const [one, other] = [anyBit(paper, dice, trace), anyBit(paper, dice, trace)];
    return one !== other && paper.blockOf(one, dice).swap(paper.blockOf(other, dice)) ? {} : null;
  },
  "a label again with another value": (paper, dice, trace) => {
    const label = anyLabel(paper, dice, trace);
    const carrier = [...trace.places.values()]
      .flatMap(({ own }) => own)
      .find((one) => one.label === label?.tag);
    const value = paper.bits().find(({ tag }) => tag === carrier?.tag);
    if (label === null || value === undefined) return null;
    paper.add({ ...label }, { text: dice.pick([allOther(value.text, dice), ""]), tag: noTag }, dice);
    return {};
  },
  "a row of unknown meaning": (paper, dice) => {
    const value = dice.pick(["Bole 4", "1****9999", "FT26318AAAAA", "12.00 ETB"]);
    paper.add({ text: "Branch remark", tag: noTag }, { text: value, tag: noTag }, dice);
    return {};
  },
};

const labelBefore = (paper: Paper, bit: Bit): string => {
  const found = paper
    .bits()
    .findLast((one) =>
      (["member", "inline", "right"] as const).some((direction) =>
        paper.beside(one, direction)[0]?.includes(bit),
      ),
    );
  return found?.text ?? "";
};
