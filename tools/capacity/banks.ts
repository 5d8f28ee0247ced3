import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";
import { referenceOf as dayReferenceOf } from "../chat/lean-bank.ts";

/** The forms that receipts come in: one bank of each, and what names a receipt in an address of it. */
const banks = {
  page: { label: "beta", named: /[A-Z0-9]{10}$/ },
  json: { label: "gamma", named: /FT[A-Z0-9]{10}/ },
  pdf: { label: "alpha", named: /FT[A-Z0-9]{10}/ },
} as const;

export type Kind = keyof typeof banks;
export const kinds: readonly Kind[] = ["page", "json", "pdf"];

/** Banks in this process that have the first `count` receipts of each kind, drawn before they are asked for. */
export type Banks = {
  /** The providers file that leads to them. */
  readonly settings: Readonly<Record<string, { readonly bank: string; readonly url: string }>>;
  /** Bytes of all bodies so far. */
  readonly sentBytes: () => number;
  readonly close: () => Promise<void>;
};

export const openBanks = async (count: number): Promise<Banks> => {
  let sentBytes = 0;
  const opened = await Promise.all(
    kinds.map(async (kind) => ({
      label: banks[kind].label,
      ...(await openBank(kind, count, (bytes) => {
        sentBytes += bytes;
      })),
    })),
  );
  return {
    settings: Object.fromEntries(opened.map(({ label, url }) => [label, { bank: `Bank ${label}`, url }])),
    sentBytes: () => sentBytes,
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
};

const openBank = async (kind: Kind, count: number, onSent: (bytes: number) => void) => {
  const { label, named } = banks[kind];
  const fixture = loadCases("fixtures").find((one) => one.label === label && one.name === "verified");
  if (fixture === undefined) throw new Error(`there is no receipt of ${label}`);
  const bodies = new Map<string, Buffer>();
  for (let number = 0; number < count; number += 1) {
    const reference = referenceOf(kind, number);
    bodies.set(reference, Buffer.from(await renderBody(fixture, { reference, now: new Date() })));
  }
  const server = createServer({ keepAlive: true }, (request, reply) => {
    const body = bodies.get(named.exec(request.url ?? "")?.[0] ?? "");
    if (body === undefined) return void reply.writeHead(404).end();
    onSent(body.length);
    const type = fixture.upstream.contentType;
    reply.writeHead(200, { "content-type": type, "content-length": body.length });
    reply.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
};

/** A reference of today in Addis Ababa, as this kind's bank writes it. */
const referenceOf = (kind: Kind, number: number): string => {
  const at = new Date();
  if (kind === "page") return dayReferenceOf(number, at);
  const today = new Date(at.getTime() + 3 * 3_600_000);
  const year = today.getUTCFullYear();
  const day = Math.floor((today.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `FT${year % 100}${String(day).padStart(3, "0")}${number.toString(36).toUpperCase().padStart(5, "0")}`;
};

/** The endpoint and the body that ask for a receipt. */
export const questionFor = (kind: Kind, number: number): { readonly path: string; readonly body: object } => {
  const reference = referenceOf(kind, number);
  const path = `/api/verify-${banks[kind].label}`;
  if (kind === "page") return { path, body: { reference } };
  if (kind === "json") return { path, body: { reference: `${reference}36984` } };
  return { path, body: { transactionRef: reference, accountNumber: "1000200004321" } };
};

/** What a code on the PDF bank's receipt leads to. */
export const linkTo = (url: string, number: number): string =>
  `${url}/?id=${referenceOf("pdf", number)}00004321`;
