import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanText, cleanWord } from "../../../src/core/clean-text.ts";
import { originsOf } from "../../../src/providers/link-address.ts";
import type { DetectedCandidate } from "../../../src/verify/detect/detect.ts";
import { turnsDigits } from "../../../src/verify/detect/turned-digits.ts";
import { allProviders, bankHosts, findAmongAll, linesOf } from "../../support/detection.ts";
import { runs } from "../../support/properties.ts";

/** What holds of every message, whatever providers or people make of it. */

const alphanumeric = (length: number, capitals = true) =>
  fc
    .array(fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"), {
      minLength: length,
      maxLength: length,
    })
    .map((letters) => (capitals ? letters.join("") : letters.join("").toLowerCase()));
const digits = (length: number) =>
  fc
    .array(fc.constantFrom(..."0123456789"), { minLength: length, maxLength: length })
    .map((figures) => figures.join(""));
/** Day of the year, of the first three hundred of 2026. */
const day = fc.integer({ min: 1, max: 300 }).map((number) => String(number).padStart(3, "0"));
const token = fc.tuple(alphanumeric(43), fc.boolean()).map(([letters]) => `${letters.toLowerCase()}=`);

const text = (strings: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((values) => String.raw({ raw: strings }, ...values));

/** A reference, a combined string or a link of each provider. */
const pointers: Readonly<Record<string, fc.Arbitrary<string>>> = {
  alpha: fc.oneof(
    text`FT26${day}${alphanumeric(5)}${digits(8)}`,
    text`${fc.constant(bankHosts.alpha)}/?id=FT26${day}${alphanumeric(5)}${digits(8)}`,
    text`https://pay.alpha.example/v2-${alphanumeric(18)}Aa`,
  ),
  beta: fc.oneof(
    text`DAF7${alphanumeric(6)}`,
    text`${fc.constant(bankHosts.beta)}/receipt/DAF7${alphanumeric(6)}`,
  ),
  gamma: fc.oneof(
    text`TT26${day}${alphanumeric(5)}${digits(5)}`,
    text`${fc.constant(bankHosts.gamma)}/slip/?trx=FT26${day}${alphanumeric(5)}${digits(5)}`,
  ),
  delta: fc.oneof(
    text`${digits(3)}WDTS26${day}${digits(4)}`,
    text`${fc.constant(bankHosts.delta)}/receipt/${digits(3)}OBTS26${day}${digits(4)}`,
  ),
  epsilon: text`${fc.constant(bankHosts.epsilon)}/aureceipt?TID=DAF${alphanumeric(8)}&PH=09${digits(8)}`,
  zeta: text`${fc.constant(bankHosts.zeta)}/receipt/#/${token}`,
  eta: fc.oneof(
    text`${digits(8)}${digits(3)}ETTB26${day}${digits(4)}`,
    text`${fc.constant(bankHosts.eta)}/rt/${digits(8)}${digits(3)}IBFT26${day}${digits(4)}/pdf`,
  ),
  theta: text`${fc.constant(bankHosts.theta)}/-${alphanumeric(10)}-${alphanumeric(6)}`,
  iota: fc.oneof(
    text`UAF7${alphanumeric(6)}`,
    text`${fc.constant(bankHosts.iota)}/receipt/UAF7${alphanumeric(6)}`,
  ),
};
const pointer = fc.oneof(...Object.values(pointers));

const capitals = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength, maxLength });
/** References that happen to hold no digit, or none behind the hyphen, of days in November 2026. */
const digitless: Readonly<Record<string, fc.Arbitrary<string>>> = {
  beta: text`DK${fc.constantFrom(..."ABCDEFGHIJ")}${capitals(7)}`,
  iota: text`UK${fc.constantFrom(..."ABCDEFGHIJ")}${capitals(7)}`,
  theta: text`2KK2${fc.constantFrom("MD", "ME", "MF", "MG")}${alphanumeric(4)}-${capitals(4, 8)}`,
};

const amount = fc
  .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
  .chain(([birr, cents]) => {
    const whole = birr.toLocaleString("en");
    const figure = `${whole}.${String(cents).padStart(2, "0")}`;
    return fc.constantFrom(
      `ETB ${figure}`,
      `${figure} Birr`,
      `ETB${birr}`,
      `${whole} ብር`,
      `${figure}Br.`,
      figure,
    );
  });
const moment = fc
  .date({ min: new Date("2019-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
  .chain((date) => {
    const iso = date.toISOString();
    const [year = "", month = "", dayOfMonth = ""] = iso.slice(0, 10).split("-");
    const time = iso.slice(11, 19);
    const short = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
    return fc.constantFrom(
      `${dayOfMonth}/${month}/${year} ${time}`,
      `${dayOfMonth}-${month}-${year}`,
      `${year}-${month}-${dayOfMonth} at ${time}`,
      `${Number(dayOfMonth)}/${Number(month)}/${year.slice(2)} ${time.slice(0, 5)} PM`,
      `${dayOfMonth}-${short}-${year}`,
      `${short} ${Number(dayOfMonth)}, ${year}, ${time} am`,
    );
  });
const phone = fc
  .tuple(fc.constantFrom("9", "7"), digits(8), fc.constantFrom("0", "251", "+251", "00251", "+251 ", ""))
  .map(([network, rest, prefix]) => `${prefix}${network}${rest}`);
const account = fc.oneof(
  digits(13).map((rest) => `1${rest.slice(1)}`),
  digits(16),
  text`${digits(4)} ${digits(4)} ${digits(5)}`,
  text`1*****${digits(2)}`,
  text`${digits(3)}xxxxxxxx${digits(4)}`,
  text`2519****${digits(4)}`,
  text`${digits(4)}**${digits(3)}`,
);
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 1, maxLength: 14 }),
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 1, maxLength: 14 }),
  fc.string({ unit: fc.constantFrom(..."ሀለሐመሠረሰሸቀበተቸነአከወዘየደገጠፀፈ"), minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    "Dear",
    "balance",
    "account",
    "is",
    "ETB",
    "ውድ",
    "ቀሪ",
    "ሂሳብ",
    "paid",
    "a used iphone15",
    "100MB",
    "4G",
  ),
);
const balance = fc
  .tuple(fc.constantFrom("Your current balance is", "Available Balance:", "ቀሪ ሂሳብዎ", "balance"), amount)
  .map((parts) => parts.join(" "));
const marks = fc.constantFrom(" ", ", ", "\n", ". ", " - ", "; ", " (", ") ", "፣ ", "። ", ": ");

const joined = (parts: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(fc.tuple(parts, marks), { maxLength }).map((pieces) => pieces.flat().join(""));

const chatter = joined(fc.oneof(word, amount, moment, phone, account, balance), 25);

/** Breaks, invisible characters, other alphabets, markup: what messages go through on their way. */
const noise = fc.oneof(
  fc.constantFrom(
    "\u200b",
    "\u202e",
    "\ufeff",
    "\u0301",
    "\ud83d",
    "😀",
    "\0",
    "Т",
    "፯",
    "ß",
    "—",
    "&amp;",
    "%",
    "\\",
  ),
  fc.constantFrom(
    "https://",
    "http:",
    "www.",
    "://",
    "@",
    "#/",
    "?id=",
    "/receipt/",
    "xn--",
    "[",
    "]",
    "<",
    ">",
    '"',
  ),
  fc.constantFrom("ref no ", "Txn ID:", "ቁጥርዎ ", "acc ", "phone ", "A/C No. ", "transaction reference: "),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const anything = joined(
  fc.oneof(pointer, pointer, noise, noise, account, phone, word, amount, alphanumeric(10)),
  14,
);

const filled = ({ request, missing }: DetectedCandidate) => ({
  ...request,
  ...(missing.includes("accountNumber") && { accountNumber: "1000400004321" }),
  ...(missing.includes("phone") && { phone: "0911000000" }),
});

describe("cleaning", () => {
  test("done twice changes nothing more", () => {
    fc.assert(
      fc.property(anything, (message) => {
        expect(cleanText(cleanText(message))).toBe(cleanText(message));
        expect(cleanWord(cleanWord(message))).toBe(cleanWord(message));
      }),
      runs(10_000),
    );
  });

  test("before detection tells no other order of digits", () => {
    const message = "𞸀 0900000000 DAF7AAAAAA 0900000000 ";
    expect(findAmongAll(cleanText(message))).toEqual(findAmongAll(message));
  });

  test("before detection changes nothing that is found", () => {
    fc.assert(
      fc.property(anything, (message) => {
        // Only the text as it was sent tells in which order its digits are seen.
        fc.pre(!turnsDigits(message));
        expect(findAmongAll(cleanText(message))).toEqual(findAmongAll(message));
      }),
      runs(10_000),
    );
  });
});

describe("whatever is found", () => {
  test("is taken by its provider's endpoint as it stands, once what is missing is added, and asked of its hosts alone", () => {
    const hosts = new Map(
      allProviders.map(({ label, settings }) => [label, originsOf(settings).map(({ host }) => host)]),
    );
    fc.assert(
      fc.property(anything, (message) => {
        for (const candidate of findAmongAll(message).candidates) {
          const provider = allProviders.find(({ label }) => label === candidate.provider);
          const question = provider?.open(filled(candidate));
          expect(question, JSON.stringify(candidate)).toMatchObject({ ok: true });
          const asked = question?.ok ? question.value.requests.map(({ url }) => new URL(url).hostname) : [];
          expect(asked.filter((host) => !hosts.get(candidate.provider)?.includes(host))).toEqual([]);
        }
      }),
      runs(10_000),
    );
  });
});

describe("a reference or link of a provider", () => {
  test.each(Object.entries(pointers))("of %s is found among other words", (label, own) => {
    fc.assert(
      fc.property(own, chatter, chatter, (one, before, after) => {
        const found = findAmongAll(`${before}\n\n${one}\n\n${after}`).candidates;
        expect(found.filter(({ isLikely }) => isLikely).map(({ provider }) => provider)).toContain(label);
      }),
      runs(500),
    );
  });

  test("is found wherever its line stands", () => {
    const lines = fc.uniqueArray(fc.oneof(pointer, pointer, word), { maxLength: 8 });
    fc.assert(
      fc.property(
        lines.chain((parts) =>
          fc.tuple(fc.constant(parts), fc.shuffledSubarray(parts, { minLength: parts.length })),
        ),
        ([parts, shuffled]) => {
          const found = (message: readonly string[]) =>
            linesOf(findAmongAll(message.join("\n\n"))).toSorted();
          expect(found(shuffled)).toEqual(found(parts));
        },
      ),
      runs(10_000),
    );
  });
});

describe("a reference without a digit", () => {
  test.each(Object.entries(digitless))(
    "of %s is found behind a label, theta's by itself, too",
    (label, own) => {
      const labels = fc.constantFrom(
        ...(label === "theta" ? [""] : []),
        "Txn ID ",
        "ref: ",
        "Ref No. ",
        "trx ",
        "የግብይት ቁጥር ",
      );
      fc.assert(
        fc.property(labels, own, (name, one) => {
          const found = findAmongAll(`${name}${one}`).candidates.filter(({ isLikely }) => isLikely);
          expect(found.map(({ provider }) => provider)).toEqual([label]);
        }),
        runs(2_000),
      );
    },
  );
});

describe("chatter", () => {
  test.each([
    ["phones, dates, amounts and account numbers", fc.oneof(amount, moment, phone, account)],
    ["the same and balances between words", fc.oneof(word, amount, moment, phone, account, balance)],
  ])("of %s holds no reference", (_, parts) => {
    fc.assert(
      fc.property(joined(parts, 25), (message) => {
        expect(findAmongAll(message)).toMatchObject({ candidates: [], refused: [] });
      }),
      runs(10_000),
    );
  });
});
