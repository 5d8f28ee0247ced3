/** A route that does nothing but send a page of usual size: what Fastify and the way to it cost alone. Says where it is. */
import fastify from "fastify";

const page = `<!doctype html>\n<html lang="en"><body>${"<p>A page of usual size.</p>".repeat(400)}</body></html>\n`;

const server = fastify();
server.get("/", (_, reply) => reply.type("text/html; charset=utf-8").send(page));
const url = await server.listen({ host: "127.0.0.1", port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
