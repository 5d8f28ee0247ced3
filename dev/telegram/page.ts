import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the chat page: one shell, one script, one stylesheet, nothing from another host. */
export const mountPage = (server: FastifyInstance) => {
  const files = [
    { path: "/", file: "chat.html", type: "text/html; charset=utf-8" },
    { path: "/chat.js", file: "chat.js", type: "text/javascript; charset=utf-8" },
    { path: "/chat.css", file: "chat.css", type: "text/css; charset=utf-8" },
  ];
  for (const { path, file, type } of files) {
    const content = readFileSync(new URL(`page/${file}`, import.meta.url), "utf8");
    server.get(path, (_request, reply) => reply.type(type).send(content));
  }
  server.get("/favicon.ico", (_request, reply) => reply.code(204).send());
  server.addHook("onSend", async (_request, reply) => {
    reply.header("content-security-policy", policy);
    reply.header("x-content-type-options", "nosniff");
    reply.header("referrer-policy", "no-referrer");
    reply.header("cache-control", "no-store");
  });
};
