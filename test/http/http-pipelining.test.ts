import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
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

/** Waits until a number has stopped to change. */
const settled = async (read: () => number): Promise<void> => {
  for (let before = -1; before !== read(); ) {
    before = read();
    await setTimeout(300);
  }
};

const other = "GET /nowhere HTTP/1.1\r\nHost: here\r\n\r\n";

/** A service whose bank answers when it is released, and a connection to it. */
const openSlow = async () => {
  let release = () => {};
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answer = async () => {
    await slow;
    return verified();
  };
  const api = await startApi({ answer });
  onTestFinished(api.close);
  const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
  await once(socket, "connect");
  const statuses = async () => {
    const counts: Record<string, number> = {};
    for (const [, status = ""] of (await answers).matchAll(/HTTP\/1\.1 (\d+) /g))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  // What is written to a connection that has ended is an error.
  const answers = text(socket).catch(() => "");
  return { api, socket, release, statuses };
};

/** Counts the requests that Node hands over. */
const countRequests = (): (() => number) => {
  let requests = 0;
  const count = () => {
    requests += 1;
  };
  subscribe("http.server.request.start", count);
  onTestFinished(() => void unsubscribe("http.server.request.start", count));
  return () => requests;
};

test("24 requests of one connection may wait for their answers", async () => {
  const { api, socket, release, statuses } = await openSlow();
  socket.write(`${ask}${other.repeat(22)}${other.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}`);
  await expect.poll(() => api.orders.length).toBe(1);
  release();
  expect(await statuses()).toEqual({ 200: 1, 404: 23 });
});

test.each([
  ["a path", other],
  ["a path that cannot be read", "GET /%zz HTTP/1.1\r\nHost: here\r\n\r\n"],
  ["an expectation", "GET / HTTP/1.1\r\nHost: here\r\nExpect: more\r\n\r\n"],
])("the next one ends the connection, and no more is read of it: %s", async (_, next) => {
  const requests = countRequests();
  const { socket, statuses } = await openSlow();
  socket.write(ask);
  socket.write(next.repeat(60_000));
  expect(await statuses()).toEqual({});
  await settled(requests);
  expect(requests()).toBeLessThan(6_000);
});

test("nothing of such a connection is looked up behind the 24", async () => {
  const { api, socket, statuses } = await openSlow();
  socket.write(ask.repeat(200));
  expect(await statuses()).toEqual({});
  await settled(() => api.orders.length);
  expect(api.orders.length).toBeLessThanOrEqual(24);
});

test("a connection may bring any number of requests that wait for each other's answers", async () => {
  const api = await startApi();
  onTestFinished(api.close);
  for (let number = 0; number < 60; number += 1) expect((await fetch(`${api.url}/healthz`)).status).toBe(200);
});
