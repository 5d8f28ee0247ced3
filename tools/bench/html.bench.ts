import { load } from "cheerio";
import { decodeHtml } from "../../src/documents/html/decode.ts";
import { loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";

const labels = ["beta", "theta"];
const rounds = 400;

/** Reading a page against a plain parse of it with cheerio and one look at its text, in the same process, in turns. */
export const benchmark: Benchmark = {
  run: async () => {
    const found: Comparison[] = [];
    for (const fixture of loadCases("fixtures")) {
      if (!labels.includes(fixture.label) || fixture.name !== "verified") continue;
      const { reference } = fixture;
      const source = Buffer.from(await renderBody(fixture, { reference, now: new Date() })).toString();
      found.push(compare(fixture.label, source));
    }
    return found;
  },
};

const compare = (label: string, source: string): Comparison => {
  const ways = { plainMs: () => load(source).text(), oursMs: () => decodeHtml(source) };
  const times = { plainMs: [] as number[], oursMs: [] as number[] };
  for (let round = 0; round < rounds; round += 1)
    for (const way of ["plainMs", "oursMs"] as const) {
      const startedAt = process.cpuUsage();
      ways[way]();
      const { user, system } = process.cpuUsage(startedAt);
      // The first rounds only warm the code.
      if (round >= rounds / 4) times[way].push((user + system) / 1_000);
    }
  const [plainMs, oursMs] = [medianOf(times.plainMs), medianOf(times.oursMs)];
  return {
    name: `a page of ${label} read, against one plain parse of it`,
    ratio: oursMs / plainMs,
    measured: { plainMs, oursMs, characters: source.length },
    wanted: { atMost: 4 },
  };
};
