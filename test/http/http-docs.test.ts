import { afterAll, beforeAll, expect, test } from "vitest";
import { failureCodes } from "../../src/core/failure.ts";
import { failureReplies } from "../../src/http/replies.ts";
import { failureSentence } from "../../src/texts/texts.ts";
import { type Api, bodyOf, startApi } from "../support/api.ts";

/** The plain pages that hints and `doc_url` lead to. */

let api: Api;
beforeAll(async () => {
  api = await startApi({ scanPicture: async () => ({ ok: false, error: { code: "image_unreadable" } }) });
});
afterAll(() => api.close());

const page = async (path: string, language = "en") => {
  const reply = await fetch(`${api.url}${path}`, { headers: { "accept-language": language } });
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(reply.headers.get("content-security-policy")).toContain("default-src 'none'");
  return reply.text();
};

test.each(["en", "am"] as const)(
  "every error's doc_url leads to a page that says it, in %s",
  async (language) => {
    for (const code of failureCodes) {
      const text = await page(`/docs/errors/${code}`, language);
      const { message } = failureSentence({ code }, language);
      expect(text).toContain(message.replaceAll("<", "&lt;"));
      expect(text).toContain(`<td>${failureReplies[code].status}</td>`);
    }
  },
);

test("the page of what there is names nothing that is not there, and every error", async () => {
  const text = await page("/docs");
  const requests = [...text.matchAll(/<h3><code>([A-Z]+) (\/[^<]*)<\/code>/g)];
  expect(requests.length).toBeGreaterThan(20);
  for (const [, method = "", path = ""] of requests) {
    const filled = path.replace("{code}", "overloaded").replace("{id}", "some");
    const reply = await fetch(`${api.url}${filled}`, { method });
    // Nobody is named as the contact here.
    if (!path.endsWith("security.txt")) expect([404, 405], `${method} ${path}`).not.toContain(reply.status);
  }
  for (const code of failureCodes) expect(text).toContain(`href="/docs/errors/${code}"`);
});

test("the pages of answers that may still change say when they are retryable", async () => {
  expect(await page("/docs/errors/receipt_not_found")).toContain("today or yesterday");
  expect(await page("/docs/errors/receipt_not_completed")).toContain("while the payment is pending");
  expect(await page("/docs/errors/receipt_mismatch")).toContain("succeed later</th><td>no<");
});

test("a code that is none has no page", async () => {
  const reply = await fetch(`${api.url}/docs/errors/nothing`);
  expect([reply.status, (await bodyOf(reply)).error.code]).toEqual([404, "route_not_found"]);
});
