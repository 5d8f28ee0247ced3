import type { FastifyReply } from "fastify";
import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { FrameVisitor } from "./frame.tsx";
import { forgetEnded } from "./visitor.ts";

/**
 * Sends a page that is rendered here, and tells its frame who looks. Whatever stands in it is escaped by the renderer.
 */
export const sendPage = (reply: FastifyReply, page: VNode, status = 200): FastifyReply => {
  const { visitor } = reply.request;
  forgetEnded(reply);
  return (
    reply
      .code(status)
      .type("text/html; charset=utf-8")
      // An answer in the visitor's language may be another one's under the same address.
      .header("vary", "Accept-Language, Cookie")
      .send(
        `<!doctype html>\n${renderToString(h(FrameVisitor.Provider, { value: visitor ?? null }, page))}\n`,
      )
  );
};
