import { buffer } from "node:stream/consumers";
import type { TlsOptions } from "node:tls";
import { gzipSync } from "node:zlib";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ProviderSettings } from "../src/providers/provider.ts";
import {
  type Bank,
  type BankLabel,
  type BankOrder,
  bankLabels,
  bodyOf,
  orderOf,
  startBank,
} from "./support/bank.ts";
import { type Certificate, issueCertificate } from "./support/certificates.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  closedPort,
  drip,
  type Headers,
  head,
  inTurn,
  type MisbehavingServer,
  reset,
  silence,
  startMisbehavingServer,
} from "./support/misbehaving-server.ts";
import { settingsOf } from "./support/upstream-asking.ts";
import { createWorld, type HttpAnswer, type World } from "./support/world.ts";

/** Every way in which a provider can fail, through the real service over HTTP against real peers. */

/** What a caller gets: status and code (or `Verified`), whether it cost, what is left of five, and upstream requests. */
type Seen = {
  readonly status: number;
  readonly code: unknown;
  readonly charged: unknown;
  readonly remaining: number | null;
  readonly asked: number;
};

const seenOf = ({ status, body, remaining }: HttpAnswer, asked: number): Seen => ({
  status,
  code: body.status === "success" ? body.data.status : body.error.code,
  charged: body.status === "success" ? body.meta.billing !== null : body.error.charged,
  remaining,
  asked,
});

const free = (status: number, code: string, asked = 1): Seen => ({
  status,
  code,
  charged: false,
  remaining: 5,
  asked,
});
const counted = (status: number, code: string, asked = 1): Seen => ({
  status,
  code,
  charged: true,
  remaining: 4,
  asked,
});

const verified = counted(200, "Verified");
const notFound = counted(404, "receipt_not_found");
const mismatch = counted(422, "receipt_mismatch");
const formatChanged = free(502, "provider_format_changed");
const faulty = free(502, "provider_error");
const blocked = free(502, "provider_blocked");
const late = free(504, "provider_timeout");

type Behaves = (label: BankLabel, reference: string) => Behaviour | Promise<Behaviour>;
type Row = readonly [what: string, Behaves, Seen, (readonly BankLabel[])?];

let banks: readonly Bank[] = [];
let world: World;

const openWorld = async (settings: Partial<ProviderSettings> = {}, tls?: TlsOptions): Promise<void> => {
  banks = await Promise.all(bankLabels.map((label) => startBank(label, tls)));
  world = await createWorld({
    providers: Object.fromEntries(banks.map(({ label, url }) => [label, settingsOf(url, settings)])),
  });
};

const closeWorld = async (): Promise<void> => {
  await world.close();
  await Promise.all(banks.map((bank) => bank.close()));
};

const ask = async (bank: Bank, order: BankOrder): Promise<Seen> =>
  seenOf(await world.post(`/api/verify-${bank.label}`, order.body), bank.asked(order));

/** The same of every bank, at once. */
const ofAll = async <T>(act: (bank: Bank) => Promise<T>, labels: readonly BankLabel[] = bankLabels) =>
  Object.fromEntries(
    await Promise.all(
      banks
        .filter(({ label }) => labels.includes(label))
        .map(async (bank) => [bank.label, await act(bank)] as const),
    ),
  );

const each = <T>(seen: T, labels: readonly BankLabel[] = bankLabels) =>
  Object.fromEntries(labels.map((label) => [label, seen]));

const askMisbehaving = async (bank: Bank, behaves: Behaves): Promise<Seen> => {
  const order = bank.newOrder();
  bank.misbehave(order, await behaves(bank.label, order.reference));
  return ask(bank, order);
};

const document =
  (name: string, status = 200, headers: Record<string, string> = {}): Behaves =>
  async (label, reference) =>
    answer(status, await bodyOf(label, name, reference), headers);

/** A receipt that is real, and one that is not there. */
const works = async (bank: Bank): Promise<readonly Seen[]> => [
  await ask(bank, bank.newOrder()),
  await askMisbehaving(bank, document("not-found")),
];

/** One test per row: the fault is answered as it should be, and the next requests work. */
const meets = (rows: readonly Row[]): void => {
  for (const [what, behaves, expected, labels] of rows)
    test(what, async () => {
      expect(await ofAll((bank) => askMisbehaving(bank, behaves), labels)).toEqual(each(expected, labels));
      expect(await ofAll(works, labels)).toEqual(each([verified, notFound], labels));
      expect(world.books().pending).toBe(0);
    });
};

const same =
  (behaviour: Behaviour): Behaves =>
  () =>
    behaviour;

const mebibyte = 1024 * 1024;

/** Letters for as long as somebody reads them. */
const flood =
  (headers: Headers): Behaviour =>
  (socket) => {
    const more = (): void => {
      if (!socket.destroyed) socket.write(Buffer.alloc(mebibyte / 4, 0x61), more);
    };
    socket.write(head(200, headers), more);
  };

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);

const joined = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

const withBody =
  (behave: (body: Uint8Array) => Behaviour): Behaves =>
  async (label, reference) =>
    behave(await bodyOf(label, "verified", reference));

const mendedAfter =
  (fault: Behaviour): Behaves =>
  async (label, reference) =>
    inTurn(fault, answer(200, await bodyOf(label, "verified", reference)));

/** Receipts of the fixtures whose receiver is another one. */
const otherReceipt = {
  alpha: "verified-long-names",
  beta: "verified-long-names",
  gamma: "verified-long-names",
} as const;

const foreignDocument: Behaves = async (label, reference) =>
  answer(200, await bodyOf(label === "alpha" ? "gamma" : "alpha", "verified", reference));

const lockedPdf = async (): Promise<Uint8Array> => {
  const pdf = new PDFDocument({ userPassword: "secret" });
  pdf.text("VAT Invoice / Customer Receipt").end();
  return buffer(pdf);
};

describe("a provider that does not answer", () => {
  beforeAll(() => openWorld({ timeoutMs: 1_000 }));
  afterAll(closeWorld);

  meets([
    ["accepts, and stays silent (C3)", same(silence), late],
    ["drips one byte at a time (C4)", same(drip(50)), late],
  ]);
});

describe("a provider in passing trouble", () => {
  beforeAll(() => openWorld());
  afterAll(closeWorld);

  const mended = { ...verified, asked: 2 };

  meets([
    ["resets once, then answers (C2)", mendedAfter(reset), mended],
    ["503 once, then answers (C7)", mendedAfter(answer(503)), mended],
  ]);

  test("answers 503 with another receipt, then the receipt: nothing of the first is taken (C28)", async () => {
    const seen = await ofAll(async (bank) => {
      const order = bank.newOrder();
      const another = await bodyOf(bank.label, otherReceipt[bank.label], order.reference);
      const receipt = await bodyOf(bank.label, "verified", order.reference);
      bank.misbehave(order, inTurn(answer(503, another), answer(200, receipt)));
      const { body } = await world.post(`/api/verify-${bank.label}`, order.body);
      return [body.data.receiver_name, bank.asked(order)];
    });
    expect(seen).toEqual(each(["HANA MEKONNEN TADESSE", 2]));
  });
});

describe("in one world", () => {
  beforeAll(() => openWorld());
  afterAll(closeWorld);

  describe("a provider in trouble", () => {
    meets([
      ["resets before a byte, also the second time (C2)", same(reset), { ...faulty, asked: 2 }],
      ["502, also the second time (C7)", same(answer(502)), { ...faulty, asked: 2 }],
      ["504, also the second time (C7)", same(answer(504)), { ...faulty, asked: 2 }],
      ["500 (C7)", same(answer(500)), faulty],
      ["403 (C9)", same(answer(403, "<html>Forbidden</html>")), blocked],
      ["401", same(answer(401, "<html>Sign in</html>")), formatChanged],
      ["204", same(answer(204)), formatChanged],
    ]);
  });

  describe("a provider that sends its callers away", () => {
    let elsewhere: MisbehavingServer;
    beforeAll(async () => {
      elsewhere = await startMisbehavingServer(answer(200, "<html>a receipt</html>"));
    });
    afterAll(() => elsewhere.close());

    meets([
      [
        "redirects to another host (C18)",
        () => answer(302, "", { Location: `${elsewhere.url}/receipt` }),
        faulty,
      ],
      ["redirects to itself (C18)", same(answer(301, "", { Location: "/" })), faulty],
      ["redirects to a foreign scheme (C18)", same(answer(307, "", { Location: "file:///etc" })), faulty],
    ]);

    test("is not followed", () => expect(elsewhere.connections()).toBe(0));
  });

  describe("an answer that is cut", () => {
    meets([
      [
        "shorter than its Content-Length (C11)",
        withBody((body) =>
          bytesThenEnd(joined(head(200, { "Content-Length": String(body.length) }), half(body))),
        ),
        faulty,
      ],
      [
        "ended by the connection (C12)",
        withBody((body) => bytesThenEnd(joined(head(200), half(body)))),
        faulty,
      ],
      [
        "without its last chunk (C12)",
        withBody((body) =>
          bytesThenEnd(
            joined(
              head(200, { "Transfer-Encoding": "chunked" }),
              `${body.length.toString(16)}\r\n`,
              body,
              "\r\n",
            ),
          ),
        ),
        faulty,
      ],
      [
        "a few bytes short, whole by its Content-Length",
        withBody((body) => answer(200, body.slice(0, -10))),
        faulty,
      ],
      [
        "in the middle of its gzip (C13)",
        withBody((body) => answer(200, half(gzipSync(body)), { "Content-Encoding": "gzip" })),
        faulty,
      ],
    ]);
  });

  describe("an answer that is no good HTTP", () => {
    meets([
      [
        "more than 4 MiB in a small gzip (C14)",
        same(answer(200, gzipSync(Buffer.alloc(4 * mebibyte + 1)), { "Content-Encoding": "gzip" })),
        faulty,
      ],
      ["300 MiB (C15)", same(flood({ "Content-Length": String(300 * mebibyte) })), faulty],
      ["bytes without end and without a length (C15)", same(flood({})), faulty],
      ["a header of 200 kB (C16)", same(answer(200, "", { "X-Long": "x".repeat(200_000) })), faulty],
      [
        "two Content-Lengths (C17)",
        same(bytesThenEnd("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n<html></html>")),
        faulty,
      ],
      ["no HTTP at all", same(bytesThenEnd("SSH-2.0-OpenSSH_9.2\r\n\r\n")), faulty],
      ["packed as nobody asked for", same(answer(200, "?", { "Content-Encoding": "zstd" })), formatChanged],
    ]);
  });

  describe("a page that is no receipt", () => {
    meets([
      [
        "a captcha under status 200 (C9)",
        same(answer(200, "<!DOCTYPE html><html><body>Please verify you are human</body></html>")),
        blocked,
      ],
      [
        "a country gate under status 200 (C9)",
        same(answer(200, "<html><body>This service is not available in your country</body></html>")),
        blocked,
      ],
      ["a page about maintenance (C9)", document("maintenance"), formatChanged, ["alpha", "beta"]],
      ["the document of another provider (C10)", foreignDocument, formatChanged],
      ["nothing", same(answer(200, "")), faulty],
      ["bytes of no kind", same(answer(200, Buffer.from([0, 1, 2, 3, 250, 251]))), formatChanged],
      ["a PDF with nothing in it (C27)", same(answer(200, "%PDF-1.7\nnothing\n%%EOF\n")), formatChanged],
      ["a PDF under a password (C27)", async () => answer(200, await lockedPdf()), formatChanged],
      ["JSON that is malformed", same(answer(200, '{"header":{"status":success}}')), formatChanged],
      [
        "JSON ten thousand deep",
        same(answer(200, `${"[".repeat(10_000)}${"]".repeat(10_000)}`)),
        formatChanged,
      ],
    ]);
  });

  describe("a receipt that breaks its contract", () => {
    meets([
      ["a label renamed (C21)", document("format-changed"), formatChanged],
      ["a label printed twice with two values (C22)", document("label-twice"), formatChanged],
      ["a total that is no sum", document("total-wrong"), formatChanged],
      ["the receipt of another reference (C23)", document("mismatch-reference"), mismatch],
      ["the receipt of another account (C23)", document("mismatch-account"), mismatch, ["alpha", "gamma"]],
      ["a pending payment (C24)", document("pending"), counted(422, "receipt_not_completed"), ["beta"]],
      ["a reversed payment (C24)", document("reversed"), counted(422, "receipt_not_completed"), ["beta"]],
      ["a status word that nobody knows (C24)", document("status-unknown"), formatChanged, ["beta"]],
      ["not found, in other words (C25)", document("not-found-unknown-words"), formatChanged, ["alpha"]],
    ]);
  });

  describe("a receipt in another encoding (C26)", () => {
    const name = "HANA MEKONNEN TADESSE";
    /** The receiver's name as the record has it, or the code of the refusal. */
    const nameRead = async (bank: Bank, behaviour: (text: string) => Behaviour): Promise<unknown> => {
      const order = bank.newOrder();
      const text = Buffer.from(await bodyOf(bank.label, "verified", order.reference)).toString();
      bank.misbehave(order, behaviour(text));
      const { body } = await world.post(`/api/verify-${bank.label}`, order.body);
      return body.status === "success" ? body.data.receiver_name : body.error.code;
    };
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
    const amharic = "ሐና መኮንን ታደሰ";

    const rows: readonly (readonly [string, (text: string) => Behaviour, string])[] = [
      ["UTF-8 with a byte-order mark", (text) => answer(200, `\ufeff${text}`), name],
      ["UTF-16 with a byte-order mark", (text) => answer(200, utf16(text)), name],
      [
        "a wrong content type",
        (text) => answer(200, text, { "Content-Type": "application/octet-stream" }),
        name,
      ],
      ["a name in Ethiopic script", (text) => answer(200, text.replaceAll(name, amharic)), amharic],
      [
        "marks of direction and zero width in a name",
        (text) => answer(200, text.replaceAll(name, `\u202e${name.replace(" ", "\u200b ")}`)),
        name,
      ],
      [
        "a charset that nobody knows",
        (text) => answer(200, text, { "Content-Type": "text/html; charset=ethiop-7" }),
        "provider_format_changed",
      ],
      [
        "bytes that are not of its charset",
        (text) =>
          answer(
            200,
            joined(text.split(name)[0] ?? "", Buffer.from([0xe9, 0xff]), text.split(name)[1] ?? ""),
          ),
        "provider_format_changed",
      ],
    ];
    test.each(rows)("%s is read or refused, never garbled", async (_, behaviour, expected) => {
      const seen = await ofAll((bank) => nameRead(bank, behaviour), ["beta", "gamma"]);
      expect(seen).toEqual(each(expected, ["beta", "gamma"]));
    });

    test("entities of HTML are decoded once", async () => {
      const seen = await ofAll(
        (bank) =>
          nameRead(bank, (text) => answer(200, text.replaceAll(name, "HANA &amp;amp; &#4656;&#x12d3;"))),
        ["beta"],
      );
      expect(seen).toEqual({ beta: "HANA &amp; ሰዓ" });
    });
  });
});

describe("a provider that cannot be reached", () => {
  /** Asks each of the three at an address that leads nowhere. */
  const askAt = async (url: string): Promise<unknown> => {
    banks = [];
    const providers = Object.fromEntries(
      bankLabels.map((label) => [label, settingsOf(url, { timeoutMs: 500 })]),
    );
    world = await createWorld({ providers });
    onTestFinished(closeWorld);
    const seen = await Promise.all(
      bankLabels.map(async (label) => {
        const answered = await world.post(`/api/verify-${label}`, orderOf(label, 1).body);
        return [label, seenOf(answered, 0)];
      }),
    );
    expect(world.books()).toMatchObject({ taken: 0, pending: 0 });
    return Object.fromEntries(seen);
  };

  test("refuses the connection (C1)", async () => {
    expect(await askAt(`http://127.0.0.1:${await closedPort()}`)).toEqual(each({ ...faulty, asked: 0 }));
  });

  test("takes the connection and never shakes hands (C5)", async () => {
    const silent = await startMisbehavingServer(silence);
    onTestFinished(silent.close);
    expect(await askAt(`https://127.0.0.1:${silent.port}`)).toEqual(each({ ...late, asked: 0 }));
    expect(silent.connections()).toBe(bankLabels.length);
  });

  test("has a name that leads nowhere (C6)", async () => {
    // A label of 64 letters: the resolver refuses it by itself.
    expect(await askAt(`https://${"x".repeat(64)}.example`)).toEqual(each({ ...faulty, asked: 0 }));
  });

  test("has a name that leads inside (B7)", async () => {
    expect(await askAt("https://10.0.0.1")).toEqual(each({ ...faulty, asked: 0 }));
  });
});

describe("a certificate", () => {
  const root = issueCertificate({ subject: "Test Root", isAuthority: true });
  const intermediate = issueCertificate({ subject: "Test Intermediate", isAuthority: true, issuer: root });
  const names = ["127.0.0.1"];
  const leaf = issueCertificate({ subject: "bank", names, issuer: intermediate });
  const trusted = { ca: intermediate.certificatePem };
  const dayMs = 86_400_000;
  const served = ({ certificatePem: cert, keyPem: key }: Certificate): TlsOptions => ({ cert, key });

  const refused: readonly (readonly [string, TlsOptions, Partial<ProviderSettings>])[] = [
    ["signed by itself", served(issueCertificate({ subject: "self", names })), trusted],
    ["of an unknown authority", served(leaf), {}],
    [
      "of another host",
      served(issueCertificate({ subject: "other", names: ["other.test"], issuer: intermediate })),
      trusted,
    ],
    [
      "that has expired",
      served(
        issueCertificate({
          subject: "old",
          names,
          issuer: intermediate,
          from: new Date(Date.now() - 2 * dayMs),
          until: new Date(Date.now() - dayMs),
        }),
      ),
      trusted,
    ],
    ["under an old TLS", { ...served(leaf), minVersion: "TLSv1", maxVersion: "TLSv1.1" }, trusted],
  ];

  test.each(refused)("%s is refused, and nothing is sent (C19)", async (_, tls, settings) => {
    await openWorld(settings, tls);
    onTestFinished(closeWorld);
    const seen = await ofAll((bank) => ask(bank, bank.newOrder()));
    expect(seen).toEqual(each(free(502, "provider_tls_failure", 0)));
    expect(await ofAll(async ({ connections }) => connections())).toEqual(each(1));
  });

  test("without its intermediate is trusted where that is configured (C20)", async () => {
    await openWorld(trusted, served(leaf));
    onTestFinished(closeWorld);
    expect(await ofAll(works)).toEqual(each([verified, notFound]));
  });
});

describe("a provider that has too much to do", () => {
  test("names a time in its 429: nothing is asked until then (C8)", async () => {
    await openWorld();
    onTestFinished(closeWorld);
    const seen = await ofAll((bank) => askMisbehaving(bank, same(answer(429, "", { "Retry-After": "60" }))));
    expect(seen).toEqual(each(free(503, "provider_unavailable")));
    expect(await ofAll((bank) => ask(bank, bank.newOrder()))).toEqual(
      each(free(503, "provider_unavailable", 0)),
    );
  });

  test("fails every other time: mended as long as retries are granted, at most three a minute here (C29)", async () => {
    await openWorld();
    onTestFinished(closeWorld);
    const seen = await ofAll(async (bank) => {
      const codes = [];
      for (let order = 1; order <= 5; order += 1)
        codes.push((await askMisbehaving(bank, mendedAfter(answer(503)))).code);
      return [...codes, bank.requests.length];
    });
    expect(seen).toEqual(each(["Verified", "Verified", "Verified", "provider_error", "provider_error", 8]));
  });

  test("hangs under load: the others answer, and it is left alone once it is known (C30)", async () => {
    await openWorld({ timeoutMs: 1_000 });
    onTestFinished(closeWorld);
    const [alpha, beta, gamma] = banks;
    if (!alpha || !beta || !gamma) throw new Error("no banks");
    const hang = (times: number) =>
      Promise.all(Array.from({ length: times }, () => askMisbehaving(beta, same(silence))));

    const hanging = hang(25);
    await expect.poll(() => beta.requests.length).toBe(8);
    expect(await Promise.all([works(alpha), works(gamma)])).toEqual([
      [verified, notFound],
      [verified, notFound],
    ]);
    const seen = [...(await hanging), ...(await hang(10))];
    const codes = seen.map(({ code }) => code);
    expect(["provider_timeout", "overloaded", "provider_unavailable"]).toEqual(expect.arrayContaining(codes));
    expect(codes).toEqual(expect.arrayContaining(["provider_timeout", "overloaded"]));
    expect(new Set(seen.map(({ charged }) => charged))).toEqual(new Set([false]));
    expect(await ask(beta, beta.newOrder())).toEqual(free(503, "provider_unavailable", 0));
    expect(world.books().pending).toBe(0);
  });
});
