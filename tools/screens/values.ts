import type { Dice } from "../mutate/dice.ts";

/** Made-up values of one payment; the references have each provider's real shape and carry the payment's day. */
export type Payment = {
  readonly payer: string;
  readonly receiver: string;
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
  readonly at: Date;
  readonly reference: string;
  /** Full account numbers, thirteen digits; screens show them masked or whole. */
  readonly payerAccount: string;
  readonly receiverAccount: string;
  /** Of the reader of the message, nine digits after the country's code. */
  readonly phone: string;
};

export const payment = (provider: string, dice: Dice): Payment => {
  const at = new Date(Date.UTC(2026, 0, 20) + dice.below(300 * 24 * 60) * 60_000 + dice.below(60) * 1000);
  const amount = dice.pick([dice.below(900) + 10, (dice.below(900) + 1) * 50, dice.below(90_000) + 1000]);
  return {
    payer: name(dice),
    receiver: name(dice),
    amount: grouped(amount, dice.pick(["00", "00", "00", "50", "75"])),
    fee: grouped(dice.below(12), digits(dice, 2)),
    balance: grouped(dice.below(80_000), digits(dice, 2)),
    at,
    reference: referenceOf(provider, at, dice),
    payerAccount: `1000${digits(dice, 9)}`,
    receiverAccount: `1000${digits(dice, 9)}`,
    phone: `9${digits(dice, 8)}`,
  };
};

/** Eight digits of the account that stand in alpha's and eta's links, five in gamma's. */
export const lastDigits = (account: string, count: number): string => account.slice(-count);

export const masked = (account: string, stars: number): string =>
  `${account.slice(0, 1)}${"*".repeat(stars)}${account.slice(-4)}`;

export const token = (dice: Dice, length: number): string => some(dice, length, base62);

export const two = (value: number): string => String(value).padStart(2, "0");

/** Wall clock of Addis Ababa, where the screens were taken. */
export const clock = (at: Date) => {
  const local = new Date(at.getTime() + 3 * 3_600_000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  const [hour, minute, second] = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()];
  return { year, month, day, hour, minute, second };
};

const referenceOf = (provider: string, at: Date, dice: Dice): string => {
  const { year, month, day, hour, minute } = clock(at);
  const dayOfYear = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / 86_400_000);
  const numbered = `${two(year % 100)}${String(dayOfYear).padStart(3, "0")}`;
  const lettered = (first: number) =>
    `${letters.charAt(year - first)}${letters.charAt(month - 1)}${day.toString(32).toUpperCase()}`;
  const tail = (length: number) => some(dice, length, base36);
  if (provider === "alpha") return `FT${numbered}${tail(5)}`;
  if (provider === "gamma") return `${dice.chance(80) ? "FT" : "TT"}${numbered}${tail(5)}`;
  if (provider === "beta") return `${lettered(2023)}${tail(7)}`;
  if (provider === "iota") return `${lettered(2006)}${tail(7)}`;
  if (provider === "epsilon") return `${lettered(2023)}${tail(8)}`;
  if (provider === "delta")
    return `${dice.chance(75) ? digits(dice, 3) : `${tail(1)}${digits(dice, 2)}`}${dice.pick(deltaCodes)}${numbered}${digits(dice, 4)}`;
  if (provider === "eta") return `${digits(dice, 3)}${dice.pick(etaCodes)}${numbered}${digits(dice, 4)}`;
  if (provider === "theta") {
    const clockDigits = [year % 100, month, day, hour, minute].map(two).join("");
    const number = Number(`${clockDigits}${digits(dice, 5)}`);
    return `${number.toString(36).toUpperCase()}-${tail(6)}`;
  }
  return `${some(dice, 43, base64)}=`;
};

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const base36 = `${letters}0123456789`;
const base62 = `${base36}${letters.toLowerCase()}`;
const base64 = `${base62}+/`;
const deltaCodes = ["WDTS", "WDTI", "LTWS", "OBTS", "OBTI", "IPSS", "ETAP"];
const etaCodes = ["ATCW", "ATWR", "IBFT", "IBET", "ETTB", "P2PI", "TEIN", "BALE", "PORE"];

const some = (dice: Dice, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(dice.below(alphabet.length))).join("");

const digits = (dice: Dice, length: number): string => some(dice, length, "0123456789");

const grouped = (whole: number, cents: string): string => `${whole.toLocaleString("en-US")}.${cents}`;

const first = ["Selam", "Hana", "Beza", "Dawit", "Yonas", "Mulu", "Tigist", "Abel", "Ruth", "Kaleb", "Saron"];
const second = ["Getachew", "Mekonnen", "Tadesse", "Alemu", "Bekele", "Worku", "Haile", "Girma", "Desta"];

const name = (dice: Dice): string => `${dice.pick(first)} ${dice.pick(second)} ${dice.pick(second)}`;
