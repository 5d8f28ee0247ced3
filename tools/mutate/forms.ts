import type { Dice } from "./dice.ts";

/** Odd forms of what is printed beside labels. */

/** One digit is another. */
export const otherDigit = (text: string, dice: Dice): string => {
  const places = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
  if (places.length === 0) return `${text}0`;
  const at = dice.pick(places);
  return replaceAt(text, at, dice.pick([..."0123456789"].filter((digit) => digit !== text[at])));
};

/** One character is another of these. */
export const otherCharacter = (text: string, dice: Dice, from: string): string => {
  const at = dice.below(text.length);
  return replaceAt(text, at, dice.pick([...from].filter((character) => character !== text[at])));
};

export const replaceAt = (text: string, at: number, piece: string): string =>
  text.slice(0, at) + piece + text.slice(at + 1);

export const numberIn = (text: string): string => /[0-9][0-9.,]*/.exec(text)?.[0] ?? "1.00";

/** Amounts that are none, and amounts in other clothes. */
export const amountForms: readonly ((text: string, number: string) => string)[] = [
  (text, number) => text.replace(number, `-${number}`),
  (text, number) => text.replace(number, `+${number}`),
  (text, number) => text.replace(number, `(${number})`),
  (text, number) => text.replace(number, "0.00"),
  (text, number) => text.replace(number, "0"),
  (text, number) => text.replace(number, `${number}0`),
  (text, number) => text.replace(number, `${number}.00`),
  (text, number) =>
    text.replace(
      number,
      number.replace(/[.,]/g, (sign) => (sign === "." ? "," : ".")),
    ),
  (text, number) => text.replace(number, number.replaceAll(".", ",")),
  (text, number) => text.replace(number, number.replaceAll(",", " ")),
  (text, number) => text.replace(number, number.replaceAll(/[.,]/g, "")),
  (text, number) => text.replace(number, `,${number}`),
  (text, number) => text.replace(number, `${number.slice(0, 1)},${number.slice(1)}`),
  (text, number) => text.replace(number, number.replace("0", "O")),
  (text, number) => text.replace(number, `${number}e1`),
  (text, number) => text.replace(number, `${number}%`),
  (text, number) => text.replace(number, `${number} ${number}`),
  (text, number) =>
    text.replace(
      number,
      number.replace(/[0-9]/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
    ),
  (_, number) => `USD ${number}`,
  (_, number) => `$${number}`,
  (_, number) => `${number} EUR`,
  (_, number) => number,
  (_, number) => `ETB ${number} ETB`,
  (_, number) => `${number} Birr`,
  (_, number) => `Birr ${number}`,
  (text) => `${text} ${text}`,
  (text) => `${text}.`,
  (text) => `about ${text}`,
  () => "ETB",
  () => "-",
  () => "null",
  () => "NaN ETB",
];

export const dateForms: readonly ((text: string, dice: Dice) => string)[] = [
  otherDigit,
  otherDigit,
  otherDigit,
  (text) => text.replace(/20(\d\d)|\/(\d\d) /, (year) => year.replace(/\d\d(?=\D?$)/, "29")),
  (text) => text.replaceAll("2026", "2014").replace(/\/26 /, "/14 "),
  (text) => text.replaceAll("2026", "1926"),
  (text) => text.replace(/^(\d+)(\D)(\d+)/, "$3$2$1"),
  (text) => text.replace(/^\d+\D\d+/, (day) => day.replace(/\d+/g, "31").replace(/31(\D)31/, "30$102")),
  (text) => text.replace(/^\d+\D\d+/, (day) => day.replace(/\d+/g, "31").replace(/31(\D)31/, "02$130")),
  (text) => text.replace(/\d+:/, "24:"),
  (text) => text.replace(/\d+:/, "13:"),
  (text) => text.replace(/:\d\d/, ":60"),
  (text) => text.replace(/ ?[AP]M/, ""),
  (text) => text.replace("AM", "PM"),
  (text) => text.replaceAll(/[/-]/g, "."),
  (text) => text.replace(/[ ,]+\d+:.*$/, ""),
  (text) => `${text} EAT`,
  () => "2026-11-15T10:20:30Z",
  () => "15 November 2026 10:20",
  () => "00/00/0000 00:00:00",
  () => "yesterday",
];

export const statusWords = [
  "Complete",
  "Done",
  "OK",
  "Successfully",
  "Success!",
  "Incomplete",
  "Not Completed",
  "1",
  "",
  "ተጠናቋል",
  "Unsuccessful",
  "Completed Pending",
  "Reversed Completed",
  "Completed/Reversed",
] as const;

export const names = [
  "ABEBE KEBEDE TOLA",
  "Ms Chaltu",
  "O'Neill & Sons <PLC>",
  "Payer",
  "_",
  "-",
  "N/A",
  "null",
  "12345",
  "Total",
  "Account",
] as const;
