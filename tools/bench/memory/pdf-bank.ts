/** A bank of PDF receipts in a process of its own. Says its address; draws the receipt of every reference asked for. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { loadCases, renderBody } from "../../../src/operator/sandbox/cases.ts";

const fixture = loadCases(join(process.cwd(), "fixtures")).find(
  ({ label, name }) => label === "alpha" && name === "verified",
);
if (fixture === undefined) throw new Error("the fixture of a receipt is missing");

const server = createServer(async (request, reply) => {
  const reference = /FT[0-9A-Z]{10}/.exec(request.url ?? "")?.[0] ?? "";
  const body = await renderBody(fixture, { reference, now: new Date() });
  reply.writeHead(200, { "content-type": "application/pdf", "content-length": body.length });
  reply.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
