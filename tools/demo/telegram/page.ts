import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname } from "node:path";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { securityHeaders } from "../../../src/http/browser-safety.ts";
import { type ExampleSection, mountExamples } from "./examples.ts";

/** What the page loads, from here alone. */
const own = ["'self'"];
const headers = securityHeaders({
  isHttps: false,
  more: { scriptSrc: own, styleSrc: own, imgSrc: own, fontSrc: own, connectSrc: own },
});

const types = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
]);

/** Weights of the Ethiopic script, which not every machine has a font for. */
const ethiopicWeights = [400, 700] as const;

/**
 * Serves the chat page: its shell at `/`, scripts, stylesheet and what it offers to send beside it, nothing from
 * another host.
 */
export const mountPage = (server: FastifyInstance, examples: readonly ExampleSection[]) => {
  server.register(helmet, headers);
  const folder = new URL("page/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const type = types.get(extname(name));
    if (!type) continue;
    const content = readFileSync(new URL(name, folder), "utf8");
    server.get(name === "chat.html" ? "/" : `/${name}`, (_request, reply) => reply.type(type).send(content));
  }
  const { resolve } = createRequire(import.meta.url);
  for (const weight of ethiopicWeights) {
    const file = `noto-sans-ethiopic-ethiopic-${weight}-normal.woff2`;
    const font = readFileSync(resolve(`@fontsource/noto-sans-ethiopic/files/${file}`));
    server.get(`/ethiopic-${weight}.woff2`, (_request, reply) => reply.type("font/woff2").send(font));
  }
  mountExamples(server, examples);
  server.get("/favicon.ico", (_request, reply) => reply.code(204).send());
  server.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store");
  });
};
