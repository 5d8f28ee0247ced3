import type { FastifyInstance } from "fastify";
import type { PageContext } from "../page-context.ts";
import { signInPath } from "../sign-in/sign-in-routes.tsx";
import { visitorOf } from "../visitor.ts";
import { addAudit } from "./audit.tsx";
import { addKeys } from "./keys.tsx";
import { addMoney } from "./money.tsx";
import { addOverview } from "./overview.tsx";
import { addPeople } from "./people.tsx";
import { addProofs } from "./proofs.tsx";
import { addReceipts } from "./receipts.tsx";
import { addSaved } from "./saved.tsx";
import { addSettings } from "./settings.tsx";

/** Adds `/dashboard` and the pages beneath it, for signed-in visitors. */
export const addDashboardRoutes = (server: FastifyInstance, context: PageContext): void => {
  server.register(async (dashboard) => {
    dashboard.addHook("onRequest", async (request, reply) => {
      if (visitorOf(request).session !== null) return undefined;
      return reply.redirect(signInPath(request.routeOptions.url ?? ""), 303);
    });
    addOverview(dashboard, context);
    addReceipts(dashboard, context);
    addProofs(dashboard, context);
    addMoney(dashboard, context);
    addKeys(dashboard, context);
    addPeople(dashboard, context);
    addSaved(dashboard, context);
    addAudit(dashboard, context);
    addSettings(dashboard, context);
  });
};
