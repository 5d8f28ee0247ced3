import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/config/config.ts";
import type { LookUpOutcome } from "../../src/verify/look-up.ts";
import { createProviderAnswers } from "../../src/verify/provider-answers.ts";
import { stateOf } from "../../src/web/status/status-page.tsx";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const bankAt = async (name: string, language = "en") => {
  const reply = await fetch(`${world.url}/status`, { headers: { "accept-language": language } });
  expect(reply.status).toBe(200);
  const $ = load(await reply.text());
  const own = $(".bank-news").filter((_, one) => $(one).find("h2").text().includes(name));
  return {
    state: own.find(".bank-news__state").text().replace(/\s+/g, " ").trim(),
    rows: own
      .find(".rows__row dd")
      .toArray()
      .map((one) => $(one).text()),
  };
};

describe("/status", () => {
  test("calls no bank working that was not asked", async () => {
    expect(await bankAt("gamma")).toEqual({
      state: "○ Not asked yet",
      rows: ["none yet", "not asked", "not asked"],
    });
    expect((await bankAt("gamma", "am")).state).toBe("○ እስካሁን አልተጠየቀም");
  });

  test("counts answers and failures of real questions, and says when the last answer was", async () => {
    await world.post("/api/verify-beta", { reference: "DKF1AB2CD3" });
    // That there is no such receipt is an answer, too.
    await world.post("/api/verify-beta", { reference: "DKF0N0T1N0" });
    expect(await bankAt("beta")).toEqual({
      state: "● Answers",
      rows: ["10:21", "2 checks, all answered", "2 checks, all answered"],
    });
    await world.post("/api/verify-beta", { reference: "DKFLERR0R1" });
    const { state, rows } = await bankAt("beta");
    expect(state).toBe("✕ Does not answer");
    expect(rows[1]).toBe("1 of 3 checks without an answer");
  });
});

describe("what is counted of a bank", () => {
  const start = new Date("2026-11-15T09:00:00Z");
  const minutesOn = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
  const timings = { upstreamMs: 1, parseMs: 1 };
  const outcome = (minutes: number, code?: "provider_timeout" | "provider_error"): LookUpOutcome =>
    ({
      result:
        code === undefined
          ? { ok: false, error: { code: "receipt_not_found" } }
          : { ok: false, error: { code } },
      source: "live",
      checkedAt: minutesOn(minutes),
      ...timings,
    }) as unknown as LookUpOutcome;

  const told = async (outcomes: readonly LookUpOutcome[]) => {
    const answers = createProviderAnswers();
    for (const one of outcomes)
      await answers.noting(async () => one)({ label: "beta" } as never, {} as never, {});
    return answers;
  };

  test("ends after an hour, and after a day", async () => {
    const answers = await told([outcome(0, "provider_timeout"), outcome(30), outcome(45, "provider_error")]);
    expect(answers.countsOf("beta", minutesOn(45))).toEqual({
      lastHour: { asked: 3, timedOut: 1, failed: 1 },
      lastDay: { asked: 3, timedOut: 1, failed: 1 },
    });
    expect(answers.countsOf("beta", minutesOn(95)).lastHour).toEqual({ asked: 1, timedOut: 0, failed: 1 });
    expect(answers.countsOf("beta", minutesOn(24 * 60 + 40)).lastDay).toEqual({
      asked: 1,
      timedOut: 0,
      failed: 1,
    });
    expect(answers.countsOf("beta", minutesOn(24 * 60 + 60)).lastDay.asked).toBe(0);
  });

  test("is green only for an answer of the last hour without a failure beside it", async () => {
    const state = async (outcomes: readonly LookUpOutcome[], minutes: number, waitSeconds = 0) => {
      const answers = await told(outcomes);
      return stateOf(
        { ...answers.of("beta"), ...answers.countsOf("beta", minutesOn(minutes)), waitSeconds },
        minutesOn(minutes),
      );
    };
    expect(await state([], 0)).toBe("unknown");
    expect(await state([outcome(0)], 59)).toBe("answering");
    expect(await state([outcome(0)], 60)).toBe("quiet");
    expect(await state([outcome(0, "provider_error"), outcome(1)], 2)).toBe("troubled");
    expect(await state([outcome(0), outcome(1, "provider_timeout")], 2)).toBe("failing");
    expect(await state([outcome(0)], 1, 30)).toBe("failing");
  });
});

describe("STATUS_TEXT", () => {
  const environment = { SECRET: "S3cret-of-the-status-test-0123456789", ROLES: "api" };

  test("stands above the banks as plain text, or nothing does", async () => {
    const own = await createWorld({ variables: { STATUS_TEXT: "beta is away <b>until</b> noon" } });
    onTestFinished(own.close);
    const $ = load(await (await fetch(`${own.url}/status`)).text());
    expect($(".incident p").text()).toBe("beta is away <b>until</b> noon");
    const other = load(await (await fetch(`${world.url}/status`)).text());
    expect(other(".incident").length).toBe(0);
  });

  test("has at most 500 characters", () => {
    const config = parseConfig({ ...environment, STATUS_TEXT: "beta is away until noon" });
    expect(config.ok && config.value.statusText).toBe("beta is away until noon");
    expect(parseConfig({ ...environment, STATUS_TEXT: "x".repeat(501) })).toMatchObject({
      ok: false,
      error: [expect.stringContaining("STATUS_TEXT must be at most 500 characters")],
    });
  });
});
