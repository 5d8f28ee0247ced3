import { once } from "node:events";
import { connect } from "node:net";
import ipaddr from "ipaddr.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Failure, fail } from "../../src/core/failure.ts";
import { createFairQueue } from "../../src/core/fair-queue.ts";
import { err, ok, type Result } from "../../src/core/result.ts";
import { createFairScan } from "../../src/photos/fair-scan.ts";
import { createMemoryShare } from "../../src/photos/memory-share.ts";
import { createPictureAllowance } from "../../src/photos/picture-allowance.ts";
import { createPictureSemaphore } from "../../src/photos/picture-semaphore.ts";
import type { PictureResult, ScanPicture } from "../../src/photos/scan-picture.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { bodyOf, noon, refused, settingsOf, startApi, verified } from "../support/api.ts";

const anonymous = (id: string) => ({ id, isKeyed: false, waitMaxMs: 60_000 });
const keyed = (id: string) => ({ id, isKeyed: true, waitMaxMs: 60_000 });

describe("the order of turns", () => {
  /** Small letters are anonymous callers, capital ones keyed; each number is a picture of one of them. */
  const orderOf = (arrived: string): string => {
    const queue = createFairQueue<string>();
    for (const name of arrived.split(" ")) {
      const id = name.charAt(0);
      queue.add(id === id.toUpperCase() ? keyed(id) : anonymous(id), name);
    }
    const order: string[] = [];
    for (let name = queue.next(); name !== undefined; name = queue.next()) order.push(name);
    return order.join(" ");
  };

  test.each([
    ["one caller's come as they were sent", "a1 a2 a3", "a1 a2 a3"],
    [
      "callers take turns, however many pictures one of them sent",
      "a1 a2 a3 a4 b1 c1 c2",
      "a1 b1 c1 a2 c2 a3 a4",
    ],
    ["keyed callers come first, and take turns", "a1 A1 A2 A3 B1", "A1 B1 A2 a1 A3"],
    [
      "an anonymous caller has the next turn after three keyed ones",
      "a1 b1 A1 A2 A3 A4 B1 B2 B3 B4",
      "A1 B1 A2 a1 B2 A3 B3 b1 A4 B4",
    ],
    ["turns that nobody waited behind are not counted", "A1 A2 A3 A4", "A1 A2 A3 A4"],
  ])("%s", (_, arrived, order) => {
    expect(orderOf(arrived)).toBe(order);
  });
});

const scanned: PictureResult = {
  kind: "code",
  detection: detect("DKF1AB2CD3", [], noon),
  link: null,
  needsConfirmation: false,
};

/** Looks that end when the test lets them, in the order in which they began. */
const openFairLook = (waitingBytesMax?: number) => {
  const running: { readonly id: string; readonly end: (seen: Result<PictureResult, Failure>) => void }[] = [];
  const clock = { now: noon };
  const look = createFairScan({
    scanPicture: (_, __, { id }) => new Promise((end) => running.push({ id, end })),
    semaphore: createPictureSemaphore({ ...(waitingBytesMax !== undefined && { waitingBytesMax }) }),
    allowance: createPictureAllowance({ now: () => clock.now }),
  });
  const send = (caller: Parameters<ScanPicture>[2], bytes = 10): Promise<string> =>
    look(new Uint8Array(bytes), { providers: [], detect: () => scanned.detection }, caller).then((seen) =>
      seen.ok ? "read" : seen.error.code,
    );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const begun = async () => {
    await settled();
    return running.map(({ id }) => id).sort();
  };
  const endAll = async (seen: Result<PictureResult, Failure> = ok(scanned)) => {
    for (; running.length > 0; await settled()) running.shift()?.end(seen);
  };
  return { look, send, begun, endAll, running, clock, settled };
};

describe("pictures at the same time", () => {
  test("are one for an anonymous caller, two for a keyed one, and the others follow", async () => {
    const { send, begun, endAll } = openFairLook();
    const sent = [anonymous("a"), anonymous("a"), anonymous("b"), keyed("K"), keyed("K"), keyed("K")].map(
      (caller) => send(caller),
    );
    expect(await begun()).toEqual(["K", "K", "a", "b"]);
    await endAll();
    expect(await Promise.all(sent)).toEqual(sent.map(() => "read"));
  });

  test("a place is free again after a failure and after an error of ours", async () => {
    const { send, begun, endAll, running } = openFairLook();
    const first = send(anonymous("a"));
    const second = send(anonymous("a"));
    expect(await begun()).toEqual(["a"]);
    await endAll(fail("image_unreadable"));
    expect(await Promise.all([first, second])).toEqual(["image_unreadable", "image_unreadable"]);
    expect(running).toEqual([]);
  });

  test("one that waits too long is refused, and nothing is left of it", async () => {
    const { send, begun, endAll } = openFairLook();
    const first = send(anonymous("a"));
    expect(await send({ ...anonymous("a"), waitMaxMs: 1 })).toBe("overloaded");
    expect(await begun()).toEqual(["a"]);
    await endAll();
    expect(await first).toBe("read");
    const third = send(anonymous("a"));
    expect(await begun()).toEqual(["a"]);
    await endAll();
    expect(await third).toBe("read");
  });

  test("when too many wait, the caller who has most loses the newest, and nobody else", async () => {
    const { send, endAll } = openFairLook(4 * 1_048_576);
    const many = [1, 2, 3, 4].map(() => send(anonymous("a")));
    const other = send(anonymous("b"));
    expect(await many[3]).toBe("overloaded");
    await endAll();
    expect(await Promise.all([...many, other])).toEqual(["read", "read", "read", "overloaded", "read"]);
  });
});

describe("memory that many callers share", () => {
  test.each([
    ["what an anonymous caller takes counts twice", "oldest", "A1 A2 A3 a1 a2 b1", "a1"],
    ["the oldest of the heaviest goes", "oldest", "a1 a2 b1 a3 c1 d1", "a1"],
    ["the newest of the heaviest goes", "newest", "a1 a2 b1 a3 c1 d1", "a3"],
    ["among equals the newest goes", "newest", "a1 b1 c1 d1 e1 f1", "f1"],
  ] as const)("%s", (_, goes, arrived, gone) => {
    const given: string[] = [];
    const memory = createMemoryShare({ bytesMax: 50, bytesMin: 10, goes });
    for (const name of arrived.split(" ")) {
      const id = name.charAt(0);
      memory.take(id === id.toUpperCase() ? keyed(id) : anonymous(id), 1, () => given.push(name));
    }
    expect(given).toEqual([gone]);
  });

  test("what has grown counts, and what was released does not", () => {
    const given: string[] = [];
    const memory = createMemoryShare({ bytesMax: 50, bytesMin: 10, goes: "oldest" });
    const shares = ["a", "b", "c"].map((id) => memory.take(anonymous(id), 1, () => given.push(id)));
    shares[1]?.grow(19);
    expect(given).toEqual([]);
    shares[1]?.grow(11);
    expect(given).toEqual(["b"]);
    shares[0]?.release();
    shares[2]?.grow(49);
    expect(given).toEqual(["b"]);
  });
});

const boundary = "form-boundary";
const formHead = [
  "POST /api/upload HTTP/1.1",
  "Host: here",
  `Content-Type: multipart/form-data; boundary=${boundary}`,
  "Content-Length: 1000000",
  "",
  `--${boundary}`,
  'Content-Disposition: form-data; name="image"; filename="receipt.jpg"',
  "Content-Type: image/jpeg",
  "",
  "some bytes",
].join("\r\n");

type Sent = { readonly network?: string; readonly key?: string; readonly first?: number };

const upload = async (url: string, { network = "203.0.113.1", key, first = 0 }: Sent = {}) => {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(100).fill(first)]), "receipt.jpg");
  const headers = { "x-forwarded-for": network, ...(key !== undefined && { "x-api-key": key }) };
  const reply = await fetch(`${url}/api/upload`, { method: "POST", body: form, headers });
  return { status: reply.status, retryAfter: reply.headers.get("retry-after"), body: await bodyOf(reply) };
};

describe("over HTTP", () => {
  test("forms that hardly move keep no place from another", async () => {
    const api = await startApi({ scanPicture: async () => fail("qr_not_found") });
    onTestFinished(api.close);
    for (let number = 0; number < 40; number += 1) {
      const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      socket.write(formHead);
    }
    expect((await upload(api.url)).body.error.code).toBe("qr_not_found");
  });

  test("of forms that take too much while they arrive the oldest goes, of whoever sends most", async () => {
    const look: ScanPicture = async () => fail("qr_not_found");
    const api = await startApi({ scanPicture: look, formBytesMax: 3_000_000 });
    onTestFinished(api.close);
    const port = Number(new URL(api.url).port);
    const replies: Promise<string>[] = [];
    for (let number = 0; number < 4; number += 1) {
      const socket = connect(port, "127.0.0.1");
      onTestFinished(() => void socket.destroy());
      await once(socket, "connect");
      replies.push(once(socket, "data").then(([data]) => String(data)));
      socket.write(formHead + "x".repeat(900_000));
    }
    expect(await Promise.race(replies)).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"overloaded"/);
    expect((await upload(api.url)).body.error.code).toBe("qr_not_found");
  });

  test("a picture that waited too long is refused with when to come again", async () => {
    const semaphore = createPictureSemaphore();
    const api = await startApi({
      scanPicture: (_, __, caller) =>
        semaphore.run({ ...caller, waitMaxMs: 0 }, 1, () => new Promise(() => undefined)),
    });
    onTestFinished(api.close);
    const body = { retryAfter: "5", status: 503 };
    const never = upload(api.url).catch(() => undefined);
    void never;
    await expect.poll(() => upload(api.url)).toMatchObject(body);
  });

  const ofOne = 3;
  const withoutDigits = 4;
  const ofTwo = 5;
  const shownBy: Readonly<Record<number, string>> = {
    [ofOne]: "DKF1AB2CD3",
    [withoutDigits]: "FT26319ABC12",
    [ofTwo]: "DKF1AB2CD3 DKF1AB2CD4",
  };
  const of = (text: string) => {
    const labels = ["alpha", "beta"];
    const settings = Object.fromEntries(labels.map((label) => [label, settingsOf(label)]));
    return detect(text, openProviders(settings, "full"), noon);
  };

  /**
   * What a picture holds is its first byte: 0 is nothing that can be read, 1 no picture, 2 a receipt that nobody can look
   * up, and others what is shown by them.
   */
  const openUnreadable = async (answer = async () => verified()) => {
    const clock = { now: noon };
    const api = await startApi({
      answer,
      scanPicture: createFairScan({
        scanPicture: async ([first]) => {
          if (first === 0) return fail("qr_not_found");
          const unlookable = { kind: "credit", provider: null } as const;
          if (first === 2) return err({ code: "qr_not_found", unlookable });
          const text = shownBy[first ?? 1];
          return text === undefined
            ? fail("image_type_unsupported")
            : ok({ ...scanned, detection: of(text) });
        },
        semaphore: createPictureSemaphore(),
        allowance: createPictureAllowance({ now: () => clock.now }),
      }),
      trustedProxies: [ipaddr.parseCIDR("127.0.0.0/8")],
      keys: {
        drs_live_shop: { mode: "live", account: { id: "shop", tier: "balance" } },
        drs_test_shop: { mode: "test", account: { id: "shop", tier: "balance" } },
      },
    });
    onTestFinished(api.close);
    return { ...api, clock };
  };

  test.each([
    ["of several receipts", ofTwo, 20, "qr_ambiguous"],
    ["of one receipt whose account digits are missing", withoutDigits, 60, "account_number_required"],
  ])("pictures %s lead to no check, and have an allowance, too", async (_, first, most, code) => {
    const { url, orders } = await openUnreadable();
    for (let number = 0; number < most; number += 1)
      expect((await upload(url, { first })).body.error.code).toBe(code);
    expect((await upload(url, { first })).body.error.code).toBe("rate_limited");
    expect((await upload(url, { first: ofOne })).status).toBe(429);
    expect(orders).toEqual([]);
  });

  test.each([
    ["whose caller has no check left", "daily_quota_exceeded"],
    ["whose bank cannot be reached for long", "provider_unavailable"],
  ] as const)("so have pictures of one receipt %s", async (_, code) => {
    const { url } = await openUnreadable(async () => ({ ...refused({ code }), billing: null }));
    for (let number = 0; number < 60; number += 1)
      expect((await upload(url, { first: ofOne })).body.error.code).toBe(code);
    expect((await upload(url, { first: ofOne })).body.error.code).toBe("rate_limited");
  });

  test.each([
    ["are counted", verified()],
    ["are counted, though there is no such receipt", refused({ code: "receipt_not_found" })],
    ["a bank did not answer", { ...refused({ code: "provider_timeout" }), billing: null }],
  ])("pictures whose answers %s are as many as they come", async (_, answer) => {
    const { url, orders } = await openUnreadable(async () => answer);
    for (let number = 0; number < 61; number += 1) await upload(url, { first: ofOne });
    expect(orders).toHaveLength(61);
    for (let number = 0; number < 20; number += 1)
      expect((await upload(url)).body.error.code).toBe("qr_not_found");
  });

  test("pictures that a simulated bank was made to fail for have an allowance", async () => {
    const { url } = await openUnreadable(async () => ({
      ...refused({ code: "provider_timeout" }),
      billing: null,
    }));
    const send = async () => (await upload(url, { first: ofOne, key: "drs_test_shop" })).body.error.code;
    for (let number = 0; number < 360; number += 1) expect(await send()).toBe("provider_timeout");
    expect(await send()).toBe("rate_limited");
  });

  test("pictures of what nobody can look up are no way around it", async () => {
    const { url } = await openUnreadable();
    for (let number = 0; number < 20; number += 1)
      expect((await upload(url, { first: 2 })).body.error.code).toBe("qr_not_found");
    expect((await upload(url, { first: 2 })).status).toBe(429);
  });

  test("pictures that cannot be read have an allowance of 20 an hour, and the refusal says what to do", async () => {
    const { url, clock, orders } = await openUnreadable();
    for (let number = 0; number < 20; number += 1)
      expect((await upload(url)).body.error.code).toBe("qr_not_found");
    clock.now = new Date(noon.getTime() + 10 * 60_000);
    const refused = await upload(url);
    expect([refused.status, refused.retryAfter]).toEqual([429, "3000"]);
    expect(refused.body.error).toMatchObject({
      code: "rate_limited",
      message: "Too many pictures in the last hour led to no check.",
      hint: "Send the reference or the receipt's link as text, which works now, or send pictures again in 50 minutes.",
    });
    expect(orders).toEqual([]);
    expect((await upload(url, { network: "203.0.113.2" })).body.error.code).toBe("qr_not_found");
    clock.now = new Date(noon.getTime() + 60 * 60_000);
    expect((await upload(url)).body.error.code).toBe("qr_not_found");
  });

  test("of many at once exactly the allowance is looked at", async () => {
    const { url } = await openUnreadable();
    const replies = await Promise.all(Array.from({ length: 60 }, () => upload(url)));
    const codes = replies.map(({ body }) => body.error.code);
    expect(codes.filter((code) => code === "qr_not_found")).toHaveLength(20);
    expect(codes.filter((code) => code === "rate_limited")).toHaveLength(40);
  });

  test("what is no picture at all does not count, and a key has 120 an hour", async () => {
    const { url } = await openUnreadable();
    for (let number = 0; number < 25; number += 1)
      expect((await upload(url, { first: 1 })).body.error.code).toBe("image_type_unsupported");
    const key = "drs_live_shop";
    for (let number = 0; number < 120; number += 1)
      expect((await upload(url, { key })).body.error.code).toBe("qr_not_found");
    expect((await upload(url, { key })).status).toBe(429);
    expect((await upload(url)).body.error.code).toBe("qr_not_found");
  });
});
