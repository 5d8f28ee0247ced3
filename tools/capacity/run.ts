/**
 * `npm run capacity`: what each path costs on this machine, on SQLite and on PostgreSQL; whether the simulation foretells
 * what one and two processes answer here; and what follows for more machines and more receipts. Its tables are those of
 * `docs/capacity.md`, which explains them.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inParallel, medianOf, timeOf } from "../bench/benchmark.ts";
import { residentOf } from "../bench/resident.ts";
import { openCustomer, openShop } from "../chat/customers.ts";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { buildProgram, startProgram, token } from "../chat/program.ts";
import { startPostgres } from "../postgres/server.ts";
import { type Banks, openBanks } from "./banks.ts";
import { type Measured, measure } from "./costs.ts";
import { type ChatAnswers, createChatAnswers, openPaths, receiptsMax } from "./paths.ts";
import { growthOf, planFor } from "./plan.ts";
import { simulate } from "./simulation.ts";
import { table } from "./table.ts";

type World = { readonly banks: Banks; readonly telegramUrl: string; readonly chat: ChatAnswers };

const secret = "a secret of the benchmarks, 32 bytes";
const userIds = Array.from({ length: 100 }, (_, index) => 1_000 + index);
const callers = 16;
const cores = availableParallelism();

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const main = async (): Promise<void> => {
  buildProgram();
  const chat = createChatAnswers();
  const telegram = await openLeanTelegram({ token, onCall: chat.onCall });
  const banks = await openBanks(receiptsMax);
  const world = { banks, chat, telegramUrl: telegram.url };
  print(`Node ${process.version}, ${cores} processors (${cpus()[0]?.model.trim()}).\n`);
  try {
    print("## What a question costs: one process and SQLite\n");
    await onSqlite(world);
    print("\n## What a question costs: one process and PostgreSQL\n");
    const { measured, grownBytes } = await onPostgres(world);
    print("\n## More machines\n");
    print(table(growthOf(measured)));
    print("\n## More receipts\n");
    print(table(planFor(measured, grownBytes)));
  } finally {
    await banks.close();
    await telegram.close();
  }
};

const onSqlite = async (world: World): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-capacity-"));
  const file = join(folder, "deresegn.sqlite");
  try {
    const service = await openService(world, `sqlite:${file}`, 1);
    const measured = await measureAll(service, world, null);
    print(costTable(measured));
    const megabytes = residentOf(service.pids[0] ?? 0).toFixed(0);
    print(`\nMemory right after it, with the processes that read pictures: ${megabytes} MB.`);
    await service.close();
    const bytes = statSync(file).size;
    print(`The database has grown by ${(bytes / questionsOf(measured) / 1_000).toFixed(1)} kB a question.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const onPostgres = async (
  world: World,
): Promise<{ readonly measured: readonly Measured[]; readonly grownBytes: number }> => {
  const server = await startPostgres();
  try {
    const service = await openService(world, server.url, 1);
    const measured = await measureAll(service, world, server.pid);
    print(costTable(measured));
    const grownBytes = (await sizeOf(server.url)) / questionsOf(measured);
    print(`\nThe database has grown by ${(grownBytes / 1_000).toFixed(1)} kB a question.`);
    await service.close();

    print("\n## Foretold and measured: repeated questions of sixteen callers, everything on this machine\n");
    const repeated = measured.find(({ name }) => name === "a repeated question");
    if (repeated === undefined) throw new Error("the path that is foretold was not measured");
    const rows: (readonly string[])[] = [];
    for (const processesEach of [1, 2]) {
      const fleet = { machines: 1, cores, processesEach, databaseCores: null };
      const traffic = { mix: [{ cost: repeated, weight: 1 }], arrivals: { callers }, seconds: 60, seed: 1 };
      const foretold = simulate(fleet, traffic).answeredPerSecond;
      const found = await rateOf(world, server.url, processesEach);
      rows.push([
        String(processesEach),
        foretold.toFixed(0),
        found.toFixed(0),
        `${((100 * foretold) / found - 100).toFixed(0)} %`,
      ]);
    }
    print(table([["processes", "foretold a second", "measured a second", "difference"], ...rows]));
    return { measured, grownBytes };
  } finally {
    await server.stop();
  }
};

/** Questions a second that so many processes answer. */
const rateOf = async (world: World, databaseUrl: string, processes: number): Promise<number> => {
  const service = await openService(world, databaseUrl, processes);
  try {
    const path = service.paths.find(({ name }) => name === "a repeated question");
    if (path === undefined) throw new Error("there is no such path");
    const perSecond: number[] = [];
    // The first round warms the processes.
    for (let round = 0; round < 6; round += 1) {
      const tookMs = await timeOf(() => inParallel(400, callers, path.ask));
      if (round > 0) perSecond.push(400_000 / tookMs);
    }
    return medianOf(perSecond);
  } finally {
    await service.close();
  }
};

const openService = async (world: World, databaseUrl: string, processes: number) => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-capacity-"));
  const { telegramUrl, banks, chat } = world;
  // A caller has but so many places at a bank.
  const keys: string[] = [];
  for (let shop = 0; shop < callers / 2; shop += 1) keys.push(await openCustomer({ databaseUrl, secret }));
  await openShop({ databaseUrl, secret, userIds });
  const settings = banks.settings;
  const programs = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startProgram({ folder: join(folder, String(index)), databaseUrl, secret, telegramUrl, settings }),
    ),
  );
  const paths = await openPaths({
    urls: programs.map(({ url }) => url),
    hookUrl: programs[0]?.hookUrl ?? "",
    keys,
    pdfBankUrl: settings.alpha?.url ?? "",
    chat,
    userIds,
  });
  return {
    paths,
    pids: programs.map(({ pid }) => pid),
    close: async () => {
      await Promise.all(programs.map((program) => program.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Service = Awaited<ReturnType<typeof openService>>;

const measureAll = async (
  { paths, pids }: Service,
  { banks }: World,
  databasePid: number | null,
): Promise<readonly Measured[]> => {
  const measured: Measured[] = [];
  for (const path of paths) {
    process.stderr.write(`${path.name} …\n`);
    measured.push(await measure(path, { pids, databasePid, bankBytes: banks.sentBytes }));
  }
  return measured;
};

const questionsOf = (measured: readonly Measured[]): number =>
  measured.reduce((sum, { count }) => sum + count, 0);

const sizeOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select pg_database_size(current_database()) as bytes");
    return Number(rows[0].bytes);
  } finally {
    await client.end();
  }
};

const costTable = (measured: readonly Measured[]): string => {
  const head = [
    ...["path", "main thread, ms", "other threads, ms", "database, ms"],
    ...["alone, ms", "a second, 16 at once", "written, kB", "from the bank, kB", "answer, kB"],
  ];
  const rows = measured.map((one) => [
    one.name,
    ...[one.mainMs, one.otherMs, one.databaseMs, one.aloneMs].map((ms) => ms.toFixed(1)),
    one.perSecond.toFixed(0),
    ...[one.writtenBytes, one.bankBytes, one.answerBytes].map((bytes) => (bytes / 1_000).toFixed(1)),
  ]);
  return table([head, ...rows]);
};

await main();
