import { buffer } from "node:stream/consumers";
import type { TlsOptions } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import PDFDocument from "pdfkit";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { type BankLabel, bodyOf, havingCase } from "./bank.ts";
import { caseNamed } from "./cases.ts";
import { type Certificate, issueCertificate } from "./certificates.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  closedPort,
  drip,
  type Headers,
  head,
  inTurn,
  reset,
  silence,
  startMisbehavingServer,
} from "./misbehaving-server.ts";

/** What a bank on a real socket does wrong, each under the name that the table of faults has for it. */

/** What it does with a request for this reference. */
export type Behaves = (label: BankLabel, reference: string) => Behaviour | Promise<Behaviour>;

/** A bank of which one thing is wrong. */
export type Peer = {
  /** What it does with a request that is meant to fail; unset: it answers well whoever gets through to it. */
  readonly behaves?: Behaves;
  /** Somewhere else that is asked in its place. */
  readonly open?: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  readonly tls?: TlsOptions;
  readonly settings?: Partial<ProviderSettings>;
  /** The banks that can have it; unset, all. */
  readonly having?: readonly BankLabel[];
};

const always = (behaviour: Behaviour): Peer => ({ behaves: () => behaviour });
const mebibyte = 1024 * 1024;
const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);
const joined = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** What is made of a good receipt's body. */
const receiptAs = (behave: (body: Uint8Array) => Behaviour): Peer => ({
  behaves: async (label, reference) => behave(await bodyOf(label, "verified", reference)),
});
const page = (text: string): string => `<!DOCTYPE html><html><body>${text}</body></html>`;

// No way there

const at = (url: string): Peer => ({ open: async () => ({ url, close: async () => {} }) });
export const refuses: Peer = {
  open: async () => ({ url: `http://127.0.0.1:${await closedPort()}`, close: async () => {} }),
};
/** Its bytes are no handshake, because it waits for a request. */
export const neverShakesHands: Peer = {
  open: async () => {
    const { port, close } = await startMisbehavingServer(silence);
    return { url: `https://127.0.0.1:${port}`, close };
  },
  settings: { timeoutMs: 800 },
};
/** A label of 64 letters: the resolver refuses it by itself. */
export const hasNoAddress = at(`https://${"x".repeat(64)}.example`);
export const isInsideTheNetwork = at("https://10.0.0.1");

// Certificates

const root = issueCertificate({ subject: "Test Root", isAuthority: true });
const intermediate = issueCertificate({ subject: "Test Intermediate", isAuthority: true, issuer: root });
const names = ["127.0.0.1"];
const leaf = issueCertificate({ subject: "bank", names, issuer: intermediate });
const settings = { ca: intermediate.certificatePem };
const dayMs = 86_400_000;
const serving = ({ certificatePem: cert, keyPem: key }: Certificate): TlsOptions => ({ cert, key });

export const signsItself: Peer = { tls: serving(issueCertificate({ subject: "self", names })), settings };
export const hasUnknownAuthority: Peer = { tls: serving(leaf) };
export const isAnotherHost: Peer = {
  tls: serving(issueCertificate({ subject: "other", names: ["other.test"], issuer: intermediate })),
  settings,
};
export const hasExpired: Peer = {
  tls: serving(
    issueCertificate({
      subject: "old",
      names,
      issuer: intermediate,
      from: new Date(Date.now() - 2 * dayMs),
      until: new Date(Date.now() - dayMs),
    }),
  ),
  settings,
};
export const speaksOldTls: Peer = {
  tls: { ...serving(leaf), minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" },
  settings,
};
export const lacksItsIntermediate: Peer = { tls: serving(leaf), settings };

// No answer in time, or none

const impatient = { timeoutMs: 1_000 };
export const staysSilent: Peer = { ...always(silence), settings: impatient };
export const drips: Peer = { ...always(drip(50)), settings: impatient };
export const resets = always(reset);
/** A status whose body is nobody's receipt. */
export const says = (status: number, headers: Headers = {}): Peer =>
  always(answer(status, status === 204 ? "" : page("Something else"), headers));
/** Slower to be asked than such an impatient service waits. */
export const wantsToBeAskedLess: Peer = { ...says(429, { "Retry-After": "60" }), settings: impatient };
/** A fault the first time, then the receipt. */
const onlyOnce = (fault: Behaviour): Peer => receiptAs((body) => inTurn(fault, answer(200, body)));
export const resetsOnce = onlyOnce(reset);
export const isBusyOnce = onlyOnce(answer(503));
/** Of another receipt nothing may be taken. */
export const anotherFirst: Behaves = async (label, reference) =>
  inTurn(
    answer(503, await bodyOf(label, "verified-long-names", reference)),
    answer(200, await bodyOf(label, "verified", reference)),
  );
export const changesItsMind: Peer = { behaves: anotherFirst };
/** On the same server under another name, so that following shows. */
export const sendsElsewhere: Peer = {
  behaves: () => (socket, request) =>
    answer(302, "", { Location: `http://localhost:${socket.localPort}/receipt` })(socket, request),
};
export const sendsRound = always(answer(301, "", { Location: "/" }));
export const sendsToAFile = always(answer(307, "", { Location: "file:///etc/passwd" }));

// Answers that are cut

export const isShort = receiptAs((body) =>
  bytesThenEnd(joined(head(200, { "Content-Length": String(body.length) }), half(body))),
);
export const endsWithTheConnection = receiptAs((body) => bytesThenEnd(joined(head(200), half(body))));
export const lacksItsLastChunk = receiptAs((body) =>
  bytesThenEnd(
    joined(head(200, { "Transfer-Encoding": "chunked" }), `${body.length.toString(16)}\r\n`, body, "\r\n"),
  ),
);
export const lacksItsEnd = receiptAs((body) => answer(200, body.slice(0, -10)));
const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
export const isCutIn = (encoding: keyof typeof packers): Peer =>
  receiptAs((body) => answer(200, half(packers[encoding](body)), { "Content-Encoding": encoding }));

// Answers that are no good HTTP

export const bombIn = (encoding: keyof typeof packers): Peer =>
  always(answer(200, packers[encoding](Buffer.alloc(4 * mebibyte + 1)), { "Content-Encoding": encoding }));
/** Letters for as long as somebody reads them. */
const flood =
  (headers: Headers): Behaviour =>
  (socket) => {
    // A reader that is gone fails each write at once, and writing on would never let anything else run.
    const more = (gone?: Error | null): void => {
      if (!gone && !socket.destroyed) socket.write(Buffer.alloc(mebibyte / 4, 0x61), more);
    };
    socket.write(head(200, headers), more);
  };
export const isHuge = always(flood({ "Content-Length": String(300 * mebibyte) }));
export const neverEnds = always(flood({}));
export const hasAHugeHeader = always(answer(200, "", { "X-Long": "x".repeat(200_000) }));
export const hasTwoLengths = always(
  bytesThenEnd("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n<html></html>"),
);
export const speaksNoHttp = always(bytesThenEnd("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
export const packsAsNobodyAsked = always(answer(200, "?", { "Content-Encoding": "zstd" }));

// Answers that are no receipt, or another one

const sends = (body: string | Uint8Array): Peer => always(answer(200, body));
export const showsCaptcha = sends(page("Please verify you are human"));
export const refusesTheCountry = sends(page("This service is not available in your country"));
export const sendsNothing = sends("");
export const sendsNoise = sends(Buffer.from([0, 1, 2, 3, 250, 251]));
export const sendsBadJson = sends('{"header":{"status":success}}');
export const sendsDeepJson = sends(`${"[".repeat(10_000)}${"]".repeat(10_000)}`);
export const sendsDeepHtml = sends(page("<div>".repeat(20_000)));
export const sendsAnEmptyPdf = sends("%PDF-1.7\nnothing\n%%EOF\n");
export const sendsALockedPdf: Peer = {
  behaves: async () => {
    const pdf = new PDFDocument({ userPassword: "secret" });
    pdf.text("VAT Invoice / Customer Receipt").end();
    return answer(200, await buffer(pdf));
  },
};
export const sendsAnotherBanks: Peer = {
  behaves: async (label, reference) =>
    answer(200, await bodyOf(label === "alpha" ? "gamma" : "alpha", "verified", reference)),
};
/** The answer of a fixture, as that provider sends it. */
export const sendsCase = (name: string): Peer & { readonly behaves: Behaves } => ({
  behaves: async (label, reference) => {
    const { status, contentType } = caseNamed(label, name).upstream;
    return answer(status, await bodyOf(label, name, reference), { "Content-Type": contentType });
  },
  having: havingCase(name),
});

// The receipt in another encoding

const inText = (behave: (text: string) => Behaviour): Peer => ({
  ...receiptAs((body) => behave(Buffer.from(body).toString())),
  having: ["beta", "gamma", "delta", "zeta", "theta"],
});
export const marksItsBytes = inText((text) => answer(200, `\ufeff${text}`));
export const writesUtf16 = inText((text) => answer(200, Buffer.from(`\ufeff${text}`, "utf16le")));
export const namesAnotherType = receiptAs((body) =>
  answer(200, body, { "Content-Type": "application/octet-stream" }),
);
export const namesAnUnknownCharset = inText((text) =>
  answer(200, text, { "Content-Type": "text/html; charset=ethiop-7" }),
);
