import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type FailureCode, fail } from "../../src/core/failure.ts";
import type { VerifiedReceipt } from "../../src/core/receipt.ts";
import { ok } from "../../src/core/result.ts";
import type { Decoder } from "../../src/documents/decoder.ts";
import type { Provider, Question } from "../../src/providers/provider.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import { createAskProvider } from "../../src/verify/ask-provider.ts";
import {
  type CachedAnswer,
  type CacheKey,
  createReceiptCache,
  type ReceiptCache,
} from "../../src/verify/cache.ts";
import { createLookUp, type LookUp } from "../../src/verify/look-up.ts";
import {
  answer,
  type Behaviour,
  type MisbehavingServer,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { settingsOf, shortBudgets } from "../support/upstream-asking.ts";

const receiptWith = (reference: string): VerifiedReceipt => ({
  receipt: {
    bank: "TEST Bank",
    document_type: "Receipt",
    status: "Verified",
    transaction_reference: reference,
    payment_date: "15-11-2026 10:20:30",
    payer_name: "Selam Getachew",
    payer_account: "2519****4321",
    receiver_name: "Hana Mekonnen",
    receiver_account: "2519****8765",
    transferred_amount: "1250.00 ETB",
    total_debited: "1250.00 ETB",
    pdf_available: true,
  },
  amountMinor: 125_000,
  paymentDateIso: "2026-11-15T10:20:30+03:00",
  totalCheck: "exact",
  absentFields: [],
  paymentKind: "transfer",
  receiverBank: "beta",
  isReceiverAccountShown: true,
});

/** A decoder of pages that are one word, `cut` being a page that lost its end. */
const decoder: Pick<Decoder, "decode"> = {
  decode: async (bytes) => {
    const text = Buffer.from(bytes).toString();
    if (text === "cut") return fail("provider_error");
    return ok({
      kind: "html",
      whole: true,
      title: "",
      text,
      links: [],
      rows: [],
      lines: [],
      passages: [],
      statuses: [],
      hiddenTexts: [],
      hiddenByPayer: [],
      hiddenPairs: [],
      swallowed: [],
      asksForPassword: false,
    });
  },
};

const failures: readonly FailureCode[] = [
  "receipt_not_found",
  "receipt_not_completed",
  "receipt_mismatch",
  "provider_format_changed",
  "provider_blocked",
];

let upstream: Upstream;
let server: MisbehavingServer;
let cache: ReceiptCache;
let lookUp: LookUp;
let nowMs: number;
/** Whether whoever joins a question finds no place of its own at the provider. */
let noPlace: boolean;
const now = () => new Date(nowMs);
let provider: Provider;

const serve = async (behaviour: Behaviour): Promise<void> => {
  server = await startMisbehavingServer(behaviour);
  provider = providerOf("alpha", 1);
};

const providerOf = (label: string, contractVersion: number): Provider => ({
  label,
  limited: true,
  holdsAccounts: true,
  contractVersion,
  timeoutMs: 2_000,
  settings: settingsOf(server.url),
  shapes: [],
  readLink: () => undefined,
  request: z.unknown(),
  askWith: (body) => ok(body),
  receiptId: (reference) => reference,
  open: () => fail("internal_error"),
});

/** The reader gives a receipt for `verified <reference>`, else the failure that the page names. */
const questionOf = (reference: string, path = `/receipt/${reference}`): Question => ({
  provider: "alpha",
  canonical: reference,
  body: {},
  encodedDate: null,
  requests: [{ url: server.url + path, headers: {}, statuses: [200] }],
  read: ({ document }) => {
    const text = document.kind === "html" ? document.text : "";
    const code = failures.find((each) => each === text);
    return code === undefined ? ok(receiptWith(text.replace("verified ", ""))) : fail(code);
  },
});

const verified: Behaviour = (socket, request) =>
  answer(200, `verified ${/receipt\/(\w+)/.exec(request.head)?.[1]}`)(socket, request);

/** The options of somebody's look-up. */
const from = (subject: string) => ({ asker: { subject, shareId: subject, isKeyed: false } });

beforeEach(() => {
  nowMs = Date.parse("2026-11-15T12:00:00Z");
  upstream = createUpstream({ budgets: shortBudgets });
  const store = new Map<string, string>();
  cache = createReceiptCache({
    store: {
      get: async (key) => store.get(key),
      set: async (key, value) => store.set(key, value),
    },
    secret: "s".repeat(32),
    now,
    log: { warn: () => undefined },
  });
  noPlace = false;
  lookUp = createLookUp({
    askProvider: createAskProvider({ upstream, decoder, now }),
    upstream: { occupy: async (...asked) => (noPlace ? fail("overloaded") : upstream.occupy(...asked)) },
    cache,
    now,
  });
});

afterEach(async () => {
  await upstream.close();
  await server.close();
});

describe("looking a receipt up", () => {
  test("asks the provider, decodes and reads", async () => {
    await serve(verified);
    const outcome = await lookUp(provider, questionOf("A1"));
    expect(outcome).toMatchObject({
      source: "live",
      checkedAt: new Date(nowMs),
      result: { ok: true, value: { receipt: { transaction_reference: "A1" } } },
    });
    expect(outcome.timings.upstreamMs).toBeGreaterThan(0);
    expect(outcome.timings.parseMs).toBeGreaterThanOrEqual(0);
  });

  test("asks once for callers who ask the same at the same time", async () => {
    await serve(verified);
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => lookUp(provider, questionOf("A1"))));
    expect(server.requests).toHaveLength(1);
    expect(new Set(outcomes.map(({ source }) => source))).toEqual(new Set(["live"]));
  });

  test("dates what a second caller joins by when the provider was asked", async () => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await serve((socket, request) => void held.then(() => verified(socket, request)));
    const first = new Date(nowMs);
    const options = (subject: string) => ({ ...from(subject), isFresh: true });
    const begun = lookUp(provider, questionOf("A1"), options("hana"));
    await expect.poll(() => server.requests.length).toBe(1);
    nowMs += 20_000;
    const joined = lookUp(provider, questionOf("A1"), options("abebe"));
    answerNow();
    expect(await begun).toMatchObject({ checkedAt: first, askedAt: first });
    expect(await joined).toMatchObject({ checkedAt: new Date(nowMs), askedAt: first });
    expect(server.requests).toHaveLength(1);
    nowMs += 1_000;
    expect(await lookUp(provider, questionOf("A1"), from("sara"))).toMatchObject({ askedAt: first });
    expect(await lookUp(provider, questionOf("A1"), from("sara"))).toMatchObject({ askedAt: first });
  });

  /** A question about the receipt A1 at another host of its provider, which calls it undone. */
  const undoneElsewhere = (): Question => {
    const [request = { url: "", headers: {}, statuses: [] }] = questionOf("A1").requests;
    return {
      ...questionOf("A1"),
      canonical: "link token",
      requests: [{ ...request, url: `http://localhost:${server.port}/token` }],
      read: () => fail("receipt_not_completed", { printedReference: "A1" }),
    };
  };

  test("gives no answer again that is older than what another host of the provider calls undone", async () => {
    await serve(verified);
    for (const subject of ["hana", "abebe"]) await lookUp(provider, questionOf("A1"), from(subject));
    nowMs += 1_000;
    await lookUp(provider, undoneElsewhere(), from("sara"));
    const asked = server.requests.length;
    nowMs += 10_000;
    expect((await lookUp(provider, questionOf("A1"), from("hana"))).source).toBe("live");
    expect(server.requests).toHaveLength(asked + 1);
  });

  test("gives whoever joins none that was called undone meanwhile", async () => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    let turns = 0;
    await serve((socket, request) => {
      if (request.head.includes("/token")) return answer(200, "x")(socket, request);
      turns += 1;
      if (turns > 1) return answer(200, "receipt_not_completed")(socket, request);
      void held.then(() => verified(socket, request));
    });
    const begun = lookUp(provider, questionOf("A1"), from("hana"));
    await expect.poll(() => turns).toBe(1);
    const joined = lookUp(provider, questionOf("A1"), from("abebe"));
    nowMs += 1_000;
    await lookUp(provider, undoneElsewhere(), from("sara"));
    answerNow();
    expect((await begun).result.ok).toBe(true);
    expect((await joined).result).toMatchObject({ error: { code: "receipt_not_completed" } });
  });

  test("refuses whoever has no place as soon as if nobody else asked the same", async () => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await serve((socket, request) => void held.then(() => verified(socket, request)));
    const begun = lookUp(provider, questionOf("A1"), from("hana"));
    await expect.poll(() => server.requests.length).toBe(1);
    noPlace = true;
    const refused = await lookUp(provider, questionOf("A1"), from("abebe"));
    expect(refused.result).toMatchObject({ error: { code: "overloaded" } });
    answerNow();
    expect((await begun).result.ok).toBe(true);
  });

  test("shares a failure too, and asks anew afterwards", async () => {
    await serve(answer(500));
    const codes = await Promise.all([1, 2, 3].map(() => lookUp(provider, questionOf("A1"))));
    expect(codes.map(({ result }) => result)).toMatchObject(
      Array(3).fill({ error: { code: "provider_error" } }),
    );
    expect(server.requests).toHaveLength(1);
    await lookUp(provider, questionOf("A1"));
    expect(server.requests).toHaveLength(2);
  });

  test("does not share between questions, providers or contract versions", async () => {
    await serve(verified);
    await Promise.all([
      lookUp(provider, questionOf("A1")),
      lookUp(provider, questionOf("A2")),
      lookUp(providerOf("beta", 1), questionOf("A1")),
      lookUp(providerOf("alpha", 2), questionOf("A1")),
    ]);
    expect(server.requests).toHaveLength(4);
  });

  test("passes a bug on and can be asked again", async () => {
    await serve(verified);
    const broken = {
      ...questionOf("A1"),
      read: () => {
        throw new Error("a bug");
      },
    };
    await expect(lookUp(provider, broken)).rejects.toThrow("a bug");
    expect((await lookUp(provider, questionOf("A1"))).result.ok).toBe(true);
  });

  test("a cut document opens the circuit, an unknown page does not", async () => {
    await serve((socket, request) =>
      answer(200, request.head.includes("/cut") ? "cut" : "provider_format_changed")(socket, request),
    );
    const codeOf = async (path: string, turn: number) => {
      const { result } = await lookUp(provider, questionOf(`A${turn}`, path));
      return result.ok ? "verified" : result.error.code;
    };
    for (let turn = 0; turn < 12; turn += 1)
      expect(await codeOf("/odd", turn)).toBe("provider_format_changed");
    for (let turn = 0; turn < 10; turn += 1) expect(await codeOf("/cut", turn)).toBe("provider_error");
    expect(await codeOf("/cut", 11)).toBe("provider_unavailable");
  });
});

describe("an answer that is given again", () => {
  const sourceAfter = async (waitMs: number) => {
    await lookUp(provider, questionOf("A1"));
    nowMs += waitMs;
    return lookUp(provider, questionOf("A1"));
  };

  test("a record for five minutes, with the time when the provider was asked", async () => {
    await serve(verified);
    const askedAt = new Date(nowMs);
    const again = await sourceAfter(5 * 60_000 - 1);
    expect(again).toMatchObject({
      source: "cache",
      checkedAt: askedAt,
      result: { value: receiptWith("A1") },
    });
    nowMs += 1;
    expect((await lookUp(provider, questionOf("A1"))).source).toBe("live");
    expect(server.requests).toHaveLength(2);
  });

  test("not found for ten seconds", async () => {
    await serve(answer(200, "receipt_not_found"));
    const again = await sourceAfter(9_999);
    expect(again).toMatchObject({ source: "cache", result: { error: { code: "receipt_not_found" } } });
    nowMs += 1;
    expect((await lookUp(provider, questionOf("A1"))).source).toBe("live");
  });

  test.each(failures.slice(1))("never %s", async (code) => {
    await serve(answer(200, code));
    expect((await sourceAfter(0)).source).toBe("live");
    expect(server.requests).toHaveLength(2);
  });

  test("never to another question, provider, contract or host", async () => {
    await serve(verified);
    await lookUp(provider, questionOf("A1"));
    const elsewhere = questionOf("A1");
    const others: readonly [Provider, Question][] = [
      [provider, questionOf("A2")],
      [provider, { ...questionOf("A1"), canonical: "A1 12345678" }],
      [providerOf("beta", 1), questionOf("A1")],
      [providerOf("alpha", 2), questionOf("A1")],
      [
        provider,
        {
          ...elsewhere,
          requests: [{ ...elsewhere.requests[0], url: `http://localhost:${server.port}/receipt/A1` }],
        },
      ],
    ];
    for (const [each, question] of others) expect((await lookUp(each, question)).source).toBe("live");
  });

  test("a cache that is away only means that the provider is asked", async () => {
    await serve(verified);
    const away = async (): Promise<never> => {
      throw new Error("away");
    };
    const kept: string[] = [];
    const broken = createReceiptCache({
      store: { get: away, set: away },
      secret: "s".repeat(32),
      now: () => new Date(nowMs),
      log: { warn: (_: unknown, message?: string) => kept.push(message ?? "") },
    });
    lookUp = createLookUp({
      askProvider: createAskProvider({ upstream, decoder, now }),
      upstream,
      cache: broken,
      now,
    });
    expect((await lookUp(provider, questionOf("A1"))).result.ok).toBe(true);
    expect(kept).toEqual(["The receipt cache is away; the banks are asked without it."]);
  });

  test("callers who come while the cache is read share one look-up", async () => {
    await serve(verified);
    const found: CacheKey[] = [];
    const slow: ReceiptCache = {
      find: async (key): Promise<CachedAnswer | null> => {
        found.push(key);
        return null;
      },
      keep: async () => undefined,
      noteUndone: async () => undefined,
      isUndoneSince: async () => false,
    };
    lookUp = createLookUp({
      askProvider: createAskProvider({ upstream, decoder, now }),
      upstream,
      cache: slow,
      now,
    });
    await Promise.all([lookUp(provider, questionOf("A1")), lookUp(provider, questionOf("A1"))]);
    expect(found).toEqual([{ provider: "alpha", contractVersion: 1, origin: server.url, canonical: "A1" }]);
  });
});
