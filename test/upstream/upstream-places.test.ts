import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import type { ReadAnswer } from "../../src/upstream/client.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import {
  answer,
  type Behaviour,
  inTurn,
  type MisbehavingServer,
  silence,
  startMisbehavingServer,
} from "../support/misbehaving-server.ts";
import { ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

let upstream: Upstream;
let server: MisbehavingServer;

beforeEach(() => {
  upstream = createUpstream({ budgets: shortBudgets });
});

afterEach(async () => {
  await upstream.close();
  await server.close();
});

const serve = async (behaviour: Behaviour) => {
  server = await startMisbehavingServer(behaviour);
};

/** A page is a miss when it says so, else a receipt. */
const read: ReadAnswer<string> = async ({ bytes }) => {
  const text = Buffer.from(bytes).toString();
  return text === "no such receipt" ? fail("receipt_not_found") : ok(text);
};

const find = (...paths: readonly [string, ...string[]]) => {
  const [first, ...others] = paths.map((path) => ({
    url: server.url + path,
    headers: {},
    statuses: [200, 404],
  }));
  if (first === undefined) throw new Error("no path");
  return upstream.fetch(
    { label: "eta", settings: settingsOf(server.url), timeoutMs: 800 },
    [first, ...others],
    read,
  );
};

/** Looks at a second place that says by its status alone that nothing lies there. */
const findWithSlips = () => {
  const place = { url: `${server.url}/1`, headers: {}, statuses: [200, 404] };
  return upstream.fetch(
    { label: "alpha", settings: settingsOf(server.url), timeoutMs: 800 },
    [place, { ...place, nothingThere: [404] }],
    read,
  );
};

const askedPaths = () => server.requests.map((head) => head.split(" ")[1]);

describe("a receipt that may lie at several places", () => {
  test("is looked for at the next place after a miss", async () => {
    await serve(inTurn(answer(404, "no such receipt"), answer(200, "a receipt")));
    expect(await find("/rt/1", "/ft/1")).toEqual(ok("a receipt"));
    expect(askedPaths()).toEqual(["/rt/1", "/ft/1"]);
  });

  test("is missing when the next place is bare, whatever its words", async () => {
    await serve(inTurn(answer(404, "no such receipt"), answer(404, "<h1>nothing here</h1>")));
    expect(await findWithSlips()).toMatchObject({ error: { code: "receipt_not_found" } });
    expect(askedPaths()).toHaveLength(2);
  });

  test("is not missing because the first place is bare", async () => {
    await serve(inTurn(answer(404, "<h1>nothing here</h1>"), answer(404)));
    expect(await findWithSlips()).toEqual(ok("<h1>nothing here</h1>"));
    expect(askedPaths()).toHaveLength(1);
  });

  test("is not looked for again once it is found", async () => {
    await serve(answer(200, "a receipt"));
    expect(await find("/rt/1", "/ft/1")).toEqual(ok("a receipt"));
    expect(askedPaths()).toEqual(["/rt/1"]);
  });

  test("is not found when no place has it", async () => {
    await serve(answer(404, "no such receipt"));
    expect(await find("/rt/1", "/ft/1")).toEqual(fail("receipt_not_found"));
    expect(askedPaths()).toEqual(["/rt/1", "/ft/1"]);
  });

  test("is not called missing when the second place does not answer", async () => {
    await serve(inTurn(answer(404, "no such receipt"), silence));
    expect(await find("/rt/1", "/ft/1")).toMatchObject({ error: { code: "provider_timeout" } });
  });

  test("is not looked for elsewhere when the first place fails", async () => {
    await serve(answer(500));
    expect(await find("/rt/1", "/ft/1")).toMatchObject({ error: { code: "provider_error" } });
    expect(askedPaths()).toEqual(["/rt/1"]);
  });
});

describe("a status that a provider also gives in passing", () => {
  const transient = { statuses: [200, 400], transientStatuses: [400] };

  test("is asked once more", async () => {
    await serve(inTurn(answer(400, "later"), answer(200, "a receipt")));
    expect(told(await ask(upstream, settingsOf(server.url), transient))).toBe("200 a receipt");
  });

  test("is the reader's to judge when it stays", async () => {
    await serve(answer(400, "later"));
    expect(told(await ask(upstream, settingsOf(server.url), transient))).toBe("400 later");
    expect(server.requests).toHaveLength(2);
  });
});
