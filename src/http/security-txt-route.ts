import type { FastifyInstance } from "fastify";
import { fail } from "../failure.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = {
  /** An https link or a Telegram name; null: nobody is named. */
  readonly operatorContact: string | null;
  /** Null: the address that is listened on. */
  readonly publicUrl: string | null;
  readonly sendFailure: SendFailure;
  readonly now: () => Date;
};

/** Shorter than the year that the RFC allows: whoever runs this has started it since. */
const validMs = 180 * 24 * 60 * 60 * 1000;

const path = "/.well-known/security.txt";

/**
 * Where somebody who has found a weakness writes to.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export const addSecurityTxtRoute = (
  server: FastifyInstance,
  { operatorContact, publicUrl, sendFailure, now }: Dependencies,
): void => {
  server.get(path, async (request, reply) => {
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
