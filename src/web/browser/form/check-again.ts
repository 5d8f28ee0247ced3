import type { Page, Send } from "./page.ts";

/** How often one question is asked again by itself. */
const timesMax = 5;

type Again = {
  readonly send: Send;
  /** How often this question was asked by itself already. */
  readonly timesAsked: number;
};

/** Asks again by itself where the answer can change, and shows when. */
export const startCheckingAgain = (page: Page, answer: HTMLElement, { send, timesAsked }: Again): void => {
  const form = answer.querySelector<HTMLFormElement>("#again");
  const waiting = answer.querySelector<HTMLElement>("#again-waiting");
  const said = waiting?.querySelector("p");
  const bar = waiting?.querySelector("progress");
  const stop = answer.querySelector<HTMLElement>("#again-stop");
  if (!form || !waiting || !said || !bar || !stop) return;
  const seconds = Number(waiting.dataset.seconds);

  const end = (line: string) => {
    clearInterval(timer);
    said.textContent = line;
    bar.hidden = true;
    stop.hidden = true;
  };
  // A page in the background runs late, so the time is read off the clock.
  let askAt = Date.now() + seconds * 1000;
  let isAsking = false;
  const tick = async () => {
    if (!form.isConnected) return clearInterval(timer);
    if (isAsking) return undefined;
    const left = Math.ceil((askAt - Date.now()) / 1000);
    if (left > 0) {
      said.textContent = (waiting.dataset.in ?? "").replace("{s}", String(left));
      bar.value = seconds - left;
      return undefined;
    }
    isAsking = true;
    said.textContent = page.said("againNow");
    bar.removeAttribute("value");
    const isAnswered = await send(form, new FormData(form), true);
    isAsking = false;
    // Without a connection it waits once more.
    if (!isAnswered) askAt = Date.now() + seconds * 1000;
    return undefined;
  };
  const timer = setInterval(() => void tick(), 1000);
  stop.addEventListener("click", () => {
    end(waiting.dataset.stopped ?? "");
    form.querySelector<HTMLElement>("button[type=submit]")?.focus();
  });
  if (timesAsked >= timesMax) end(waiting.dataset.gaveUp ?? "");
};
