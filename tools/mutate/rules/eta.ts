import { collapse } from "../printed.ts";
import type { Row, Sheet } from "../sheet.ts";
import { clockOf } from "./clock.ts";
import type { Role, Rules } from "./rules.ts";
import { byWording, letters } from "./wording.ts";

const roles = byWording({
  date: "Date",
  payer: "Payer name",
  payerAccount: "Payer account no.|Payer account no",
  receiver: "Recipient name",
  receiverAccount: "Recipient account no.|Recipient account no",
  reference: "Reference No|Reference No.",
  status: "Transaction status",
  detail: "Transaction Detail|Transaction Details",
  commission: "Service Charge",
  vat: "VAT 15%",
  total: "Total Amount Paid",
});

/** The heading has no value of its own: further words behind it change nothing. */
const roleOf = (label: string): Role | null =>
  roles.get(letters(label)) ?? (letters(label).startsWith("transactiondetail") ? "detail" : null);

export const eta: Rules = {
  layouts: [
    {
      roleOf,
      times: {
        ...{ date: 1, payer: 1, payerAccount: 1, receiver: 1, receiverAccount: 1, reference: 1, status: 1 },
        ...{ detail: 1, commission: 1, vat: 1, total: 1 },
      },
      say: (at, sheet) => {
        const amount = amountIn(detailsOf(sheet));
        if (amount === null) return null;
        const isCash = /^...(?:ATCW|ATWR)/i.test(at("reference") ?? "");
        const words = detailsOf(sheet).map(({ label }) => label);
        return {
          type: isCash ? "withdrawal" : words.join(" "),
          documentType: titleIn(collapse(sheet.heading)),
          reference: at("reference") ?? "",
          status: at("status"),
          date: at("date") ?? "",
          payer: { name: at("payer") ?? "", account: at("payerAccount") ?? "" },
          receiver: { name: at("receiver") ?? "", account: at("receiverAccount") ?? "" },
          amount,
          commission: at("commission"),
          vat: at("vat"),
          total: at("total") ?? "",
        };
      },
    },
  ],
  // The row of the amount is named after the kind of transaction.
  placed: (sheet, row) => (detailsOf(sheet).includes(row) && row.value !== "" ? "amount" : null),
  reference: /^[A-Z0-9]{16}$/i,
  moment: clockOf("D-Mon-YYYY", "D-Mon-YYYY[,] h:mm:ss a"),
  amounts: "plain",
  shows: ["commission", "vat_on_commission"],
  visible: [1, 8],
  fresh: {
    money: (number) => `ETB ${number}`,
    date: (at, dice) => {
      const day = `${Number(at.day)}-${at.mon}-${at.year}`;
      return dice.chance(50) ? day : `${day}, ${at.hour12}:${at.minute}:${at.second} ${at.half}`;
    },
    scripts: "latin",
  },
};

/** What stands between the heading of the details and the charge; nothing unless each is there once. */
const detailsOf = ({ rows }: Sheet): readonly Row[] => {
  const places = (role: Role) => rows.flatMap(({ label }, at) => (roleOf(label) === role ? [at] : []));
  const [[from, ...more], [to, ...others]] = [places("detail"), places("commission")];
  if (from === undefined || to === undefined || more.length + others.length > 0 || to < from) return [];
  return rows.slice(from + 1, to);
};

/** The one amount with a currency that they print, at the end of its row. */
const amountIn = (rows: readonly Row[]): string | null => {
  const texts = rows.map(({ label, value }) => collapse(`${label} ${value}`));
  const found = texts.flatMap((text) => {
    const words = text.replace(/(ETB|Birr) (?=[0-9])/gi, "$1").split(" ");
    return words.flatMap((word, at) => {
      if (/^(?:ETB|Birr)[0-9]/i.test(word)) return [{ text, amount: word, isLast: at === words.length - 1 }];
      const next = words[at + 1] ?? "";
      if (/^[0-9]/.test(word) && /^(?:ETB|Birr)$/i.test(next))
        return [{ text, amount: `${word} ${next}`, isLast: at === words.length - 2 }];
      return [];
    });
  });
  const [one, ...others] = found;
  return one?.isLast && others.length === 0 ? one.amount : null;
};

const titleIn = (heading: string): string => {
  const known = /transaction receipt$/i.exec(heading)?.[0];
  return known ?? (/^[\p{L} /&-]{3,60} receipt$/iu.test(heading) ? heading : "");
};
