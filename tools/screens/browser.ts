import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Duplex, Readable, Writable } from "node:stream";
import { z } from "zod";

/** Pages drawn by a headless Chromium, one at a time. */
export type Browser = {
  /** A page of HTML as a PNG, of this height or its own greater one; `scale` device pixels for one of the page. */
  readonly draw: (html: string, width: number, heightMin: number, scale: number) => Promise<Buffer>;
  /** Opens an address on a screen of this size. */
  readonly visit: (url: string, width: number, height: number) => Promise<void>;
  /** Runs a script in the page that was visited. @returns what it gives, as JSON has it. */
  readonly run: (script: string) => Promise<unknown>;
  /** The page that was visited as a PNG, on a screen so many pixels higher. */
  readonly shoot: (higher?: number) => Promise<Buffer>;
  /** What the visited pages asked for, and what went wrong in them, since the browser began. */
  readonly heard: { readonly addresses: readonly string[]; readonly errors: readonly string[] };
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
  const heard = { addresses: [] as string[], errors: [] as string[] };
  const call = callsOver(into, out, noteInto(heard));
  const { targetId } = await call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  const inPage = (method: string, params: object = {}) => call(method, params, String(sessionId));
  const resize = (width: number, height: number, deviceScaleFactor: number) =>
    inPage("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor, mobile: false });
  const capture = async () => {
    const { data } = await inPage("Page.captureScreenshot", { format: "png" });
    return Buffer.from(String(data), "base64");
  };
  const run = async (expression: string) => {
    const how = { awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await inPage("Runtime.evaluate", { expression, ...how });
    if (exceptionDetails !== undefined) throw new Error(`the page: ${JSON.stringify(exceptionDetails)}`);
    return evaluated(result);
  };
  return {
    draw: async (html, width, heightMin, scale) => {
      await resize(width, heightMin, scale);
      await inPage("Page.setDocumentContent", { frameId: targetId, html });
      const ready =
        "document.fonts.ready.then(() => Promise.all([...document.images].map((i) => i.decode())))";
      const height = await run(`${ready}.then(() => String(document.documentElement.scrollHeight))`);
      await resize(width, Math.max(heightMin, Number(height)), scale);
      return capture();
    },
    visit: async (url, width, height) => {
      for (const domain of ["Runtime", "Log", "Network", "Page"]) await inPage(`${domain}.enable`);
      await resize(width, height, 1);
      await inPage("Page.navigate", { url });
      await run("new Promise((done) => setTimeout(done, 800))");
    },
    run,
    shoot: async (higher = 0) => {
      const [width, height] = String(await run("[innerWidth, innerHeight].join(' ')"))
        .split(" ")
        .map(Number);
      await resize(width ?? 0, (height ?? 0) + higher, 1);
      await run("new Promise((done) => setTimeout(done, 200))");
      const picture = await capture();
      await resize(width ?? 0, height ?? 0, 1);
      return picture;
    },
    heard,
    close: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      await call("Browser.close", {});
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type Answer = Record<string, unknown>;
type Event = { readonly method?: string; readonly params?: unknown };

const eventSchema = z.looseObject({
  request: z.looseObject({ url: z.string() }).optional(),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
  entry: z.looseObject({ level: z.string(), text: z.string() }).optional(),
});

/** Keeps what a page asks for and complains of. */
const noteInto =
  ({ addresses, errors }: { readonly addresses: string[]; readonly errors: string[] }) =>
  ({ method = "", params }: Event): void => {
    const { request, exceptionDetails, entry } = eventSchema.parse(params ?? {});
    if (method === "Network.requestWillBeSent" && request) addresses.push(request.url);
    if (method === "Runtime.exceptionThrown" && exceptionDetails)
      errors.push(JSON.stringify(exceptionDetails));
    if (method === "Log.entryAdded" && entry?.level === "error") errors.push(entry.text);
  };

/** The debugging protocol over two pipes: JSON messages that end with a zero byte. */
const callsOver = (into: Writable, out: Readable, onEvent: (event: Event) => void) => {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = "";
  let last = 0;
  out.setEncoding("utf8");
  out.on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    for (const text of messages) {
      const message: Event & { id?: number; result?: Answer; error?: unknown } = JSON.parse(text);
      const { id, result, error } = message;
      if (error !== undefined) throw new Error(`Chromium refused: ${JSON.stringify(error)}`);
      if (id === undefined) onEvent(message);
      else waiting.get(id)?.(result ?? {});
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
