import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { openCustomer } from "../chat/customers.ts";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { buildProgram, startProgram, token } from "../chat/program.ts";
import { startLineProcess } from "../line-process.ts";
import { createDice } from "../mutate/dice.ts";
import { photograph } from "../pictures/scene.ts";
import { treatmentOf } from "../pictures/treatments.ts";
import { type Benchmark, type Comparison, inParallel, timeOf } from "./benchmark.ts";
// Only so that the program of the other process is compiled, too.
import type {} from "./memory/pdf-bank.ts";
import { residentOf } from "./resident.ts";

const receipts = 2_000;
const photos = 1_000;
/** Threads that read documents end after ten seconds without work, and processes that read pictures after 300. */
const idleThreadsMs = 15_000;
const idleProcessesMs = 310_000;

/** Memory of the whole service with its processes, in megabytes: started, after many PDFs, and after many photos. */
export const benchmark: Benchmark = {
  run: async () => {
    buildProgram();
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const bank = startLineProcess(process.execPath, [join(import.meta.dirname, "memory", "pdf-bank.js")]);
    const { url } = z.object({ url: z.string() }).parse(await bank.hear());
    const telegram = await openLeanTelegram({ token });
    const databaseUrl = `sqlite:${folder}/deresegn.sqlite`;
    const secret = "a secret of the benchmarks, 32 bytes";
    const key = await openCustomer({ databaseUrl, secret });
    const settings = { alpha: { bank: "Alpha Bank", url } };
    const program = await startProgram({ folder, databaseUrl, secret, telegramUrl: telegram.url, settings });
    const ask = createAsk(new URL(program.hookUrl).origin, key);
    try {
      await setTimeout(2_000);
      const atRest = residentOf(program.pid);
      const seconds =
        (await timeOf(() => inParallel(receipts, 16, (number) => ask.receipt(referenceOf(number))))) / 1_000;
      const afterReceipts = residentOf(program.pid);
      await setTimeout(idleThreadsMs);
      const idleAgain = residentOf(program.pid);
      const pictures = await takePhotos(`${url}/?id=${referenceOf(0)}00004321`);
      await inParallel(photos, 4, (number) =>
        ask.photo(pictures[number % pictures.length] ?? Buffer.alloc(0)),
      );
      const afterPhotos = residentOf(program.pid);
      await setTimeout(idleProcessesMs);
      return [
        comparisonOf("at rest, with the bot", atRest, 160),
        {
          ...comparisonOf(`after ${receipts} PDFs`, afterReceipts, 320),
          measured: { "MB when idle again": idleAgain, "PDFs/s, drawn beside": receipts / seconds },
        },
        {
          ...comparisonOf(`after ${photos} photos, idle`, residentOf(program.pid), 400),
          measured: { "MB while reading": afterPhotos },
        },
      ];
    } finally {
      await program.stop();
      await bank.kill();
      await telegram.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const comparisonOf = (when: string, megabytes: number, atMost: number): Comparison => ({
  name: `megabytes of memory ${when}`,
  ratio: megabytes,
  measured: {},
  wanted: { atMost },
});

const createAsk = (origin: string, key: string) => {
  const post = async (path: string, body: FormData | string) => {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const reply = await fetch(`${origin}${path}`, {
      method: "POST",
      headers: { "x-api-key": key, ...type },
      body,
    });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${reply.status} ${text.slice(0, 300)}`);
  };
  return {
    receipt: (transactionRef: string) =>
      post("/api/verify-alpha", JSON.stringify({ transactionRef, accountNumber: "1000200004321" })),
    photo: (picture: Buffer) => {
      const form = new FormData();
      form.append("image", new Blob([new Uint8Array(picture)]), "photo.jpg");
      return post("/api/upload", form);
    },
  };
};

/** A reference of today in Addis Ababa. */
const referenceOf = (number: number): string => {
  const today = new Date(Date.now() + 3 * 3_600_000);
  const year = today.getUTCFullYear();
  const day = Math.floor((today.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `FT${year % 100}${String(day).padStart(3, "0")}${number.toString(36).toUpperCase().padStart(5, "0")}`;
};

const takePhotos = async (text: string): Promise<readonly Buffer[]> => {
  const pictures: Buffer[] = [];
  for (let number = 0; number < 20; number += 1) {
    const dice = createDice(1, number);
    pictures.push(await photograph(text, treatmentOf("screenshot", dice), dice));
  }
  return pictures;
};
