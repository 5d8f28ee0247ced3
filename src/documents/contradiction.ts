import { collapse, squeeze } from "../core/white-space.ts";
import {
  blemish,
  type Document,
  type HtmlDocument,
  type JsonValue,
  type Passage,
  type PdfDocument,
  type PdfFragment,
} from "./document.ts";
import { isNameLabel, isOpenNote, isPayersLabel, type Synonyms } from "./labelled.ts";
import { edgeTolerance } from "./pdf/labels.ts";
import { cellGap, joinPieces, leadingMax, linesOf } from "./pdf/lines.ts";
import { pageTexts } from "./pdf/payers-text.ts";
import { completionOf, isUnderWay } from "./undone/completion.ts";
import {
  entrySaysUndone,
  fault,
  fieldSaysUndone,
  isNoFault,
  isNothing,
  isRuleOfUndoing,
  pairSaysUndone,
} from "./undone/fields.ts";
import { isNone } from "./undone/none.ts";
import { isOfPage } from "./undone/pages-own.ts";
import { isStampLine, joinedCells, joinedLines, joinedSuppositions } from "./undone/stamp-lines.ts";
import { typeSaysUndone } from "./undone/types.ts";
import { isBanksNote, isBanksStatement, saysUnderWay, saysUndone, spellUndone } from "./undone/undone.ts";
import { isStatusLabel, lineSaysUnfinished, rowSaysUnfinished, saysUnfinished } from "./undone/unfinished.ts";
import { clausesOf } from "./undone/words.ts";

/**
 * Whether a document says anywhere that the payment is not completed, beside what its reader took from it.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which say nothing in a greeting or at the end of a sentence
 */
export const saysNotCompleted = (
  document: Document,
  synonyms: Synonyms,
  names: readonly string[],
): boolean => {
  switch (document.kind) {
    case "pdf":
      return pdfSaysNotCompleted(document, synonyms);
    case "html":
      return htmlSaysNotCompleted(document, synonyms, names);
    case "json":
      return (
        jsonSaysNotCompleted(document.root, names) ||
        (document.embedded !== undefined && pdfSaysNotCompleted(document.embedded.document, synonyms))
      );
  }
};

/**
 * Whether a page says anywhere that the payment is not completed: in its title, a heading, a line, a stamp, a cell or
 * in place of a picture, but for what payers chose, in the place where the bank prints it.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which may also stand in a greeting
 */
const htmlSaysNotCompleted = (
  { title, passages, rows, statuses, unseen, unseenBehind, unseenPairs, swallowed }: HtmlDocument,
  synonyms: Synonyms,
  names: readonly string[],
): boolean => {
  const isLabel = payersLabelsOn(passages, synonyms, names);
  const said = passages.map((passage) => ({ passage, texts: sentencesOf(passage, isLabel) }));
  const texts = [title, ...said.flatMap((one) => one.texts)];
  const stamps = [
    ...said.flatMap(({ passage, texts }) =>
      passage.isInRow ? [] : joinedLines(withoutNothings(texts), isShortLine),
    ),
    ...joinedLines(stampLines(said, isLabel), isStampLine),
  ];
  const headings = [title, ...said.flatMap(({ passage, texts }) => headingsAmong(texts, passage))];
  return (
    [...texts, ...stamps].some((text) => lineSaysUndone(withoutNames(text, names))) ||
    headings.some((text) => isTitle(text) && typeSaysUndone(text)) ||
    passages.some(
      (passage) => isStatusLabel(passage.labels.join(" ")) && passage.parts.some(saysUnfinished),
    ) ||
    pairsSayUndone(passages, isLabel) ||
    rows.some((cells) => rowSaysUndone(cells, isLabel)) ||
    statuses.some(([label, value]) => fieldSaysUndone("status", value) || pairSaysUndone(label, value)) ||
    spellUndone(loosely(passages)) ||
    // A script may show a hidden text, so a hidden stamp counts.
    unseen.some((text) => stamp.test(text)) ||
    unseenBehind.some(hiddenSaysUndone) ||
    unseenPairs.some(([label, value]) => pairSaysUndone(label, value)) ||
    swallowed.some((text) => saysUndone(text) || saysUnfinished(text) || saysUnderWay(text))
  );
};

/** What a bank prints: its lines, and each label with a value that stands beside or below it. */
type BanksTexts = {
  readonly lines: readonly string[];
  readonly pairs: readonly (readonly [label: string, value: string])[];
};

/**
 * The texts of a page or a PDF but for what payers chose.
 *
 * @param synonyms further wordings, by the label's usual wording
 * @param names of the parties, which are no labels
 */
export const banksTexts = (
  document: HtmlDocument | PdfDocument,
  synonyms: Synonyms,
  names: readonly string[],
): BanksTexts => {
  if (document.kind === "pdf") return banksTextsOfPdf(document, synonyms);
  const isLabel = payersLabelsOn(document.passages, synonyms, names);
  const passages = document.passages.filter((passage) => !isPayers(passage, isLabel));
  const lines = passages.flatMap(({ parts }) => {
    const own = withoutTyped(parts, isLabel);
    return own.length > 1 ? [...own, own.join(" ")] : own;
  });
  const beside = passages.flatMap(({ labels, parts }) =>
    labels.flatMap((label) => parts.map((part) => [label.replaceAll(blemish, ""), part] as const)),
  );
  return { lines, pairs: [...beside, ...lines.flatMap(pairWithin)] };
};

const banksTextsOfPdf = (document: PdfDocument, synonyms: Synonyms): BanksTexts => {
  const { joined, payers } = pageTexts(document, synonyms);
  const texts = joined.filter((text) => !payers.texts.has(text));
  const aboveOf = aboveIn(texts, leadingMax);
  const beside = linesOf(texts).flatMap(({ fragments }) => {
    const cells = fragments.filter(({ text }) => text !== ":");
    return cells.flatMap((one, at) =>
      [cells[at - 1], aboveOf(one).line].flatMap((label) =>
        label === undefined || payers.cells.has(label) ? [] : [[label.text, one.text] as const],
      ),
    );
  });
  const lines = withoutTyped(
    texts.map(({ text }) => text),
    isPayersLabel,
  );
  return { lines, pairs: [...beside, ...lines.flatMap(pairWithin)] };
};

/** Lines without what a payer chose behind its label: `Narrative: iPhone $1,250`. */
const withoutTyped = (lines: readonly string[], isLabel: IsLabel): readonly string[] =>
  lines.map((line) => {
    const label = labelOf(line);
    return isLabel(label) ? label : line;
  });

/** A label and its value in one text. */
const pairWithin = (line: string): BanksTexts["pairs"] => {
  const label = labelOf(line);
  return label === "" ? [] : [[label, collapse(line.slice(label.length + 1))]];
};

/** Lines that a stamp may be of, in page order. What payers typed, cells and buttons part those before from those behind. */
const stampLines = (
  said: readonly { readonly passage: Passage; readonly texts: readonly string[] }[],
  isLabel: IsLabel,
): readonly string[] =>
  [false, true].flatMap((isAside) => [
    "",
    ...said
      .filter(({ passage }) => passage.isAside === isAside)
      .flatMap(({ passage, texts }) =>
        passage.isInRow || passage.isAction || isPayers(passage, isLabel) ? [""] : texts,
      ),
  ]);

/** Whether cells say together what none says alone. */
const rowSaysUndone = (row: readonly string[], isLabel: IsLabel): boolean => {
  const cells = row.map((cell) => collapse(cell.replaceAll(blemish, "")));
  return entrySaysUndone(cells) || (!cells.some(isLabel) && joinedCells(cells).some(stampSaysUndone));
};

const isShortLine = (line: string): boolean => line !== "" && line.split(" ").length <= 6;

/** Lines of which those are left empty that nothing goes on from: `Reversal: 0.00`. */
const withoutNothings = (lines: readonly string[]): readonly string[] =>
  lines.map((line, at) => (saysNothingUndone(line, lines[at + 1] ?? "") ? "" : line));

/** Whether a line says that nothing was undone, and the next one is another: `REVERSED: NO⏎LONGER VALID` is one text. */
const saysNothingUndone = (line: string, next: string): boolean => {
  const label = labelOf(line);
  const value = collapse(line.slice(label.length + 1));
  if (label.split(" ").length > 3 || /\b(?:is|was|has|been|this)\b/i.test(label)) return false;
  if (!saysUndone(`${label}:`) || !/[\p{L}\d]/u.test(value) || !isNone(value)) return false;
  return !/^no?\b/i.test(value) || (!value.endsWith(".") && !goesOnFromNo.test(next));
};

const goesOnFromNo = /^(?:\p{Ll}|\S*\d|(?:LONGER|Longer|MORE|More|VALID|Valid)(?!\p{L}))/u;

type IsLabel = (text: string) => boolean;

/** Whether a payer typed a text. What payers type is one block, so a cell of several is the bank's. */
const isPayers = ({ labels, isAmongOthers }: Passage, isLabel: IsLabel): boolean =>
  !isAmongOthers && labels.some(isLabel);

/** Whether a label and the value beside it say so. A text beside a payer's label is no label. */
const pairsSayUndone = (passages: readonly Passage[], isLabel: IsLabel): boolean => {
  const banks = new Set(
    passages
      .filter((passage) => !isPayers(passage, isLabel))
      .flatMap(({ parts }) => [...parts, parts.join(" ")])
      .map(squeeze),
  );
  return passages.some(({ labels, parts }) =>
    labels.some((text) => {
      const label = text.replaceAll(blemish, "");
      if (isLabel(text) || !banks.has(squeeze(label))) return false;
      return parts.some((part) => pairSaysUndone(label, part));
    }),
  );
};

/** Labels of what payers typed, in the operator's wordings too. A payer may type or be called `Reason`: that is none. */
const payersLabelsOn = (
  passages: readonly Passage[],
  synonyms: Synonyms,
  names: readonly string[],
): IsLabel => {
  const further = Object.entries(synonyms).flatMap(([usual, wordings]) =>
    isPayersLabel(usual) ? wordings.map(squeeze) : [],
  );
  const isLabel: IsLabel = (text) => isPayersLabel(text) || further.some((one) => one === squeeze(text));
  const typed = new Set(
    [
      ...names,
      ...passages
        .filter((passage) => isPayers(passage, isLabel))
        .flatMap(({ parts }) => [...parts, parts.join(" ")]),
      ...passages.flatMap(({ parts }) => parts.map(valueBehind)),
    ].map(squeeze),
  );
  return (text) => isLabel(text) && !typed.has(squeeze(text));
};

/** What stands behind a payer's label in one line. */
const valueBehind = (line: string): string => {
  const label = labelOf(line);
  return isPayersLabel(label) ? line.slice(label.length + 1) : "";
};

/** A text without the name that it greets or ends with: `Payment to HANA COFFEE PROCESSING`. Nothing is left of an account with its holder: `1000200008765 Void Nightclub`. */
const withoutNames = (text: string, names: readonly string[]): string => {
  const holder = /^[\d*]{4,30} (.+)$/.exec(text)?.[1];
  if (holder !== undefined && names.includes(holder) && !isBanksStatement(holder)) return "";
  const sentence =
    /^(?:(?:your|the|this) )?(?:payment|transfer)(?: of [^?!]{1,40}?)? (?:to|from) (.+)$/i.exec(text);
  const party = sentence?.[1] ?? "";
  // A name of one word may be a status.
  if (party.includes(" ") && names.includes(party) && !isBanksStatement(party))
    return text.slice(0, -party.length).trimEnd();
  const greeting = /^(?:dear|hello|hi|ውድ|ሰላም) /i.exec(text)?.[0] ?? "";
  const name = greeting === "" ? undefined : names.find((one) => text.startsWith(one, greeting.length));
  return name === undefined ? text : greeting + text.slice(greeting.length + name.length);
};

/** Joins letters that follow each other, each in a text of its own. */
const loosely = (passages: readonly Passage[]): readonly string[] => {
  const parts = passages.filter(({ isAside }) => !isAside).flatMap((passage) => passage.parts);
  return parts
    .map((part) => (/^\p{L}{1,2}$/u.test(part) ? part : " "))
    .join("")
    .split(/ +/);
};

const stamp =
  /^\W*(?:(?:transaction|payment) )?(?:reversed|refunded|cancell?ed|void|voided)\W*$|^(?:ተሰርዟል|ተመላሽ(?: ሆኗል)?)[።.!]?$/i;

/** Whether a hidden text says so of the payment, not of the page itself. */
const hiddenSaysUndone = (text: string): boolean =>
  !isOfPage(text) &&
  ((saysUnfinished(text) && isBanksStatement(text)) ||
    clausesOf(text).some((clause) => saysUndone(clause) && !isOfPage(clause)));

/** The same of which a sentence may take several lines. */
const sentencesOf = (passage: Passage, isLabel: IsLabel): readonly string[] => {
  const texts = textsOf(passage, isLabel);
  return passage.isInRow || isPayers(passage, isLabel) ? texts : joinedSuppositions(texts);
};

/** The texts of a passage that the payer did not choose. */
const textsOf = (passage: Passage, isLabel: IsLabel): readonly string[] => {
  const { parts, labels, next, isAction, isInRow } = passage;
  if (isPayers(passage, isLabel))
    return parts.filter(
      (part) =>
        (labels.some(isOpenNote) && isBanksNote(part)) ||
        (labels.some(isNameLabel) && isBanksStatement(part)),
    );
  const [first = ""] = parts;
  if (isFreeText(labelOf(first)) && parts.slice(1).every((part) => labelOf(part) === "")) return [];
  return parts.filter((part) => {
    if (isInRow && next !== null && isNothing(next))
      return next === "" && !isFieldName(part) && labelOf(part) === "";
    if (next !== null && isRuleOfUndoing(part, next)) return false;
    return !(isAction && offersUndoing(part));
  });
};

/** Whether a button, or one of a menu, leads to refunds, and none says more. */
const offersUndoing = (text: string): boolean => {
  const offers = text.split(/[|·•/]/);
  const others = offers.filter((one) => !/^\W*(?:refund|reversal|cancellation)s?\W*$/i.test(one));
  return others.length < offers.length && !others.some(lineSaysUndone);
};

/** The same texts of what is neither a value in a row nor a button, such as `Return to receipts`. */
const headingsAmong = (texts: readonly string[], { isAction, isInRow }: Passage): readonly string[] =>
  isAction || isInRow ? [] : texts.filter((text) => !/^(?:return|back) to\b/i.test(text));

const isFreeText = (label: string): boolean =>
  isPayersLabel(label) && !isNameLabel(label) && !isOpenNote(label);

/** Whether a text is a label whose value may be left empty, such as `Reversal date`. */
const isFieldName = (text: string): boolean =>
  /\b(?:date|time|amount|reference|ref|number|no|id|code|by|on|at|reason)\.?:?$/i.test(text);

/** The part before a colon, unless the colon belongs to a time. */
const labelOf = (text: string): string => text.slice(0, Math.max(0, text.search(/(?<!\d)[:：]|[:：](?!\d)/)));

const lineSaysUndone = (printed: string): boolean => {
  // The colon of a label whose value stands elsewhere.
  const text = printed.replace(/ ?[:：]$/, "");
  const label = labelOf(text);
  if (isOpenNote(label)) return isBanksNote(text.slice(label.length + 1));
  if (!isPayersLabel(label) && saysUnderWay(text)) return true;
  if (label === "") return saysUndone(text) || lineSaysUnfinished(text);
  const value = collapse(text.slice(label.length + 1));
  return pairSaysUndone(label, value) || fieldSaysUndone(label, value);
};

/**
 * Whether JSON says at any depth that the payment is not completed, but for what payers chose.
 *
 * @param names of the parties, which messages may end with
 */
const jsonSaysNotCompleted = (value: JsonValue, names: readonly string[]): boolean => {
  if (value.kind === "array")
    return withoutStatesLeft(value.items).some((item) => jsonSaysNotCompleted(item, names));
  if (value.kind !== "object") return false;
  return value.members.some((one) => {
    const key = wordsOfKey(one.key);
    return (
      memberSaysIt(key, one.value, names) ||
      eventSaysIt(key, one.value) ||
      jsonSaysNotCompleted(one.value, names)
    );
  });
};

/**
 * Events without the messages of states that the payment has left: the last event says that it is completed, and that this
 * has happened. A list of the steps that a payment goes through looks the same, but for that.
 */
const withoutStatesLeft = (events: readonly JsonValue[]): readonly JsonValue[] => {
  const last = events.at(-1);
  if (last?.kind !== "object" || !isCompletedEvent(last.members)) return events;
  return events.map((event) =>
    event.kind === "object"
      ? { ...event, members: event.members.filter((one) => !isStateLeft(one, event.members)) }
      : event,
  );
};

type Members = Extract<JsonValue, { kind: "object" }>["members"];

/** Whether an event says that the payment is completed and that this has happened, and nothing against it. */
const isCompletedEvent = (members: Members): boolean =>
  members.some(
    ({ key, value }) =>
      messageKey.test(wordsOfKey(key)) &&
      textsAt(value).some((text) => completionOf(stateOf(text)) === "completed"),
  ) &&
  members.some(({ key, value }) => happened.test(wordsOfKey(key)) && textsAt(value).some(isYes)) &&
  members.every(({ value }) => textsWithin(value).every((text) => !isNothing(text)));

/** `Payment completed` without its subject. */
const stateOf = (text: string): string =>
  text.replace(/^(?:your )?(?:payment|transaction|transfer) (?:is |was )?/i, "").replace(/\.{1,3}$/, "");

const happened = /^(?:(?:is|was|has) )?(?:done|reached|passed|happened|finished)$/;

/** Whether a member is the message of an event that has happened, too. */
const isStateLeft = ({ key, value }: Members[number], members: Members): boolean =>
  messageKey.test(wordsOfKey(key)) &&
  textsAt(value).every((text) => isUnderWay(stateOf(text))) &&
  members.some((one) => happened.test(wordsOfKey(one.key)) && textsAt(one.value).some(isYes));

/**
 * Whether an event of the payment says that it was undone, as in `events: [{name: "Reversed"}]`. A state that the payment
 * has left, such as `Pending`, says nothing.
 */
const eventSaysIt = (key: string, value: JsonValue): boolean =>
  eventsKey.test(key) &&
  (value.kind === "array" ? value.items : [value]).some(
    (event) =>
      event.kind === "object" &&
      event.members.some(
        ({ key: name, value: said }) =>
          wordsOfKey(name) === "name" &&
          textsAt(said).some((text) => isBanksStatement(text) && saysUndone(text)),
      ),
  );

const eventsKey = /\b(?:events?|history|timeline|stages?|steps?|trail|activit(?:y|ies)|changes)$/;

/** `isReversed` and `reversal_date` as words. */
export const wordsOfKey = (key: string): string =>
  collapse(key.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[_.-]/g, " ")).toLowerCase();

const memberSaysIt = (key: string, value: JsonValue, names: readonly string[]): boolean => {
  if (isPayersKey(key)) return isOpenNote(key) && textsAt(value).some(isBanksNote);
  if (undoing.test(key) && !permission.test(key))
    return saysAnything(value) && !(value.kind === "string" && isRuleOfUndoing(key, value.text));
  const texts = textsAt(value);
  if (deed.test(key) && !permission.test(key)) return texts.some(isYesOrDate);
  if (returning.test(key) && !permission.test(key) && saysYesOrDate(value)) return true;
  if (open.test(key) && texts.some(isYes)) return true;
  if (finality.test(key) && texts.some((text) => isNo(text) || text === "0")) return true;
  if (doing.test(key) && texts.some((text) => text !== "" && isNothing(text) && text !== "null")) return true;
  if (ownStatus.test(key) && texts.some((text) => isBadStatus(text))) return true;
  if (stateKey.test(key) && stateTexts(value).some((text) => saysUndone(text) || saysUnfinished(text)))
    return true;
  if (shortState.test(key) && texts.some((text) => saysUndone(text) || saysUnfinished(text))) return true;
  if ((stage.test(key) || stepDate.test(key)) && texts.some(isOpenState)) return true;
  if (outcome.test(key) && texts.some((text) => bad.test(text))) return true;
  if (surroundings.test(key) && texts.some((text) => unreal.test(text))) return true;
  // A switch such as `approval: false` may say that none is needed, and a code of a return is the answer's own.
  if (value.kind === "string" && key !== "return code" && pairSaysUndone(key, value.text)) return true;
  if (value.kind === "array" && joinedLines(texts, isStampLine).some(stampSaysUndone)) return true;
  if (fault.test(key)) return textsWithin(value).some((text) => !isNoFault(text));
  if (answerKey.test(key) && texts.some((text) => miss.test(text))) return true;
  return texts.some(
    (text) =>
      text.length <= documentLengthMin &&
      (fieldSaysUndone(key, text) ||
        (messageKey.test(key) && messageSaysUnfinished(withoutNames(text, names)))),
  );
};

const messageSaysUnfinished = (text: string): boolean => saysUnderWay(text) || lineSaysUnfinished(text);

/** Longer texts are embedded documents. */
const documentLengthMin = 2_000;

const isPayersKey = (key: string): boolean => isPayersLabel(key) || /^payment details?$/.test(key);

/** Keys that say what was done to the payment. */
const undoing =
  /\b(?:revers(?:ed|al|als)|cancell?(?:ed|ation)|refund(?:ed|s)?|void(?:ed)?|returned|failed|failure|expired|rejected|rejection|declined|aborted|revoked|undone|chargeback|charged back|rolled back)\b|\b(?:cancel|reverse|refund|reject|decline|fail|void|hold) (?:reason|date|time|by|code)\b|\breturn reason\b/;

/** Keys that say so when their value is yes or a date; other values may belong to a link or a button. */
const deed =
  /\b(?:cancel|cancels|reverse|reverses|reversals?|refund|refunds|void|voids|delete|deleted)\b|\b(?:rev|rvs|rvsl|cncl|canc) (?:flag|ind|indicator|date|time|yn)\b/;

/** The same of words that many other things are called by: `isReturn`, `recallDate`, `rollback`, and not `returnUrl`. */
const returning =
  /^(?:(?:is|was|has|been|transaction|payment|transfer|txn|trx|funds?) )*(?:recall|roll ?back|claw ?back|withdrawn|return|rescinded|superseded)(?: (?:flag|ind|indicator|yn|date|time|at|on))?$/;

/** Whether a value is yes or a date, or an object with a date in it. */
const saysYesOrDate = (value: JsonValue): boolean =>
  textsAt(value).some(isYesOrDate) ||
  (value.kind === "object" &&
    value.members.some(
      ({ key, value: inner }) =>
        !permission.test(wordsOfKey(key)) && textsAt(inner).some((text) => !isYes(text) && isYesOrDate(text)),
    ));

/** Keys that say, when their value is yes, that the payment is not final, not honest or not real. */
const open =
  /^(?:(?:is|was|has|still|currently|transaction|payment|transfer|txn|trx|amount|funds?) )*(?:pending|(?:on |in )?hold|held|provisional|tentative|unconfirmed|unsettled|unposted|uncleared|unfinished|incomplete|in ?complete|scheduled|post ?dated|queued|processing|in progress|(?:under|in) review|draft|simulat(?:ed|ion)|sandbox|test|fraud|fraudulent|suspicious|suspected(?: fraud)?|frozen|blocked|suspended|disputed|forged|fake|(?:pending|awaiting) (?:approval|settlement|confirmation|clearance|authori[sz]ation|review|verification|posting))(?: (?:flag|ind|indicator|yn))?$/;

const isYes = (text: string): boolean => /^(?:true|yes|y|1)$/i.test(text);

/** `txSts`, `progress` */
const shortState = /^(?:(?:transaction|txn|tx|payment|transfer|ack) )?(?:sts|progress)$/;

/** Keys of where a payment stands that are not called a status. */
const stage = /^(?:(?:transaction|txn|payment|transfer|current) )?(?:stage|phase|posting)$|^current state$/;

/** When a step was taken, where a word may stand instead: `settlementDate: "PENDING"`. */
const stepDate =
  /^(?:(?:transaction|payment|transfer|txn) )?(?:settlement|posting|clearing|clearance|completion|approval|value|credit|confirmation) (?:date|time|at|on)$/;

/** How the payment ended: `result: "fail"`, `decision: "REJECT"`. */
const outcome =
  /^(?:(?:transaction|txn|payment|transfer|final|processing) )?(?:result|decision|outcome|verdict|status)$/;
const bad = /^(?:fail|failure|error|nok|ko|not ok|reject|decline|deny|abort|cancel)$/i;

/** Where the answer comes from: a test moved no money. */
const surroundings = /^(?:env|environment|(?:(?:transaction|payment|api) )?mode)$/;
const unreal = /^(?:test|testing|sandbox|demo|simulat(?:ed|ion|or)|staging|uat)$/i;

/** Codes such as `AUTH_PENDING`, and not `NOT_PENDING`. */
const isOpenState = (text: string): boolean => {
  const words = wordsOfKey(text).split(/[^\p{L}]+/u);
  return (
    words.length <= openStateWordsMax &&
    words.some((word) => openStates.has(word)) &&
    !words.some((word) => /^(?:no|not|non|none|without)$/.test(word))
  );
};

const openStateWordsMax = 4;

const openStates = new Set([
  ...["pending", "awaiting", "hold", "held", "queued", "processing", "provisional", "unposted", "unsettled"],
  ...["unconfirmed", "uncleared", "nack", "nak", "suspended", "frozen"],
]);

const isYesOrDate = (text: string): boolean => isYes(text) || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text);

/** Words of rules that hold for any payment. */
const permission =
  /\b(?:allowed|eligible|policy|fees?|charges?|until|window|limit|period|attempts|deadline|possible|can|may|enabled|supported|show|button|link|url)\b/;

const doing =
  /^(?:(?:is|was|has|transaction|payment) )*(?:success|successful|succeeded|completed|complete|posted|settled|valid|approved|authori[sz]ed|processed|executed|paid|credited)(?: (?:flag|ind|indicator|yn))?$/;

/** Keys that say so when their value is no. */
const finality =
  /^(?:(?:is|was|has|been|transaction|payment|transfer) )*(?:final|finali[sz]ed|confirmed|cleared|accepted|genuine|ok|credit posted|released|live ?mode)(?: (?:flag|ind|indicator|yn))?$|^(?:beneficiary|receiver|payee) (?:is |was )?(?:credited|paid)$/;

const isNo = (text: string): boolean => /^(?:false|no|n)$/i.test(text);

const ownStatus = /^(?:transaction|txn|trx|payment|transfer|receipt|posting) (?:status|state)$/;

/** Keys of a state that may be an object: `currentState: {name: "Reversed"}`. A history also holds former states. */
const stateKey = /^(?!.*\b(?:history|previous|former|log)\b).*\b(?:status|state|stage|outcome|result)$/;

/** What an object says by keys that stand for itself, at any depth. */
const stateTexts = (value: JsonValue): readonly string[] =>
  value.kind !== "object"
    ? []
    : value.members.flatMap(({ key, value: inner }) => {
        const words = wordsOfKey(key);
        if (!itself.test(words)) return [];
        return inner.kind === "object" ? stateTexts(inner) : textsAt(inner);
      });

const itself =
  /^(?:(?:status|state|display|current|short|long) )?(?:name|value|code|label|text|title|description|desc|key|id|status|state|type|message)$/;

const answerKey = /\b(?:message|description|desc|text|detail)$/;

/** Keys of what a bank tells a reader. */
const messageKey = /\b(?:messages?|info|notice|alert|warning|title|stamp|watermark)$/;

/** A sentence that there is no such payment. */
const miss =
  /^(?:(?:error|sorry)[:,.!]? )?(?:(?:the |this )?(?:transaction|receipt|record|payment)(?: [\w.]{1,20}){0,3} (?:not found|(?:does not|doesn't) exist)|no (?:such )?(?:record|transaction|receipt)|invalid (?:transaction|reference|receipt))/i;

const isBadStatus = (text: string): boolean => text !== "" && completionOf(text) !== "completed";

const saysAnything = (value: JsonValue): boolean => {
  if (value.kind === "object") return value.members.some((one) => saysAnything(one.value));
  return value.kind === "array" ? value.items.some(saysAnything) : !isNothing(value.text);
};

/** The text of a value, or all texts of a list. */
const textsAt = (value: JsonValue): readonly string[] => {
  if (value.kind === "array") return value.items.flatMap(textsAt);
  return value.kind === "object" ? [] : [collapse(value.text)];
};

/** All texts of a value, at any depth. */
const textsWithin = (value: JsonValue): readonly string[] =>
  value.kind === "object"
    ? value.members.flatMap((one) => textsWithin(one.value))
    : value.kind === "array"
      ? value.items.flatMap(textsWithin)
      : [collapse(value.text)];

/**
 * Whether a PDF says anywhere but in what a payer types that the payment is not completed: in a heading, a line, a
 * stamp at any angle or letter by letter, a note or a form's field.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
const pdfSaysNotCompleted = (document: PdfDocument, synonyms: Synonyms): boolean => {
  const { fragments, turned, notes } = document;
  const { joined: level, payers } = pageTexts(document, synonyms);
  const angles = [...new Set(turned.map(({ turn }) => turn))];
  const aside = angles.map((angle) => joinPieces(turned.filter(({ turn }) => turn === angle)));
  return (
    notes.some(stampSaysUndone) ||
    [level.filter((text) => !payers.texts.has(text)), ...aside].some((texts) =>
      sayUndone(texts, payers.cells),
    ) ||
    aside.some((texts) => {
      // The words of one stamp may stand far apart.
      const lines = linesOf(texts).map(({ fragments: words }) => words.map(({ text }) => text).join(" "));
      return [...lines, ...joinedLines(lines, isStampLine)].some(stampSaysUndone);
    }) ||
    spellUndone(looseLetters([...level, ...aside.flat()], [...fragments, ...turned]))
  );
};

const stampSaysUndone = (text: string): boolean =>
  saysUndone(text) || saysUnfinished(text) || saysUnderWay(text);

/**
 * What a PDF is headed with when that says that the payment was undone, such as `Refund Receipt`; undefined where it
 * is headed otherwise.
 *
 * @param synonyms further wordings, by the label's usual wording
 */
export const undoneTitle = (document: PdfDocument, synonyms: Synonyms): string | undefined => {
  const { joined, payers } = pageTexts(document, synonyms);
  return joined.find((one) => !payers.texts.has(one) && isTitle(one.text) && typeSaysUndone(one.text))?.text;
};

const isTitle = (text: string): boolean =>
  /\b(?:receipt|invoice|advice|slip|voucher)\b|ደረሰኝ/i.test(text) &&
  !/\b(?:this|is|was|has|been)\b|[.:]/i.test(text) &&
  text.length <= 80;

/**
 * Whether texts that stand in one direction say so: each with the lines above it, behind a label of a status, or as a label
 * with the value beside or below it.
 *
 * @param typed texts that payers may have typed; they are no labels
 */
const sayUndone = (texts: readonly PdfFragment[], typed: ReadonlySet<PdfFragment>): boolean => {
  const aboveOf = aboveIn(texts, leadingMax);
  const stampAboveOf = aboveIn(texts, stampLeadingMax);
  return linesOf(texts).some(({ fragments }) => {
    const shown = fragments.map(({ text }) => text);
    if (phrasesOf(fragments).some((phrase) => saysUndone(phrase) || saysUnderWay(phrase))) return true;
    const [one, ...others] = fragments;
    const above = one === undefined || others.length > 0 ? "" : aboveOf(one).lines;
    if (rowSaysUnfinished(above === "" ? shown : [above, ...shown])) return true;
    if (pairsInLineSayUndone(fragments, aboveOf, typed)) return true;
    if (entrySaysUndone(shown) || joinedCells(shown).some(stampSaysUndone)) return true;
    return fragments.some((each, at) => {
      const beside = shown.slice(at + 1).find((text) => text !== ":") ?? "";
      if (isNone(beside) || isRuleOfUndoing(each.text, beside)) return false;
      const before = aboveOf(each).lines;
      const isShortAbove = before !== "" && before.split(" ").length <= 3;
      const sentence = sentenceAbove(each, texts, aboveOf);
      return (
        saysUndone(each.text, before, sentence) ||
        (saysUnderWay(each.text, before, sentence) &&
          !linesBelow(each, texts, aboveOf).some((below) => {
            const [text, ...others] = joinedSuppositions([each.text, below]);
            return text !== undefined && others.length === 0 && !saysUnderWay(text, before, sentence);
          })) ||
        // `NOT`, `COMPLETED`
        (isShortAbove && saysUndone(`${before} ${each.text}`)) ||
        joinedWithAbove(each, stampAboveOf).some(stampSaysUndone)
      );
    });
  });
};

/** Distance of two lines of a stamp, in font sizes: they may be rows of a table. */
const stampLeadingMax = 2.5;

/** A text as the last line of a stamp. */
const joinedWithAbove = (one: PdfFragment, aboveOf: AboveOf): readonly string[] => {
  const above = isStampLine(one.text) ? aboveOf(one).line : undefined;
  if (above === undefined) return [];
  const { line: first } = aboveOf(above);
  const lines = [...(first === undefined ? [] : [first]), above, one];
  const joined = joinedLines(
    lines.map(({ text }) => text),
    isStampLine,
  );
  return joined.filter((text) => text.endsWith(one.text));
};

const pairsInLineSayUndone = (
  line: readonly PdfFragment[],
  aboveOf: AboveOf,
  typed: ReadonlySet<PdfFragment>,
): boolean => {
  const cells = line.filter(({ text }) => text !== ":");
  return cells.some((one, at) => {
    const inRun = labelOf(one.text);
    if (inRun !== "" && !typed.has(one) && pairSaysUndone(inRun, one.text.slice(inRun.length + 1)))
      return true;
    return [cells[at - 1], aboveOf(one).line].some(
      (label) => label !== undefined && !typed.has(label) && pairSaysUndone(label.text, one.text),
    );
  });
};

/** Joins texts of one size within a cell. Monospaced fonts leave wide spaces between words. */
const phrasesOf = (line: readonly PdfFragment[]): readonly string[] => {
  const phrases: string[] = [];
  for (const [at, one] of line.entries()) {
    const before = line[at - 1];
    const goesOn =
      before !== undefined && before.size === one.size && one.left - before.right <= cellGap * one.size;
    if (goesOn) phrases[phrases.length - 1] = `${phrases.at(-1)} ${one.text}`;
    else phrases.push(one.text);
  }
  return phrases.filter((phrase) => !line.some(({ text }) => text === phrase));
};

/** The line right above a text, and all the lines close above that the text may continue: same size, same alignment. */
type Above = { readonly line: PdfFragment | undefined; readonly lines: string };
type AboveOf = (one: PdfFragment) => Above;

/** Looks for the line above each text once: the texts of a column ask for the same ones again and again. */
const aboveIn = (texts: readonly PdfFragment[], leading: number): AboveOf => {
  const known = new Map<PdfFragment, Above>();
  const aboveOf: AboveOf = (one) => {
    const found = known.get(one);
    if (found !== undefined) return found;
    const line = lineAbove(one, texts, leading);
    const lines = line === undefined ? "" : `${aboveOf(line).lines} ${line.text}`.trimStart();
    known.set(one, { line, lines });
    return { line, lines };
  };
  return aboveOf;
};

/** The lines right below a text. */
const linesBelow = (one: PdfFragment, texts: readonly PdfFragment[], aboveOf: AboveOf): readonly string[] =>
  texts.filter((other) => aboveOf(other).line === one).map(({ text }) => text);

/** Of these lines the nearest ones that are of a sentence. */
const sentenceAbove = (one: PdfFragment, texts: readonly PdfFragment[], aboveOf: AboveOf): string => {
  const { line } = aboveOf(one);
  if (line === undefined || !isOfSentence(line, one, texts)) return "";
  return `${sentenceAbove(line, texts, aboveOf)} ${line.text}`.trimStart();
};

const lineAbove = (
  one: PdfFragment,
  texts: readonly PdfFragment[],
  leading: number,
): PdfFragment | undefined =>
  texts.find((other) => {
    const distance = one.baseline - other.baseline;
    if (other.page !== one.page || distance <= 0 || distance > leading * one.size) return false;
    if (Math.abs(one.size - other.size) > one.size / 10) return false;
    const offsets = [one.left - other.left, one.right - other.right];
    const middle = (one.left + one.right - other.left - other.right) / 2;
    return [...offsets, middle].some((offset) => Math.abs(offset) <= edgeTolerance);
  });

/** Whether a sentence goes on below a line. A label and its value, beside each other or in one text, are none. */
const isOfSentence = (above: PdfFragment, below: PdfFragment, texts: readonly PdfFragment[]): boolean => {
  const words = above.text.split(" ");
  if (words.length < 3 || /[:：]|[\d.!?;።*]$|\b(?:ETB|Birr)$/i.test(above.text)) return false;
  const isAlone = !texts.some(
    (other) =>
      other !== above &&
      other.page === above.page &&
      Math.abs(other.baseline - above.baseline) <= 0.4 * above.size,
  );
  return isAlone || (words.length > 3 && /^\p{Ll}/u.test(below.text));
};

/** A few letters, or letters with spaces between them. */
const isLoose = ({ text }: PdfFragment): boolean =>
  /^[\p{L}\p{M}]{1,3}$/u.test(text) || text.split(" ").every((word) => /^\p{L}$/u.test(word));

/** Single letters joined in drawing order, left to right and top to bottom, for each size and for all sizes. */
const looseLetters = (texts: readonly PdfFragment[], drawn: readonly PdfFragment[]): readonly string[] => {
  const loose = texts.filter(isLoose);
  const placeOf = (one: PdfFragment) =>
    drawn.findIndex(
      ({ page, left, baseline }) => page === one.page && left === one.left && baseline === one.baseline,
    );
  const sizes = [...new Set(loose.map(({ size }) => Math.round(size)))];
  const groups = sizes.map((size) => loose.filter((one) => Math.round(one.size) === size));
  return [...groups, loose].flatMap((own) => {
    return [placeOf, (one: PdfFragment) => one.left, (one: PdfFragment) => one.baseline].map((place) =>
      own
        .toSorted((a, b) => a.page - b.page || place(a) - place(b))
        .map(({ text }) => text.replaceAll(" ", ""))
        .join(""),
    );
  });
};
