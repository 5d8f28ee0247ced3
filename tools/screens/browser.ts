import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex, Readable, Writable } from "node:stream";

/** Pages drawn by a headless Chromium, one at a time. */
export type Browser = {
  /** A page of HTML as a PNG, of this height or its own greater one; `scale` device pixels for one of the page. */
  readonly draw: (html: string, width: number, heightMin: number, scale: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

export const openBrowser = async (program: string): Promise<Browser> => {
  const folder = mkdtempSync(join(tmpdir(), "screens-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-lcd-text"];
  const child = spawn(
    program,
    [...flags, "--font-render-hinting=none", `--user-data-dir=${folder}`, "--remote-debugging-pipe"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] },
  );
  const [, , , into, out] = child.stdio;
  if (!(into instanceof Writable) || !(out instanceof Readable || out instanceof Duplex))
    throw new Error("Chromium has no pipes");
  const call = callsOver(into, out);
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const inPage = (method: string, params: object) => call(method, params, String(sessionId));
  return {
    draw: async (html, width, heightMin, scale) => {
      const size = { width, deviceScaleFactor: scale, mobile: false };
      await inPage("Emulation.setDeviceMetricsOverride", { ...size, height: heightMin });
      await inPage("Page.setDocumentContent", { frameId: targetId, html });
      const ready =
        "document.fonts.ready.then(() => Promise.all([...document.images].map((i) => i.decode())))";
      const expression = `${ready}.then(() => String(document.documentElement.scrollHeight))`;
      const { result } = await inPage("Runtime.evaluate", { expression, awaitPromise: true });
      const height = Math.max(heightMin, Number(evaluated(result)));
      await inPage("Emulation.setDeviceMetricsOverride", { ...size, height });
      const { data } = await inPage("Page.captureScreenshot", { format: "png" });
      return Buffer.from(String(data), "base64");
    },
    close: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      await call("Browser.close", {});
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Answer = Record<string, unknown>;

/** The debugging protocol over two pipes: JSON messages that end with a zero byte. */
const callsOver = (into: Writable, out: Readable) => {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = "";
  let last = 0;
  out.setEncoding("utf8");
  out.on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    for (const text of messages) {
      const { id, result, error }: { id?: number; result?: Answer; error?: unknown } = JSON.parse(text);
      if (error !== undefined) throw new Error(`Chromium refused: ${JSON.stringify(error)}`);
      if (id !== undefined) waiting.get(id)?.(result ?? {});
    }
  });
  return (method: string, params: object, sessionId?: string): Promise<Answer> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      into.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });
};

const evaluated = (result: unknown): unknown =>
  typeof result === "object" && result !== null && "value" in result ? result.value : undefined;
