import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Truth } from "../../invariants/truth.ts";
import { createBankPages } from "../bank-pages.ts";
import type { BankMood } from "../moods.ts";

type Options = {
  readonly truthOf: (reference: string) => Truth | null;
  readonly mood: () => BankMood;
  readonly onAnswer: () => void;
  /** What a receipt is dated by. */
  readonly now: () => Date;
};

/** A bank on loopback that says of each reference what it is, unless it is not well. */
export const openChaosBank = async ({ truthOf, mood, onAnswer, now }: Options) => {
  const pageOf = createBankPages();
  const server = createServer({ keepAlive: true }, async (request, reply) => {
    const reference = request.url?.split("/").at(-1) ?? "";
    const feels = mood();
    if (feels === "silent") return;
    if (feels === "reset") return void request.socket.destroy();
    const page = Buffer.from(await pageOf(truthOf(reference) ?? "not found", reference, now()));
    const status = feels === "error" ? 503 : feels === "blocked" ? 403 : 200;
    const answer = () => {
      onAnswer();
      reply.writeHead(status, {
        "content-type": "text/html; charset=utf-8",
        "content-length": page.length,
      });
      if (feels === "cut") return void reply.write(page.subarray(0, page.length / 2), () => reply.destroy());
      reply.end(page);
    };
    setTimeout(answer, feels === "slow" ? 2_500 : 10);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    settings: { beta: { bank: "TEST beta", url } },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
};
