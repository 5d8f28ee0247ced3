import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBookAudit } from "../../src/operator/metrics/book-audit.ts";
import { createMetrics } from "../../src/operator/metrics/metrics.ts";
import { endOfFirst } from "../../src/operator/metrics/own-readings.ts";
import { noon, startApi } from "../support/api.ts";
import { caseNamed } from "../support/cases.ts";
import { issueCertificate } from "../support/certificates.ts";
import { temporaryStore } from "../support/temporary-store.ts";
import { createWorld } from "../support/world.ts";

/** The value of the one series of a scrape whose line begins like this; undefined where there is none. */
const sampleOf = (scrape: string, series: string): number | undefined => {
  const line = scrape.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

const seriesIn = (scrape: string): readonly string[] =>
  scrape.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

const scrapeOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

describe("a scrape", () => {
  test("tells of requests, verifications, chats, banks and the database of a running service", async () => {
    const world = await createWorld({ hasChat: true });
    onTestFinished(world.close);
    const { request: body } = caseNamed("beta", "verified");
    await world.post("/api/verify-beta", body);
    await world.post("/api/verify-beta", caseNamed("beta", "not-found").request);
    await world.post("/api/verify-beta", caseNamed("beta", "format-changed").request);
    await world.post("/api/verify-beta", { transactionId: "?" });
    await world.selam().say("/start");
    await expect
      .poll(async () => sampleOf(await scrapeOf(world.url), 'drs_chat_updates_total{outcome="done"}'), {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    // A thread that starts ahead for further pages counts as running until it is ready.
    await expect
      .poll(async () => sampleOf(await scrapeOf(world.url), 'drs_pool_running{pool="documents"}'), {
        timeout: 20_000,
      })
      .toBe(0);
    const scrape = await scrapeOf(world.url);
    const expected: Readonly<Record<string, number>> = {
      'drs_verifications_total{provider="beta",outcome="verified"}': 1,
      'drs_verifications_total{provider="beta",outcome="receipt_not_found"}': 1,
      'drs_verifications_total{provider="beta",outcome="provider_format_changed"}': 1,
      'drs_provider_format_errors_total{provider="beta",kind="contract"}': 1,
      'drs_provider_circuit_state{provider="alpha"}': 0,
      'drs_provider_inflight{provider="beta"}': 0,
      'drs_pool_running{pool="documents"}': 0,
      drs_reservations_open: 0,
      drs_ledger_imbalance_minor: 0,
      drs_topped_up_minor: 0,
      drs_charged_minor_total: 0,
      drs_database_readable: 1,
      'http_server_request_duration_seconds_count{http_route="/api/verify-beta",http_request_method="POST",http_response_status_code="200",error_type=""}': 1,
      'http_server_request_duration_seconds_count{http_route="/api/verify-beta",http_request_method="POST",http_response_status_code="404",error_type="receipt_not_found"}': 1,
      'http_client_request_duration_seconds_count{provider="beta",server_address="127.0.0.1",error_type=""}': 3,
    };
    const found = Object.fromEntries(
      Object.keys(expected).map((series) => [series, sampleOf(scrape, series)]),
    );
    expect(found).toEqual(expected);
    expect(sampleOf(scrape, 'drs_provider_last_success_timestamp_seconds{provider="beta"}')).toBeGreaterThan(
      0,
    );
    expect(sampleOf(scrape, 'drs_cache_total{result="miss"}')).toBeGreaterThan(0);
    expect(sampleOf(scrape, "drs_inbox_waiting")).toBeGreaterThanOrEqual(0);
    expect(sampleOf(scrape, "drs_disk_free_bytes")).toBeGreaterThan(0);
    expect(scrape).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(scrape).toContain("process_resident_memory_bytes");
  });

  test("stays within 2,000 series, whatever callers ask for", async () => {
    const metrics = createMetrics(() => null);
    const { observe } = metrics;
    for (let at = 0; at < 3_000; at += 1) {
      const provider = `provider-${at}`;
      observe({
        kind: "http_request",
        route: `/route/${at % 60}`,
        method: "GET",
        status: 200 + (at % 300),
        errorType: `code-${at % 50}`,
        seconds: 1,
      });
      observe({ kind: "provider_request", provider, host: provider, errorType: "", seconds: 1 });
      observe({ kind: "verification", provider, outcome: "verified", chargedSantim: 0, refusedTier: "" });
    }
    const scrape = await metrics.scrape();
    expect(seriesIn(scrape).length).toBeLessThan(2_000);
    expect(
      sampleOf(
        scrape,
        'http_server_request_duration_seconds_count{http_route="other",http_request_method="other",http_response_status_code="other",error_type="other"}',
      ),
    ).toBeGreaterThan(2_000);
  });

  test("counts charges and refusals", async () => {
    const metrics = createMetrics(() => null);
    const verification = { kind: "verification", provider: "beta" } as const;
    metrics.observe({ ...verification, outcome: "verified", chargedSantim: 500, refusedTier: "" });
    metrics.observe({
      ...verification,
      outcome: "daily_quota_exceeded",
      chargedSantim: 0,
      refusedTier: "anonymous",
    });
    const scrape = await metrics.scrape();
    expect(sampleOf(scrape, "drs_charged_minor_total")).toBe(500);
    expect(sampleOf(scrape, 'drs_quota_rejections_total{tier="anonymous"}')).toBe(1);
  });

  test("says within a second what it has when the database does not answer", async () => {
    const own = () => ({
      providers: [],
      pools: {},
      connections: null,
      imbalanceSantim: 0,
      diskFreeBytes: null,
    });
    const store = { read: () => new Promise<never>(() => {}) };
    const metrics = createMetrics(() => ({ own, store, now: () => noon }));
    const startedMs = performance.now();
    const scrape = await metrics.scrape();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(sampleOf(scrape, "drs_database_readable")).toBe(0);
    expect(sampleOf(scrape, "drs_reservations_open")).toBeUndefined();
    expect(sampleOf(scrape, "drs_ledger_imbalance_minor")).toBe(0);
  });

  test("takes the earliest end of a ca file's certificates", () => {
    const ends = ["2027-03-01T00:00:00Z", "2027-01-15T12:00:00Z"].map((text) => new Date(text));
    const pems = ends.map((until) => issueCertificate({ subject: "a root", until }).certificatePem);
    expect(endOfFirst(`a comment\n${pems.join("\n")}`)).toEqual(ends[1]);
    expect(endOfFirst(undefined)).toBeNull();
  });
});

describe("the audit of the books", () => {
  test("finds an account whose balance is not the sum of its entries, and sees when that is mended", async () => {
    const { store } = await temporaryStore();
    const balance = (posted_santim: number) =>
      store.transaction((trx) => trx.updateTable("balance").set({ posted_santim }).execute());
    await store.transaction(async (trx) => {
      await trx
        .insertInto("balance")
        .values({ account_id: "a", posted_santim: 1_000, pending_santim: 0, entries: 1 })
        .execute();
      await trx
        .insertInto("ledger_entry")
        .values({
          account_id: "a",
          seq: 1,
          kind: "topup",
          amount_santim: 1_000,
          balance_santim: 1_000,
          reservation_id: null,
          source: "operator",
          at: 1,
        })
        .execute();
    });
    const audit = createBookAudit(store);
    await audit.step();
    expect(audit.imbalanceSantim()).toBe(0);
    await balance(1_300);
    await audit.step();
    expect(audit.imbalanceSantim()).toBe(300);
    await balance(1_000);
    await audit.step();
    expect(audit.imbalanceSantim()).toBe(0);
  });
});

/** The status that these headers get. */
const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request(`${url}/metrics`, { headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    asked.on("error", reject).end();
  });

const door = { scrape: async () => "up 1\n", contentType: "text/plain; version=0.0.4", observe: () => {} };
const token = "0123456789abcdef-metrics";

describe("/metrics", () => {
  test("answers this machine's programs, and nobody who comes through a proxy", async () => {
    const api = await startApi({ metrics: { ...door, token: null } });
    onTestFinished(api.close);
    expect(await statusOf(api.url, {})).toBe(200);
    const names = ["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via"];
    for (const name of [...names, "X-Real-IP", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP"])
      expect(await statusOf(api.url, { [name]: "127.0.0.1" }), name).toBe(404);
    for (const host of ["localhost", "LOCALHOST:3000", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:3000"])
      expect(await statusOf(api.url, { host }), host).toBe(200);
    for (const host of ["pay.example", "pay.example:3000", "localhost.example", "192.0.2.7", "[2001:db8::1]"])
      expect(await statusOf(api.url, { host }), host).toBe(404);
  });

  test("answers nobody who comes through nginx with nothing but proxy_pass in its configuration", async () => {
    for (const [given, status] of [
      [null, 404],
      [token, 200],
    ] as const) {
      const api = await startApi({ metrics: { ...door, token: given } });
      onTestFinished(api.close);
      const { host, hostname, port } = new URL(api.url);
      const socket = connect(Number(port), hostname);
      socket.end(
        `GET /metrics HTTP/1.0\r\nHost: ${host}\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      );
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  test("answers whoever shows the token, and nobody else", async () => {
    const api = await startApi({ metrics: { ...door, token } });
    onTestFinished(api.close);
    expect(await statusOf(api.url, { authorization: `Bearer ${token}` })).toBe(200);
    expect(
      await statusOf(api.url, { authorization: `Bearer ${token}`, "x-forwarded-for": "192.0.2.7" }),
    ).toBe(200);
    for (const shown of ["", token, `Bearer ${token} `.repeat(2), `Bearer ${token.slice(1)}`, "Bearer "])
      expect(await statusOf(api.url, { authorization: shown }), shown).toBe(404);
    expect(await statusOf(api.url, {})).toBe(404);
  });

  test("is served by a process that runs the bot alone", async () => {
    const api = await startApi({ servesApi: false, metrics: { ...door, token: null } });
    onTestFinished(api.close);
    expect(await statusOf(api.url, {})).toBe(200);
    expect((await fetch(`${api.url}/api/providers`)).status).toBe(404);
  });
});
