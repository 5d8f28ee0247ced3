import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Provider, Shape } from "../providers/provider.ts";
import type { Offer, OfferOf } from "./offer.ts";

/** `GET /api/providers`: what is offered to whoever asks, what it takes, and whether it is asked now (design 4). */
export const addProviderRoutes = (server: FastifyInstance, offerOf: OfferOf): void => {
  server.get("/api/providers", { config: { scope: null } }, async (request, reply) => {
    const offer = offerOf(request);
    return reply.send({
      status: "success",
      providers: offer.providers.map((provider) => describeProvider(provider, offer)),
      not_offered: offer.notOffered,
      meta: { request_id: request.id, mode: offer.mode },
    });
  });
};

const describeProvider = (provider: Provider, { waitSeconds }: Offer) => {
  const retryAfter = waitSeconds(provider);
  const fields = fieldsOf(provider);
  return {
    provider: provider.label,
    bank: provider.settings.bank,
    endpoint: `/api/verify-${provider.label}`,
    fields,
    forms: formsOf(provider, fields),
    shapes: provider.shapes.map((shape) => ({
      pattern: shape.pattern.source,
      fields: shapeFields(shape),
      missing: shape.missing,
    })),
    state: retryAfter === 0 ? "available" : "unavailable",
    retry_after: retryAfter === 0 ? null : retryAfter,
  };
};

type Field = { readonly name: string; readonly required: boolean };

const fieldsOf = ({ request }: Provider): Field[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
  return Object.keys(properties).map((name) => ({ name, required: required.includes(name) }));
};

/** Sets of fields that make a whole question, one set in each request. */
const formsOf = ({ shapes }: Provider, fields: readonly Field[]): string[][] => {
  const names = fields.map(({ name }) => name);
  const links = names.filter((name) => linkFields.includes(name)).map((name) => [name]);
  const words = shapes.map((shape) => [...shapeFields(shape), ...shape.missing]);
  const forms = [...words, ...links].map((form) => names.filter((name) => form.includes(name)));
  return [...new Map(forms.map((form) => [form.join(), form])).values()];
};

const linkFields = ["url", "link"];

/** Named groups of the pattern are request fields. */
const shapeFields = ({ pattern }: Pick<Shape, "pattern">): string[] =>
  [...pattern.source.matchAll(/\(\?<(\w{1,40})>/g)].map(([, name = ""]) => name);
