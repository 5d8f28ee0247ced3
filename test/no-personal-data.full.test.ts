import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLog } from "../src/core/log.ts";
import { runTool } from "../src/operator/cli/run.ts";
import { providerLabels } from "../src/providers/registry.ts";
import { caseNamed, testClock } from "./support/cases.ts";
import { openReceiver } from "./support/otlp-receiver.ts";
import { testSecret } from "./support/temporary-store.ts";
import { createWorld, type World } from "./support/world.ts";

/**
 * Marked people, numbers, references and keys go through the chat and the API. Afterwards none of them stands in the log,
 * the metrics, the traces, the errors, or in the files of the database and the cache.
 */

const hourMs = 60 * 60_000;

/** What nobody but the one who asked may read. */
type Marks = Readonly<Record<string, string>>;

const receiptMarks = (label: string, name: string): Marks => {
  const { reference, expected } = caseNamed(label, name);
  const text = JSON.stringify(expected);
  const printed = (field: string): string => new RegExp(`"${field}":"([^"]*)"`).exec(text)?.[1] ?? "";
  const fields = ["payer_name", "receiver_name", "payer_account", "receiver_account"];
  return {
    [`${label} ${name} reference`]: reference,
    ...Object.fromEntries(
      fields
        .map((field) => [`${label} ${name} ${field}`, printed(field)] as const)
        // Shorter ones, such as initials, stand in any text.
        .filter(([, value]) => value.length >= 6),
    ),
  };
};

const labels = providerLabels.filter((label) => label !== "zeta");
const typed = "Wondimagegnehu Tesfamariam sent it";
const strangerPhone = "251987654321";

const filesOf = (world: World): Readonly<Record<string, string>> => {
  const folder = dirname(world.databaseUrl.slice("sqlite:".length));
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString("latin1")]),
  );
};

/** Every mark in every text, as it is written and as JSON or UTF-8 bytes would hold it. */
const hits = (marks: Marks, texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(texts).flatMap(([where, text]) =>
    Object.entries(marks).flatMap(([what, mark]) =>
      [mark, Buffer.from(mark).toString("latin1")].some((form) => text.includes(form))
        ? [`${what} in ${where}`]
        : [],
    ),
  );

describe("what people send and banks answer", () => {
  test("stands in no log, metric, error or file", async () => {
    const lines: string[] = [];
    const receiver = await openReceiver();
    const clock = { now: testClock };
    const world = await createWorld({
      hasChat: true,
      now: () => clock.now,
      watchEveryMs: 200,
      variables: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint },
      log: createLog("trace", { write: (line: string) => void lines.push(line) }),
    });
    onTestFinished(world.close);
    const env = { DATABASE_URL: world.databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
    const operator = async (...words: string[]) => {
      const { stdout, stderr } = await runTool([...words, "--json"], env, { now: () => clock.now });
      expect(stderr).toBe("");
      return JSON.parse(stdout);
    };
    const account = await operator("accounts", "create", "--name", "Shop", "--tier", "registered");
    const { key } = await operator("keys", "create", "--account", account.id);

    const errors: string[] = [];
    const post = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<void> => {
      const answer = await world.post(path, body, headers);
      if (answer.status >= 400) errors.push(JSON.stringify(answer.body));
    };
    const cases = labels.flatMap((label) =>
      ["verified", "not-found", "format-changed"].map((name) => ({ label, name })),
    );
    for (const { label, name } of cases)
      await post(`/api/verify-${label}`, caseNamed(label, name).request, { "x-api-key": key });
    const secretBody = { reference: typed, phone: strangerPhone, name: typed };
    await post("/api/verify-beta", secretBody);
    await post(`/api/verify-beta?phone=${strangerPhone}&name=${encodeURIComponent(typed)}`, "{ no JSON");
    await post("/api/verify-beta", caseNamed("beta", "verified").request, { "x-api-key": `${key}x` });
    await fetch(`${world.url}/api/providers?k=${key}`);
    const selam = world.selam();
    await selam.say("/start");
    await selam.say(`${typed}: ${caseNamed("beta", "verified").reference} ${strangerPhone}`);
    await selam.say(caseNamed("delta", "verified").reference);
    await selam.waitUntil(
      ({ messages }) => messages.filter(({ from }) => from === "bot").length >= 3,
      60_000,
    );
    const metrics = await (await fetch(`${world.url}/metrics`)).text();

    const marks: Marks = {
      ...Object.assign({}, ...cases.map(({ label, name }) => receiptMarks(label, name))),
      "a key": key,
      "a person of the chat": "Getachew",
      "what was typed": "Wondimagegnehu",
      "a phone": strangerPhone,
    };
    expect(Object.keys(marks).length).toBeGreaterThan(30);
    expect(metrics).toContain('drs_verifications_total{provider="beta",outcome="verified"}');
    expect(lines.length).toBeGreaterThan(cases.length);
    expect(hits(marks, { log: lines.join(""), metrics, errors: errors.join("\n") })).toEqual([]);
    expect(lines.filter((line) => line.includes("left_out"))).toEqual([]);

    // What waits is sealed, and what was answered is an HMAC: so it is before anything is deleted, and afterwards.
    expect(hits(marks, filesOf(world))).toEqual([]);
    clock.now = new Date(clock.now.getTime() + 49 * hourMs);
    await post("/api/detect", { text: "nothing" });
    expect(hits(marks, filesOf(world))).toEqual([]);
    await world.close();
    expect(receiver.spans().length).toBeGreaterThan(cases.length);
    // A time in nanoseconds may end as a phone number does.
    const traces = receiver.bodies.join("").replace(/"\w*timeUnixNano":"\d+"/gi, "");
    expect(hits(marks, { traces })).toEqual([]);
    expect(hits(marks, { "what is looked for": JSON.stringify(marks) }).length).toBe(
      Object.keys(marks).length,
    );
  });
});
