import type { FastifyReply } from "fastify";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";

/** Sends a page that is rendered here. Whatever stands in it is escaped by the renderer. */
export const sendPage = (reply: FastifyReply, page: VNode, status = 200): FastifyReply =>
  reply
    .code(status)
    .type("text/html; charset=utf-8")
    // An answer in the visitor's language may be another one's under the same address.
    .header("vary", "Accept-Language, Cookie")
    .send(`<!doctype html>\n${renderToString(page)}\n`);
