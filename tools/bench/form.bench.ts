import { mkdtempSync, rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "cheerio";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { buildProgram, startProgram, token } from "../chat/program.ts";
import type { Benchmark, Comparison } from "./benchmark.ts";

const bytesMax = 60_000;

/** What the form costs before anybody has typed: the bytes of its first load. */
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
    const { origin } = new URL(program.hookUrl);
    try {
      return [await firstLoad(origin)];
    } finally {
      await program.stop();
      await telegram.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The page and all that it loads without a press, each with its headers, as a new browser gets them. */
const firstLoad = async (origin: string): Promise<Comparison> => {
  const page = await fetched(`${origin}/`);
  const document = load(page.text);
  const addresses = [
    ...document("link[rel=stylesheet], link[rel=icon]")
      .toArray()
      .map((link) => document(link).attr("href")),
    ...document("script[src]")
      .toArray()
      .map((script) => document(script).attr("src")),
  ];
  let bytes = page.bytes;
  for (const address of addresses) bytes += (await fetched(`${origin}${address}`)).bytes;
  return {
    name: "first load of the form, against what is allowed",
    ratio: bytes / bytesMax,
    measured: { bytes, "bytes of the page": page.bytes, files: addresses.length + 1 },
    wanted: { atMost: 1 },
  };
};

type Fetched = { readonly bytes: number; readonly text: string };

/** As a browser asks, with what went over the wire: neither unpacked nor cached. */
const fetched = (address: string): Promise<Fetched> =>
  new Promise((resolve, reject) => {
    const headers = {
      "accept-encoding": "gzip, deflate, br",
      accept: "text/html,*/*;q=0.8",
    };
    const take = async (reply: IncomingMessage) => {
      if (reply.statusCode !== 200)
        return reject(new Error(`${address} is answered with ${reply.statusCode}`));
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const head = reply.rawHeaders.reduce((sum, part) => sum + part.length + 2, 0);
      return resolve({ bytes: head + body.length, text: body.toString("utf8") });
    };
    get(address, { headers }, (reply) => void take(reply).catch(reject)).on("error", reject);
  });
