import type { FastifyRequest } from "fastify";
import { isOfOtherOrigin } from "../http/browser-safety.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something, since a page of another origin could post a form with our visitor's cookies. A
 * request of which no header names the origin may not bring cookies.
 */
export const isOurOwn = (request: FastifyRequest, publicUrl: string): boolean => {
  const { method, headers, cookies } = request;
  if (safe.has(method)) return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  if (headers.origin !== undefined) return !isOfOtherOrigin(request, publicUrl);
  return Object.keys(cookies).length === 0;
};
