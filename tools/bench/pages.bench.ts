import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { openLeanTelegram } from "../chat/lean-telegram.ts";
import { buildProgram, startProgram, token } from "../chat/program.ts";
import { startLineProcess } from "../line-process.ts";
import { type Benchmark, type Comparison, medianOf } from "./benchmark.ts";
// Only so that the program of the other process is compiled, too.
import type {} from "./pages/bare-route.ts";
import { openFilledAccount } from "./pages/filled-account.ts";

const medianMsMax = 5;
const warmUps = 30;
const requests = 200;
/** The least of them counts: what else runs on the machine only makes a page slower. */
const rounds = 3;

const open = [
  "/",
  "/?lang=am",
  "/?text=FT26319K4Q7Z",
  "/mini",
  "/status",
  "/sign-in",
  "/docs",
  "/docs/guide",
  "/docs/endpoints/post-api-verify",
  "/docs/endpoints/post-api-verify-beta",
  "/docs/errors",
  "/docs/errors/receipt_not_found",
  "/docs/sandbox",
  "/docs/reference",
];
const signedIn = [
  "/",
  "/dashboard",
  "/dashboard/receipts",
  "/dashboard/money",
  "/dashboard/keys",
  "/dashboard/people",
  "/dashboard/accounts",
  "/dashboard/audit",
  "/dashboard/settings",
];

type Page = { readonly name: string; readonly url: string; readonly cookie: string };

/** The server's time for each kind of page, beside a route that does nothing else than send one. */
export const benchmark: Benchmark = {
  run: async () => {
    buildProgram();
    const folder = mkdtempSync(join(tmpdir(), "deresegn-bench-"));
    const databaseUrl = `sqlite:${folder}/deresegn.sqlite`;
    const secret = "a secret of the benchmarks, 32 bytes";
    const filled = await openFilledAccount({ databaseUrl, secret });
    const telegram = await openLeanTelegram({ token });
    const bare = startLineProcess(process.execPath, [join(import.meta.dirname, "pages/bare-route.js")]);
    const settings = Object.fromEntries(
      ["alpha", "beta", "gamma"].map((label) => [
        label,
        { bank: `${label} bank`, url: "http://127.0.0.1:9" },
      ]),
    );
    const program = await startProgram({ folder, databaseUrl, secret, telegramUrl: telegram.url, settings });
    const { origin } = new URL(program.hookUrl);
    try {
      const { url: bareUrl } = z.object({ url: z.string() }).parse(await bare.hear());
      const cookie = `session=${filled.token}`;
      const pages: readonly Page[] = [
        { name: "bare", url: bareUrl, cookie: "" },
        ...[...open, `/p/${filled.proof}`].map((path) => ({
          name: path.startsWith("/p/") ? "/p/<id>" : path,
          url: `${origin}${path}`,
          cookie: "",
        })),
        ...signedIn.map((path) => ({ name: `${path} signed in`, url: `${origin}${path}`, cookie })),
      ];
      const [bareMs = 0, ...others] = await mediansOf(pages);
      return others.map((medianMs, index): Comparison => {
        const measured = { medianMs, bareMs, "times bare": medianMs / bareMs };
        const name = `a page: ${pages[index + 1]?.name}`;
        return { name, ratio: medianMs / medianMsMax, measured, wanted: { atMost: 1 } };
      });
    } finally {
      await program.stop();
      await bare.kill();
      await telegram.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The pages in turn, several times over, so that no page has the only noisy minute. */
const mediansOf = async (pages: readonly Page[]): Promise<readonly number[]> => {
  const medians = pages.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    // One visitor alone would be asked to slow down, so each page and round has an address of this machine.
    for (const [index, page] of pages.entries())
      medians[index]?.push(await medianTime(page, `127.0.${1 + round}.${1 + index}`));
  return medians.map((one) => Math.min(...one));
};

/** One request after the other over one connection. */
const medianTime = async ({ url, cookie }: Page, localAddress: string): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress });
  const times: number[] = [];
  try {
    for (let request = 0; request < warmUps + requests; request += 1) {
      const startedAt = performance.now();
      await fetched(url, cookie, agent);
      if (request >= warmUps) times.push(performance.now() - startedAt);
    }
  } finally {
    agent.destroy();
  }
  return medianOf(times);
};

const fetched = (url: string, cookie: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { accept: "text/html,*/*;q=0.8", ...(cookie !== "" && { cookie }) };
    get(url, { headers, agent }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url} is answered with ${reply.statusCode}`));
      reply.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });
