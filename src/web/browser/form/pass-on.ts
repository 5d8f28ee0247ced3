import type { Page } from "./page.ts";
import { requestHeaders } from "./request-headers.ts";

/** Makes a proof of an answer in place, and passes its address on. */

/** Without scripts the form leads to the page of the proof; here what that page says of its address stands in the card. */
export const watchPassingOn = (page: Page, card: HTMLElement): void => {
  const form = card.querySelector<HTMLFormElement>("#pass-on");
  const button = form?.querySelector<HTMLElement>("button");
  if (!form || !button) return;
  let isBusy = false;
  const pass = async (): Promise<void> => {
    const offer = new FormData(form).get("offer");
    const reply = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams({ offer: String(offer) }),
      headers: { accept: "text/html", ...requestHeaders() },
    });
    const answered = new DOMParser().parseFromString(await reply.text(), "text/html");
    const made = answered.getElementById("passed-on");
    if (made === null) return page.tell(page.said("failed"));
    form.replaceWith(made);
    offerLink(made);
    (made.querySelector<HTMLElement>("h2") ?? made).focus({ preventScroll: true });
    return undefined;
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-disabled", "true");
    page.tell("");
    await pass().catch(() => page.tell(page.said("offline")));
    button.removeAttribute("aria-disabled");
    isBusy = false;
  });
};

/** Copies and shares the address of a proof. */
export const offerLink = (part: HTMLElement): void => {
  const url = part.querySelector<HTMLAnchorElement>("a")?.href ?? "";
  const status = part.querySelector<HTMLElement>("[role=status]");
  const copy = async (button: HTMLElement): Promise<void> => {
    await navigator.clipboard.writeText(url);
    const label = button.querySelector("span");
    const { done = "" } = button.dataset;
    if (label === null || label.textContent === done) return;
    const usual = label.textContent;
    label.textContent = done;
    if (status !== null) status.textContent = done;
    setTimeout(() => {
      label.textContent = usual;
      if (status !== null) status.textContent = "";
    }, 2_000);
  };
  for (const button of part.querySelectorAll<HTMLElement>("[data-link]")) {
    const isCopy = button.dataset.link === "copy";
    if ((isCopy ? navigator.clipboard : navigator.share) === undefined) button.remove();
    button.addEventListener("click", () => {
      // Whoever closes the list of apps has changed their mind.
      void (isCopy ? copy(button) : navigator.share({ url })).catch(() => {});
    });
  }
};
