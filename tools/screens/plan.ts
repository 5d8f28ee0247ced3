import { createDice, type Dice } from "../mutate/dice.ts";
import { hosts, type Label, type Language, message, pointless } from "./messages.ts";
import { type Success, success } from "./success.ts";
import { lastDigits, type Payment, payment } from "./values.ts";

/** One picture to make, with all that was drawn by lot. */
export type Shot = {
  readonly name: string;
  readonly half: "tune" | "held";
  /** How it reached us: the phone's own file, through a chat that shrinks pictures, or by another phone's camera. */
  readonly way: "clean" | "chat" | "photo";
  readonly provider: Label | null;
  readonly screen: "success" | "messages";
  readonly language: Language;
  readonly isDark: boolean;
  readonly widthPixels: 720 | 1080 | 1440;
  /** Of a phone's screen in the units of its layout. */
  readonly width: number;
  readonly look: number;
  readonly font: string;
  readonly monospace: boolean;
  readonly messages: readonly string[];
  readonly success: Success | null;
  /** What points to a receipt in it, as printed; several only where several receipts are. */
  readonly references: readonly string[];
  /** A complete account number that is shown and belongs to the look-up, else null. */
  readonly account: string | null;
  readonly dice: Dice;
};

const labels = Object.keys(hosts) as readonly Label[];

/** How many pictures each provider has by its way to us; besides, some show nothing or two receipts. */
const ways = { clean: 6, chat: 5, photo: 2 } as const;

/** The same seed plans the same pictures. */
export const plan = (seed: number): readonly Shot[] => {
  const shots: Shot[] = [];
  const add = (way: Shot["way"], provider: Label | null, receipts: number) => {
    const number = shots.length;
    shots.push(shotOf(way, provider, receipts, number, createDice(seed, number)));
  };
  for (const way of ["clean", "chat", "photo"] as const) {
    for (let round = 0; round < ways[way]; round += 1) for (const label of labels) add(way, label, 1);
  }
  for (const way of ["clean", "chat"] as const) for (let round = 0; round < 4; round += 1) add(way, null, 0);
  for (const label of ["alpha", "beta", "delta", "iota"] as const) add("clean", label, 2);
  return shots;
};

const shotOf = (
  way: Shot["way"],
  provider: Label | null,
  receipts: number,
  number: number,
  dice: Dice,
): Shot => {
  const pay = payment(provider ?? "beta", dice);
  const payments = receipts > 1 ? [pay, payment(provider ?? "beta", dice)] : [pay];
  const language: Language = dice.chance(35) ? "am" : "en";
  const isMessages = provider === null || provider === "zeta" || receipts > 1 || dice.chance(50);
  const shown = isMessages ? null : success(provider, language, pay, dice);
  const messages = isMessages ? threadOf(provider, language, payments, dice) : [];
  const widthPixels = dice.pick([720, 720, 1080, 1080, 1440] as const);
  return {
    name: `${String(number).padStart(3, "0")}-${way}-${provider ?? "none"}`,
    half: number % 2 === 0 ? "tune" : "held",
    way,
    provider,
    screen: isMessages ? "messages" : "success",
    language,
    isDark: dice.chance(40),
    widthPixels,
    width: widthPixels === 720 ? 360 : dice.pick([360, 393, 412]),
    look: dice.below(4),
    font: dice.pick(["Roboto", "Roboto", "Inter", "Noto Sans"]),
    monospace: dice.chance(25),
    messages,
    success: shown,
    references: provider === null ? [] : payments.map(({ reference }) => reference),
    account: accountIn([...messages, ...(shown?.rows.flat() ?? [])].join(" "), pay),
    dice,
  };
};

const threadOf = (
  provider: Label | null,
  language: Language,
  payments: readonly Payment[],
  dice: Dice,
): readonly string[] =>
  payments.map((pay) => (provider === null ? pointless(pay, dice) : message(provider, language, pay, dice)));

const accountIn = (text: string, { receiverAccount, payerAccount, reference }: Payment): string | null => {
  if (text.includes(receiverAccount)) return receiverAccount;
  const joined = [receiverAccount, payerAccount]
    .flatMap((account) => [lastDigits(account, 8), lastDigits(account, 5)])
    .find((digits) => text.includes(`${reference}${digits}`) || text.includes(`${digits}${reference}`));
  return joined ?? null;
};
