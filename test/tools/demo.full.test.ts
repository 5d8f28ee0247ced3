import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Demo, startDemo } from "../../tools/demo/start-demo.ts";
import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import { createPlayer, type Player } from "../../tools/demo/telegram/player.ts";

const now = () => new Date();
const workerFile = new URL("../../dist/src/documents/decode-worker.js", import.meta.url);
let temporaryFolder: string;

beforeEach(() => {
  temporaryFolder = mkdtempSync(join(tmpdir(), "demo-test-"));
});
afterEach(() => rmSync(temporaryFolder, { recursive: true }));

describe("the demo", () => {
  let demo: Demo;
  let selam: Player;
  beforeEach(async () => {
    const env = { PORT: "0", LOG_LEVEL: "silent" };
    demo = await startDemo({ env, temporaryFolder, now, retryMs: 50, workerFile });
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

  /** The printed lines with a mark and what they show, by the headings above them. */
  const stories = () =>
    demo.guide
      .split("\n\n")
      .map((block) => block.split("\n").filter((line) => /^ {2}.* {2}/.test(line)))
      .filter((lines) => lines.length > 4)
      .map((lines) =>
        lines.map((line) => {
          const cells = line.trim().split(/ {2,}/);
          return { mark: cells.length > 2 ? (cells[0] ?? "") : "", text: cells.at(-1) ?? "" };
        }),
      );

  const isProgress = (text: string) => /^Asking .* …$/.test(text);

  /** What the bot says first about each text, one after the other. */
  const marksOf = async (player: Player, texts: readonly string[]) => {
    await player.say("/start");
    await player.waitUntil(({ messages: all }) => all.length > 1);
    const marks: string[] = [];
    // The background answers these once more, at any moment.
    const asksOn = new Set<number>();
    for (const text of texts) {
      const said = await player.say(text);
      // A receipt that was shown before is answered as a reply to that message.
      const isReply = ({ from, message_id, reply, text: words }: ChatMessage) =>
        from === "bot" &&
        message_id > said &&
        (reply?.message_id ?? 0) <= said &&
        !asksOn.has(reply?.message_id ?? 0) &&
        !isProgress(words);
      const { messages: all } = await player.waitUntil((state) => state.messages.some(isReply));
      const [first = ""] = all.find(isReply)?.text.split("\n") ?? [];
      if (first.startsWith("⏳")) asksOn.add(said);
      marks.push(`${text}: ${first}`);
    }
    return marks;
  };

  test("prints a message for every mark, which gets it", async () => {
    const [saved = [], unsaved = []] = stories();
    const marks = new Set([...saved, ...unsaved].map(({ mark }) => mark));
    expect([...marks].sort()).toEqual(["", "✅", "❓", "⚠️", "ℹ️", "🕓", "❌", "⏳", "🚫"].sort());
    for (const [person, lines] of [
      ["hana", saved],
      ["almaz", unsaved],
    ] as const) {
      const got = await marksOf(
        createPlayer(demo.chatUrl, person),
        lines.map(({ text }) => text),
      );
      expect(got).toEqual(lines.map(({ mark, text }) => expect.stringContaining(`${text}: ${mark}`)));
    }
  });

  test("prints a message that the bank answers on the second attempt, as a new reply", async () => {
    const lines = stories().flat();
    const [text = ""] = lines.filter(({ mark }) => mark === "⏳").map((line) => line.text);
    const said = await selam.say(text);
    const { messages: all } = await selam.waitUntil(
      ({ messages: seen }) => seen.filter(({ reply }) => reply?.message_id === said).length === 2,
    );
    expect(all.slice(-2).map((message) => message.text)).toEqual([
      expect.stringMatching(/^⏳/),
      expect.stringMatching(/^❓ .*1,250\.00 ETB/),
    ]);
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
