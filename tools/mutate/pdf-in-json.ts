import type { Dice } from "./dice.ts";
import { quoted } from "./json-dress.ts";
import type { Medium, Twist } from "./medium.ts";
import type { Expectation, Written } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

const mediaType = "application/json";

/** iota's answer: JSON around a PDF in base64. */
export const pdfInJsonMedium = (pdf: Medium): Medium => {
  const wrap = (written: Written, dice: Dice | null): Written =>
    encoded(wrapped(written.bytes, dice), mediaType, dice);
  const inner = Object.entries(pdf.twists).map(([kind, twist]): [string, Twist] => [
    kind,
    async (...given) => {
      const made = await twist(...given);
      return made && { ...made, written: wrap(made.written, null) };
    },
  ]);
  return {
    ...pdf,
    kind: "pdf in json",
    write: async (sheet, dice) => wrap(await pdf.write(sheet, dice), dice),
    twists: { ...Object.fromEntries(inner), ...wrapperTwists(pdf) },
  };
};

const wrapped = (bytes: Uint8Array, dice: Dice | null): string => {
  const base64 = Buffer.from(bytes).toString("base64");
  const dressed = dice?.pick([
    () => base64,
    () => base64,
    () => `data:application/pdf;base64,${base64}`,
    () => base64.replace(/.{76}/g, "$&\r\n"),
  ])();
  const space = () => (dice?.chance(20) ? dice.pick([" ", "\n", "\r\n  "]) : "");
  const literal = quoted(dressed ?? base64, 0, null);
  const members = [
    `"responseCode":${space()}"0"`,
    `"responseDescription":${space()}${quoted(dice?.pick(["Success", "", "የተሳካ"]) ?? "Success", 0, dice)}`,
    `"base64Data"${space()}:${dice?.chance(20) ? literal.replaceAll("/", "\\/") : literal}`,
    ...(dice?.chance(20) ? ['"extra":{"base64Data":null}'] : []),
  ];
  const ordered = dice?.chance(40) ? dice.shuffle(members) : members;
  return `${space()}{${ordered.join(`,${space()}`)}${space()}}`;
};

/** Changes of what is around the PDF. */
const wrapperTwists = (pdf: Medium): Readonly<Record<string, Twist>> => {
  const rebuilt =
    (
      codes: readonly ("provider_error" | "provider_format_changed")[],
      change: (json: string, dice: Dice) => string,
    ): Twist =>
    async (sheet, dice) => {
      const { bytes } = await pdf.write(sheet, null);
      const expectation: Expectation = { records: [], must: false, codes: new Set(codes) };
      return { written: encoded(change(wrapped(bytes, null), dice), mediaType, null), expectation };
    };
  const changed = ["provider_format_changed"] as const;
  const either = ["provider_error", "provider_format_changed"] as const;
  const data = /"base64Data":("[^"]*")/;
  return {
    "json: another response code": rebuilt(["provider_error"], (json, dice) =>
      json.replace('"responseCode":"0"', `"responseCode":"${dice.pick(["1", "00", "99", "0x"])}"`),
    ),
    "json: no response code": rebuilt(changed, (json, dice) =>
      json.replace(
        '"responseCode":"0"',
        dice.pick(['"code":"0"', '"responseCode":""', '"responseCode":null']),
      ),
    ),
    "json: two response codes": rebuilt(changed, (json) => json.replace("{", '{"responseCode":"1",')),
    "json: the document twice": rebuilt(changed, (json) =>
      json.replace(data, '"base64Data":$1,"base64Data":$1'),
    ),
    "json: two documents": rebuilt(changed, (json) => json.replace(data, '"base64Data":$1,"other":$1')),
    "json: the document elsewhere": rebuilt(changed, (json) => json.replace("base64Data", "document")),
    "json: no base64": rebuilt(either, (json, dice) => {
      const at = json.length - 200 + dice.below(100);
      return json.slice(0, at) + dice.pick(["*", "-", "=", "é"]) + json.slice(at);
    }),
    "json: the document cut": rebuilt(either, (json, dice) => {
      const end = json.lastIndexOf('"}');
      return json.slice(0, end - 40 - dice.below(1_000)) + json.slice(end);
    }),
  };
};
