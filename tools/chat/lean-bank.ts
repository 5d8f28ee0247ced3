import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";

/** A bank on loopback that has every receipt asked for, dated a minute before it was opened, and answers at once. */
export type LeanBank = {
  readonly url: string;
  /** The providers file that leads to it. */
  readonly settings: Readonly<Record<string, { readonly bank: string; readonly url: string }>>;
  /** What it is asked for under this reference takes so long. */
  readonly delay: (reference: string, delayMs: number) => void;
  readonly close: () => Promise<void>;
};

export const openLeanBank = async (): Promise<LeanBank> => {
  const fixture = loadCases(join(projectFolder(), "fixtures")).find(
    ({ label, name }) => label === "beta" && name === "verified",
  );
  if (fixture === undefined) throw new Error("the fixture of a receipt is missing");
  const model = referenceOf(0, new Date());
  const page = Buffer.from(await renderBody(fixture, { reference: model, now: new Date() })).toString();
  const delays = new Map<string, number>();

  const server = createServer({ keepAlive: true }, (request, reply) => {
    const reference = request.url?.slice("/receipt/".length) ?? "";
    const answer = () => {
      const body = Buffer.from(page.replaceAll(model, reference));
      reply.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": body.length });
      reply.end(body);
    };
    const delayMs = delays.get(reference);
    if (delayMs === undefined) answer();
    else setTimeout(answer, delayMs);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    settings: { beta: { bank: "Birrway", url } },
    delay: (reference, delayMs) => void delays.set(reference, delayMs),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};

/** A reference of the given day; `number` from 0 to 78,364,164,095 makes it another one. */
export const referenceOf = (number: number, at: Date): string => {
  const day = new Date(at.getTime() + addisAbabaMs);
  const letters = [day.getUTCFullYear() - 2023, day.getUTCMonth()].map((place) =>
    String.fromCharCode("A".charCodeAt(0) + place),
  );
  const dayOfMonth = day.getUTCDate().toString(32);
  return `${letters.join("")}${dayOfMonth}${number.toString(36).padStart(7, "0")}`.toUpperCase();
};

const addisAbabaMs = 3 * 3_600_000;

/** Wherever this file was compiled to, it is run in the project's folder. */
const projectFolder = (): string => resolve(process.cwd());
