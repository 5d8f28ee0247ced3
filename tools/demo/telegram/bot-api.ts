import type { FastifyInstance, FastifyRequest } from "fastify";
import { ok, type Result } from "../../../src/core/result.ts";
import { readForm } from "./form.ts";
import { fileMethods } from "./methods/files.ts";
import { messageMethods } from "./methods/messages.ts";
import type { Method, Parameters } from "./methods/method.ts";
import { profileMethods } from "./methods/profile.ts";
import { updateMethods } from "./methods/updates.ts";
import { badRequest, type Refusal, refuse } from "./refusal.ts";
import type { Telegram } from "./telegram.ts";

/** Mounts `/bot<token>/<method>` and `/file/bot<token>/<path>`, answering in Telegram's envelope. */
export const mountBotApi = (server: FastifyInstance, telegram: Telegram, token: string) => {
  const methods = methodsByName(telegram);

  server.route<{ Params: { token: string; method: string } }>({
    method: ["GET", "POST"],
    url: "/bot:token/:method",
    handler: async (request, reply) => {
      const hangUp = new AbortController();
      reply.raw.on("close", () => hangUp.abort());
      const outcome = await answer(request, hangUp.signal);
      if (outcome.ok) return reply.send({ ok: true, result: outcome.value });
      const { code, description } = outcome.error;
      return reply.code(code).send({ ok: false, error_code: code, description });
    },
  });

  const answer = async (
    request: FastifyRequest<{ Params: { token: string; method: string } }>,
    signal: AbortSignal,
  ): Promise<Result<unknown, Refusal>> => {
    if (request.params.token !== token) return refuse(401, "Unauthorized");
    const method = methods.get(request.params.method.toLowerCase());
    if (!method) return refuse(404, "Not Found: method not found");
    const parameters = await readParameters(request);
    return parameters.ok ? method(parameters.value, signal) : parameters;
  };

  server.get<{ Params: { token: string; "*": string } }>("/file/bot:token/*", async (request, reply) => {
    const file = telegram.files.byPath(request.params["*"]);
    if (request.params.token !== token) return reply.code(401).send(envelope(401, "Unauthorized"));
    if (!file) return reply.code(404).send(envelope(404, "Not Found: invalid file id"));
    return reply.type("application/octet-stream").send(file.bytes);
  });
};

const envelope = (error_code: number, description: string) => ({ ok: false, error_code, description });

/** Telegram takes method names in any case of letters. */
const methodsByName = (telegram: Telegram): ReadonlyMap<string, Method> => {
  const all = {
    ...updateMethods(telegram),
    ...messageMethods(telegram),
    ...profileMethods(telegram),
    ...fileMethods(telegram),
  };
  return new Map(Object.entries(all).map(([name, method]) => [name.toLowerCase(), method]));
};

/** Query and body together: JSON, urlencoded or multipart, as the caller likes. */
const readParameters = async (request: FastifyRequest): Promise<Result<Parameters, Refusal>> => {
  const query = isRecord(request.query) ? request.query : {};
  const { body } = request;
  const type = request.headers["content-type"] ?? "";
  if (!Buffer.isBuffer(body) || body.length === 0) return ok(query);
  try {
    if (type.startsWith("application/json")) return ok({ ...query, ...JSON.parse(body.toString()) });
    return ok({ ...query, ...(await readForm(body, type)) });
  } catch {
    return badRequest("can't parse the request body");
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
