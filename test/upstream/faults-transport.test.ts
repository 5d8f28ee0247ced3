import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankLabels, bodyOf } from "../support/bank.ts";
import { caseNamed } from "../support/cases.ts";
import {
  blocked,
  each,
  type FaultWorld,
  faulty,
  formatChanged,
  late,
  meets,
  mendedAfter,
  openFaultWorld,
  same,
  verified,
  withBody,
} from "../support/fault-world.ts";
import {
  answer,
  type Behaviour,
  bytesThenEnd,
  drip,
  type Headers,
  head,
  inTurn,
  type MisbehavingServer,
  reset,
  silence,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";

/** Every way in which a provider's connection can fail, through the real service over HTTP against real peers. */

let opened: FaultWorld;
const closeWorld = () => opened.close();
const inWorld = () => opened;

const mebibyte = 1024 * 1024;

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

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, bytes.length / 2);

const joined = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

describe("a provider that does not answer", () => {
  beforeAll(async () => {
    opened = await openFaultWorld({ timeoutMs: 1_500 });
  });
  afterAll(closeWorld);

  meets(inWorld, [
    ["accepts, and stays silent (C3)", same(silence), late],
    ["drips one byte at a time (C4)", same(drip(50)), late],
  ]);
});

describe("a provider in passing trouble", () => {
  beforeAll(async () => {
    opened = await openFaultWorld();
  });
  afterAll(closeWorld);

  const mended = { ...verified, asked: 2 };

  meets(inWorld, [
    ["resets once, then answers (C2)", mendedAfter(reset), mended],
    ["503 once, then answers (C7)", mendedAfter(answer(503)), mended],
  ]);

  test("answers 503 with another receipt, then the receipt: nothing of the first is taken (C28)", async () => {
    const { ofAll, world } = opened;
    const seen = await ofAll(async (bank) => {
      const order = bank.newOrder();
      const another = await bodyOf(bank.label, "verified-long-names", order.reference);
      const receipt = await bodyOf(bank.label, "verified", order.reference);
      bank.misbehave(order, inTurn(answer(503, another), answer(200, receipt)));
      const { body } = await world.post(`/api/verify-${bank.label}`, order.body);
      const { payer_name, receiver_name } = body.data;
      return [payer_name, receiver_name, bank.asked(order)];
    });
    expect(seen).toEqual(each((label) => [...partiesOf(label, "verified"), 2]));
    for (const label of bankLabels)
      expect(partiesOf(label, "verified")).not.toEqual(partiesOf(label, "verified-long-names"));
  });

  const partiesOf = (label: string, name: string): readonly unknown[] => {
    const { expected } = caseNamed(label, name);
    return "receipt" in expected ? [expected.receipt.payer_name, expected.receipt.receiver_name] : [];
  };
});

describe("in one world", () => {
  beforeAll(async () => {
    opened = await openFaultWorld();
  });
  afterAll(closeWorld);

  describe("a provider in trouble", () => {
    meets(inWorld, [
      ["resets before a byte, also the second time (C2)", same(reset), { ...faulty, asked: 2 }],
      ["502, also the second time (C7)", same(answer(502)), { ...faulty, asked: 2 }],
      ["504, also the second time (C7)", same(answer(504)), { ...faulty, asked: 2 }],
      ["500 (C7)", same(answer(500)), faulty],
      ["403 (C9)", same(answer(403, "<html><body>Forbidden</body></html>")), blocked],
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

    meets(inWorld, [
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
    meets(inWorld, [
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
    meets(inWorld, [
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
});
