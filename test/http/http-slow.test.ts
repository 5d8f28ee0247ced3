import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setInterval } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { startApi } from "../support/api.ts";

/** Bodies that arrive slowly: of slow phones, and of who would hold places that others need. */

const start = async (pictureBytesMin: number, windowMs = 150) => {
  const api = await startApi({
    scanPicture: async () => ({ ok: false, error: { code: "image_unreadable" } }),
    bodySpeed: { windowMs, pictureBytesMin },
  });
  onTestFinished(api.close);
  return api;
};

const boundary = "slow-boundary";
const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="image"; filename="receipt.jpg"',
  "Content-Type: image/jpeg",
  "",
  "x".repeat(4_000),
  `--${boundary}--`,
  "",
].join("\r\n");

const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
const formHead = head("/api/upload", `multipart/form-data; boundary=${boundary}`, form.length);

/** Sends the pieces, one each 10 ms, and gives all that comes back. */
const send = async (url: string, pieces: readonly string[]): Promise<string> => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  const reply = text(socket);
  const left = [...pieces];
  for await (const _ of setInterval(10)) {
    const piece = left.shift();
    if (piece === undefined || socket.destroyed) break;
    socket.write(piece);
  }
  return reply;
};

describe("a body that arrives in pieces", () => {
  test("is read to its end while it is a picture and each window brings enough of it", async () => {
    const { url } = await start(1);
    const pieces = Array.from({ length: 50 }, (_, at) =>
      form.slice(Math.floor((at * form.length) / 50), Math.floor(((at + 1) * form.length) / 50)),
    );
    const reply = await send(url, [formHead, ...pieces]);
    expect(reply).toContain("HTTP/1.1 422");
    expect(reply).toContain("image_unreadable");
  });

  test.each([
    ["a picture below its pace", 1_000_000, formHead + form.slice(0, 2_000)],
    ["a picture that stops", 1, formHead + form.slice(0, 2_000)],
    ["JSON that stops", 1, `${head("/api/verify", "application/json", 500)}{"text":"`],
  ])("of %s is not waited for", async (_, bytesMin, sent) => {
    const { url, orders } = await start(bytesMin);
    expect(await send(url, [sent])).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nX-Request-Id: /);
    expect(orders).toEqual([]);
  });
});

test.each([
  ["a page that was found", "GET /healthz HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n\r\n{", 200],
  ["a refusal", "POST /api/verify?api_key=1 HTTP/1.1\r\nHost: here\r\nContent-Length: 500\r\n\r\n{", 400],
])(
  "a body that still arrives behind the answer of %s holds no connection",
  async (_, sent, status) => {
    const { url } = await start(1, 1_000); // the answer comes first, on a busy machine too
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let reply = "";
    socket.on("data", (bytes) => {
      reply += bytes;
    });
    const closed = new Promise((resolve) => socket.on("close", resolve));
    // A byte that meets the hang-up resets the connection, which throws away no answer that was read before.
    socket.on("error", () => {});
    socket.write(sent);
    const drip = globalThis.setInterval(() => socket.write(" "), 50);
    onTestFinished(() => clearInterval(drip));
    await closed;
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  },
  20_000,
);

test("a connection keeps nothing of the requests whose bodies came behind their answers", async () => {
  const { url } = await start(1, 1_000);
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let replies = "";
  socket.on("data", (bytes) => {
    replies += bytes;
  });
  for (let answered = 1; answered <= 20; answered += 1) {
    socket.write("POST /api/verify?api_key=1 HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n");
    await expect.poll(() => replies.split("HTTP/1.1 400 ").length - 1).toBe(answered);
    socket.write("{}");
  }
  await expect.poll(() => socket.writableLength).toBe(0);
  expect(warnings).toEqual([]);
});
