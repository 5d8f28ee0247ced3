// On a phone the menu is one line, in which the page at hand may lie outside the screen.
const menu = document.querySelector<HTMLElement>(".dash__side .dash__menu");
const current = menu?.querySelector<HTMLElement>("[aria-current]");
if (menu && current) menu.scrollLeft = current.offsetLeft - menu.offsetLeft - 16;

/** Adds a button beside a secret that is shown once, which copies it. */
const secret = document.querySelector<HTMLElement>("#secret");
if (secret !== null && navigator.clipboard !== undefined) {
  const { copy = "", copied = "" } = secret.dataset;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--small";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(secret.textContent ?? "");
    button.textContent = copied;
  });
  secret.after(button);
}

/** While a form is on its way, a second press would do the same again, and only the second answer would be seen. */
const sent = new WeakSet<HTMLFormElement>();
const answerMsMax = 10_000;
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  if (sent.has(form)) event.preventDefault();
  else sent.add(form);
  // An answer that never comes leaves the page as it is, to be tried again.
  setTimeout(() => sent.delete(form), answerMsMax);
});
/**
 * The browser's way back shows the page as it was left, whoever is signed in by now. So its section is opened anew. A reload would
 * send a form again.
 */
addEventListener("pageshow", ({ persisted }) => {
  const section = document.querySelector<HTMLAnchorElement>(".dash__menu [aria-current]");
  if (persisted) location.replace(section?.href ?? location.href);
});
