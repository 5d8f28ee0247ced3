import type { FastifyRequest } from "fastify";

/** The query parameters of a request by name. One that came several times is a list. */
export const queryOf = ({ query }: Pick<FastifyRequest, "query">): Readonly<Record<string, unknown>> =>
  typeof query === "object" && query !== null ? { ...query } : {};
