import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { caseNamed } from "../support/cases.ts";
import { createWorld } from "../support/world.ts";

/** What Prometheus and Grafana are given: every metric that it names is there, and every rule says what to do. */

const folder = resolve(import.meta.dirname, "../../ops");
const textOf = (file: string): string => readFileSync(join(folder, file), "utf8");

/** Labels whose names begin as those of metrics do. */
const labels = new Set(["http_route", "http_request_method", "http_response_status_code"]);

const metricsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:drs|http|nodejs|process)_[a-z0-9_]+/g)]
      .map(([name]) => name)
      .filter((name) => !labels.has(name))
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, "")),
  ),
];

type Panel = {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
};

const { panels }: { readonly panels: readonly Panel[] } = JSON.parse(textOf("dashboard.json"));
const shown = panels.filter(({ type }) => type !== "row");

describe("rules and dashboard", () => {
  test("name metrics that a running service has, and leave out none of its own", async () => {
    const world = await createWorld({ hasChat: true });
    onTestFinished(world.close);
    await world.post("/api/verify-beta", caseNamed("beta", "verified").request);
    const scrape = await (await fetch(`${world.url}/metrics`)).text();
    const known = [...scrape.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
    const expressions = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n");
    const named = metricsIn(`${textOf("alerts.yml")}\n${expressions}`);
    expect(named.length).toBeGreaterThan(25);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const own = known.filter((name) => /^(?:drs|http)_/.test(name));
    expect(own.filter((name) => !metricsIn(expressions).includes(name))).toEqual([]);
    const documented = readFileSync(resolve(folder, "../docs/operating.md"), "utf8");
    expect(own.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
  });

  test("say what is shown, and what to do", () => {
    expect(shown.filter(({ description = "" }) => description === "")).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const rules = textOf("alerts.yml")
      .split(/^ {6}- alert: /m)
      .slice(1);
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((rule) => !/\n +summary: .+\n +todo: .+/.test(rule))).toEqual([]);
  });
});

/** Debian's prometheus package brings it. */
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

const promtool = (...words: readonly string[]): { readonly status: number | null; readonly said: string } => {
  const { status, stdout, stderr } = spawnSync("promtool", words, { cwd: folder, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
};

describe.runIf(hasPromtool)("promtool", () => {
  test.each([
    ["check", "config", "prometheus.yml"],
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts.test.yml"],
  ])("%s %s %s", (...words) => {
    const { status, said } = promtool(...words);
    expect(said).toContain("SUCCESS");
    expect(status, said).toBe(0);
  });
});
