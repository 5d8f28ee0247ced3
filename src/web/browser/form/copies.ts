import { secondNumberFields } from "../../../core/field-names.ts";
import { element, type Page } from "./page.ts";
import { type Fact, pictureOf } from "./picture.ts";

/** Print, copy and share a card; and begin anew. */

export const offerActions = (page: Page, card: HTMLElement): void => {
  const can: Readonly<Record<string, boolean>> = {
    copy: navigator.clipboard !== undefined,
    share: navigator.share !== undefined,
  };
  const actions: Readonly<Record<string, (button: HTMLElement) => unknown>> = {
    print: () => printed(card),
    copy: (button) => copied(page, card, button),
    share: () => navigator.share({ text: textOf(factsOf(card)) }),
    picture: async () => given(await pictureOf(factsOf(card), toneOf(card))),
    another: () => startOver(page),
  };
  for (const button of card.querySelectorAll<HTMLElement>("[data-action]")) {
    const name = button.dataset.action ?? "";
    if (can[name] === false) button.remove();
    button.addEventListener("click", (event) => {
      event.preventDefault();
      // Whoever closes the list of apps has changed their mind.
      void Promise.resolve(actions[name]?.(button)).catch(() => {});
    });
  }
};

const wordsOf = (node: Element | null): string => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

const factsOf = (card: HTMLElement): readonly Fact[] =>
  [...card.querySelectorAll<HTMLElement>("[data-fact]")].map((node): Fact => {
    const { fact } = node.dataset;
    if (fact === "verdict") {
      const [mark = null, text = null] = node.children;
      return { kind: "verdict", mark: wordsOf(mark), text: wordsOf(text) };
    }
    if (fact === "row")
      return {
        kind: "row",
        label: wordsOf(node.querySelector("dt")),
        text: wordsOf(node.querySelector("dd")),
      };
    return { kind: fact === "note" ? "note" : "line", text: wordsOf(node) };
  });

const textOf = (facts: readonly Fact[]): string =>
  facts
    .map((fact) => {
      if (fact.kind === "verdict") return `${fact.mark} ${fact.text}`;
      return fact.kind === "row" ? `${fact.label}: ${fact.text}` : fact.text;
    })
    .join("\n");

const toneOf = (card: HTMLElement): string => getComputedStyle(card).getPropertyValue("--tone-print").trim();

const copied = async (page: Page, card: HTMLElement, button: HTMLElement): Promise<void> => {
  await navigator.clipboard.writeText(textOf(factsOf(card)));
  const label = button.querySelector("span");
  const { done = "" } = button.dataset;
  if (label === null || label.textContent === done) return;
  const usual = label.textContent;
  label.textContent = done;
  page.announce(done);
  setTimeout(() => {
    label.textContent = usual;
  }, 2000);
};

/** Paper cannot be unfolded. */
const printed = (card: HTMLElement): void => {
  const folded = [...card.querySelectorAll<HTMLDetailsElement>(".receipt__details:not([open])")];
  for (const one of folded) one.open = true;
  window.print();
  for (const one of folded) one.open = false;
};

/** Shared where the browser can, else saved. */
const given = async (file: File): Promise<void> => {
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return undefined;
};

const startOver = (page: Page): void => {
  page.form.reset();
  page.text.value = "";
  page.provider.value = "";
  for (const name of secondNumberFields) element(page.form, name, HTMLInputElement).value = "";
  page.text.dispatchEvent(new Event("input"));
  const answer = element(document, "answer", HTMLElement);
  answer.replaceChildren();
  answer.classList.remove("answer--awaited");
  page.tell("");
  page.text.focus();
};
