import type { FastifyInstance } from "fastify";
import { fail } from "../../core/failure.ts";
import type { SendFailure } from "../../http/replies.ts";
import type { PageContext } from "../page-context.ts";
import { browserName } from "../sign-in/browser-name.ts";
import { visitorOf } from "../visitor.ts";
import { readInitData } from "./init-data.ts";

type Dependencies = PageContext & { readonly sendFailure: SendFailure };

/** As Telegram's documentation has it: the kind of proof, and the data itself. */
const authorization = /^tma (\S{1,8192})$/;

/**
 * `POST /mini/session`: signs in whoever opened the form inside Telegram, by the data that Telegram has signed; a person
 * without an account goes on as a guest. The token comes and goes in headers, because browsers give no cookies to a page
 * within another one. Where this browser is signed in as somebody else it stays so: the data may have come by a
 * stranger's link.
 */
export const addMiniRoutes = (server: FastifyInstance, deps: Dependencies): void => {
  const { accounts, botToken, now, sendFailure } = deps;
  server.post("/mini/session", { schema: { hide: true } }, async (request, reply) => {
    const [, initData = ""] = authorization.exec(request.headers.authorization ?? "") ?? [];
    const person = botToken === null ? null : readInitData(initData, botToken, now());
    if (person === null) return reply.code(401).send();
    const signedIn = visitorOf(request).session?.who ?? null;
    const isOther = signedIn !== null && !(signedIn.kind === "person" && signedIn.userId === person.userId);
    if (isOther) return reply.code(204).send();
    const holder = { kind: "mini", userId: person.userId } as const;
    const session = await accounts.createSession(holder, browserName("Telegram"));
    if (session.ok) return reply.header("session-token", session.value.token).code(204).send();
    if (session.error.code === "account_unknown") return reply.code(204).send();
    const isSuspended = session.error.code === "account_suspended";
    return sendFailure(request, reply, fail(isSuspended ? "account_suspended" : "overloaded").error);
  });
};
