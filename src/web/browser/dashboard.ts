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
