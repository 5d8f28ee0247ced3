import { describe, expect, test } from "vitest";
import { questions, readingOf } from "../support/outside-reading.ts";

/** "Not found" is only the bank's own whole answer: wrong here, an honest payer is accused. */

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const html = "text/html";
const json = "application/json";

const words = [
  ...["Receipt not found", "Invalid receipt id", "This request is not correct", "Receipt does not exist"],
  ...["You Are Not Allowed to See This Data, Please Check your Link", "Transaction not found"],
];

const around: readonly (readonly [string, (text: string) => string])[] = [
  [
    "a block page",
    (text) =>
      page("Access Denied", `<h1>Access Denied</h1><p>${text}. Your IP address has been blocked.</p>`),
  ],
  ["a gate", (text) => page("Just a moment", `<p>${text}</p><p>Please complete the CAPTCHA to continue</p>`)],
  [
    "a login form",
    (text) => page("Login", `<p>${text}</p><form>User name <input> Password <input type=password></form>`),
  ],
  [
    "a login form without a word",
    (text) => page("Theta", `<h1>${text}</h1><form><input type="Password"></form>`),
  ],
  ["a piece of a login form", (text) => `<h1>${text}</h1><form><input type=password name=p></form>`],
  ["a proxy's page", (text) => page("404 Not Found", `<h1>404 Not Found</h1><p>${text}</p><hr>nginx`)],
  [
    "a server's error",
    (text) => page("Error", `<h2>Server Error</h2><p>Unhandled exception: ${text} at line 12</p>`),
  ],
  ["a database's error", (text) => `<p>ORA-01403: no data found: ${text}</p>`],
  ["advice", (text) => page("Help", `<p>If it says “${text}” wait a minute and try again.</p>`)],
];

const strange = [
  ...[
    "Host not found",
    "404 Not Found",
    "Not Found",
    "Page not found",
    "The resource was not found",
    "Record store not found",
  ],
  ...[
    "no records could be read from the database",
    "ORA-00942: table or view does not exist",
    "File not found",
  ],
  ...[
    "Receipt service not found",
    "Invalid receipt id format exception",
    "No route to host",
    "Session not found",
  ],
];

describe.each(Object.keys(questions))("%s", (label) => {
  test.each(around)("does not say that there is no receipt with its words on %s", async (_, put) => {
    for (const text of words)
      for (const status of [200, 404])
        expect(await readingOf(label, put(text), html, status), text).toMatch(/^provider_/);
  });

  test.each(strange)("does not say so with “%s”", async (text) => {
    const answers: readonly (readonly [string, string])[] = [
      [page("Error", `<h1>${text}</h1>`), html],
      [`<div>${text}</div>`, html],
      [text, "text/plain"],
      [JSON.stringify({ message: text, title: text, detail: text, messages: text }), json],
      [JSON.stringify({ responseCode: "500", responseDescription: text, base64Data: null }), json],
      [JSON.stringify({ header: { status: "failed" }, body: [{ "Payer's Name": text }] }), json],
    ];
    for (const [body, type] of answers)
      for (const status of [200, 400, 404])
        expect(await readingOf(label, body, type, status), body).toMatch(/^provider_/);
  });
});

test("an answer to a token of alpha is a miss only in a sentence of its own", async () => {
  const link = { link: "https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL" };
  const read = (status: number, body: object) => readingOf("alpha", JSON.stringify(body), json, status, link);
  expect(await read(404, { title: "Not Found", status: 404 })).toMatch(/^provider_/);
  expect(await read(404, { title: "Not Found", detail: "Host not found" })).toMatch(/^provider_/);
  expect(await read(404, { detail: "The upstream transaction service was not found" })).toMatch(/^provider_/);
  expect(await read(500, { detail: "Cache entry invalid or tampered with by another node" })).toMatch(
    /^provider_/,
  );
  expect(await read(404, { title: "Not Found", detail: "Transaction not found." })).toBe("receipt_not_found");
  expect(await read(500, { detail: "Invalid or tampered legacy token!" })).toBe("receipt_not_found");
});

test("a frame of epsilon's reports is a miss when it holds nothing but its tools", async () => {
  const frame = (body: string) => readingOf("epsilon", page("Auto Receipt", body), html);
  for (const body of [
    "",
    "Loading...",
    "1 of 2 ? Find | Next Export to the selected format".replace("the selected", "a"),
    "Please wait",
  ])
    expect(await frame(body), body).toBe("receipt_not_found");
  for (const body of [
    "Sign in to continue",
    "An error has occurred",
    "The report server is not reachable",
    "Paid amount 20.00",
  ])
    expect(await frame(body), body).toMatch(/^provider_/);
  expect(await readingOf("epsilon", page("Report Viewer - Login", ""), html)).toMatch(/^provider_/);
});

test("a payer of gamma may be called as he likes", async () => {
  const body = { "Payer's Name": "Invalid reference number", "Transferred Amount": "ETB 5.00" };
  const answer = JSON.stringify({ header: { status: "success" }, body: [body] });
  expect(await readingOf("gamma", answer, json)).toMatch(/^provider_/);
});
