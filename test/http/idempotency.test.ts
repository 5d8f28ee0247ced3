import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/core/canonical-json.ts";
import {
  createIdempotency,
  isIdempotencyKey,
  type RepeatableRequest,
} from "../../src/http/idempotency/idempotency.ts";
import {
  type DatabaseKind,
  databaseKinds,
  temporaryStoreOn,
  testSecret,
} from "../support/temporary-store.ts";

const asked: RepeatableRequest = {
  account: "account-1",
  mode: "live",
  endpoint: "/api/verify-beta",
  key: "order-42",
  body: { reference: "DKF7ABCD12" },
  deadlineMs: 15_000,
};
const reply = {
  status: 200,
  contentType: "application/json; charset=utf-8",
  contentLanguage: null,
  body: '{"status":"success","name":"Abebe"}',
};

/** Two processes over one database and one clock, which the test turns. */
const createPair = async (kind: DatabaseKind) => {
  const clock = { at: new Date("2026-11-15T09:00:00Z") };
  const now = () => clock.at;
  const { store } = await temporaryStoreOn(kind, now);
  const leases = ["lease-1", "lease-2"].map((id) => ({ id, expires_at: now().getTime() + 48 * 3_600_000 }));
  await store.db.insertInto("process_lease").values(leases).execute();
  const [first, second] = leases.map(({ id }) =>
    createIdempotency({ store, secret: testSecret, leaseId: () => id, now }),
  );
  if (!first || !second) throw new Error("two processes");
  const later = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms);
  };
  return { first, second, store, later };
};

const claimOf = (begun: Awaited<ReturnType<ReturnType<typeof createIdempotency>["begin"]>>) => {
  if (!begun.ok || begun.value.kind !== "execute") throw new Error(`no claim: ${JSON.stringify(begun)}`);
  return begun.value.claim;
};

describe.each(databaseKinds)("a key on %s", (kind) => {
  test("lets one of all parallel copies execute, the others hear that it runs", async () => {
    const { first, second } = await createPair(kind);
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_, copy) => (copy % 2 ? first : second).begin(asked)),
    );
    expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
    expect(begun.filter((one) => !one.ok && one.error.code === "request_in_progress")).toHaveLength(19);
  });

  test("gives every later copy the first reply, byte for byte, for 24 hours", async () => {
    const { first, second, later } = await createPair(kind);
    expect(await first.keep(claimOf(await first.begin(asked)), reply)).toEqual({ ok: true, value: true });
    later(24 * 3_600_000 - 1);
    expect(await second.begin(asked)).toEqual({ ok: true, value: { kind: "replay", reply } });
    later(1);
    expect(await second.begin(asked)).toMatchObject({ value: { kind: "execute" } });
  });

  test("with another body is refused, while the first runs and afterwards", async () => {
    const { first } = await createPair(kind);
    const claim = claimOf(await first.begin(asked));
    const other = { ...asked, body: { reference: "DKF7ABCD13" } };
    const reused = { ok: false, error: { code: "idempotency_key_reused", param: "Idempotency-Key" } };
    expect(await first.begin(other)).toEqual(reused);
    await first.keep(claim, reply);
    expect(await first.begin(other)).toEqual(reused);
  });

  test("is another one for another account, endpoint or mode", async () => {
    const { first } = await createPair(kind);
    await first.keep(claimOf(await first.begin(asked)), reply);
    for (const other of [{ account: "account-2" }, { endpoint: "/api/verify" }, { mode: "test" as const }])
      expect(await first.begin({ ...asked, ...other })).toMatchObject({ value: { kind: "execute" } });
  });

  test("that was given back can execute again", async () => {
    const { first, second } = await createPair(kind);
    await first.free(claimOf(await first.begin(asked)));
    expect(await second.begin(asked)).toMatchObject({ value: { kind: "execute" } });
  });

  test("whose execution is overdue is free, and the late one can neither keep nor free it", async () => {
    const { first, second, later } = await createPair(kind);
    const late = claimOf(await first.begin(asked));
    later(asked.deadlineMs + 10_000 - 1);
    expect(await second.begin(asked)).toMatchObject({ error: { code: "request_in_progress" } });
    later(1);
    const claim = claimOf(await second.begin(asked));
    expect(await first.keep(late, { ...reply, body: "late" })).toEqual({ ok: true, value: false });
    await first.free(late);
    expect(await second.keep(claim, reply)).toEqual({ ok: true, value: true });
    expect(await first.begin(asked)).toEqual({ ok: true, value: { kind: "replay", reply } });
  });

  test("whose process is gone is free at once, and a reply that was kept outlives its process", async () => {
    const { first, second, store } = await createPair(kind);
    const lost = claimOf(await first.begin(asked));
    const kept = { ...asked, key: "order-43" };
    await first.keep(claimOf(await first.begin(kept)), reply);
    await store.db.deleteFrom("process_lease").where("id", "=", "lease-1").execute();
    claimOf(await second.begin(asked));
    expect(await store.transaction(first.alongside(lost, () => reply).isMine)).toEqual({
      ok: true,
      value: false,
    });
    expect(await second.begin(kept)).toEqual({ ok: true, value: { kind: "replay", reply } });
  });

  test("is kept with the transaction that charges, or not at all", async () => {
    const { first, store } = await createPair(kind);
    const claim = claimOf(await first.begin(asked));
    const { isMine, keep } = first.alongside(claim, (body: string) => ({ ...reply, body }));
    await expect(
      store.transaction(async (trx) => {
        await keep(trx, "charged");
        throw new Error("the charge failed");
      }),
    ).rejects.toThrow();
    expect(await first.begin(asked)).toMatchObject({ error: { code: "request_in_progress" } });
    expect(await store.transaction(isMine)).toEqual({ ok: true, value: true });
    await store.transaction((trx) => keep(trx, "charged"));
    expect(await store.transaction(isMine)).toEqual({ ok: true, value: false });
    expect(await first.begin(asked)).toMatchObject({ value: { reply: { body: "charged" } } });
  });

  test("leaves neither itself nor a name in the database, and goes when its time is over", async () => {
    const { first, store, later } = await createPair(kind);
    await first.keep(claimOf(await first.begin(asked)), reply);
    const rows = await store.db.selectFrom("idempotency").selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/order-42|Abebe|DKF7ABCD12/);
    expect(await first.applyRetention()).toEqual({ ok: true, value: 0 });
    later(24 * 3_600_000);
    expect(await first.applyRetention()).toEqual({ ok: true, value: 1 });
    expect(await store.db.selectFrom("idempotency").selectAll().execute()).toEqual([]);
  });
});

test("a key has 1 to 255 visible ASCII characters", () => {
  expect(["a", "x".repeat(255), "8e03978e-40d5-43dd-bc93-6894a57f9324", "~!"].every(isIdempotencyKey)).toBe(
    true,
  );
  expect(["", "x".repeat(256), "a b", "ü", "a\n", "a, b"].some(isIdempotencyKey)).toBe(false);
});

test("a body as deep as can be sent is read without harm", () => {
  const deep = JSON.parse(`${"[".repeat(8_000)}${"]".repeat(8_000)}`);
  expect(canonicalJson({ items: [deep] })).toMatch(/^\{"items":\[{15}\{\}\]{15}\}$/);
});

test("a body is the same in whatever order its members stand", () => {
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, member]) => [name, shuffled(member)]),
          )
        : value;
  const json = () => fc.jsonValue({ maxDepth: 10 });
  fc.assert(
    fc.property(json(), json(), (one, other) => {
      expect(canonicalJson(shuffled(one))).toBe(canonicalJson(one));
      expect(JSON.parse(canonicalJson(one))).toEqual(JSON.parse(JSON.stringify(one)));
      if (canonicalJson(one) === canonicalJson(other))
        expect(JSON.parse(JSON.stringify(one))).toEqual(JSON.parse(JSON.stringify(other)));
    }),
  );
});
