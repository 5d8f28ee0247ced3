import cookie from "@fastify/cookie";
import type { FastifyInstance } from "fastify";
import { fail } from "../core/failure.ts";
import type { SendFailure } from "../http/replies.ts";
import type { ScanPicture } from "../photos/scan-picture.ts";
import { contentPolicy } from "./content-policy.ts";
import { addDashboardRoutes } from "./dashboard/dashboard-routes.tsx";
import { addDocsRoutes } from "./docs/docs-routes.tsx";
import { addFormRoutes } from "./form/form-routes.tsx";
import { acceptUrlencoded } from "./form-body.ts";
import { addMiniRoutes } from "./mini/mini-routes.ts";
import type { PageContext } from "./page-context.ts";
import { addProofRoutes } from "./proof/proof-routes.tsx";
import { isOurOwn } from "./same-origin.ts";
import { addSignInRoutes } from "./sign-in/sign-in-routes.tsx";
import { addStatusRoute } from "./status/status-page.tsx";
import { meetVisitor } from "./visitor.ts";

type PagesDependencies = Omit<PageContext, "publicUrl" | "isHttps" | "takeText"> & {
  readonly scanPicture?: ScanPicture | undefined;
};

/** What the server itself gives. */
type Serving = Pick<PageContext, "publicUrl" | "isHttps" | "takeText"> & {
  readonly sendFailure: SendFailure;
};

/** Adds the web face to the server. */
type AddPages = (server: FastifyInstance, serving: Serving) => void;

/** The third face: pages that are rendered here, and the few files that they need. */
export const createPages =
  (deps: PagesDependencies): AddPages =>
  (server, serving) => {
    const context = { ...deps, ...serving };
    const policy = contentPolicy();
    server.decorateRequest("visitor", null);
    server.register(async (web) => {
      await web.register(cookie);
      web.addHook("onRequest", async (request, reply) => {
        reply.header("content-security-policy", policy);
        // Without it browsers would not name our own origin either, when they post a form.
        reply.header("referrer-policy", "same-origin");
        if (!isOurOwn(request, serving.publicUrl()))
          return serving.sendFailure(request, reply, fail("route_not_found").error);
        const met = await meetVisitor(request, reply, context);
        return met.ok ? undefined : serving.sendFailure(request, reply, met.error);
      });
      deps.assets.serve(web);
      addFormRoutes(web, context);
      addMiniRoutes(web, context);
      addProofRoutes(web, context);
      web.register(async (forms) => {
        acceptUrlencoded(forms);
        addSignInRoutes(forms, context);
        addDashboardRoutes(forms, context);
      });
      addDocsRoutes(web, context);
      addStatusRoute(web, context);
    });
  };
