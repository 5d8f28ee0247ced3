import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderBody } from "../src/sandbox/cases.ts";
import { createSandbox, type SandboxAddresses } from "../src/sandbox/sandbox.ts";
import { cases, fixturesFolder, testClock } from "./support/cases.ts";

const sandbox = createSandbox({ fixturesFolder, now: () => testClock });
let addresses: SandboxAddresses;
beforeAll(async () => {
  addresses = await sandbox.listen();
});
afterAll(() => sandbox.close());

const ask = async (label: string, path: string) => {
  const response = await fetch(`${addresses.urls[label]}${path}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("content-type"), bytes };
};
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("a receipt nobody knows", () => {
  test("gets alpha's own words", async () => {
    const { status, type, bytes } = await ask("alpha", "/?id=FT26319ZZ9ZZ12345678");
    expect(status).toBe(404);
    expect(type).toBe("text/html");
    expect(text(bytes)).toContain("You Are Not Allowed to See This Data, Please Check your Link");
  });

  test("gets beta's own words", async () => {
    const { status, bytes } = await ask("beta", "/receipt/DKF9ZZ9ZZ9");
    expect(status).toBe(200);
    expect(text(bytes)).toContain("<div>This request is not correct</div>");
    expect(bytes.length).toBeLessThan(1000);
  });

  test("gets gamma's own words", async () => {
    const { status, bytes } = await ask("gamma", "/api/onlineSlip/getDetails/?id=FT26319ZZ9ZZ12345");
    expect(status).toBe(200);
    expect(JSON.parse(text(bytes)).body[0]["Payer's Name"]).toBe("Invalid reference number");
  });
});

test.each(["/", "/?id=FT26319K4Q7Z", "/receipt/short", "/wp-admin"])(
  "%s is no page of anybody's",
  async (path) => {
    for (const label of ["alpha", "beta", "gamma"]) expect((await ask(label, path)).status).toBe(404);
  },
);

test("a document is dated one minute before it is asked for, and names the reference asked for", async () => {
  const { bytes } = await ask("beta", "/receipt/DKA1AB2CD3");
  expect(text(bytes)).toContain('<td class="line"> DKA1AB2CD3</td>');
  expect(text(bytes)).toContain('<td class="line"> 15-11-2026 10:20:30</td>');
});

describe.each(cases.map((each) => [`${each.label}/${each.name}`, each] as const))("%s", (_, each) => {
  test("renders to the same bytes each time", async () => {
    const question = { reference: each.reference, now: testClock };
    expect(await renderBody(each, question)).toEqual(await renderBody(each, question));
  });
});
