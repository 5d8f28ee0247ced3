import type { FastifyInstance } from "fastify";
import type { PageContext } from "../page-context.ts";
import { signInPath } from "../sign-in/sign-in-routes.tsx";
import { visitorOf } from "../visitor.ts";
import { addOverview } from "./overview.tsx";

/** `/dashboard` and what lies beneath it, for whoever is signed in. */
export const addDashboardRoutes = (server: FastifyInstance, context: PageContext): void => {
  server.register(async (dashboard) => {
    dashboard.addHook("onRequest", async (request, reply) => {
      if (visitorOf(request).session !== null) return undefined;
      return reply.redirect(signInPath(request.routeOptions.url ?? ""), 303);
    });
    addOverview(dashboard, context);
  });
};
