import { describe, expect, test } from "vitest";
import { caseNamed } from "../support/cases.ts";
import { longTest } from "../support/extent.ts";
import { openReceiver, type Span } from "../support/otlp-receiver.ts";
import { createWorld } from "../support/world.ts";

/** The spans of a trace as `parent > name`, sorted. */
const treeOf = (spans: readonly Span[], root: Span): readonly string[] => {
  const ofTrace = spans.filter(({ traceId }) => traceId === root.traceId);
  const nameOf = (id: string | undefined) => ofTrace.find(({ spanId }) => spanId === id)?.name ?? "";
  return ofTrace.map(({ name, parentSpanId }) => `${nameOf(parentSpanId)} > ${name}`).sort();
};

describe("a trace", () => {
  test("leads from a request, and from a chat's message, to the bank and back, and names nobody", async () => {
    const receiver = await openReceiver();
    const world = await createWorld({
      hasChat: true,
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
    });
    const { request, reference } = caseNamed("beta", "verified");
    await world.post("/api/verify-beta", request);
    await world.post("/api/verify-beta", caseNamed("beta", "not-found").request);
    await fetch(`${world.url}/healthz`);
    const selam = world.selam();
    await selam.say(caseNamed("delta", "verified").reference);
    await selam.waitUntil(({ messages }) =>
      messages.some(({ from, text }) => from === "bot" && text.length > 60),
    );
    // A stop sends what is left.
    await world.close();

    const spans = receiver.spans();
    const roots = spans.filter(({ parentSpanId = "" }) => parentSpanId === "");
    const [verified, missing, ...others] = roots.filter(({ name }) => name === "http request");
    expect(others).toEqual([]);
    if (verified === undefined || missing === undefined) throw new Error("no trace of a request");
    expect(verified.attributes).toEqual({
      "http.route": "/api/verify-beta",
      "http.request.method": "POST",
      "http.response.status_code": 200,
    });
    expect(missing.attributes).toMatchObject({ "error.type": "receipt_not_found" });
    const verification = [
      "verification > cache",
      "verification > cache",
      "verification > commit",
      "verification > reserve",
      "verification > upstream",
    ];
    expect(treeOf(spans, verified)).toEqual(
      [
        " > http request",
        "http request > reply",
        "http request > verification",
        "upstream > decode",
        "upstream > validate",
        ...verification,
      ].sort(),
    );
    const chat = roots.find(
      (root) => root.name === "chat update" && treeOf(spans, root).includes("upstream > decode"),
    );
    if (chat === undefined) throw new Error("no trace of a message");
    expect(treeOf(spans, chat)).toEqual(
      expect.arrayContaining([
        "chat update > inbox wait",
        "chat update > verification",
        "chat update > reply",
        "verification > commit",
      ]),
    );
    // What waits behind another update is read as soon as it arrives, before its own trace begins.
    expect(spans.map(({ name }) => name)).toContain("detection");
    const sent = receiver.bodies.join("");
    for (const mark of [reference, "Getachew", "Selam", "127.0.0.1"]) expect(sent).not.toContain(mark);
  });

  longTest("that nobody takes delays no answer, and no stop for long", async () => {
    const world = await createWorld({ variables: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" } });
    const { status } = await world.post("/api/verify-beta", caseNamed("beta", "verified").request);
    expect(status).toBe(200);
    const startedMs = performance.now();
    await world.close();
    expect(performance.now() - startedMs).toBeLessThan(10_000);
  });
});
