import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startApi, verified } from "../support/api.ts";

const askFor = (reference: string): string => {
  const question = JSON.stringify({ reference });
  return [
    "POST /api/verify-beta HTTP/1.1",
    "Host: here",
    "Content-Type: application/json",
    `Content-Length: ${question.length}`,
    "",
    question,
  ].join("\r\n");
};
const [ask, otherAsk] = [askFor("DKF7ABCD12"), askFor("DKF7ABCD13")];

/** Waits until a number has stopped to change. */
const settled = async (read: () => number): Promise<void> => {
  for (let before = -1; before !== read(); ) {
    before = read();
    await setTimeout(300);
  }
};

type Sent = { readonly questions: number; readonly others?: number; readonly isLast?: boolean };

/** Sends so many questions whose bank is slow, and others behind them, on one connection; says what they are answered. */
const sendAhead = async ({
  questions,
  others = 0,
  isLast = false,
}: Sent): Promise<Record<string, number>> => {
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
  const other = "GET /nowhere HTTP/1.1\r\nHost: here\r\n";
  socket.write(ask.repeat(questions));
  socket.write(`${other}\r\n`.repeat(others));
  if (isLast) socket.write(`${other}Connection: close\r\n\r\n`);
  await expect.poll(() => api.orders.length).toBe(questions);
  await settled(() => socket.bytesWritten - socket.writableLength);
  release();
  const counts: Record<string, number> = {};
  for (const [, status = ""] of (await answers).matchAll(/HTTP\/1\.1 (\d+) /g))
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test("24 requests of one connection may wait for their answers, and the next one ends it", async () => {
  expect(await sendAhead({ questions: 1, others: 300 })).toEqual({ 200: 1, 404: 23, 429: 1 });
});

test("no more is read of a connection that was refused, however much it sends behind a slow answer", async () => {
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  expect(await sendAhead({ questions: 24, others: 60_000 })).toEqual({ 200: 24, 429: 1 });
  expect(requests).toBeLessThan(6_000);
});

test("no more is read of a connection that was refused while Node itself had stopped to read it", async () => {
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  const releases: (() => void)[] = [];
  const api = await startApi({
    answer: async () => {
      await new Promise<void>((resolve) => releases.push(resolve));
      return verified();
    },
  });
  onTestFinished(api.close);
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  await once(socket, "connect");
  const answers = text(socket);
  // So many long replies behind a slow one that Node pauses the connection.
  socket.write(`${ask}${"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(22)}`);
  await expect.poll(() => requests).toBe(23);
  await setTimeout(300);
  const other = "GET /nowhere HTTP/1.1\r\nHost: here\r\n\r\n";
  socket.write(`${otherAsk}${other.repeat(60_000)}`);
  await settled(() => requests);
  releases[0]?.();
  await expect.poll(() => releases).toHaveLength(2);
  await settled(() => requests);
  releases[1]?.();
  expect((await answers).match(/HTTP\/1\.1 \d+/g)?.slice(-2)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
  expect(requests).toBeLessThan(6_000);
});

test("a connection that sends fewer ahead gets all of its answers", async () => {
  expect(await sendAhead({ questions: 12, others: 11, isLast: true })).toEqual({ 200: 12, 404: 12 });
});

test("a connection may bring any number of requests that wait for each other's answers", async () => {
  const api = await startApi();
  onTestFinished(api.close);
  for (let number = 0; number < 60; number += 1) expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
});
