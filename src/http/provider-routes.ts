import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { linkFields } from "../core/field-names.ts";
import type { Provider, Shape } from "../providers/provider.ts";
import type { ProviderSet } from "../verify/provider-set.ts";
import { answers, anyCaller, apiHeaders, failures, tags } from "./openapi.ts";
import { providerSetOf } from "./provider-sets.ts";
import { plainMeta } from "./reply-schemas.ts";

/** `GET /api/providers`: what the caller is offered, what it takes, and whether it is asked now. */
export const addProviderRoutes = (server: FastifyInstance): void => {
  server.withTypeProvider<ZodTypeProvider>().get(
    "/api/providers",
    {
      schema: {
        tags: [tags.verify],
        summary: "List the providers, what they take, and whether they are asked now",
        security: anyCaller,
        headers: apiHeaders,
        response: answers(providersReply),
      },
      config: { scope: null, failures: failures.api },
    },
    async (request, reply) => {
      const providerSet = providerSetOf(request);
      return reply.send({
        status: "success",
        providers: providerSet.providers.map((provider) => describeProvider(provider, providerSet)),
        not_offered: [...providerSet.notOffered],
        meta: { request_id: request.id, mode: providerSet.mode },
      });
    },
  );
};

export const providersReply = z.strictObject({
  status: z.literal("success"),
  providers: z.array(
    z.strictObject({
      provider: z.string().meta({ description: "The label in the path." }),
      bank: z.string(),
      endpoint: z.string(),
      fields: z.array(z.strictObject({ name: z.string(), required: z.boolean() })),
      forms: z.array(z.array(z.string())).meta({ description: "Sets of fields that make a whole request." }),
      shapes: z
        .array(
          z.strictObject({
            pattern: z.string(),
            fields: z.array(z.string()),
            missing: z.array(z.string()),
          }),
        )
        .meta({ description: "How its references look, as regular expressions of JavaScript." }),
      state: z.enum(["available", "unavailable"]),
      retry_after: z.int().nullable().meta({ description: "Seconds until it is asked again." }),
    }),
  ),
  not_offered: z.array(z.string()),
  meta: plainMeta,
});

const describeProvider = (provider: Provider, { waitSeconds }: ProviderSet) => {
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
      missing: [...shape.missing],
    })),
    state: retryAfter === 0 ? ("available" as const) : ("unavailable" as const),
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
  const links = linkFields.filter((name) => names.includes(name)).map((name) => [name]);
  const words = shapes.map((shape) => [...shapeFields(shape), ...shape.missing]);
  const forms = [...words, ...links].map((form) => names.filter((name) => form.includes(name)));
  return [...new Map(forms.map((form) => [form.join(), form])).values()];
};

/** Named groups of the pattern are request fields. */
const shapeFields = ({ pattern }: Pick<Shape, "pattern">): string[] =>
  [...pattern.source.matchAll(/\(\?<(\w{1,40})>/g)].map(([, name = ""]) => name);
