import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersTable, listAnswers } from "../src/sandbox/answers.ts";
import { type Case, loadCases, renderBody } from "../src/sandbox/cases.ts";
import { createSandbox, type SandboxAddresses } from "../src/sandbox/sandbox.ts";
import { cases, fixturesFolder, testClock } from "./support/cases.ts";

const sandbox = createSandbox({ fixturesFolder, now: () => testClock });
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
const render = (each: Case) => renderBody(each, { reference: each.reference, now: testClock });
const pathOf = ({ upstream, reference }: Case, path = upstream.path) =>
  path.replace("{reference}", reference).replaceAll("#", "1");
const caseNamed = (label: string, name: string): Case => {
  const found = cases.find((each) => each.label === label && each.name === name);
  if (!found) throw new Error(`no fixture ${label}/${name}`);
  return found;
};
const named = (list: readonly Case[]) => list.map((each) => [`${each.label}/${each.name}`, each] as const);

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
  expect(new Set(Object.values(addresses.urls)).size).toBe(3);
  expect(addresses.settings).toEqual(
    Object.fromEntries(
      ["alpha", "beta", "gamma"].map((label) => [
        label,
        { bank: `TEST ${label} bank`, url: addresses.urls[label] },
      ]),
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
  !upstream.hangUp && !upstream.never && !upstream.delayMs && !upstream.cutAt;

describe.each(named(cases.filter(isPlain)))("%s", (_, each) => {
  test("is answered on each of its paths with the status, the type and the bytes of its folder", async () => {
    for (const path of [each.upstream.path, ...each.upstream.morePaths]) {
      const { status, headers, bytes } = await ask(each.label, pathOf(each, path));
      expect(status).toBe(each.upstream.status);
      expect(headers.get("content-type")).toBe(each.upstream.contentType);
      expect(Buffer.from(bytes).equals(await render(each))).toBe(true);
    }
  });
});

describe("a fault", () => {
  test.each(named(cases.filter(({ upstream }) => upstream.hangUp === "reset")))(
    "%s breaks the connection before the first byte",
    async (_, each) => {
      await expect(ask(each.label, pathOf(each))).rejects.toThrow("fetch failed");
    },
  );

  test.each(named(cases.filter(({ upstream }) => upstream.hangUp === "midway")))(
    "%s promises the whole and breaks off",
    async (_, each) => {
      const response = await fetch(`${addresses.urls[each.label]}${pathOf(each)}`);
      expect(Number(response.headers.get("content-length"))).toBe((await render(each)).length);
      await expect(response.arrayBuffer()).rejects.toThrow();
    },
  );

  test.each(named(cases.filter(({ upstream }) => upstream.cutAt !== undefined)))(
    "%s sends half as if it were all",
    async (_, each) => {
      const whole = await render(each);
      const { bytes, headers } = await ask(each.label, pathOf(each));
      expect(bytes.length).toBe(Math.floor(whole.length / 2));
      expect(Number(headers.get("content-length"))).toBe(bytes.length);
      expect(Buffer.from(whole.subarray(0, bytes.length)).equals(bytes)).toBe(true);
    },
  );

  test.each(named(cases.filter(({ upstream }) => upstream.never || upstream.delayMs)))(
    "%s keeps the asker waiting, until the sandbox closes",
    async (_, each) => {
      const other = createSandbox({ fixturesFolder, now: () => testClock });
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
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  const delayed = join(folder, "alpha", "slow");
  await mkdir(delayed, { recursive: true });
  const upstream = { method: "GET", path: "/{reference}", reference: "A#", delayMs: 20 };
  const contents = { request: { reference: "A1" }, upstream, expected: { code: "receipt_not_found" } };
  for (const [name, content] of Object.entries(contents)) {
    await writeFile(join(delayed, `${name}.json`), JSON.stringify(content));
  }
  await writeFile(join(delayed, "body.html"), "<p>{{reference}}</p>");
  const slow = createSandbox({ fixturesFolder: folder, now: () => testClock });
  const { urls } = await slow.listen();
  expect(text((await fetchBytes(`${urls.alpha}/A7`)).bytes)).toBe("<p>A7</p>");
  await slow.close();
  rmSync(folder, { recursive: true });
});

const isPdf = ({ upstream, body }: Case) =>
  upstream.contentType === "application/pdf" && body.kind !== "none";

describe.each(named(cases.filter(isPdf)))("the PDF of %s", (_, each) => {
  test("is whole, the same each time, and shows what the receipt says", async () => {
    const bytes = await render(each);
    expect(text(bytes.subarray(0, 5))).toBe("%PDF-");
    expect(text(bytes.subarray(-10)).trimEnd()).toMatch(/%%EOF$/);
    if (each.body.kind === "page") expect(bytes.length).toBeGreaterThan(8_000);
    expect(Buffer.from(await render(each)).equals(bytes)).toBe(true);

    const shown = await printedText(bytes);
    expect(shown).toContain("VATInvoice/CustomerReceipt");
    expect(shown).toContain("Reason/Typeofservice");
    if (!("receipt" in each.expected)) return;
    const { transaction_reference, payment_date, payer_account, receiver_account } = each.expected.receipt;
    for (const value of [transaction_reference, payment_date, payer_account, receiver_account]) {
      expect(shown).toContain(String(value).replace(/\s/g, ""));
    }
    const { payer_name, receiver_name } = each.expected.receipt;
    for (const word of `${payer_name} ${receiver_name}`.split(" ")) expect(shown).toContain(word);
  });
});

test("every other body is the same each time and leaves no placeholder open", async () => {
  for (const each of cases.filter((one) => one.body.kind === "text")) {
    const bytes = await render(each);
    expect(Buffer.from(await render(each)).equals(bytes)).toBe(true);
    expect(text(bytes)).not.toContain("{{");
  }
});

test("every answer has its reference to itself", () => {
  const questions = cases.map((each) => `${each.label} ${JSON.stringify(each.request)}`);
  expect(new Set(questions).size).toBe(cases.length);
});

describe("the table of answers", () => {
  test("stands in the sandbox's README", () => {
    const readme = readFileSync(new URL("../src/sandbox/README.md", import.meta.url), "utf8");
    expect(readme).toContain(answersTable(listAnswers(cases, testClock)));
  });

  test("dates references on the day it is asked for, in Addis Ababa", async () => {
    const newYear = new Date("2026-12-31T22:00:00Z");
    const answers = listAnswers(cases, newYear);
    const of = (provider: string) =>
      answers.find((each) => each.provider === provider && each.name === "verified");
    expect(of("alpha")?.request).toEqual({ transactionRef: "FT27001K4Q7Z", accountNumber: "1000200004321" });
    expect(of("beta")?.request).toEqual({ reference: "EA11AB2CD3" });
    expect(of("gamma")?.request).toEqual({ reference: "FT27001SS1KP36984" });
    expect((await ask("alpha", "/?id=FT27001K4Q7Z00004321")).status).toBe(200);
  });

  test("has a bare reference with an outcome at alpha and at gamma", () => {
    const at = (provider: string) =>
      listAnswers(cases, testClock).filter(
        (each) => each.provider === provider && each.reference === "FT26319K4Q7Z",
      );
    expect(at("alpha").map(({ outcome }) => outcome)).toEqual(["verified"]);
    expect(at("gamma").map(({ outcome }) => outcome)).toEqual(["verified"]);
  });
});

test("a folder that is no case is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
  await mkdir(join(folder, "alpha", "broken"), { recursive: true });
  expect(() => loadCases(folder)).toThrow(/alpha.broken is no fixture/);
  rmSync(folder, { recursive: true });
});

/** All text of a PDF in drawing order, white space left out. */
const printedText = async (bytes: Uint8Array): Promise<string> => {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const pdf = await task.promise;
  expect(pdf.numPages).toBe(1);
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await task.destroy();
  return items
    .map((item) => ("str" in item ? item.str : ""))
    .join("")
    .replace(/\s/g, "");
};
