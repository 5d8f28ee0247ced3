import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Accounts, ListedCode } from "../accounts/accounts.ts";
import { fail } from "../failure.ts";
import { parseRequest } from "../request-failure.ts";
import { ok } from "../result.ts";
import { createAccountAnswer, managing, reading } from "./account-routes.ts";
import type { SendFailure } from "./replies.ts";
import { bodyOf, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "createLinkCode" | "listLinkCodes" | "recallLinkCode">;
  readonly sendFailure: SendFailure;
};

/** A key is not ownership: owners are made in an owner's private chat alone. */
const linkRequest = z.strictObject({ role: z.literal("staff").default("staff") });

/**
 * `POST /api/account/link`: a one-time code that brings a Telegram user to the key's account as one of its staff, sent to
 * the bot as `/start <code>` within ten minutes. `GET` lists those that are alive, `DELETE` recalls one. A test key is no
 * proof of anything.
 */
export const addLinkRoute = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const answer = createAccountAnswer(sendFailure);

  server.post("/api/account/link", managing, (request: JsonRequest, reply) =>
    answer(request, reply, async (account, { mode, key }) => {
      if (mode === "test" || key === null) return fail("live_key_required");
      if (key.isReplaced) return fail("key_replaced");
      const json = bodyOf(request);
      const fields = json.ok ? parseRequest(linkRequest, json.value) : json;
      if (!fields.ok) return fields;
      const { role } = fields.value;
      const made = await accounts.createLinkCode(account, role, { by: { kind: "key", key: key.id } });
      if (!made.ok) return made;
      const { id, code, expiresAt } = made.value;
      return ok({ id, code, role, send: `/start ${code}`, expires_at: expiresAt.toISOString() });
    }),
  );

  server.get("/api/account/link", reading, (request, reply) =>
    answer(request, reply, async (account, { mode }) => {
      if (mode === "test") return ok({ links: [] });
      const listed = await accounts.listLinkCodes(account);
      return listed.ok ? ok({ links: listed.value.map(describeCode) }) : listed;
    }),
  );

  server.delete<{ Params: { id: string } }>("/api/account/link/:id", managing, (request, reply) =>
    answer(request, reply, async (account, { mode, key }) => {
      if (mode === "test" || key === null) return fail("live_key_required");
      const by = { kind: "key", key: key.id } as const;
      const recalled = await accounts.recallLinkCode(request.params.id, account, by);
      if (recalled.ok) return ok({ recalled: recalled.value.id });
      return recalled.error.code === "link_code_unknown" ? fail("route_not_found") : recalled;
    }),
  );
};

const describeCode = ({ id, role, maker, createdAt, expiresAt }: ListedCode) => ({
  id,
  role,
  made_by: maker,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
