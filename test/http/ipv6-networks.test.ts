import { describe, expect, test } from "vitest";
import { pictureCallerOf } from "../../src/http/picture-form.ts";
import { askFor, codeOf, openBooks, verified } from "../support/books.ts";
import { answer } from "../support/misbehaving-server.ts";
import { openShop } from "../support/shop.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** An IPv6 /56 is one caller, and no /48 has more than twenty answers a day, however many addresses somebody uses. */

test("over HTTP every address of a /56 shares five answers, and a /48 has twenty", async () => {
  const shop = await openShop({ trustedProxies: "127.0.0.1/32" });
  const check = async (from: string) => {
    const { status, headers } = await shop.ask("/api/verify-beta", { from, body: shop.bank.newOrder().body });
    return [status, headers.get("ratelimit")?.replace(/;t=.*/, "")];
  };
  for (let subnet = 0; subnet < 5; subnet += 1)
    expect(await check(`2001:db8:7:${subnet.toString(16)}::${subnet}`)).toEqual([
      200,
      `"daily";r=${4 - subnet}`,
    ]);
  expect(await check("2001:db8:7:ff::1")).toEqual([429, '"daily";r=0']);
  for (let block = 1; block <= 3; block += 1)
    for (let n = 0; n < 5; n += 1) expect((await check(`2001:db8:7:${block}0${n}::1`))[0]).toBe(200);
  const full = await shop.ask("/api/verify-beta", {
    from: "2001:db8:7:500::1",
    body: shop.bank.newOrder().body,
  });
  expect([full.status, full.code]).toEqual([429, "daily_quota_exceeded"]);
  expect((await check("2001:db8:8:500::1"))[0]).toBe(200);
  expect((await check("203.0.113.9"))[0]).toBe(200);
});

test("over HTTP an address of IPv6 is none of IPv4, though it ends like one", async () => {
  const shop = await openShop({ trustedProxies: "127.0.0.1,203.0.113.0/24" });
  const remaining = async (from: string) => {
    const { headers } = await shop.ask("/api/verify-beta", { from, body: shop.bank.newOrder().body });
    return headers.get("ratelimit")?.replace(/;t=.*/, "");
  };
  for (let left = 4; left >= 0; left -= 1)
    expect(await remaining(`198.51.100.${left}, ::203.0.113.5`)).toBe(`"daily";r=${left}`);
  expect(await remaining("198.51.100.9, ::ffff:203.0.113.5")).toBe('"daily";r=4');
});

test("over HTTP a /48 has ten look-ups an hour that a bank leaves unanswered, from all its blocks together", async () => {
  const shop = await openShop({ trustedProxies: "127.0.0.1/32" });
  const ask = async (from: string, isAnswered = false) => {
    const order = shop.bank.newOrder();
    if (!isAnswered) shop.bank.misbehave(order, answer(500));
    const { status, code } = await shop.ask("/api/verify-beta", { from, body: order.body });
    return [status, code];
  };
  for (let n = 0; n < 10; n += 1)
    expect([n, await ask(`2001:db8:7:${n}00::1`)]).toEqual([n, [502, "provider_error"]]);
  for (const block of ["0", "900", "a00"])
    expect(await ask(`2001:db8:7:${block}::1`)).toEqual([429, "rate_limited"]);
  expect(shop.bank.requests).toHaveLength(10);
  expect(await ask("2001:db8:8::1")).toEqual([502, "provider_error"]);
  shop.later(3_600_000);
  expect(await ask("2001:db8:7::1", true)).toEqual([200, undefined]);
});

test("the pictures of a /48 wait in one caller's turn", () => {
  const nameOf = (address: string) =>
    pictureCallerOf({ account: null, caller: { kind: "address", address } }).id;
  expect(nameOf("2001:db8:7:100::1")).toBe(nameOf("2001:db8:7:200::1"));
  expect(nameOf("2001:db8:7:100::1")).not.toBe(nameOf("2001:db8:8:100::1"));
  expect(nameOf("203.0.113.7")).not.toBe(nameOf("203.0.113.8"));
});

describe.each(databaseKinds)("a /48 on %s", (kind) => {
  test("lets exactly twenty through of 200 at once, and has back what is given back", async () => {
    const { accounts, pass, remaining } = await openBooks(kind);
    const callers = Array.from({ length: 200 }, (_, n) => ({
      kind: "address" as const,
      address: `2001:db8:9:${(n % 100).toString(16)}00::${n}`,
    }));
    // At one bank ten may be under way at once.
    const askAt = (n: number) => ({
      ...askFor(n),
      question: { provider: n % 2 ? "beta" : "gamma", canonical: `question ${n}` },
    });
    const reserved = await Promise.all(callers.map((caller, n) => accounts.reserve(caller, askAt(n))));
    const held = reserved.flatMap((one) => (one.ok ? [one.value] : []));
    expect(held).toHaveLength(20);
    const other = { kind: "address", address: "2001:db8:9:ee00::1" } as const;
    expect(await remaining(other)).toBe(0);
    for (const one of held.slice(0, 3)) expect(codeOf(await accounts.void(one))).toBe("ok");
    for (const one of held.slice(3)) expect(codeOf(await accounts.commit(one, verified()))).toBe("ok");
    expect(await remaining(other)).toBe(3);
    pass(12 * 3_600_000);
    expect(await remaining(other)).toBe(5);
  });
});
