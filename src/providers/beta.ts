import { z } from "zod";
import { fail } from "../core/failure.ts";
import type { PaymentKind } from "../core/receipt.ts";
import type { HtmlDocument } from "../documents/document.ts";
import { type CellLabel, optional, readCells, right, rowsWith } from "../documents/html/fields.ts";
import { type Synonyms, unmet, usualWordings } from "../documents/labelled.ts";
import { isBankName, isBlank, namedBank, paymentKindOf } from "../documents/payment-kind.ts";
import { namesUndoing } from "../documents/undone/types.ts";
import { saysUndone } from "../documents/undone/undone.ts";
import { type Party, validateFields } from "../documents/validate-receipt.ts";
import { type AnswerRules, onlyReceipts, pageSays } from "./answers.ts";
import { browserHeaders, defineProvider } from "./define-provider.ts";
import { letterDate } from "./encoded-date.ts";
import { referenceField } from "./request-fields.ts";

/**
 * beta, a mobile wallet: a bilingual HTML page, found by its ten-character reference alone.
 *
 * The receiver's bank is the Credited Party where a page is about a transfer to a bank: a row for the bank account, the
 * reason or the party's own name says so. All other receivers have beta's own wallets.
 */

const below = (...names: CellLabel["names"]) => ({ names, value: "below" }) as const satisfies CellLabel;

const contract = {
  payer: right("Payer Name"),
  // The brand stands between the words.
  payerAccount: { ...right("Payer no."), pattern: /^payer(?!tin)(?!vat).*no\.?$/ },
  creditedParty: right("Credited Party name"),
  creditedAccount: right("Credited party account no"),
  bankAccount: optional("Bank account number"),
  status: right("Transaction Status", "Payment Status", "Receipt Status", "Status"),
  reference: below("Invoice No.", "Receipt No."),
  date: below("Payment date"),
  amount: below("Settled Amount"),
  stampDuty: optional("Stamp Duty"),
  discount: optional("Discount Amount"),
  commission: right("Service fee"),
  vatOnFee: optional("Service fee VAT"),
  vat: optional("VAT"),
  total: right("Total Paid Amount"),
  // The row "Customer Note" holds what the payer wrote. Nothing is read from it.
  reason: optional("Payment Reason"),
  airtimeFor: optional("Airtime purchased for"),
  serviceNumber: optional("Account/Service number"),
};

/** Pages are headed with the brand and one of these. */
const ownTitle = /receipt|transaction|payment|transfer|ደረሰኝ|ክፍያ|ዝውውር/i;

const answers: AnswerRules<"html"> = {
  receipts: ["html"],
  notFound: pageSays(/^this request is not correct\.?$/i),
};

/** `15-11-2026 10:20:30`. */
const date =
  /^(?<day>\d{2})-(?<month>\d{2})-(?<year>\d{4}) (?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})$/;

/** A year letter A stands for 2023. */
const encodedDate = (reference: string) => letterDate(reference, 2023);

export const beta = defineProvider({
  label: "beta",
  limited: true,
  holdsAccounts: false,
  contractVersion: 2,
  labels: usualWordings(contract),

  shapes: [
    { pattern: /^(?<reference>[A-Z][A-L][1-9A-V][A-Z0-9]{7})$/, width: "narrow", missing: [], encodedDate },
    { pattern: /^(?<reference>(?!FT)[A-Z0-9]{10})$/, width: "loose", missing: [] },
  ],

  readLink: ({ path }) => {
    const reference = /^\/receipt\/((?!FT)[A-Z0-9]{10})\/?$/i.exec(path)?.[1]?.toUpperCase();
    return reference === undefined ? undefined : { kind: "receipt", request: { reference }, missing: [] };
  },

  request: z.strictObject({
    reference: referenceField(/^(?!FT)[A-Z0-9]{10}$/, "10 letters and digits, no FT"),
  }),

  locate: ({ reference }, settings) => ({
    canonical: reference,
    encodedDate: encodedDate(reference),
    page: `${settings.url}/receipt/${reference}`,
    requests: [
      {
        url: `${settings.url}/receipt/${reference}`,
        headers: { ...browserHeaders, accept: "text/html" },
        statuses: [200],
      },
    ],
  }),

  read: onlyReceipts(answers, (document, { reference }, context) => {
    const cells = readCells(document, contract, context.settings.labels);
    if (!cells.ok) return cells;
    const { payer, payerAccount, creditedParty, creditedAccount, bankAccount, ...others } = cells.value;
    const { vatOnFee, vat, stampDuty, discount, reason, airtimeFor, serviceNumber, ...printed } = others;
    const tax = vatOnFee || vat;
    if (tax === undefined) return unmet(contract.vatOnFee, 0);
    const paymentKind = kindOf({ reason, airtimeFor, serviceNumber });
    const isForPhone = paymentKind === "airtime" && isBlank(creditedAccount);
    const credited = { name: creditedParty, account: isForPhone ? (airtimeFor ?? "") : creditedAccount };
    const isToBank = isBankName(creditedParty) || toBank.test(reason ?? "");
    const receiver = receiverOf(credited, bankAccount ?? "");
    const isAtBank = receiver !== credited || isToBank;
    if (receiver === null || (receiver !== credited && !isToBank && !bankCode.test(creditedAccount)))
      return fail("provider_format_changed", { detail: "bank account" });
    if (!areInOrder(document, context.settings.labels))
      return fail("provider_format_changed", { detail: "order of rows" });
    return validateFields(
      {
        ...printed,
        documentType: ownTitle.test(document.title) ? document.title : "",
        payer: { name: payer, account: payerAccount },
        receiver,
        // Some payers write here, too. In doubt a word of reversal counts as the wallet's own: their own row is the note.
        transactionType: saysUndone(reason ?? "") || namesUndoing(reason ?? "") ? (reason ?? "") : "",
        paymentKind,
        receiverBank: isAtBank ? (namedBank(creditedParty) ?? null) : context.label,
        isTill: paymentKind === "merchant" && tillNumber.test(receiver.account),
        vat: tax,
        surcharges: [filled(stampDuty)],
        perhapsAdded: vatOnFee ? [filled(vat)] : [],
        perhapsSubtracted: [filled(discount)],
      },
      { reference },
      {
        reference: /^[A-Z0-9]{10}$/i,
        accounts: /^\+?\d+\*+\d+$|^\+?\d{3,20}$/,
        dates: [date],
        amounts: "plain",
        shows: ["commission"],
        encodedDate: encodedDate(reference),
        pdfAvailable: true,
      },
      context,
    );
  }),
});

type Purpose = Readonly<Partial<Record<"reason" | "airtimeFor" | "serviceNumber", string | undefined>>>;

/** The wallet writes the reason. If it names no kind, a row that only bills have tells the kind. */
const kindOf = ({ reason = "", airtimeFor = "", serviceNumber = "" }: Purpose): PaymentKind => {
  if (!isBlank(airtimeFor)) return "airtime";
  const kind = paymentKindOf(reason);
  const isTold = kind !== "other" && !isBlank(reason);
  return isTold || isBlank(serviceNumber) ? kind : "bill";
};

const toBank = /\bto (?:other )?bank\b/i;

/** The wallet's number of a merchant. */
const tillNumber = /^[1-9]\d{3,6}$/;

/** The wallet's number of a bank. */
const bankCode = /^0\d{3}$/;

/**
 * Whether the rows that tell who has the money stand where the wallet prints them, between the credited party and the
 * invoice. A payer may type rows into a name before them and into the note behind.
 */
const areInOrder = (document: HtmlDocument, synonyms: Synonyms): boolean => {
  const { creditedParty, reference, ...rows } = rowsWith(document, placed, synonyms);
  return Object.values(rows).every((row) => row === -1 || (creditedParty < row && row < reference));
};

const { creditedParty, bankAccount, airtimeFor, serviceNumber, reference } = contract;
const placed = { creditedParty, bankAccount, airtimeFor, serviceNumber, reference };

/** An empty cell says nothing. */
const filled = (text: string | undefined): string | undefined => text || undefined;

/** In a transfer to a bank the credited party is the bank. The receiver stands as `<account> <name>` in another row. */
const receiverOf = (credited: Party, bankAccount: string): Party | null => {
  if (isBlank(bankAccount)) return credited;
  const [, account, name] = /^([\d*]+) (.+)$/.exec(bankAccount) ?? [];
  return account === undefined || name === undefined ? null : { account, name };
};
