import type { FastifyRequest } from "fastify";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change something, since a page of another origin could post a form with our visitor's cookies.
 * Browsers name the origin in two headers that no page can set; a request with neither may not bring cookies.
 */
export const isOurOwn = ({ method, headers, cookies }: FastifyRequest, publicUrl: string): boolean => {
  if (safe.has(method)) return true;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = headers;
  if (origin !== undefined)
    return origin === new URL(publicUrl).origin || origin.split("://")[1] === headers.host;
  return Object.keys(cookies).length === 0;
};
