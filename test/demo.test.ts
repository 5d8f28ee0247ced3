import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Demo, startDemo } from "../dev/start-demo.ts";
import { createPlayer, type Player } from "../dev/telegram/player.ts";

const now = () => new Date();
const workerFile = new URL("../dist/src/reading/decode-worker.js", import.meta.url);
let temporaryFolder: string;

beforeEach(() => {
  temporaryFolder = mkdtempSync(join(tmpdir(), "demo-test-"));
});
afterEach(() => rmSync(temporaryFolder, { recursive: true }));

describe("the demo", () => {
  let demo: Demo;
  let selam: Player;
  beforeEach(async () => {
    demo = await startDemo({ env: { PORT: "0" }, temporaryFolder, now, workerFile });
    selam = createPlayer(demo.chatUrl, "selam");
  });
  afterEach(() => demo.stop());

  /** The lines to paste: those that follow a heading and are indented. */
  const messages = () => [...demo.guide.matchAll(/:\n {2}(?!curl)(.+)$/gm)].map(([, text]) => text ?? "");

  /** The bot's last word once it is no longer a sign of progress. */
  const answerTo = async (text: string) => {
    const said = await selam.say(text);
    const { messages: shown } = await selam.waitUntil(({ messages: all }) =>
      all.some((message) => message.reply?.message_id === said && /✅|⚠️|❌|⏳|\?/.test(message.text)),
    );
    return shown.filter((message) => message.reply?.message_id === said).at(-1);
  };

  test("prints three messages: one verifies, one is asked about, one is refused", async () => {
    const [real = "", shared = "", reversed = ""] = messages();
    expect(messages()).toHaveLength(3);

    expect((await answerTo(real))?.text).toMatch(/HANA MEKONNEN TADESSE/);
    const question = await answerTo(shared);
    expect(question?.buttons.flat().map(({ text }) => text)).toEqual(
      expect.arrayContaining(["TEST alpha bank", "TEST gamma bank"]),
    );
    expect((await answerTo(reversed))?.text).toMatch(/^❌/);
  });

  test("answers the printed curl line over HTTP with the same record", async () => {
    const [, url = "", body = ""] = /curl -s (\S+) .*-d '(.+)'/.exec(demo.guide) ?? [];
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: "success", data: { status: "Verified" } });
  });
});

test("leaves no file and no open address behind", async () => {
  const demo = await startDemo({ env: { PORT: "0" }, temporaryFolder, now, workerFile });
  expect(readdirSync(temporaryFolder)).toHaveLength(1);
  await demo.stop();
  expect(readdirSync(temporaryFolder)).toEqual([]);
  await expect(fetch(demo.chatUrl)).rejects.toThrow();
  await expect(fetch(`${demo.apiUrl}/healthz`)).rejects.toThrow();
});

test("says in one line what to do when its port is taken", async () => {
  const squatter = createServer();
  const port = await new Promise<number>((resolve) => {
    squatter.listen(0, "127.0.0.1", () => {
      const address = squatter.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  const starting = startDemo({ env: { PORT: String(port) }, temporaryFolder, now, workerFile });
  await expect(starting).rejects.toThrow(new RegExp(`^[^\\n]*${port}[^\\n]*PORT[^\\n]*$`));
  await expect(starting).rejects.toMatchObject({ name: "StartProblem" });
  expect(readdirSync(temporaryFolder)).toEqual([]);
  squatter.close();
});
