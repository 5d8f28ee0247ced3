import { load } from "cheerio";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";

test("a system without Ethiopic letters gets them from the page's own origin", async () => {
  const world = await createWorld();
  onTestFinished(() => world.close());
  const page = await fetch(`${world.url}/`, { headers: { accept: "text/html" } });
  expect(page.headers.get("content-security-policy")).toContain("font-src 'self'");
  const style = new URL(load(await page.text())("link[rel=stylesheet]").attr("href") ?? "", world.url);
  const css = await (await fetch(style)).text();
  const files = [...css.matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(([, file = ""]) => new URL(file, style));
  expect(files).toHaveLength(2);
  for (const file of files) {
    const font = await fetch(file);
    expect([font.status, font.headers.get("content-type")]).toEqual([200, "font/woff2"]);
  }
});
