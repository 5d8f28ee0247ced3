import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startApi, verified } from "../support/api.ts";

const question = JSON.stringify({ reference: "DKF7ABCD12" });
const ask = [
  "POST /api/verify-beta HTTP/1.1",
  "Host: here",
  "Content-Type: application/json",
  `Content-Length: ${question.length}`,
  "",
  question,
].join("\r\n");

/** Sends so many requests behind a question whose bank is slow, on one connection, and says what they are answered. */
const sendAhead = async (others: number, ending: string): Promise<Record<string, number>> => {
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const api = await startApi({
    answer: async () => {
      await slow;
      return verified();
    },
  });
  onTestFinished(api.close);
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  await once(socket, "connect");
  const answers = text(socket);
  const other = `GET /api/providers HTTP/1.1\r\nHost: here\r\n`;
  socket.write(`${ask}${`${other}\r\n`.repeat(others)}${ending === "" ? "" : `${other}${ending}\r\n\r\n`}`);
  await expect.poll(() => api.orders.length).toBe(1);
  release();
  const counts: Record<string, number> = {};
  for (const [, status = ""] of (await answers).matchAll(/HTTP\/1\.1 (\d+) /g))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test("24 requests of one connection may wait for their answers, and the next one ends it", async () => {
  expect(await sendAhead(300, "")).toEqual({ 200: 24, 429: 1 });
});

test("a connection that sends fewer ahead gets all of its answers", async () => {
  expect(await sendAhead(22, "Connection: close")).toEqual({ 200: 24 });
});

test("a connection may bring any number of requests that wait for each other's answers", async () => {
  const api = await startApi();
  onTestFinished(api.close);
  for (let number = 0; number < 60; number += 1) expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
});
