import type { Dice } from "../mutate/dice.ts";
import { hosts, type Label, type Language } from "./messages.ts";
import { clock, masked, type Payment, two } from "./values.ts";

/** What a banking app shows after a payment: a title and rows of a label and a value. */
export type Success = {
  readonly title: string;
  readonly amount: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
};

export const success = (provider: Label, language: Language, pay: Payment, dice: Dice): Success => {
  const words = language === "am" ? amharic : english;
  const reference: readonly [string, string] = [
    dice.pick(language === "am" ? amharicReferences : references[provider]),
    provider === "theta" ? `${hosts.theta}/-${pay.reference}` : pay.reference,
  ];
  const account = dice.chance(provider === "alpha" || provider === "gamma" ? 40 : 10)
    ? pay.receiverAccount
    : masked(pay.receiverAccount, dice.pick([4, 6, 8]));
  const rows: (readonly [string, string])[] = [
    [words.payer, dice.chance(50) ? pay.payer : pay.payer.toUpperCase()],
    [words.receiver, dice.chance(50) ? pay.receiver : pay.receiver.toUpperCase()],
    [words.account, account],
    [words.fee, `${pay.fee} ETB`],
    [words.date, dateOf(pay, dice)],
    ...(dice.chance(50) ? [[words.reason, dice.pick(reasons)] as const] : []),
    ...(provider === "epsilon" ? [["Wallet", `0${pay.phone}`] as const] : []),
  ];
  const place = dice.below(rows.length + 1);
  return {
    title: words.title,
    amount: dice.pick([`ETB ${pay.amount}`, `${pay.amount} ETB`, `${pay.amount} ${words.birr}`]),
    rows: [...rows.slice(0, place), reference, ...rows.slice(place)],
  };
};

const english = {
  title: "Transaction Successful",
  payer: "From",
  receiver: "To",
  account: "Receiver account",
  fee: "Service charge",
  date: "Date",
  reason: "Reason",
  birr: "Birr",
};

const amharic: typeof english = {
  title: "ክፍያው ተሳክቷል",
  payer: "የከፋይ ስም",
  receiver: "የተቀባይ ስም",
  account: "የተቀባይ ሂሳብ ቁጥር",
  fee: "የአገልግሎት ክፍያ",
  date: "ቀን",
  reason: "ምክንያት",
  birr: "ብር",
};

const references: Record<Label, readonly string[]> = {
  alpha: ["Reference No.", "Transaction ID", "FT Number", "Ref. No"],
  beta: ["Transaction Number", "Transaction No.", "Invoice No."],
  gamma: ["Transaction Reference", "Reference", "Reference Number"],
  delta: ["FT Ref", "Transaction Reference"],
  epsilon: ["Txn ID", "Receipt Number", "Transaction ID"],
  zeta: ["Link"],
  eta: ["Reference No", "Reference No:", "Reference"],
  theta: ["Receipt link", "Link"],
  iota: ["Transaction ID", "Transaction number"],
};

const amharicReferences = ["የግብይት ቁጥር", "ማጣቀሻ", "የክፍያ ቁጥር", "መለያ ቁጥር"];
const reasons = ["goods", "Rent for the shop", "salary 2", "transfer", "coffee and 3 cups", "gift"];

const dateOf = ({ at }: Payment, dice: Dice): string => {
  const { year, month, day, hour, minute, second } = clock(at);
  const hours = [hour, minute, second].map(two).join(":");
  return dice.pick([
    `${two(day)}/${two(month)}/${year} ${hours}`,
    `${year}-${two(month)}-${two(day)} ${hours}`,
    `${two(day)}-${two(month)}-${year} ${two(hour)}:${two(minute)}`,
    `${months[month - 1]} ${day}, ${year} ${hours}`,
    `${month}/${day}/${year}, ${hour % 12 || 12}:${two(minute)}:${two(second)} ${hour < 12 ? "AM" : "PM"}`,
  ]);
};

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
