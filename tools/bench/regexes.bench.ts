import { readFileSync } from "node:fs";
import { cleanText, cleanWord } from "../../src/core/clean-text.ts";
import { findAmongAll } from "../../test/support/detection.ts";
import type { Benchmark } from "./benchmark.ts";

/**
 * Every regular expression of the service on 1 MiB made to slow it down; detection and cleaning on the longest they are
 * given.
 */
export const benchmark: Benchmark = {
  run: async () => {
    const verdicts: Readonly<Record<string, string>> = JSON.parse(
      readFileSync("test/support/regex-verdicts.json", "utf8"),
    );
    const linear = Object.keys(verdicts).filter((regex) => verdicts[regex] !== "bounded");
    const times = linear.map((regex) => ({
      regex,
      ms: Math.max(...unitsOf(regex).map((unit) => timeOn(regex, unit))),
    }));
    const plainMs = Math.min(...Array.from({ length: 5 }, () => timeOn("/a/g", "a")));
    const slow = times.filter(({ ms }) => ms > limitMs);
    for (const { regex, ms } of slow) process.stderr.write(`${ms.toFixed(0)} ms: ${regex.slice(0, 160)}\n`);
    const detection = messages.map((unit) => detectionMs(unit));
    const cleaning = units.flatMap((unit) =>
      [cleanText, cleanWord].map((clean) => cpuMs(() => clean(textOf(unit).slice(0, requestLengthMax)))),
    );
    return [
      {
        name: "the slowest regular expression on 1 MiB, to the plainest one that takes every letter",
        ratio: Math.max(...times.map(({ ms }) => ms)) / plainMs,
        measured: {
          patterns: linear.length,
          "ms at most": Math.max(...times.map(({ ms }) => ms)),
          "ms of the plainest": plainMs,
          "slower than 50 ms": slow.length,
        },
        // Twenty characters tried again from every place is the most that any of them does.
        wanted: { atMost: 6 },
      },
      {
        name: "detection in the longest message, of 50 ms",
        ratio: Math.max(...detection) / limitMs,
        measured: { messages: messages.length, "ms at most": Math.max(...detection) },
        wanted: { atMost: 1 },
      },
      {
        name: "cleaning of the longest request, of 50 ms",
        ratio: Math.max(...cleaning) / limitMs,
        measured: { "ms at most": Math.max(...cleaning) },
        wanted: { atMost: 1 },
      },
    ];
  },
};

const limitMs = 50;
const lengthMax = 1024 * 1024;
/** Of a JSON body. */
const requestLengthMax = 16 * 1024;

const units = [
  ...["a", "A", "0", " ", "\n", ".", ",", ":", "/", "<", "-", "*", "\0", "ሀ", "\u0301", "ﷺ", "😀"],
  ...["a.", "a-", "a@", "0.", "1,", "<a", "h\n", " a", "A1", "ETB 1", "http://", "/Filter", "no. ", "ref "],
];

/** What messages are full of at the worst: words that might be references, links or account numbers. */
const messages = [
  ...units,
  ...[
    "AAAA1 ",
    "A1B2C3D4\n",
    "FT26 ",
    "FT26319 ",
    "D K ",
    "h\nt\n",
    "ht tp ",
    "ቁጥር ",
    "ref no (",
    "D0O1I1L0 ",
  ],
  ...["Z2S5B8G6O0I1 ", "0911 22 ", "https://a.b/", "https://wallet.beta.example/receipt/DKJ9QW8E "],
];

const detectionMs = (unit: string): number => {
  const message = textOf(unit).slice(0, 4_096);
  return Math.min(...Array.from({ length: 3 }, () => cpuMs(() => findAmongAll(message))));
};

const textOf = (unit: string): string => unit.repeat(Math.ceil(lengthMax / unit.length)).slice(0, lengthMax);

/** The common units, and what the pattern itself spells out, whole and letter by letter. */
const unitsOf = (regex: string): readonly string[] => {
  const words =
    regex.replace(/\\[a-zA-Z](?:\{[^}]*\})?|\(\?<?[a-zA-Z=!:]*>?/g, " ").match(/[\p{L}\d]+|[^\s\p{L}\d]/gu) ??
    [];
  const own = [...new Set([...words, ...words.join("")])];
  return [...units, ...own.slice(0, 40)];
};

const timeOn = (regex: string, unit: string): number => {
  const end = regex.lastIndexOf("/");
  const pattern = new RegExp(regex.slice(1, end), regex.slice(end + 1));
  const text = `${textOf(unit)}\u0001`;
  const work = () => (pattern.global ? text.replace(pattern, "") : pattern.test(text));
  const ms = cpuMs(work);
  // Once more, so that collecting somebody else's garbage is not laid at its door.
  return ms > limitMs ? Math.min(ms, ...Array.from({ length: 5 }, () => cpuMs(work))) : ms;
};

/** Processor time: other work on the machine does not count. */
const cpuMs = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
