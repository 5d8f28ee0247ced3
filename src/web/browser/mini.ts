import { sendAlso } from "./form/request-headers.ts";
import "./form.ts";

/** The form inside Telegram: signed in by what Telegram has signed, with its colours and its scanner. */

/** Apps on phones lend their scanner since this version. */
const scannerSince = 6.4;

type Bridge = { readonly postEvent: (kind: string, data: string) => void };
type Received = Readonly<Record<string, unknown>>;

const bridge = (globalThis as { readonly TelegramWebviewProxy?: Bridge }).TelegramWebviewProxy;

/**
 * What Telegram puts behind the address, from its own name on: what a link held before may be a stranger's, and would open
 * their account. In a window of a browser it was such a link that did.
 */
const isInTelegram = bridge !== undefined || window.parent !== window;
const [, own = "", ...others] = location.hash.split("tgWebAppData=");
const launch = new URLSearchParams(isInTelegram && others.length === 0 ? `tgWebAppData=${own}` : "");
const initData = launch.get("tgWebAppData") ?? "";

/** Tells Telegram's app something: by its own object on phones, by a message to the page around on the web. */
const tell = (kind: string, data: object = {}): void => {
  if (bridge !== undefined) bridge.postEvent(kind, JSON.stringify(data));
  else if (window.parent !== window)
    window.parent.postMessage(
      JSON.stringify({ eventType: kind, eventData: data }),
      "https://web.telegram.org",
    );
};

const receive = (kind: string, data: Received | undefined): void => {
  if (kind === "theme_changed") wear(data?.theme_params);
  if (kind === "qr_text_received" && typeof data?.data === "string") take(data.data);
};

Object.assign(window, { Telegram: { WebView: { receiveEvent: receive } } });
window.addEventListener("message", (event) => {
  if (event.origin !== "https://web.telegram.org" || typeof event.data !== "string") return;
  const message = parsed(event.data);
  if (typeof message?.eventType === "string") receive(message.eventType, message.eventData as Received);
});

wear(parsed(launch.get("tgWebAppThemeParams") ?? ""));
lendScanner();
tell("iframe_ready");
tell("web_app_ready");
tell("web_app_expand");
void signIn()
  .catch(signIn)
  .catch(() => {});

/** Signs in, and shows what is left for the person instead of for their network. */
async function signIn(): Promise<void> {
  if (initData === "") return;
  const reply = await fetch("/mini/session", {
    method: "POST",
    headers: { authorization: `tma ${initData}` },
  });
  const token = reply.headers.get("session-token");
  if (token === null) return;
  const authorization = `Session ${token}`;
  const page = await fetch(`${location.pathname}${location.search}`, {
    headers: { authorization, accept: "text/html" },
  });
  const own = new DOMParser().parseFromString(await page.text(), "text/html");
  if (own.getElementById("for") === null) throw new Error("the page did not come");
  // Until then the page is a guest's, and is sent as one.
  sendAlso({ authorization });
  for (const id of ["who", "left", "saved", "for"]) {
    const shown = document.getElementById(id);
    const next = own.getElementById(id);
    if (shown !== null && next !== null) shown.replaceWith(next);
  }
}

/** Telegram's colours, where all are there and can be told apart: whoever is signed in must be seen. */
function wear(theme: unknown): void {
  const given = typeof theme === "object" && theme !== null ? (theme as Received) : {};
  const [paper, card, ink] = ["bg_color", "secondary_bg_color", "text_color"].map((name) =>
    colourIn(given, name),
  );
  if (!paper || !card || !ink || !isSeenOn(ink, paper, card)) return;
  const hint = colourIn(given, "hint_color");
  paint({ "--paper": paper, "--card": card, "--ink": ink });
  paint({ "--ink-soft": hint && isSeenOn(hint, paper, card) ? hint : ink });
  const [accent, onAccent] = [colourIn(given, "button_color"), colourIn(given, "button_text_color")];
  if (accent && onAccent && isSeenOn(onAccent, accent) && isSeenOn(accent, paper, card))
    paint({ "--accent": accent, "--accent-ink": onAccent });
}

function paint(colours: Readonly<Record<string, string>>): void {
  for (const [name, colour] of Object.entries(colours))
    document.documentElement.style.setProperty(name, colour);
}

function colourIn(theme: Received, name: string): string | null {
  const colour = theme[name];
  return typeof colour === "string" && /^#[0-9a-f]{6}$/i.test(colour) ? colour : null;
}

/** Whether the contrast is 4.5:1 at least, as WCAG 2.2 asks of text. */
function isSeenOn(colour: string, ...grounds: readonly string[]): boolean {
  return grounds.every((ground) => {
    const [light = 0, dark = 0] = [colour, ground].map(luminanceOf).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05) >= 4.5;
  });
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Telegram's own scanner in place of the page's. */
function lendScanner(): void {
  const isPhone = bridge !== undefined && Number(launch.get("tgWebAppVersion")) >= scannerSince;
  const button = document.querySelector<HTMLElement>("#scan");
  if (!isPhone || button === null) return;
  // Before the page's own listener, also in old browsers.
  document.addEventListener(
    "click",
    (event) => {
      if (!(event.target instanceof Node && button.contains(event.target))) return;
      event.stopImmediatePropagation();
      tell("web_app_open_scan_qr_popup", { text: button.innerText.trim() });
    },
    { capture: true },
  );
}

function take(code: string): void {
  const text = document.querySelector<HTMLTextAreaElement>("#text");
  if (text === null) return;
  tell("web_app_close_scan_qr_popup");
  text.value = code;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector<HTMLElement>("#check")?.focus();
}

function parsed(text: string): Received | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Received) : null;
  } catch {
    return null;
  }
}
