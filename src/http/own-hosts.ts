import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";

/** Names that lead to this machine wherever they are asked. */
const thisMachine = ["localhost", "127.0.0.1", "[::1]"];
const everywhere = ["0.0.0.0", "::"];

/** Which names a server answers that listens on `host`; null: any address besides, for it listens on all of them. */
const ownNames = (host: string, publicUrl: string | null) => ({
  names: new Set([
    ...thisMachine,
    isIP(host) === 6 ? `[${host}]` : host.toLowerCase(),
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
  ]),
  takesAddresses: everywhere.includes(host),
});

/** Whether a `Host` header names this server, whatever the port. */
const isOwn = (
  header: string | undefined,
  { names, takesAddresses }: ReturnType<typeof ownNames>,
): boolean => {
  const url = header !== undefined && URL.canParse(`http://${header}`) ? new URL(`http://${header}`) : null;
  if (url === null || url.pathname !== "/" || url.username !== "") return false;
  return names.has(url.hostname) || (takesAddresses && isIP(url.hostname.replace(/^\[|\]$/g, "")) !== 0);
};

/**
 * Answers requests to our own names alone. A page of somebody else whose name is made to lead to this machine sends that
 * name, and could else use what runs here as its visitor.
 *
 * @param host what is listened on
 */
export const answerOwnHosts = (server: FastifyInstance, host: string, publicUrl: string | null): void => {
  const own = ownNames(host, publicUrl);
  server.addHook("onRequest", async (request, reply) =>
    isOwn(request.headers.host, own)
      ? undefined
      : reply
          .code(421)
          .type("text/plain; charset=utf-8")
          .send("This demo answers its own host names only.\n"),
  );
};
