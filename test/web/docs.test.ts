import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureCodes } from "../../src/core/failure.ts";
import { failureReplies } from "../../src/http/replies.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { failureSentence } from "../../src/texts/texts.ts";
import { type ErrorRequest, errorNotes } from "../../src/web/docs/error-notes.ts";
import { bodyOf } from "../support/api.ts";
import { createWorld, type World } from "../support/world.ts";

/** The pages for developers: they say what there is, and all that they say is so. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let callers = 0;
/** As a caller of its own, who has the whole day's quota. */
const send = (path: string, init: RequestInit = {}) => {
  callers += 1;
  const headers = new Headers(init.headers);
  headers.set("x-forwarded-for", `198.19.${callers >> 8}.${callers & 255}`);
  return fetch(`${world.url}${path}`, { ...init, headers });
};

const page = async (path: string, language = "en") => {
  const reply = await send(path, { headers: { "accept-language": language } });
  expect([reply.status, reply.headers.get("content-type")], path).toEqual([200, "text/html; charset=utf-8"]);
  return load(await reply.text());
};

const openApi = async () => {
  const { paths } = (await (await send("/openapi.json")).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  );
};

describe("the pages", () => {
  test("lead to nothing that is not there", async () => {
    const seen = new Set<string>();
    const open = ["/docs"];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [path = ""] = next.split("#");
      if (seen.has(path)) continue;
      seen.add(path);
      const reply = await send(path, { headers: { accept: "text/html" } });
      expect(reply.status, path).toBe(200);
      if (!path.startsWith("/docs") || path === "/docs/reference") continue;
      const $ = load(await reply.text());
      const links = $("main a")
        .toArray()
        .map((link) => $(link).attr("href") ?? "");
      expect(links.filter((link) => !link.startsWith("/"))).toEqual([]);
      // The dashboard is another part of the web face; each case of the sandbox has the same page.
      open.push(...links.filter((link) => !link.startsWith("/dashboard") && !link.includes("preset=")));
    }
    for (const code of failureCodes) expect(seen).toContain(`/docs/errors/${code}`);
    expect(seen.size).toBeGreaterThan(failureCodes.length + 20);
  });

  test("have headings in order, one of the first rank, and no id twice", async () => {
    const paths = ["/docs", "/docs/guide", "/docs/sandbox", "/docs/endpoints/post-api-verify-alpha"];
    for (const path of [...paths, "/docs/endpoints/post-api-upload", "/docs/errors/overloaded", "/status"]) {
      const $ = await page(path);
      expect($("h1").length, path).toBe(1);
      const ids = $("[id]")
        .toArray()
        .map((one) => $(one).attr("id"));
      expect(new Set(ids).size, path).toBe(ids.length);
      const labels = $("label").toArray();
      for (const label of labels) expect($(`[id="${$(label).attr("for")}"]`).length, path).toBe(1);
    }
  });
});

describe("each request", () => {
  test("of the description has a page that shows its path and its errors", async () => {
    const operations = await openApi();
    expect(operations.length).toBeGreaterThan(20);
    const $ = await page("/docs");
    const shown = $(".docs__requests code")
      .toArray()
      .map((one) => $(one).text());
    expect(shown.sort()).toEqual(operations.map(({ path }) => path).sort());
  });

  test("of a provider shows its fields, a command and the references of its simulated bank", async () => {
    const $ = await page("/docs/endpoints/post-api-verify-alpha");
    expect($("h1").text()).toContain("/api/verify-alpha");
    expect($(".fields__one dt").text()).toContain("transactionRef");
    expect($("#curl").text()).toContain('-d \'{"transactionRef":"FT');
    expect($(".presets li").length).toBeGreaterThan(5);
    const other = await page("/docs/endpoints/post-api-verify-alpha?preset=pending");
    expect(other("#curl").text()).toContain("PEND");
    expect(other(".presets a[aria-current]").text()).toBe("pending");
  });

  test("has a command that brings a receipt, for every provider", async () => {
    const slugs = (await openApi())
      .filter(({ path }) => /^\/api\/verify-/.test(path))
      .map(({ path }) => `post${path.replaceAll("/", "-")}`);
    expect(slugs.sort()).toEqual(providerLabels.map((label) => `post-api-verify-${label}`).sort());
    for (const slug of slugs) {
      const $ = await page(`/docs/endpoints/${slug}`);
      const [, body = ""] = /-d '([\s\S]*)'\n$/.exec($("#curl").text()) ?? [];
      const path = `/${slug.replace("post-api-", "api/")}`;
      const reply = await send(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect((await bodyOf(reply)).data?.status, `${slug} ${body}`).toBe("Verified");
    }
  });

  test("that there is none has no page", async () => {
    expect((await send("/docs/endpoints/post-api-nothing")).status).toBe(404);
  });
});

describe("each error", () => {
  test.each(["en", "am"] as const)("has a page at its doc_url that says it, in %s", async (language) => {
    for (const code of failureCodes) {
      const $ = await page(`/docs/errors/${code}`, language);
      const { message } = failureSentence({ code }, language);
      expect($("main").text()).toContain(message);
      expect($(".rows__row dd").first().text()).toBe(String(failureReplies[code].status));
      expect(JSON.parse($("figure.code code").first().text()).error.code).toBe(code);
      const { cause, remedy } = errorNotes[code];
      for (const said of [cause, remedy]) expect($("main").text()).toContain(said.replaceAll("`", ""));
    }
  });

  const requests = failureCodes.flatMap((code) => {
    const { produce } = errorNotes[code];
    return typeof produce === "object" ? [[code, produce] as const] : [];
  });

  test.each<readonly [string, ErrorRequest]>(requests)("%s comes as its page says", async (code, produce) => {
    const { method, path, headers, body } = produce;
    const given = headers ?? (body === undefined ? {} : { "content-type": "application/json" });
    const reply = await send(path, { method, headers: given, ...(body !== undefined && { body }) });
    expect((await bodyOf(reply)).error.code).toBe(code);
  });

  test("can be seen in the sandbox, or its page says why not", async () => {
    for (const code of failureCodes) {
      const { produce } = errorNotes[code];
      const $ = await page(`/docs/errors/${code}`);
      expect(typeof produce !== "undefined" || $(".presets li").length > 0, code).toBe(true);
    }
  });

  test("of a receipt comes for the reference on its page", async () => {
    for (const code of ["receipt_not_found", "receipt_not_completed", "receipt_mismatch"] as const) {
      const $ = await page(`/docs/errors/${code}`);
      expect($(".presets li").length).toBeGreaterThan(3);
      for (const one of $(".presets li").toArray()) {
        const [provider = ""] = $(one).find("a").text().split(" ");
        const reply = await send(`/api/verify-${provider}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: $(one).find("code").text(),
        });
        expect((await bodyOf(reply)).error.code, $(one).text()).toBe(code);
      }
    }
  });

  test("whose answer may still change says when it is retryable", async () => {
    expect((await page("/docs/errors/receipt_not_found"))("main").text()).toContain("today or yesterday");
    expect((await page("/docs/errors/receipt_not_completed"))("main").text()).toContain(
      "while the payment is pending",
    );
  });

  test("that is none has no page", async () => {
    const reply = await send("/docs/errors/nothing");
    expect([reply.status, (await bodyOf(reply)).error.code]).toEqual([404, "route_not_found"]);
  });
});

describe("the interactive reference", () => {
  test("comes from our own origin, under a policy that allows nothing inline", async () => {
    const reply = await send("/docs/reference");
    expect(reply.status).toBe(200);
    const policy = reply.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const $ = load(await reply.text());
    const files = $("script, link[rel=stylesheet]")
      .toArray()
      .map((one) => $(one).attr("src") ?? $(one).attr("href") ?? "");
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const own = await send(new URL(file, `${world.url}/docs/reference`).pathname);
      expect(own.status, file).toBe(200);
      expect(own.headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect($("script:not([src]), style, [style], [onclick]").length).toBe(0);
  });

  test("leaves the policy of the other pages alone", async () => {
    const policies = await Promise.all(
      ["/docs", "/", "/openapi.json"].map(async (path) =>
        (await send(path)).headers.get("content-security-policy"),
      ),
    );
    expect(policies[0]).toBe(policies[1]);
    expect(policies[2]).toBe("default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'");
  });
});
