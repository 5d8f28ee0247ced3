import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Case, patternSource, referenceSource, renderBody } from "./cases.ts";

export type SandboxAddresses = {
  /** Scheme, host and port by provider label. */
  readonly urls: Readonly<Record<string, string>>;
  /** The object of a `providers.json` that points at this sandbox. */
  readonly settings: Readonly<Record<string, { readonly bank: string; readonly url: string }>>;
};

type Sandbox = {
  /** One port per provider, in the order of their labels: `port`, `port + 1`, …; any free ones for 0. */
  readonly listen: (port?: number, host?: string) => Promise<SandboxAddresses>;
  /** Drops every connection, running answers included. */
  readonly close: () => Promise<void>;
};

type Dependencies = { readonly cases: readonly Case[]; readonly now: () => Date };

/**
 * Simulated providers that answer from the fixture folders on real HTTP. Of several cases that fit a
 * request the most exact one answers, so that a case with open references is what unknown ones get.
 */
export const createSandbox = ({ cases, now }: Dependencies): Sandbox => {
  const labels = [...new Set(cases.map(({ label }) => label))];
  const closing = new AbortController();
  const servers: Server[] = [];

  const listen = async (port = 0, host = "127.0.0.1"): Promise<SandboxAddresses> => {
    const urls: Record<string, string> = {};
    for (const [index, label] of labels.entries()) {
      const find = createFinder(cases.filter((each) => each.label === label));
      const turns = new Map<Case, number>();
      const server = createServer((request, response) => {
        answer({ find, turns, now, closing: closing.signal }, request, response).catch((bug: unknown) => {
          if (closing.signal.aborted) return;
          response.writeHead(500, { "content-type": "text/plain; charset=utf-8" });
          response.end(`The sandbox cannot answer: ${bug instanceof Error ? bug.message : String(bug)}\n`);
        });
      });
      servers.push(server);
      urls[label] = await open(server, port === 0 ? 0 : port + index, host);
    }
    const settings = Object.fromEntries(
      Object.entries(urls).map(([label, url]) => [label, { bank: `TEST ${label} bank`, url }]),
    );
    return { urls, settings };
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(servers.splice(0).map(shut));
  };

  return { listen, close };
};

type Find = (target: string) => { readonly found: Case; readonly reference: string } | undefined;

const createFinder = (cases: readonly Case[]): Find => {
  // Most of the banks of a test or a demo are asked nothing.
  let entries: ReturnType<typeof targetsOf> | null = null;
  return (target) => {
    entries ??= targetsOf(cases);
    for (const { found, target: shape } of entries) {
      const reference = shape.exec(target)?.[1];
      if (reference !== undefined) return { found, reference: decodeURIComponent(reference) };
    }
    return undefined;
  };
};

/** What the addresses of the cases look like, those with the fewest open characters first. */
const targetsOf = (cases: readonly Case[]) =>
  cases
    .flatMap((each) => [each.upstream.path, ...each.upstream.morePaths].map((path) => ({ each, path })))
    .map(({ each, path }) => {
      const [before = "", after = ""] = path.split("{reference}");
      const reference = each.upstream.reference;
      const source = [patternSource(before), referenceSource(reference), patternSource(after)];
      return {
        found: each,
        target: new RegExp(`^${source[0]}(${source[1]})${source[2]}$`),
        openness: [...before, ...reference, ...after].filter((letter) => "#@~".includes(letter)).length,
      };
    })
    .sort((one, other) => one.openness - other.openness);

type Answering = {
  readonly find: Find;
  /** How often each case was asked for. */
  readonly turns: Map<Case, number>;
  readonly now: () => Date;
  readonly closing: AbortSignal;
};

const answer = async (
  { find, turns, now, closing }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const match = request.method === "GET" ? find(request.url ?? "") : undefined;
  if (!match) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("No such page\n");
    return;
  }
  const { upstream } = match.found;
  if (upstream.never) return;
  const turn = (turns.get(match.found) ?? 0) + 1;
  turns.set(match.found, turn);
  if (upstream.oddStatus !== undefined && turn % 2 === 1) {
    response.writeHead(upstream.oddStatus, { "content-type": "application/problem+json" });
    response.end(JSON.stringify({ title: STATUS_CODES[upstream.oddStatus], status: upstream.oddStatus }));
    return;
  }
  if (upstream.delayMs !== undefined) await wait(upstream.delayMs, undefined, { signal: closing });
  if (upstream.hangUp === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  const whole = await renderBody(match.found, { reference: match.reference, now: now() });
  const { cutAt } = upstream;
  const sent = cutAt === undefined ? whole : whole.subarray(0, cutAt <= 1 ? whole.length * cutAt : cutAt);
  response.writeHead(upstream.status, {
    "content-type": upstream.contentType,
    "content-length": sent.length,
  });
  if (upstream.hangUp === "midway") {
    response.write(sent.subarray(0, sent.length / 2), () => request.socket.destroy());
  } else {
    response.end(sent);
  }
};

const open = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("the sandbox has no port"));
      else resolve(`http://${host.includes(":") ? `[${host}]` : host}:${address.port}`);
    });
  });

const shut = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
