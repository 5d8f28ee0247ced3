import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { load } from "cheerio";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";

/** Files that this process, in which the service runs, has open. */
const openFiles = (): number => readdirSync("/dev/fd").length;

test("files that are asked for ahead are closed when their connection ends", async () => {
  const world = await createWorld();
  onTestFinished(world.close);
  const $ = load(await (await fetch(`${world.url}/`)).text());
  const script = $("script[src^='/assets/']").attr("src") ?? "";
  const path = "/docs/reference/static/swagger-ui-bundle.js";
  for (const one of [script, path]) expect((await fetch(`${world.url}${one}`)).status).toBe(200);
  const before = openFiles();
  const { port } = new URL(world.url);
  for (let connection = 0; connection < 10; connection += 1) {
    const socket = connect(Number(port), "127.0.0.1").pause();
    await once(socket, "connect");
    for (const one of [script, path]) socket.write(`GET ${one} HTTP/1.1\r\nHost: here\r\n\r\n`.repeat(10));
    await setTimeout(50);
    socket.destroy();
  }
  await expect.poll(openFiles).toBeLessThanOrEqual(before);
});
