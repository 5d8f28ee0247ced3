import { openProviders, providerLabels } from "../../src/providers/registry.ts";
import { detect, textLengthMax } from "../../src/verify/detect/detect.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";

const now = new Date("2026-11-16T07:00:00Z");
const reference = "DKF1AB2CD3";

/** A wallet's message, as people pass on many at once. */
const ordinary =
  "Dear Selam, you have transferred ETB 1,250.00 to Hana Mekonnen (2519****8765) on 15/11/2026 10:20:30. " +
  `Your transaction number is ${reference}. The service fee is ETB 5.00 and 15% VAT on it is ETB 0.75. ` +
  "Your current balance is ETB 8,744.25. Thank you for using our wallet.\n";

/** What costs most of each kind: fractions, numbers, number words, multipliers, currency words, labels, phones. */
const hostile = ["½ ", "5k ١ 0_", "5\n", "5 ብር እና ", "one birr ", "½1 ብር ½ETB ", "ref 5 ", "0911223344 "];

const rounds = 60;

/** Texts that are made to be hard to read, against an ordinary one of the same length, in the same process, in turns. */
export const benchmark: Benchmark = {
  run: async () => {
    const settings = Object.fromEntries(
      providerLabels.map((label) => [
        label,
        { bank: `${label} bank`, url: `https://${label}.example`, aliases: [], headers: {}, labels: {} },
      ]),
    );
    const providers = openProviders(settings, "full");
    const texts = [ordinary, ...hostile].map((piece) => filledWith(piece));
    const times = texts.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [index, text] of texts.entries()) {
        const startedAt = process.cpuUsage();
        detect(text, providers, now);
        const { user, system } = process.cpuUsage(startedAt);
        // The first rounds only warm the code.
        if (round >= rounds / 4) times[index]?.push((user + system) / 1_000);
      }
    const [ordinaryMs = 0, ...others] = times.map(medianOf);
    return others.map((hostileMs, index): Comparison => {
      const name = `a text of ${JSON.stringify(hostile[index])} alone, against messages of a wallet`;
      return {
        name,
        ratio: hostileMs / ordinaryMs,
        measured: { hostileMs, ordinaryMs },
        wanted: { atMost: 3 },
      };
    });
  },
};

/** As long a text as is read; it names a receipt. */
const filledWith = (piece: string): string =>
  `${piece.repeat(Math.floor((textLengthMax - reference.length - 1) / piece.length))} ${reference}`;
