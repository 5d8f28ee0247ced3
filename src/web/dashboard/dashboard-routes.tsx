import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusal } from "../../http/request-body.ts";
import { isOwnForm } from "../made-for.tsx";
import type { PageContext } from "../page-context.ts";
import { signInPath } from "../sign-in/sign-in-routes.tsx";
import { meetVisitor, visitorOf } from "../visitor.ts";
import { addAudit } from "./audit.tsx";
import { addKeys } from "./keys.tsx";
import { addMoney } from "./money.tsx";
import { addOverview } from "./overview.tsx";
import { addPeople } from "./people.tsx";
import { addProofs } from "./proofs.tsx";
import { addReceipts } from "./receipts.tsx";
import { addSaved } from "./saved.tsx";
import { addSettings } from "./settings.tsx";
import { showNotDone } from "./shell.tsx";

/** Adds `/dashboard` and the pages beneath it, for signed-in visitors. */
export const addDashboardRoutes = (server: FastifyInstance, context: PageContext): void => {
  server.register(async (dashboard) => {
    dashboard.addHook("onRequest", requireSession);
    dashboard.addHook("preHandler", async (request, reply) => {
      if (request.method !== "POST") return undefined;
      // A form may take long to arrive, and the session may have ended meanwhile.
      const met = await meetVisitor(request, reply, context);
      if (!met.ok) throw refusal(met.error);
      const visitor = visitorOf(request);
      if (visitor.session === null || isOwnForm(request)) return requireSession(request, reply);
      request.visitor = { ...visitor, isOthersForm: true };
      const { showAgain } = request.routeOptions.config;
      return showAgain === undefined ? showNotDone(context, request, reply) : showAgain(request, reply);
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

const requireSession = async (
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> => {
  if (visitorOf(request).session !== null) return undefined;
  return reply.redirect(signInPath(request.routeOptions.url ?? ""), 303);
};
