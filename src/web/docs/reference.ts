import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";

/** What the renderer needs more than nothing: its own files, and pictures that its style sheet holds. */
const policy = Object.entries({
  "default-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
})
  .map(([name, value]) => `${name} ${value}`)
  .join(";");

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="28" viewBox="0 0 220 28"><text x="0" y="20" font-family="sans-serif" font-size="17" font-weight="700" fill="#fff">← Deresegn</text></svg>`;

/** There is one description alone, so the field for another one's address goes. */
const style = `
.swagger-ui .topbar .download-url-wrapper { display: none; }
.swagger-ui .topbar { background: #0b5f41; }
.swagger-ui .topbar a { min-height: 44px; }
`;

/** The renderer gives its mark no address to lead to. */
const script = `
new MutationObserver((_, observer) => {
  const link = document.querySelector(".topbar a.link, .topbar a");
  if (link === null) return;
  observer.disconnect();
  link.href = "/docs";
  link.setAttribute("aria-label", "Deresegn: the documentation");
}).observe(document.body, { childList: true, subtree: true });
`;

/**
 * `/docs/reference`: every request with its fields, and a form to send it with, rendered by Swagger UI from our own
 * origin.
 */
export const addReference = (server: FastifyInstance): void => {
  server.register(swaggerUi, {
    routePrefix: "/docs/reference",
    staticCSP: policy,
    // The renderer asks for a description of its own; there is one alone.
    uiHooks: {
      onRequest: async (request, reply) =>
        request.routeOptions.url === "/docs/reference/json" ? reply.redirect("/openapi.json") : undefined,
    },
    logo: { type: "image/svg+xml", content: Buffer.from(mark), href: "/docs", target: "_self" },
    theme: {
      title: "Deresegn: the HTTP API",
      css: [{ filename: "own.css", content: style }],
      js: [{ filename: "own.js", content: script }],
    },
    uiConfig: {
      docExpansion: "none",
      deepLinking: true,
      persistAuthorization: false,
      tryItOutEnabled: true,
    },
  });
};
