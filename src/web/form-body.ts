import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";

/** More than any form of ours holds. Its longest text has 4,096 letters, and an Ethiopic one is sent as nine bytes. */
const bodyBytesMax = 40 * 1024;
/** What comes behind them is of no form of ours. */
const fieldsMax = 100;

/** A form's fields in the order in which they came; a name may come several times. */
type Fields = ReadonlyMap<string, readonly string[]>;

/** Takes plain forms, as browsers post them without scripts. */
export const acceptUrlencoded = (server: FastifyInstance): void => {
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: bodyBytesMax },
    async (_request: unknown, body: string): Promise<Fields> => {
      const fields = new Map<string, string[]>();
      for (const [name, value] of [...new URLSearchParams(body)].slice(0, fieldsMax)) {
        const values = fields.get(name);
        if (values === undefined) fields.set(name, [value]);
        else values.push(value);
      }
      return fields;
    },
  );
};

/**
 * What a form holds, by a schema whose members are lists for fields that may come several times. Null: it is no form of
 * ours. Nobody types a NUL, which PostgreSQL takes in no text.
 */
export const readForm = <Form extends z.ZodObject>(
  { body }: FastifyRequest,
  schema: Form,
): z.infer<Form> | null => {
  const fields: Fields = body instanceof Map ? body : new Map();
  const given = Object.keys(schema.shape).map((name) => {
    const values = fields.get(name) ?? [];
    if (values.some((value) => value.includes("\0"))) return [name, null];
    return [name, schema.shape[name]?.safeParse([]).success ? values : values[0]];
  });
  return schema.safeParse(Object.fromEntries(given)).data ?? null;
};
