import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { wrongCuts } from "./cuts.ts";
import type { Tally, Wrong } from "./run.ts";
import { type News, runThread, specimensFor } from "./thread.ts";

/**
 * `npm run mutate -- 1000000 [--seed N] [--provider beta] [--kind pdf] [--jobs N]` changes the fixtures' documents, reads
 * each as a bank's answer is read, and ends with 1 when one is read wrongly. `--replay seed:number` makes one again,
 * `--cuts` cuts each body at every byte instead.
 *
 * A document is a paper: a tree of texts, be it a page's elements, an answer's members or a PDF's runs (`html.ts`,
 * `json.ts`, `pdf.ts`). Each text has a tag, which copies keep. No line here knows a bank.
 * - `trace.ts` learns from the untouched document and its `expected.json` which text prints which field of the record, and
 *   which text is its label: the nearest one that is no value. Where several texts print the same, it changes one and looks.
 * - `changes.ts` has the mutations of any document, each kind's own are its `twists`, and `bytes.ts` changes the bytes.
 *   Every paper can also be written in many ways that say the same, and these must be read.
 * - `oracle.ts` looks what the changed paper now prints beside the tagged labels. The outcome is a refusal, or each field is
 *   exactly that. It is a refusal when a label says two things, a status or a stamp says that the payment is not
 *   completed, what was asked for is not printed, or the sum is another. No refusal may be called a miss.
 * A wrong outcome is printed with both values and the command that makes the document again.
 */

const options = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "20261115" },
      provider: { type: "string" },
      kind: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: "2" },
      replay: { type: "string" },
      cuts: { type: "boolean", default: false },
    },
  });
  const isReplay = values.replay !== undefined;
  const [seed = 0, first = 0] = (values.replay ?? `${values.seed}:0`).split(":").map(Number);
  return {
    seed,
    first,
    count: isReplay ? 1 : Number(positionals[0] ?? 1_000),
    jobs: isReplay ? 1 : Number(values.jobs),
    which: { provider: values.provider ?? null, kinds: values.kind },
    cuts: values.cuts,
  };
};

type Which = ReturnType<typeof options>["which"];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Cuts every body at every byte. */
const cutAll = async (which: Which): Promise<number> => {
  let [documents, wrong] = [0, 0];
  for (const specimen of await specimensFor(which)) {
    const found = "receipt" in specimen.expected ? await wrongCuts(specimen) : [];
    documents += (await specimen.body()).bytes.length + 1;
    wrong += found.length;
    for (const { length, got } of found) say(`WRONG ${specimen.name}, cut at ${length}: ${got}`);
  }
  say(`${documents} cuts: ${wrong} wrong`);
  return wrong === 0 ? 0 : 1;
};

const main = async (): Promise<number> => {
  const { seed, first, count, jobs, which, cuts } = options();
  if (cuts) return cutAll(which);
  const startedAt = Date.now();
  say(`${count} documents of seed ${seed}, ${jobs} threads`);
  const kinds = new Map<string, Tally>();
  let [documents, wrong, told] = [0, 0, 0];
  const folder = mkdtempSync(join(tmpdir(), "mutate-"));
  const hear = (news: News) => {
    if (news.kind === "wrong") {
      wrong++;
      if (wrong <= 200) show(news.wrong, which, folder);
      return;
    }
    for (const [kind, tally] of news.kinds) {
      const sum = kinds.get(kind) ?? { documents: 0, verified: 0 };
      kinds.set(kind, {
        documents: sum.documents + tally.documents,
        verified: sum.verified + tally.verified,
      });
      documents += tally.documents;
    }
    if (Date.now() - told < 5_000) return;
    told = Date.now();
    const rate = (60_000 * documents) / (told - startedAt);
    say(`${documents} documents, ${wrong} wrong, ${rate.toFixed(0)} a minute`);
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, at) => {
      const own = Math.floor(count / jobs) + (at < count % jobs ? 1 : 0);
      return runThread({ seed, count: own, first: first + at, step: jobs, ...which }, hear);
    }),
  );
  for (const [kind, tally] of [...kinds].filter(([kind]) => !kind.includes(", ")).sort())
    say(`${String(tally.documents).padStart(8)} ${String(tally.verified).padStart(8)} Verified  ${kind}`);
  say(`${documents} documents in ${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes: ${wrong} wrong`);
  return wrong === 0 && documents === count ? 0 : 1;
};

const show = (
  { replay, specimen, kind, expected, got, written }: Wrong,
  { provider, kinds }: Which,
  folder: string,
) => {
  const file = join(folder, replay.replace(":", "-"));
  writeFileSync(file, written.bytes);
  const narrowed = [
    ...(provider === null ? [] : [`--provider ${provider}`]),
    ...kinds.map((one) => `--kind ${one}`),
  ];
  const command = ["npm run mutate --", `--replay ${replay}`, ...narrowed].join(" ");
  say(
    `WRONG ${specimen}, ${kind}\n  expected ${expected}\n  got      ${got}\n  written  ${file}\n  again    ${command}`,
  );
};

process.exitCode = await main();
