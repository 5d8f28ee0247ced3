import { describe, expect, onTestFinished, test } from "vitest";
import { createArrival } from "../../src/bot/telegram/arrival.ts";
import { fail } from "../../src/core/failure.ts";
import { createLog } from "../../src/core/log.ts";
import { ok } from "../../src/core/result.ts";
import { createServer } from "../../src/http/server.ts";

const secret = "a-secret-of-the-tests";
const path = "/telegram/1f0c";

const openWebhook = async () => {
  const state = { isAway: false, taken: [] as number[] };
  const log = createLog("silent");
  const arrive = createArrival(async (updates) => {
    if (state.isAway) return fail("overloaded");
    state.taken.push(...updates.map(({ update_id }) => update_id));
    return ok(undefined);
  }, log);
  const server = createServer({
    servesApi: false,
    accounts: { revokeLeaked: async () => ok(null) },
    webhook: { path, secret, arrive },
    health: { databaseReady: async () => true, cacheKind: "memory" },
    trustedProxies: [],
    publicUrl: null,
    log,
    now: () => new Date(),
  } as unknown as Parameters<typeof createServer>[0]);
  const url = await server.listen("127.0.0.1", 0);
  onTestFinished(() => server.close());
  const post = (body: string, shown: string | null = secret) =>
    fetch(`${url}${path}`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        ...(shown !== null && { "x-telegram-bot-api-secret-token": shown }),
      },
    });
  return { state, post, server };
};

describe("the webhook", () => {
  test("answers 200 when the update is written down", async () => {
    const { state, post } = await openWebhook();
    expect((await post('{"update_id":7}')).status).toBe(200);
    expect(state.taken).toEqual([7]);
  });

  test.each([null, "", "another-secret", `${secret}x`])(
    "refuses who shows %j, and takes nothing",
    async (shown) => {
      const { state, post } = await openWebhook();
      expect((await post('{"update_id":7}', shown)).status).toBe(401);
      expect(state.taken).toEqual([]);
    },
  );

  test("answers 503 while the database is away, so that Telegram brings it again", async () => {
    const { state, post } = await openWebhook();
    state.isAway = true;
    expect((await post('{"update_id":7}')).status).toBe(503);
    state.isAway = false;
    expect((await post('{"update_id":7}')).status).toBe(200);
    expect(state.taken).toEqual([7]);
  });

  test("takes what is no update from Telegram and leaves it", async () => {
    const { state, post } = await openWebhook();
    for (const body of ["{", "[]", "7", '{"update_id":"7"}', '{"update_id":-1}', "{}"])
      expect((await post(body)).status).toBe(200);
    expect(state.taken).toEqual([]);
  });

  test("is held to no timings: a busy hour comes from one address", async () => {
    const { state, post } = await openWebhook();
    const statuses = new Set<number>();
    for (let round = 0; round < 14; round += 1) {
      const posts = Array.from({ length: 50 }, (_, at) => post(`{"update_id":${round * 50 + at}}`));
      for (const { status } of await Promise.all(posts)) statuses.add(status);
    }
    expect([...statuses]).toEqual([200]);
    expect(state.taken).toHaveLength(700);
  });
});
