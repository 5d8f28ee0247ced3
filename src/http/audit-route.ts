import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Accounts, AuditEntry } from "../accounts/accounts.ts";
import { parseRequest } from "../request-failure.ts";
import { err, ok } from "../result.ts";
import { createAccountAnswer, reading, wholeNumber } from "./account-routes.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = { readonly accounts: Pick<Accounts, "auditOf">; readonly sendFailure: SendFailure };

/** `cursor` is the `next_cursor` of the page before. */
const auditRequest = z.strictObject({
  cursor: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  limit: wholeNumber(1, 100).default(50),
});

/** `GET /api/account/audit`: what was done with the key's account, newest first. A test key hears of nothing. */
export const addAuditRoute = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const answer = createAccountAnswer(sendFailure);
  server.get("/api/account/audit", reading, (request, reply) =>
    answer(request, reply, async (account, { mode }) => {
      const page = parseRequest(auditRequest, request.query);
      if (!page.ok) return page;
      const { cursor, limit } = page.value;
      if (mode === "test") return ok({ entries: [], next_cursor: null });
      const asked = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) };
      const found = await accounts.auditOf(account, asked);
      if (!found.ok) return err(found.error);
      const shown = found.value.slice(0, limit);
      const next = found.value.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return ok({ entries: shown.map(describeEntry), next_cursor: next });
    }),
  );
};

/** People by a name that only this account knows them by. */
const describeEntry = ({ id, at, actor, face, act, subject }: AuditEntry) => ({
  id,
  at: at.toISOString(),
  actor: { kind: actor.kind, id: actor.id === "" ? null : actor.id, name: actor.name },
  face,
  act,
  subject: subject === "" ? null : subject,
});
