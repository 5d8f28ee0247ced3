import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Accounts } from "../accounts/accounts.ts";
import { fail } from "../failure.ts";
import { parseRequest } from "../request-failure.ts";
import { ok } from "../result.ts";
import { createAccountAnswer, managing } from "./account-routes.ts";
import type { SendFailure } from "./replies.ts";
import { bodyOf, type JsonRequest } from "./verify-routes.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "createLinkCode">;
  readonly sendFailure: SendFailure;
};

const linkRequest = z.strictObject({ role: z.enum(["owner", "staff"]).default("owner") });

/**
 * `POST /api/account/link`: a one-time code that brings a Telegram user to the key's account, sent to the bot as
 * `/start <code>` within ten minutes. A test key is no proof of who owns an account.
 */
export const addLinkRoute = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const answer = createAccountAnswer(sendFailure);
  server.post("/api/account/link", managing, (request: JsonRequest, reply) =>
    answer(request, reply, async (account, { mode }) => {
      if (mode === "test") return fail("live_key_required");
      const json = bodyOf(request);
      const fields = json.ok ? parseRequest(linkRequest, json.value) : json;
      if (!fields.ok) return fields;
      const { role } = fields.value;
      const made = await accounts.createLinkCode(account, role);
      if (!made.ok) return made;
      const { code, expiresAt } = made.value;
      return ok({ code, role, send: `/start ${code}`, expires_at: expiresAt.toISOString() });
    }),
  );
};
