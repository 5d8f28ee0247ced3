import { sendAlso } from "./form/request-headers.ts";
import "./form.ts";

/** The form inside Telegram: signed in by what Telegram has signed, with its colours and its scanner. */

/** Apps on phones lend their scanner since this version. */
const scannerSince = 6.4;

type Bridge = { readonly postEvent: (kind: string, data: string) => void };
type Received = Readonly<Record<string, unknown>>;

const bridge = (globalThis as { readonly TelegramWebviewProxy?: Bridge }).TelegramWebviewProxy;

/**
 * What Telegram puts behind the address. In a window of a browser it was a stranger's link that did, and what they signed
 * would open their account.
 */
const isInTelegram = bridge !== undefined || window.parent !== window;
const launch = new URLSearchParams(isInTelegram ? location.hash.slice(1) : "");
const initData = launch.get("tgWebAppData") ?? "";
/** Telegram adds its own behind what a link held before, and the one before may be a stranger's. */
const isHeldTwice = location.hash.split("tgWebAppData=").length > 2;

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
void signIn().catch(() => {});

/** Signs in, and shows what is left for the person instead of for their network. */
async function signIn(): Promise<void> {
  if (initData === "" || isHeldTwice) return;
  const reply = await fetch("/mini/session", {
    method: "POST",
    headers: { authorization: `tma ${initData}` },
  });
  const token = reply.headers.get("session-token");
  if (token === null) return;
  sendAlso({ authorization: `Session ${token}` });
  const page = await fetch(`${location.pathname}${location.search}`, {
    headers: { authorization: `Session ${token}`, accept: "text/html" },
  });
  const own = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const id of ["who", "left", "saved"]) {
    const shown = document.getElementById(id);
    const next = own.getElementById(id);
    if (shown !== null && next !== null) shown.replaceWith(next);
  }
}

/** Telegram's colours, where they are colours. */
function wear(theme: unknown): void {
  const names = {
    bg_color: "--paper",
    secondary_bg_color: "--card",
    text_color: "--ink",
    hint_color: "--ink-soft",
    button_color: "--accent",
    button_text_color: "--accent-ink",
  } as const;
  const given = typeof theme === "object" && theme !== null ? (theme as Received) : {};
  for (const [name, token] of Object.entries(names)) {
    const colour = given[name];
    if (typeof colour === "string" && /^#[0-9a-f]{6}$/i.test(colour))
      document.documentElement.style.setProperty(token, colour);
  }
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
