import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Case, loadCases } from "../../src/operator/sandbox/cases.ts";
import { createSandbox, type SandboxAddresses } from "../../src/operator/sandbox/sandbox.ts";
import { caseNamed, cases, namedCases, renderCase, testClock } from "../support/cases.ts";
import { oneIn } from "../support/extent.ts";

const sandbox = createSandbox({ cases, now: () => testClock });
let addresses: SandboxAddresses;
beforeAll(async () => {
  addresses = await sandbox.listen();
});
afterAll(() => sandbox.close());

const fetchBytes = async (url: string) => {
  const response = await fetch(url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
};
const ask = (label: string, path: string) => fetchBytes(`${addresses.urls[label]}${path}`);
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const pathOf = ({ upstream, reference }: Case, path = upstream.path) =>
  path.replace("{reference}", encodeURIComponent(reference)).replaceAll("#", "1");

describe("a receipt nobody knows", () => {
  test("gets alpha's own words", async () => {
    const { status, headers, bytes } = await ask("alpha", "/?id=FT26319ZZ9ZZ12345678");
    expect(status).toBe(404);
    expect(headers.get("content-type")).toBe("text/html");
    expect(text(bytes)).toContain("You Are Not Allowed to See This Data, Please Check your Link");
  });

  test("gets beta's own words", async () => {
    const { status, bytes } = await ask("beta", "/receipt/DKF9ZZ9ZZ9");
    expect(status).toBe(200);
    expect(text(bytes)).toContain("<div>This request is not correct</div>");
    expect(bytes.length).toBeLessThan(1000);
  });

  test("gets gamma's own words, with or without account digits", async () => {
    for (const id of ["FT26319ZZ9ZZ12345", "FT26319ZZ9ZZ"]) {
      const { status, bytes } = await ask("gamma", `/api/onlineSlip/getDetails/?id=${id}`);
      expect(status).toBe(200);
      expect(JSON.parse(text(bytes)).body[0]["Payer's Name"]).toBe("Invalid reference number");
    }
  });

  test("is what a known reference with other account digits is", async () => {
    expect((await ask("alpha", "/?id=FT26319K4Q7Z00004321")).status).toBe(200);
    expect((await ask("alpha", "/?id=FT26319K4Q7Z00004322")).status).toBe(404);
  });
});

test.each([
  "/",
  "/?id=FT26319K4Q7Z",
  "/?id=FT26319K4Q7Z00004321&x=1",
  "/receipt/short",
  "/other/FT26319K4Q7Z00004321",
])("%s is nobody's page", async (path) => {
  for (const label of ["alpha", "beta", "gamma"]) expect((await ask(label, path)).status).toBe(404);
});

test("a provider answers only on its own port, and its settings name that port and a TEST bank", () => {
  const labels = [...new Set(cases.map(({ label }) => label))];
  expect(new Set(Object.values(addresses.urls)).size).toBe(labels.length);
  expect(addresses.settings).toEqual(
    Object.fromEntries(
      labels.map((label) => [label, { bank: `TEST ${label} bank`, url: addresses.urls[label] }]),
    ),
  );
  for (const url of Object.values(addresses.urls)) expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test("a document is dated one minute before it is asked for, and names the reference asked for", async () => {
  const { bytes } = await ask("beta", "/receipt/DKA1AB2CD3");
  expect(text(bytes)).toContain('<td class="line"> DKA1AB2CD3</td>');
  expect(text(bytes)).toContain('<td class="line"> 15-11-2026 10:20:30</td>');
});

const isPlain = ({ upstream }: Case) =>
  !upstream.hangUp && !upstream.never && !upstream.delayMs && !upstream.cutAt && !upstream.oddStatus;

describe.each(oneIn(4, namedCases(isPlain)))("%s", (_, each) => {
  test("is answered on each of its paths with the status, the type and the bytes of its folder", async () => {
    for (const path of [each.upstream.path, ...each.upstream.morePaths]) {
      const { status, headers, bytes } = await ask(each.label, pathOf(each, path));
      expect(status).toBe(each.upstream.status);
      expect(headers.get("content-type")).toBe(each.upstream.contentType);
      expect(Buffer.from(bytes).equals(await renderCase(each))).toBe(true);
    }
  });
});

describe("a fault", () => {
  test.each(namedCases(({ upstream }) => upstream.hangUp === "reset"))(
    "%s breaks the connection before the first byte",
    async (_, each) => {
      await expect(ask(each.label, pathOf(each))).rejects.toThrow("fetch failed");
    },
  );

  test.each(namedCases(({ upstream }) => upstream.hangUp === "midway"))(
    "%s promises the whole and breaks off",
    async (_, each) => {
      const response = await fetch(`${addresses.urls[each.label]}${pathOf(each)}`);
      expect(Number(response.headers.get("content-length"))).toBe((await renderCase(each)).length);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  test.each(namedCases(({ upstream }) => upstream.cutAt !== undefined))(
    "%s sends half as if it were all",
    async (_, each) => {
      const whole = await renderCase(each);
      const { bytes, headers } = await ask(each.label, pathOf(each));
      expect(bytes.length).toBe(Math.floor(whole.length / 2));
      expect(Number(headers.get("content-length"))).toBe(bytes.length);
      expect(Buffer.from(whole.subarray(0, bytes.length)).equals(bytes)).toBe(true);
    },
  );

  test.each(namedCases(({ upstream }) => upstream.oddStatus !== undefined))(
    "%s meets every other request, the first among them",
    async (_, each) => {
      const statuses = [];
      for (let turn = 1; turn <= 3; turn += 1) statuses.push((await ask(each.label, pathOf(each))).status);
      const { oddStatus, status } = each.upstream;
      expect(statuses).toEqual([oddStatus, status, oddStatus]);
    },
  );

  test.each(namedCases(({ upstream }) => upstream.never === true || upstream.delayMs !== undefined))(
    "%s keeps the caller waiting, until the sandbox closes",
    async (_, each) => {
      const other = createSandbox({ cases, now: () => testClock });
      const { urls } = await other.listen();
      const order: string[] = [];
      const waiting = fetchBytes(`${urls[each.label]}${pathOf(each)}`).then(
        () => order.push("answered"),
        () => order.push("dropped"),
      );
      const known = caseNamed(each.label, "verified");
      await fetchBytes(`${urls[each.label]}${pathOf(known)}`);
      order.push("another was answered");
      await other.close();
      await waiting;
      expect(order).toEqual(["another was answered", "dropped"]);
    },
  );
});

test("a delay ends with the whole answer", async () => {
  const folder = await writeCase({ delayMs: 20 }, "<p>{{reference}}</p>");
  const slow = createSandbox({ cases: loadCases(folder), now: () => testClock });
  const { urls } = await slow.listen();
  expect(text((await fetchBytes(`${urls.alpha}/A7`)).bytes)).toBe("<p>A7</p>");
  await slow.close();
});

test("a fixture that cannot be rendered is a loud 500", async () => {
  const folder = await writeCase({}, "<p>{{amount}}</p>");
  const broken = createSandbox({ cases: loadCases(folder), now: () => testClock });
  const { urls } = await broken.listen();
  const { status, bytes } = await fetchBytes(`${urls.alpha}/A7`);
  expect(status).toBe(500);
  expect(text(bytes)).toContain("unknown placeholder {{amount}}");
  await broken.close();
});

test("a folder that is no case is named", async () => {
  const folder = await writeCase({ path: "/" }, "");
  expect(() => loadCases(folder)).toThrow(/alpha.only is no fixture/);
});

const writeCase = async (upstream: object, body: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "request.json": JSON.stringify({ reference: "A1" }),
    "upstream.json": JSON.stringify({ method: "GET", path: "/{reference}", reference: "A#", ...upstream }),
    "expected.json": JSON.stringify({ code: "receipt_not_found" }),
    "body.html": body,
  };
  await mkdir(join(folder, "alpha", "only"), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, "alpha", "only", name), content);
  }
  return folder;
};
