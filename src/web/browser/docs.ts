/** Adds a button to each program and answer of the documentation, which copies it. */

const text = document.querySelector<HTMLElement>("#docs-text");
const { copy = "Copy", copied = "Copied" } = text?.dataset ?? {};

for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
  const code = figure.querySelector("code");
  const label = figure.querySelector("figcaption");
  if (code === null || label === null || navigator.clipboard === undefined) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "code__copy";
  button.textContent = copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = copied;
    setTimeout(() => {
      button.textContent = copy;
    }, 2_000);
  });
  label.append(button);
}
