import type { Dice } from "./dice.ts";

/** Other values in the place of a printed one: of the same shape, of another shape, or of no sense. */

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const otherOf = (sign: string, dice: Dice): string => {
  const from = /\d/.test(sign) ? digits : /[A-Z]/.test(sign) ? letters : letters.toLowerCase();
  return dice.pick([...from].filter((one) => one !== sign));
};

/** One digit or letter is another. */
export const otherSign = (text: string, dice: Dice, which = /[0-9A-Za-z]/g): string => {
  const places = [...text.matchAll(which)].map(({ index }) => index);
  if (places.length === 0) return `${text}7`;
  const at = dice.pick(places);
  return text.slice(0, at) + otherOf(text[at] ?? "", dice) + text.slice(at + 1);
};

export const otherDigit = (text: string, dice: Dice): string => otherSign(text, dice, /\d/g);

/** Every digit but a zero is another, or every letter of a text without such digits. */
export const allOther = (text: string, dice: Dice): string =>
  text.replace(/[1-9]/.test(text) ? /[1-9]/g : /[A-Za-z]/g, (sign) =>
    /\d/.test(sign) ? String((Number(sign) % 9) + 1) : otherOf(sign, dice),
  );

type Change = (text: string, dice: Dice) => string;

const ofNumber =
  (change: (number: string) => string): Change =>
  (text) =>
    text.replace(/[0-9][0-9.,]*/, change);

/** An amount in another form: some are amounts, and some are none. */
const amountForms: readonly Change[] = [
  ...[(n: string) => `-${n}`, (n: string) => `+${n}`, (n: string) => `(${n})`, () => "0.00", () => "0"].map(
    ofNumber,
  ),
  ofNumber((n) => `${n}0`),
  ofNumber((n) => `${n}.00`),
  ofNumber((n) => n.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."))),
  ofNumber((n) => n.replaceAll(".", ",")),
  ofNumber((n) => n.replaceAll(",", " ")),
  ofNumber((n) => n.replaceAll(/[.,]/g, "")),
  ofNumber((n) => `,${n}`),
  ofNumber((n) => `${n.slice(0, 1)},${n.slice(1)}`),
  ofNumber((n) => n.replace("0", "O")),
  ofNumber((n) => `${n}e1`),
  ofNumber((n) => `${n}%`),
  ofNumber((n) => `${n} ${n}`),
  ofNumber((n) => n.replace(/[0-9]/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "")),
  (text) => `USD ${numberIn(text)}`,
  (text) => `$${numberIn(text)}`,
  (text) => `${numberIn(text)} EUR`,
  (text) => numberIn(text),
  (text) => `ETB ${numberIn(text)} ETB`,
  (text) => `${numberIn(text)} Birr`,
  (text) => `Birr ${numberIn(text)}`,
  (text) => `${text}.`,
  (text) => `about ${text}`,
  ...["ETB", "NaN ETB", "0.00 ETB"].map((text) => () => text),
];

const numberIn = (text: string): string => /[0-9][0-9.,]*/.exec(text)?.[0] ?? "1.00";

const dateForms: readonly Change[] = [
  (text) => text.replace(/20(\d\d)|\/(\d\d) /, (year) => year.replace(/\d\d(?=\D?$)/, "29")),
  (text) => text.replaceAll("2026", "2014").replace(/\/26 /, "/14 "),
  (text) => text.replaceAll("2026", "1926"),
  (text) => text.replace(/^(\d+)(\D)(\d+)/, "$3$2$1"),
  (text) => text.replace(/^\d+\D\d+/, (day) => day.replace(/\d+/g, "31").replace(/31(\D)31/, "30$102")),
  (text) => text.replace(/^\d+\D\d+/, (day) => day.replace(/\d+/g, "31").replace(/31(\D)31/, "02$130")),
  (text) => text.replace(/\d+:/, "24:"),
  (text) => text.replace(/\d+:/, "13:"),
  (text) => text.replace(/:\d\d/, ":60"),
  (text) => text.replace(/ ?[AP]M/i, ""),
  (text) => text.replace("AM", "PM"),
  (text) => text.replaceAll(/[/-]/g, "."),
  (text) => text.replace(/[ ,]+\d+:.*$/, ""),
  (text) => `${text} EAT`,
  ...["2026-11-15T10:20:30Z", "15 November 2026 10:20", "00/00/0000 00:00:00", "yesterday"].map(
    (text) => () => text,
  ),
];

const accountForms: readonly Change[] = [
  (text) => text.replace(/\*+/, "*"),
  (text) => text.replace(/\*+/, "************"),
  (text) => text.replace(/^\d+/, ""),
  (text) => text.replace(/\d+$/, ""),
  (text) => text.replace(/\d+$/, (last) => last.slice(-1)),
  (text) => text.replaceAll("*", "X"),
  (text) => text.replaceAll("*", "0"),
  (text) => text.replace(/.$/, "*"),
  (text) => text.replace(/(\d)(\d)$/, "$2$1"),
  (text) => `ETB ${text}`,
  () => "****",
];

const codeForms: readonly Change[] = [
  (text) => text.slice(0, -5) + text.slice(-5).replace(/[0-9A-Z]/g, "A"),
  (text) => `${text}4321`,
  (text) => text.slice(0, -1),
  (text) => text.toLowerCase(),
  (text) => text.replace(/0/g, "O"),
  (text) => `${text.slice(0, 6)}.${text.slice(6)}`,
  (text) => `Α${text.slice(1)}`,
];

const nameForms: readonly Change[] = [
  ...["ABEBE KEBEDE TOLA", "Ms Chaltu", "O'Neill & Sons <PLC>", "_", "-", "N/A", "null", "12345", "ሀና መኮንን"],
  ...["<b>HANA</b>", "&amp; SONS", '"Ras" Tafari'],
].map((name) => () => name);

const anyForms: readonly Change[] = [
  (text) => `${text} ${text}`,
  (text) => text.split(" ").slice(0, -1).join(" "),
  (text) => text.split(" ").reverse().join(" "),
  // Look-alike letters of another alphabet.
  (text) => text.replace(/[AEO]/, (letter) => ({ A: "А", E: "Е", O: "О" })[letter] ?? letter),
  (text) => text.replace(/1/, "l"),
  ...["", "-", "null"].map((text) => () => text),
];

/** The value in another form that values of its look can have, or in one that none has. */
export const otherForm = (text: string, dice: Dice): string => {
  const own = formsOf(text);
  return dice.pick(dice.chance(75) ? own : anyForms)(text, dice);
};

const formsOf = (text: string): readonly Change[] => {
  if (/^(?:ETB ?|Birr ?)?[\d,]+(?:\.\d+)?(?: ?(?:ETB|Birr))?$/i.test(text) && /^\D|[.,]|\D$/.test(text))
    return amountForms;
  if (/\d\*+\d/.test(text) || /^\+?\d{7,}$/.test(text)) return accountForms;
  if (/\d+\D{1,2}\d+/.test(text)) return dateForms;
  return /^[A-Z0-9/.-]*\d[A-Z0-9/.-]*$/.test(text) ? codeForms : nameForms;
};
