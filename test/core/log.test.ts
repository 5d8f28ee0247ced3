import { describe, expect, test } from "vitest";
import { createLog } from "../../src/core/log.ts";

const openLog = () => {
  const lines: string[] = [];
  const log = createLog("trace", { write: (line: string) => void lines.push(line) });
  return { log, last: (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? "{}") };
};

describe("the log", () => {
  test("writes the fields of its list, and only names the others", () => {
    const { log, last } = openLog();
    log.info(
      { request_id: "r1", status: 200, payer_name: "Abebe", body: { phone: "251911223344" } },
      "request",
    );
    expect(last()).toEqual({
      level: "info",
      time: expect.any(String),
      request_id: "r1",
      status: 200,
      left_out: ["payer_name", "body"],
      msg: "request",
    });
  });

  test("writes nothing that lies deeper, not even under a field of its list", () => {
    const { log, last } = openLog();
    log.info({ detail: { name: "Abebe" }, providers: ["beta", { name: "Abebe" }] }, "x");
    expect(last()).toMatchObject({ detail: "[object]", providers: ["beta", "[object]"] });
  });

  test.each([
    ["a token", "at /bot123456789:AAbbCCddEEffGGhhIIjjKKll/getMe", "AAbbCC"],
    ["a key", "drs_live_abcdefghij was shown", "abcdefghij"],
    ["a query", "GET https://bank.example/r?id=DKF7ABCD12", "DKF7ABCD12"],
    ["an account", "no row for 1000123456789", "1000123456789"],
  ])("scrubs %s out of a detail and of an error", (_what, text, secret) => {
    const { log, last } = openLog();
    log.warn({ detail: text, err: new Error(text) }, "x");
    expect(JSON.stringify(last())).not.toContain(secret);
  });
});
