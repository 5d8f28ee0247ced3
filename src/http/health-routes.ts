import type { FastifyInstance } from "fastify";

export type Health = {
  /** Whether the database takes writes now. */
  readonly databaseReady: () => Promise<boolean>;
  /** What keeps cached receipts, e.g. `sqlite` or `memory`. */
  readonly cacheKind: string;
};

type Dependencies = { readonly health: Health; readonly isDraining: () => boolean };

/** `/healthz`: the process answers. `/readyz`: it should be sent work; no provider's trouble makes it unready. */
export const addHealthRoutes = (server: FastifyInstance, { health, isDraining }: Dependencies): void => {
  server.get("/healthz", async () => ({ status: "ok" }));

  server.get("/readyz", async (_request, reply) => {
    const database = (await health.databaseReady()) ? "ok" : "away";
    const status = isDraining() ? "draining" : database === "ok" ? "ready" : "not_ready";
    return reply.code(status === "ready" ? 200 : 503).send({ status, database, cache: health.cacheKind });
  });
};
