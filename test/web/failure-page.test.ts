import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wantsPage } from "../../src/http/negotiation.ts";
import { failureSentence } from "../../src/texts/texts.ts";
import { createWorld, type World } from "../support/world.ts";

/** A failure is a page for a browser, and JSON for a program. */

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each([
  [undefined, false],
  ["*/*", false],
  ["application/json", false],
  ["application/json, text/plain, */*", false],
  ["application/problem+json", false],
  [browser, true],
  ["text/html", true],
  ["text/html;q=0.5, application/json;q=0.9", false],
  ["application/json, text/html", false],
  ["text/html;q=0", false],
])("Accept: %s asks for a page: %s", (accept, wants) => {
  expect(wantsPage(accept)).toBe(wants);
});

const failing = [
  ["/nothing", {}, "route_not_found"],
  ["/api/account", {}, "invalid_api_key"],
  ["/api/verify", {}, "method_not_allowed"],
  ["/docs/errors/none", {}, "route_not_found"],
  ["/assets/none.js", {}, "route_not_found"],
  ["/%ff", {}, "route_not_found"],
  [`/?key=drs_test_${"a".repeat(36)}`, {}, "api_key_in_url"],
  ["/", { method: "POST", headers: { origin: "https://evil.example" } }, "route_not_found"],
] as const;

describe.each(failing)("%s", (path, init, code) => {
  const open = (accept: string, language = "en") =>
    fetch(`${world.url}${path}`, {
      ...init,
      headers: { ...("headers" in init && init.headers), accept, "accept-language": language },
    });

  test("tells a browser and a program the same", async () => {
    const [page, json] = await Promise.all([open(browser), open("*/*")]);
    expect(json.headers.get("content-type")).toContain("application/json");
    const { error } = (await json.json()) as {
      readonly error: { readonly code: string; readonly message: string };
    };
    expect(error.code).toBe(code);
    expect([page.status, page.headers.get("content-type")]).toEqual([
      json.status,
      "text/html; charset=utf-8",
    ]);
    const $ = load(await page.text());
    expect($("h1").text()).toBe(error.message);
    expect($("main").text()).toContain(code);
    expect($("html").attr("lang")).toBe("en");
  });

  test("is a page under the policy of all pages, in the browser's language", async () => {
    const [page, home] = await Promise.all([open(browser, "am"), fetch(`${world.url}/`)]);
    expect(page.headers.get("content-security-policy")).toBe(home.headers.get("content-security-policy"));
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("cache-control")).toBe("no-store");
    const $ = load(await page.text());
    expect($("html").attr("lang")).toBe("am");
    if (code === "route_not_found") expect($("h1").text()).toBe(failureSentence({ code }, "am").message);
  });
});

test("a page of a failure links to no other host, whatever was asked for", async () => {
  for (const path of ["//evil.example/x", "/\\evil.example", "/%0d%0aset-cookie:x", "/<script>"]) {
    const reply = await fetch(`${world.url}${path}`, { headers: { accept: browser } });
    expect(reply.status, path).toBe(404);
    const text = await reply.text();
    expect(text, path).not.toContain("evil.example");
    expect(text).not.toContain("<script>");
  }
});

describe("A file", () => {
  test.each([
    [{ range: "bytes=99999999-" }, 416],
    [{ "if-match": '"another"' }, 412],
    [{ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" }, 412],
    [{ range: "bytes=0-3" }, 206],
  ] as const)(
    "of which %o is asked is refused or given in part, and never a failure of ours",
    async (headers, status) => {
      const page = await (await fetch(`${world.url}/`)).text();
      const [path = ""] = /\/assets\/[\w-]+\.css/.exec(page) ?? [];
      for (const file of [path, "/docs/reference/static/swagger-ui.css"]) {
        const reply = await fetch(`${world.url}${file}`, { headers });
        expect([file, reply.status]).toEqual([file, status]);
        expect(await reply.text()).toHaveLength(status === 206 ? 4 : 0);
      }
    },
  );

  test.each(["..%5cx", "a%00"])("of no file's name is not there: %s", async (name) => {
    const reply = await fetch(`${world.url}/docs/reference/static/${name}`);
    expect([reply.status, (await reply.json()).error.code]).toEqual([404, "route_not_found"]);
  });
});
