import type { AskedEarly, Billing, FirstCaller, SeenBefore } from "../accounts/accounts.ts";
import type { VerifiedReceipt } from "../core/receipt.ts";
import { minuteMs } from "../core/time.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import { type Calendar, formatBothDays, formatRecent, formatTime } from "../texts/dates.ts";
import type { EarlierAsker } from "../texts/sentences.ts";
import { catalogues, type Language } from "../texts/texts.ts";
import { marks } from "../verify/marks.ts";
import { ageOf, daysBetween, isAhead, paidWhen } from "../verify/payment-age.ts";
import type { ReceiptAssessment, ReceiptAssessmentKind } from "../verify/receipt-assessment.ts";
import { countLine, formatAmount } from "./amounts.ts";
import { markOfAnswer, type ReceiptAnswerKind } from "./answer-kind.ts";
import { chatName, firstLineNameMax, maskAccount, maskName, tailOf } from "./names.ts";
import { code, concat, foreign, lines, type RichText, unlinked } from "./rich-text.ts";

export { formatAmount } from "./amounts.ts";

/** A sum that a merchant waits for, in santim. */
type ExpectedSum = {
  readonly amountSantim: number;
  readonly receivedSantim: number;
  /** False: the receipt has been added to another sum, or is not to be added. */
  readonly isAdded: boolean;
};

/**
 * Who can say whether a receiver is the merchant's: the `person` who reads the answer, the `owners` of the shop, who are
 * asked in their private chats, or `nobody`.
 */
export type ReceiverDecider = "person" | "owners" | "nobody";

/** What is known beside a verified receipt when it is rendered. */
export type ReceiptReply = {
  readonly assessment: ReceiptAssessment;
  readonly decider: ReceiverDecider;
  /** The shop whose accounts decide in this group; `""` in private, where nobody's do, and where it has no name. */
  readonly shop: string;
  /** The sum that was expected, with this receipt where it counts; null: none. */
  readonly expected: ExpectedSum | null;
  readonly seenBefore: SeenBefore | null;
  /** Null or unset: nobody else asked for the receipt before its bank confirmed it. */
  readonly askedEarly?: AskedEarly | null | undefined;
  /** Whether the very same message showed it before, under another of its names. */
  readonly isSameMessage?: boolean;
  readonly billing: Billing | null;
  /** When the bank was asked; null or unset: just now. */
  readonly checkedAt?: Date | null;
  /** Whether others read along, so that names and accounts are masked. */
  readonly isGroup: boolean;
  /** Whether the details are unfolded. */
  readonly isUnfolded: boolean;
  /** Whether the caller has no account yet, so that nothing is remembered for them. */
  readonly isGuest: boolean;
  /** The name of a bank that is asked here, by its label. */
  readonly bankOf: (label: string) => string;
  readonly language: Language;
  /** Whose day stands first; null: none was chosen. */
  readonly calendar: Calendar | null;
  readonly now: Date;
};

/** What is said about a verified receipt, in the order in which it is said; null or empty: nothing. */
export type ReceiptView = {
  /** The answer to "is this my money?". */
  readonly mark: string;
  readonly verdict: RichText;
  readonly shop: string | null;
  /** Further reasons, each behind its mark. */
  readonly further: readonly RichText[];
  /** Why it is not known whose the receiver is. */
  readonly unsure: RichText | null;
  readonly rows: readonly Row[];
  readonly bank: string;
  readonly reference: string;
  readonly expected: string | null;
  /** What only some want to see. */
  readonly details: readonly Row[];
  readonly guest: string | null;
  /** What it cost, and what is left. */
  readonly count: string | null;
};

/** `value` is foreign where it `isName`: it may look like a link. */
type Row = { readonly label: string; readonly value: string; readonly isName?: true };

/** Says what a verified receipt means for the merchant, and what makes it this payment. All faces show this. */
export const describeReceipt = (verified: VerifiedReceipt, reply: ReceiptReply): ReceiptView => {
  const texts = catalogues[reply.language];
  const { receipt } = verified;
  const payer = nameOf(receipt.payer_name, reply) || accountOf(receipt.payer_account, reply);
  const receiver = receiverRow(verified, reply);
  const date = dateOf(verified, reply);
  return {
    ...verdictWithMark(verified, reply),
    shop: shopLine(reply, texts),
    further: furtherLines(verified, reply),
    unsure: unsureLine(reply, texts),
    rows: [
      ...(receiver === null ? [] : [{ label: texts.record.to, value: receiver }]),
      { label: texts.record.from, value: payer, isName: true },
      ...(date === null ? [] : [{ label: "", value: date }]),
    ],
    bank: foreign(receipt.bank),
    reference: foreign(receipt.transaction_reference),
    expected: expectedLine(reply.expected, texts),
    details: detailsOf(verified, reply),
    guest: guestLine(reply, texts),
    count: countLine(reply.billing, reply, texts),
  };
};

/** A verified receipt as a chat shows it. */
export const renderReceipt = (verified: VerifiedReceipt, reply: ReceiptReply): RichText => {
  const view = describeReceipt(verified, reply);
  const { colon } = catalogues[reply.language];
  const lineOf = ({ label, value, isName }: Row): RichText => {
    const line = label === "" ? value : `${label}${colon}${value}`;
    return isName ? unlinked(line, value) : concat(line);
  };
  return lines(
    concat(`${view.mark} `, view.verdict),
    view.shop,
    ...view.further,
    view.unsure,
    ...view.rows.map(lineOf),
    concat(`${view.bank} · `, code(view.reference)),
    view.expected,
    ...(reply.isUnfolded ? view.details.map(lineOf) : []),
    view.guest,
    view.count,
  );
};

/** In a group the answer names the shop, because "you" would mean nobody there. */
const shopLine = ({ shop }: ReceiptReply, { group, staff }: Catalogue): string | null => {
  const name = chatName(shop, firstLineNameMax).replace(/[“”]/g, "");
  return name === "" ? null : group.forShop(staff.shop(name));
};

/** The line under the first answer of a guest's day. */
const guestLine = ({ isGuest, billing }: ReceiptReply, { guestNote }: Catalogue): string | null => {
  if (!isGuest || billing?.kind !== "quota" || !billing.counted) return null;
  return billing.quota.remaining === billing.quota.limit - 1 ? guestNote : null;
};

const nameOf = (name: string, { isGroup }: Pick<ReceiptReply, "isGroup">, charactersMax?: number): string => {
  const shown = chatName(name, charactersMax);
  return isGroup ? maskName(shown.replace(/[“”]/g, "")) : shown;
};

const accountOf = (account: string, { isGroup }: Pick<ReceiptReply, "isGroup">): string =>
  isGroup ? maskAccount(account) : foreign(account);

/** How the receiver is called in a verdict. */
const receiverIn = ({ receipt }: VerifiedReceipt, reply: ReceiptReply): string =>
  nameOf(receipt.receiver_name, reply, firstLineNameMax) || accountOf(receipt.receiver_account, reply);

const verdictWithMark = (
  verified: VerifiedReceipt,
  reply: ReceiptReply,
): Pick<ReceiptView, "mark" | "verdict"> => {
  const texts = catalogues[reply.language];
  const kind = receiptAnswerKindOf(reply);
  const amount = formatAmount(verified.amountMinor);
  const receiver = receiverIn(verified, reply);
  const sentence =
    kind === "same_again"
      ? texts.firstLine.sameAgain(amount, ageOf(reply.seenBefore?.firstAt ?? reply.now, reply.now))
      : sentenceFor(kind, verified, reply, texts);
  const { text, entities } = unlinked(sentence, receiver);
  const money = `${amount} ${texts.currency}`;
  const offset = text.indexOf(money);
  const amountEntities = offset < 0 ? [] : [{ type: "bold" as const, offset, length: money.length }];
  return { mark: markOfAnswer(kind), verdict: { text, entities: [...amountEntities, ...entities] } };
};

/** What the first line of the answer says. */
export const receiptAnswerKindOf = (reply: ReceiptReply): ReceiptAnswerKind => {
  const { kind } = reply.assessment;
  return kind === "seen_before" && isSameAgain(reply) ? "same_again" : kind;
};

/** Sent twice by one person within minutes: no trick, only a second look. */
const isSameAgain = ({ seenBefore, isSameMessage = false, isGroup, now }: ReceiptReply): boolean => {
  if (seenBefore === null || seenBefore.isByOtherBank) return false;
  if (now.getTime() - seenBefore.firstAt.getTime() >= sameAgainMs) return false;
  return isSameMessage || (!isGroup && seenBefore.who.kind === "you");
};

const sameAgainMs = 10 * minuteMs;

const sentenceFor = (
  kind: ReceiptAssessmentKind,
  verified: VerifiedReceipt,
  reply: ReceiptReply,
  { firstLine: said }: Catalogue,
): string => {
  const { assessment, decider, now } = reply;
  const amount = formatAmount(verified.amountMinor);
  const receiver = receiverIn(verified, reply);
  switch (kind) {
    case "yours":
      return said.yours(amount, nameOf(verified.receipt.receiver_name, reply, firstLineNameMax));
    case "receiver_unknown":
      if (decider === "nobody") return said.unaddressed(amount, receiver);
      return decider === "person" ? said.unknown(amount, receiver) : said.unknownToStaff(amount, receiver);
    case "someone_else":
      return said.someoneElse(amount, receiver);
    case "account_not_shown":
      return said.accountNotShown(amount, receiverBankOf(verified, reply));
    case "no_payment":
      return said.noPayment(amount, assessment.noPayment ?? "same_account");
    case "other_amount":
      return said.otherAmount(amount, ...claimed(assessment));
    case "seen_before":
      return reply.seenBefore?.isByOtherBank
        ? said.samePayment(amount, ageOf(reply.seenBefore.firstAt, now))
        : said.seenBefore(amount, ...earlier(reply));
    case "old":
      return assessment.isDateInDoubt
        ? said.dateInDoubt(amount, foreign(verified.receipt.payment_date))
        : said.old(amount, ageOf(paidWhen(verified.paymentDateIso)?.latest ?? now, now));
  }
};

/** The reasons that are not in the first line; and whose money it is where that is not. */
const furtherLines = (verified: VerifiedReceipt, reply: ReceiptReply): readonly RichText[] => {
  const { assessment } = reply;
  const [, ...others] = assessment.reasons;
  const isMine = assessment.kind !== "yours" && assessment.receiver.kind === "yours";
  const receiver = receiverIn(verified, reply);
  return [
    ...[...others, ...(isMine ? (["yours"] as const) : [])].map((kind) =>
      unlinked(`${marks[kind]} ${furtherOf(kind, verified, reply)}`, receiver),
    ),
    ...askedEarlyLine(reply),
    ...alsoNamedLine(verified, reply),
    ...unclearLine(verified, reply),
    ...checkedLine(reply),
  ];
};

/** An answer that is shown again says how old it is: the bank may say something else by now. */
const checkedLine = ({ checkedAt = null, language, now }: ReceiptReply): readonly RichText[] => {
  if (checkedAt === null || now.getTime() - checkedAt.getTime() <= sameAgainMs) return [];
  return [concat(`ℹ️ ${catalogues[language].further.checked(ageOf(checkedAt, now))}`)];
};

/** What was asked before the bank confirmed it decides nothing: numbers can be guessed. So the line accuses nobody. */
const askedEarlyLine = (reply: ReceiptReply): readonly RichText[] => {
  const { askedEarly: early = null, language, calendar, now } = reply;
  if (early === null) return [];
  const { further } = catalogues[language];
  const when = formatRecent(early.askedAt, now, language, calendar);
  const who = callerIn(early.who, reply);
  const line = `ℹ️ ${early.isSameMessage ? further.askedHere(when) : further.askedEarly(who, when)}`;
  return [unlinked(line, who.kind === "member" ? who.name : "")];
};

/** What is named beside the receipt's own amount. It may be the price or another payment, so the line accuses nobody. */
const alsoNamedLine = ({ amountMinor }: VerifiedReceipt, reply: ReceiptReply): readonly RichText[] => {
  const { alsoNamedSantim } = reply.assessment;
  if (alsoNamedSantim === null) return [];
  const { alsoNamed } = catalogues[reply.language].further;
  return [concat(`ℹ️ ${alsoNamed(formatAmount(alsoNamedSantim), formatAmount(amountMinor))}`)];
};

/** Beside another amount, that line says already what this receipt is for. */
const unclearLine = ({ amountMinor }: VerifiedReceipt, reply: ReceiptReply): readonly RichText[] => {
  const { isAmountUnclear, alsoNamedSantim } = reply.assessment;
  if (!isAmountUnclear || alsoNamedSantim !== null) return [];
  return [concat(`ℹ️ ${catalogues[reply.language].further.unclear(formatAmount(amountMinor))}`)];
};

const furtherOf = (kind: ReceiptAssessmentKind, verified: VerifiedReceipt, reply: ReceiptReply): string => {
  const { assessment, language, now } = reply;
  const { further } = catalogues[language];
  const receiver = receiverIn(verified, reply);
  switch (kind) {
    case "yours":
      return further.yours(nameOf(verified.receipt.receiver_name, reply, firstLineNameMax));
    case "receiver_unknown":
      // Asked is only where buttons answer, under ❓.
      return further.unaddressed(receiver);
    case "someone_else":
      return further.someoneElse(receiver);
    case "account_not_shown":
      return further.accountNotShown;
    case "no_payment":
      return further.noPayment(assessment.noPayment ?? "same_account");
    case "other_amount":
      return further.otherAmount(...claimed(assessment));
    case "seen_before":
      return reply.seenBefore?.isByOtherBank
        ? further.samePayment(ageOf(reply.seenBefore.firstAt, now))
        : further.seenBefore(...earlier(reply));
    case "old":
      return assessment.isDateInDoubt
        ? further.dateInDoubt(foreign(verified.receipt.payment_date))
        : further.old(ageOf(paidWhen(verified.paymentDateIso)?.latest ?? now, now));
  }
};

const claimed = ({ claimedSantim, isClaimPrinted }: ReceiptAssessment) =>
  [formatAmount(claimedSantim ?? 0), isClaimPrinted ? "picture" : "message"] as const;

const earlier = (reply: ReceiptReply) => {
  const { seenBefore, now } = reply;
  const who = callerIn(seenBefore?.who ?? { kind: "unknown" }, reply);
  return [who, ageOf(seenBefore?.firstAt ?? now, now)] as const;
};

/** How somebody who checked or asked before is called here. */
const callerIn = (who: FirstCaller, { isGroup }: Pick<ReceiptReply, "isGroup">): EarlierAsker => {
  const name = who.kind === "member" ? nameOf(who.name, { isGroup }, firstLineNameMax) : "";
  // In a group "you" means nobody.
  const isUntold = who.kind === "member" || (isGroup && who.kind === "you");
  const other = isUntold ? ({ kind: "unknown" } as const) : { kind: who.kind };
  return name === "" ? other : { kind: "member", name };
};

const unsureLine = ({ assessment, isGroup }: ReceiptReply, { unsure }: Catalogue): RichText | null => {
  const { receiver } = assessment;
  if (receiver.kind !== "unknown" || isGroup) return null;
  if (receiver.why === "other_name") {
    const name = chatName(receiver.savedName, firstLineNameMax);
    return unlinked(unsure.otherName(tailOf(receiver.savedNumber), name), name);
  }
  if (receiver.why === "same_name_other_number") return concat(unsure.sameName);
  return receiver.why === "digits_hidden" ? concat(unsure.hidden) : null;
};

/** The receiver's account and bank, wherever it may not be the merchant's. */
const receiverRow = (verified: VerifiedReceipt, reply: ReceiptReply): string | null => {
  const { receipt, receiverBank, isReceiverAccountShown } = verified;
  if (reply.assessment.receiver.kind === "yours" || !isReceiverAccountShown) return null;
  const account = accountOf(receipt.receiver_account, reply);
  const bank = receiverBank === null ? "" : receiverBankOf(verified, reply);
  const parts = [
    ...(receiverIn(verified, reply) === account ? [] : [account]),
    ...(bank === "" || bank === foreign(receipt.bank) ? [] : [bank]),
  ];
  return parts.length === 0 ? null : parts.join(" · ");
};

/** The bank to which the money went, as a person calls it. */
const receiverBankOf = ({ receipt, receiverBank }: VerifiedReceipt, { bankOf }: ReceiptReply): string => {
  const printed = receiverBank === null ? receipt.receiver_name : bankOf(receiverBank);
  return chatName(printed, firstLineNameMax) || foreign(receipt.bank);
};

/** The day in both calendars, the hour where one is printed, and how long ago that is. */
const dateOf = (
  { receipt, paymentDateIso }: VerifiedReceipt,
  { assessment, language, calendar, now }: ReceiptReply,
): string | null => {
  const paid = paidWhen(paymentDateIso);
  // A doubtful date is shown in the verdict as it is printed.
  if (paid === null) return assessment.isDateInDoubt ? null : foreign(receipt.payment_date);
  const { record } = catalogues[language];
  const { earliest, isDay } = paid;
  const since = isDay
    ? record.daysAgo(Math.max(0, daysBetween(earliest, now)))
    : record.ago(ageOf(earliest, now));
  return [
    formatBothDays(earliest, language, calendar),
    ...(isDay ? [] : [formatTime(earliest)]),
    ...(isAhead(paid, now) ? [] : [since]),
  ].join(" · ");
};

const expectedLine = (sum: ExpectedSum | null, { expected }: Catalogue): string | null => {
  if (sum === null) return null;
  const { amountSantim, receivedSantim, isAdded } = sum;
  const [received, amount] = [formatAmount(receivedSantim), formatAmount(amountSantim)];
  if (!isAdded) return expected.leftOut(received, amount);
  if (receivedSantim < amountSantim) return expected.part(received, amount);
  return receivedSantim === amountSantim
    ? expected.complete(received, amount)
    : expected.tooMuch(received, amount, formatAmount(receivedSantim - amountSantim));
};

const detailsOf = ({ receipt, paymentKind }: VerifiedReceipt, reply: ReceiptReply): readonly Row[] => {
  const { details } = catalogues[reply.language];
  const kind = paymentKind === "other" ? chatName(receipt.document_type) : details.kinds[paymentKind];
  const { commission = "", vat_on_commission: vat = "" } = receipt;
  const rows = [
    [details.printedDate, foreign(receipt.payment_date)],
    [details.kind, kind],
    [details.payer, accountOf(receipt.payer_account, reply)],
    [details.receiver, accountOf(receipt.receiver_account, reply)],
    [details.fee, foreign(commission)],
    [details.vat, foreign(vat)],
    [details.total, foreign(receipt.total_debited)],
  ] as const;
  return rows.filter(([, value]) => value !== "").map(([label, value]) => ({ label, value }));
};
