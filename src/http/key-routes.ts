import type { FastifyInstance } from "fastify";
import { type Accounts, describeKey } from "../accounts/accounts.ts";
import { fail } from "../failure.ts";
import { ok } from "../result.ts";
import { createAccountAnswer, managing, reading } from "./account-routes.ts";
import type { SendFailure } from "./replies.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "listKeys" | "revokeKey">;
  readonly sendFailure: SendFailure;
};

/**
 * `GET /api/account/keys`: the account's keys, without the keys themselves. `DELETE` revokes one. Keys are made by owners
 * and the operator alone: one that could make others would outlive its own revocation.
 */
export const addKeyRoutes = (server: FastifyInstance, { accounts, sendFailure }: Dependencies): void => {
  const answer = createAccountAnswer(sendFailure);

  server.get("/api/account/keys", reading, (request, reply) =>
    answer(request, reply, async (account, { mode, key }) => {
      const listed = await accounts.listKeys(account);
      if (!listed.ok) return listed;
      // A test key hears of itself alone.
      const shown = listed.value.filter(({ id }) => mode === "live" || id === key?.id);
      return ok({ keys: shown.map(describeKey) });
    }),
  );

  server.delete<{ Params: { id: string } }>("/api/account/keys/:id", managing, (request, reply) =>
    answer(request, reply, async (account, { mode, key }) => {
      if (mode === "test" || key === null) return fail("live_key_required");
      const revoked = await accounts.revokeKey(request.params.id, account, { kind: "key", key: key.id });
      if (revoked.ok) return ok({ revoked: revoked.value.id });
      return revoked.error.code === "key_unknown" ? fail("route_not_found") : revoked;
    }),
  );
};
