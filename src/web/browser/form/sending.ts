import { secondNumberFields } from "../../../core/field-names.ts";
import { startCheckingAgain } from "./check-again.ts";
import { offerActions } from "./copies.ts";
import { element, type Page, type Send } from "./page.ts";
import { watchPassingOn } from "./pass-on.ts";
import type { Recognition } from "./recognise.ts";
import { requestHeaders } from "./request-headers.ts";

/** Sends the forms of the page in place, and shows what is answered. */

export type Sending = {
  readonly send: Send;
  /** Prepares the answer that came with the page. */
  readonly present: () => void;
};

/** A bank that takes longer is called slow. */
const slowMs = 6_000;

/** The longest that a service waits for a bank, and a little more. */
const patienceMs = 90_000;

export const createSending = (page: Page, recognition: Recognition): Sending => {
  /** Whether a visitor waits for an answer. */
  let isBusy = false;
  let background: AbortController | null = null;
  let timesAsked = 0;

  const send: Send = async (form, body, isBackground = false) => {
    if (isBusy) return false;
    background?.abort();
    const going = new AbortController();
    if (isBackground) background = going;
    else isBusy = true;
    // What stands beneath makes way at the press, and nothing moves when the answer comes.
    answerOf(document).classList.add("answer--awaited");
    const endProgress = isBackground ? () => {} : showProgress(page, form, body, recognition.bank());
    const tooLong = setTimeout(() => going.abort(), patienceMs);
    try {
      const answered = await ask(body, going.signal);
      if (going.signal.aborted) return false;
      endProgress();
      if (answered === null) {
        if (!isBackground) page.tell(page.said("failed"));
        return false;
      }
      timesAsked = isBackground ? timesAsked + 1 : 0;
      show(answered, isBackground);
      return true;
    } catch {
      endProgress();
      if (!isBackground) page.tell(page.said("offline"));
      return false;
    } finally {
      clearTimeout(tooLong);
      if (isBackground) background = null;
      else isBusy = false;
    }
  };

  const show = (answered: Document, isBackground: boolean): void => {
    const hadFocus = answerOf(document).contains(document.activeElement);
    for (const id of ["answer", "left", "who"]) {
      const next = answered.getElementById(id);
      if (next !== null) document.getElementById(id)?.replaceChildren(...next.childNodes);
    }
    document.title = answered.title;
    present();
    const answer = answerOf(document).querySelector<HTMLElement>("[data-answer]");
    if (answer === null) return;
    if (isBackground) tellOf(page, answer, hadFocus);
    else lead(answer, recognition);
  };

  const present = (): void => {
    const root = answerOf(document);
    for (const form of root.querySelectorAll<HTMLFormElement>("form[action='/']")) sendInPlace(form, send);
    const answer = root.querySelector<HTMLElement>("[data-answer]");
    if (answer === null) return;
    offerActions(page, answer);
    watchPassingOn(page, answer);
    startCheckingAgain(page, answer, { send, timesAsked });
  };

  sendInPlace(page.form, send);
  return { send, present };
};

const sendInPlace = (form: HTMLFormElement, send: Send): void => {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form, new FormData(form));
  });
};

const answerOf = (root: Document): HTMLElement => element(root, "answer", HTMLElement);

/** Null: something else than a page of ours came back. */
const ask = async (body: FormData, signal: AbortSignal): Promise<Document | null> => {
  const reply = await fetch("/", {
    method: "POST",
    body,
    headers: { accept: "text/html", ...requestHeaders() },
    signal,
  });
  const answered = new DOMParser().parseFromString(await reply.text(), "text/html");
  return answered.getElementById("answer") === null ? null : answered;
};

/** Says at once who is asked. Returns what ends it. */
const showProgress = (
  page: Page,
  form: HTMLFormElement,
  body: FormData,
  recognised: string | null,
): (() => void) => {
  const image = body.get("image");
  const isPhoto = image instanceof File && image.size > 0;
  const bank =
    form.dataset.bank ?? (form === page.form && recognised !== null ? page.bankOf(recognised) : null);
  const button = form.querySelector<HTMLElement>("button[type=submit]");
  const saying = (name: string) => (bank === null ? page.said(`${name}Any`) : page.said(name, { bank }));
  page.tell(isPhoto ? page.said("checkingPhoto") : saying("checking"), true);
  button?.setAttribute("aria-disabled", "true");
  const patience = setTimeout(() => page.tell(saying("slow"), true), slowMs);
  return () => {
    clearTimeout(patience);
    page.tell("");
    button?.removeAttribute("aria-disabled");
    for (const name of secondNumberFields)
      page.form.querySelector(`#${name}`)?.removeAttribute("aria-invalid");
  };
};

/** Leads the visitor to the answer, or to what it asks for. */
const lead = (answer: HTMLElement, recognition: Recognition): void => {
  const { answer: kind, field = "" } = answer.dataset;
  if (kind === "missing-above") {
    recognition.ask(field, answer.querySelector("strong") !== null);
    return;
  }
  const target = kind === "missing" ? answer.querySelector<HTMLElement>("input:not([type=hidden])") : answer;
  target?.focus({ preventScroll: true });
  answer.scrollIntoView({ block: "start", behavior: isCalm() ? "auto" : "smooth" });
};

const isCalm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** An answer that nobody waited for moves nothing: it is said, and stands in the title. */
const tellOf = (page: Page, answer: HTMLElement, hadFocus: boolean): void => {
  page.announce(answer.querySelector("#verdict")?.textContent ?? "");
  if (hadFocus) answer.focus({ preventScroll: true });
  if (!document.hidden) return;
  const { title } = document;
  document.title = `● ${title}`;
  const seen = () => {
    document.title = title;
  };
  document.addEventListener("visibilitychange", seen, { once: true });
};
