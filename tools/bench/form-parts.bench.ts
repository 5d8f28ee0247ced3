import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { buildProgram, startProgram, token } from "../chat/program.ts";
import { type Benchmark, medianOf } from "./benchmark.ts";
import { processorMsOf } from "./resident.ts";

const bytes = 6_500_000;
const rounds = 7;

const head = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n';
const tail = "\r\n--b--\r\n";
const file = Buffer.from(head + "x".repeat(bytes - head.length - tail.length) + tail);
const parts = Buffer.from("--b\r\n".repeat(bytes / 5) + tail);

/** A form of nothing but parts, against one of the same size that holds a file: what each costs the program's processor. */
export const benchmark: Benchmark = {
  run: async () => {
    buildProgram();
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const telegram = await openLeanTelegram({ token });
    const program = await startProgram({
      folder,
      databaseUrl: `sqlite:${folder}/deresegn.sqlite`,
      secret: "a secret of the benchmarks, 32 bytes",
      telegramUrl: telegram.url,
      settings: { alpha: { bank: "Alpha Bank", url: "http://127.0.0.1:9" } },
    });
    const url = `${new URL(program.hookUrl).origin}/api/upload`;
    const costOf = async (body: Buffer): Promise<number> => {
      const before = processorMsOf(program.pid);
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const reply = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
      await reply.text();
      // It is answered before all of it has arrived.
      for (let spent = -1; spent !== processorMsOf(program.pid); await setTimeout(300))
        spent = processorMsOf(program.pid);
      return processorMsOf(program.pid) - before;
    };
    const costs = { parts: [] as number[], file: [] as number[] };
    try {
      for (let round = 0; round < rounds; round += 1) {
        costs.file.push(await costOf(file));
        costs.parts.push(await costOf(parts));
      }
    } finally {
      await program.stop();
      await telegram.close();
      rmSync(folder, { recursive: true, force: true });
    }
    const [partsMs, fileMs] = [medianOf(costs.parts), medianOf(costs.file)];
    return [
      {
        name: "a form of empty parts, against one file of the same size",
        ratio: partsMs / fileMs,
        measured: { partsMs, fileMs },
        wanted: { atMost: 10 },
      },
    ];
  },
};
