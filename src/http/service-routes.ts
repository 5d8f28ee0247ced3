import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { fail } from "../core/failure.ts";
import { dayMs } from "../core/time.ts";
import { failures, tags } from "./openapi.ts";
import type { SendFailure } from "./replies.ts";

/** What programs ask about this service: whether it runs, and where a weakness is reported. */

export type Health = {
  /** Whether the database takes writes now. */
  readonly databaseReady: () => Promise<boolean>;
  /** What keeps cached receipts, e.g. `sqlite` or `memory`. */
  readonly cacheKind: string;
};

const readiness = z.strictObject({
  status: z.enum(["ready", "not_ready", "draining"]),
  database: z.enum(["ok", "away"]),
  cache: z.string(),
});

/** One question to the database answers all who ask meanwhile. Each question takes a write, and needs no key. */
const createReady = ({ databaseReady }: Health): (() => Promise<boolean>) => {
  let asking: Promise<boolean> | null = null;
  return () => {
    asking ??= databaseReady().finally(() => {
      asking = null;
    });
    return asking;
  };
};

/** `/healthz`: the process answers. `/readyz`: it can take work. A provider's failure does not change that. */
export const addHealthRoutes = (
  server: FastifyInstance,
  { health, isDraining }: { readonly health: Health; readonly isDraining: () => boolean },
): void => {
  const routes = server.withTypeProvider<ZodTypeProvider>();
  const isReady = createReady(health);

  routes.get(
    "/healthz",
    {
      schema: {
        tags: [tags.service],
        summary: "Say that the process answers",
        response: { 200: z.strictObject({ status: z.literal("ok") }) },
      },
      config: { failures: failures.everywhere },
    },
    async () => ({ status: "ok" as const }),
  );

  routes.get(
    "/readyz",
    {
      schema: {
        tags: [tags.service],
        summary: "Say whether the process should be sent work",
        response: { 200: readiness, 503: readiness },
      },
      config: { failures: failures.everywhere },
    },
    async (_request, reply) => {
      const database = (await isReady()) ? "ok" : "away";
      const status = isDraining() ? "draining" : database === "ok" ? "ready" : "not_ready";
      return reply.code(status === "ready" ? 200 : 503).send({ status, database, cache: health.cacheKind });
    },
  );
};

type Contact = {
  /** An https link or a Telegram name; null: nobody is named. */
  readonly operatorContact: string | null;
  /** Null: the address that is listened on. */
  readonly publicUrl: string | null;
  readonly sendFailure: SendFailure;
  readonly now: () => Date;
};

/** Shorter than the year that the RFC allows. The operator has restarted the service by then. */
const validMs = 180 * dayMs;

const path = "/.well-known/security.txt";

/**
 * Where somebody who has found a weakness writes to.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export const addSecurityTxtRoute = (
  server: FastifyInstance,
  { operatorContact, publicUrl, sendFailure, now }: Contact,
): void => {
  const schema = {
    tags: [tags.service],
    summary: "Say where a weakness is reported (RFC 9116)",
    response: { 200: { content: { "text/plain": { schema: z.string() } } } },
  };
  const config = { failures: [...failures.limited, "route_not_found"] as const };
  server.get(path, { schema, config }, async (request, reply) => {
    if (operatorContact === null) return sendFailure(request, reply, fail("route_not_found").error);
    const expires = new Date(now().getTime() + validMs).toISOString().replace(/\.\d{3}Z$/, "Z");
    const lines = [
      `Contact: ${operatorContact.replace(/^@/, "https://t.me/")}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en, am",
      ...(publicUrl?.startsWith("https:") ? [`Canonical: ${publicUrl}${path}`] : []),
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
};
