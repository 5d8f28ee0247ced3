import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCustomer } from "../chat/customers.ts";
import { buildProgram, type Program, startProgram } from "../chat/program.ts";
import { runStopUnderLoad } from "../soak/stop.ts";
import { type Benchmark, type Comparison, inParallel, medianOf, percentileOf, timeOf } from "./benchmark.ts";
import { answerBombs, pictureBombs } from "./faults/bombs.ts";
import { openFaultyBanks } from "./faults/faulty-banks.ts";
import { peakOf } from "./resident.ts";
import { ordinary } from "./worst-pictures.ts";

const secret = "a secret of the benchmarks, 32 bytes";
// Nobody is there.
const telegramUrl = "http://127.0.0.1:9";

/** What faults of banks and hostile files cost everybody else, and what a stop in the midst of work loses. */
export const benchmark: Benchmark = {
  run: async () => {
    buildProgram();
    return [await inAService(bombs), ...(await inAService(besideFaults)), await stopUnderLoad()];
  },
};

type Service = {
  readonly program: Program;
  readonly banks: Awaited<ReturnType<typeof openFaultyBanks>>;
  /** Asks as a caller of its own, or as the customer. Gives the status. */
  readonly post: (path: string, body: FormData | object, isCustomer?: boolean) => Promise<number>;
};

const inAService = async <T>(measure: (service: Service) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
  const databaseUrl = `sqlite:${folder}/deresegn.sqlite`;
  const banks = await openFaultyBanks();
  const key = await openCustomer({ databaseUrl, secret });
  const program = await startProgram({
    folder,
    databaseUrl,
    secret,
    telegramUrl,
    settings: banks.settings,
    env: { ROLES: "api", TRUSTED_PROXIES: "127.0.0.0/8" },
  });
  let callers = 0;
  const post = async (path: string, body: FormData | object, isCustomer = false): Promise<number> => {
    callers += 1;
    const reply = await fetch(`${program.url}${path}`, {
      method: "POST",
      headers: {
        "x-forwarded-for": `198.${18 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`,
        ...(isCustomer && { "x-api-key": key }),
        ...(!(body instanceof FormData) && { "content-type": "application/json" }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    await reply.text();
    return reply.status;
  };
  try {
    return await measure({ program, banks, post });
  } finally {
    await program.stop();
    await banks.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * The most memory while one hostile answer or file is read, over that after ordinary ones in all threads and processes. An
 * ordinary picture comes before each hostile one: the processes that read it rest, wherever the last one has ended them.
 */
const bombs = async ({ program, banks, post }: Service): Promise<Comparison> => {
  const upload = (picture: Buffer) => {
    const form = new FormData();
    form.append("image", new Blob([new Uint8Array(picture)]), "photo.png");
    return post("/api/upload", form);
  };
  const works: Record<string, () => Promise<unknown>> = {};
  for (const [name, { label, behaves }] of Object.entries(answerBombs))
    works[name] = () => post(`/api/verify-${label}`, banks.order(label, behaves), true);
  for (const [name, make] of Object.entries(pictureBombs)) {
    const picture = await make();
    works[name] = () => upload(picture);
  }
  await inParallel(50, 2, (turn) => {
    const label = banks.labels[turn % banks.labels.length] ?? "alpha";
    return post(`/api/verify-${label}`, banks.order(label), true);
  });
  const receipt = await ordinary();
  await inParallel(6, 2, () => upload(receipt));

  const rises: Record<string, number> = {};
  for (const [name, work] of Object.entries(works)) {
    if (name in pictureBombs) await upload(receipt);
    const { before, most } = await peakOf(program.pid, async () => {
      for (let turn = 0; turn < 2; turn += 1) await work();
    });
    rises[`MB by ${name}`] = most - before;
  }
  return {
    name: "most megabytes that one hostile answer or picture adds to the service and what it started",
    ratio: Math.max(...Object.values(rises)),
    measured: rises,
    wanted: { atMost: 150 },
  };
};

const rounds = 5;
const roundSeconds = 4;
const perSecond = 20;
const hangingPerSecond = 5;

/** Times of the others beside a bank that hangs; then of the refusals once it is left alone. */
const besideFaults = async ({ banks, post }: Service): Promise<readonly Comparison[]> => {
  const others = banks.labels.filter((label) => label !== "beta" && label !== "alpha");
  const round = async (isHanging: boolean): Promise<readonly number[]> => {
    const times: Promise<number>[] = [];
    const hanging: Promise<unknown>[] = [];
    const startedAt = performance.now();
    for (let turn = 0; turn < roundSeconds * perSecond; turn += 1) {
      const dueMs = startedAt + (turn * 1_000) / perSecond - performance.now();
      if (dueMs > 1) await new Promise((resolve) => setTimeout(resolve, dueMs));
      if (isHanging && turn % Math.round(perSecond / hangingPerSecond) === 0)
        hanging.push(
          post(
            "/api/verify-beta",
            banks.order("beta", () => () => {}),
          ),
        );
      const label = others[turn % others.length] ?? "delta";
      times.push(timeOf(() => post(`/api/verify-${label}`, banks.order(label))));
    }
    const measured = await Promise.all(times);
    await Promise.all(hanging);
    return measured;
  };
  await round(false);
  const quiet: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    quiet.push(...(await round(false)));
    beside.push(...(await round(true)));
  }
  const [quietP99, besideP99] = [percentileOf(quiet, 99), percentileOf(beside, 99)];

  const failing = () =>
    post(
      "/api/verify-beta",
      banks.order("beta", () => banks.status(500)),
    );
  while ((await failing()) !== 503);
  const refusals: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) refusals.push(await timeOf(failing));
  return [
    {
      name: "p99 of the other banks' answers while one bank hangs, to that without",
      ratio: besideP99 / quietP99,
      measured: {
        "p99 ms beside": besideP99,
        "p99 ms without": quietP99,
        "p50 ms beside": medianOf(beside),
        "p50 ms without": medianOf(quiet),
      },
      wanted: { atMost: 1.5 },
    },
    {
      name: "ms of a refusal while a bank is left alone, p99",
      ratio: percentileOf(refusals, 99),
      measured: { "p50 ms": medianOf(refusals) },
      wanted: { atMost: 20 },
    },
  ];
};

const stopUnderLoad = async (): Promise<Comparison> => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
  const half = { messages: 500, requests: 500 };
  try {
    const report = await runStopUnderLoad({
      ...half,
      databaseUrl: `sqlite:${folder}/deresegn.sqlite`,
      folder,
      secret,
      stops: 3,
    });
    for (const what of report.wrong) process.stderr.write(`${what}\n`);
    return {
      name: "replies lost of 1,000 when the program is stopped three times in their midst",
      ratio: report.lost + report.wrong.length,
      measured: {
        charged: report.charged,
        "asked again": report.askedAgain,
        "under way at least": report.underWay,
      },
      wanted: { atMost: 0 },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
