import { secondNumberFields } from "../../../core/field-names.ts";
import type { Candidate } from "../detect.ts";
import { element, make, orList, type Page } from "./page.ts";

/** Recognises the bank while one types, and shows what is still missing before anything is sent. */

type Receipts = readonly (readonly Candidate[])[];

export type Recognition = {
  /** Looks for receipts in the text as it is now. */
  readonly look: () => Promise<Receipts>;
  /** The bank that will be asked, by label; null: it is not known yet. */
  readonly bank: () => string | null;
  /** Shows a number's field, which the service asks for. */
  readonly ask: (name: string, isWrong: boolean) => void;
};

/** What is shown of the last text. */
type Shown = { receipts: Receipts; movedFrom: string | null; drawn: string };

export const startRecognition = (page: Page): Recognition => {
  const { text, provider } = page;
  const shown: Shown = { receipts: [], movedFrom: null, drawn: "" };
  const look = async () => {
    const { receiptsIn } = await page.detection();
    shown.receipts = receiptsIn(text.value, page.settings);
    show(page, shown);
    return shown.receipts;
  };
  const looking = () => void look().catch(() => {});
  text.addEventListener("focus", () => void page.detection().catch(() => {}), { once: true });
  text.addEventListener("input", looking);
  provider.addEventListener("change", () => {
    shown.movedFrom = null;
    looking();
  });
  if (text.value !== "") looking();
  return {
    look,
    bank: () => bankOf(page, shown),
    ask: (name, isWrong) => {
      const field = fieldOf(page, name);
      field.hidden = false;
      const input = inputOf(field);
      if (isWrong) input.setAttribute("aria-invalid", "true");
      input.focus();
    },
  };
};

const bankOf = (page: Page, { receipts }: Shown): string | null => {
  const [alternatives = [], ...others] = receipts;
  if (others.length > 0) return null;
  const [only, ...more] = alternatives;
  return more.length === 0 ? (only?.provider ?? null) : chosenBank(page);
};

const chosenBank = ({ form, provider }: Page): string | null =>
  form.querySelector<HTMLInputElement>("input[name=provider]:checked")?.value ?? (provider.value || null);

const show = (page: Page, shown: Shown): void => {
  const { provider } = page;
  const [alternatives = [], ...others] = shown.receipts;
  const isOne = others.length === 0;
  const chosen = provider.value || (shown.movedFrom ?? "");
  const fits = alternatives.length === 0 || alternatives.some((one) => one.provider === chosen);
  // The form moves to the bank that the reference fits, and back while half a reference fits none.
  shown.movedFrom = chosen === "" || fits ? null : chosen;
  provider.value = fits ? chosen : "";
  const drawn = JSON.stringify([
    shown.receipts.length,
    alternatives.map((one) => one.provider),
    shown.movedFrom,
  ]);
  // What is focused stays while nothing changes.
  if (drawn !== shown.drawn) draw(page, shown, alternatives);
  shown.drawn = drawn;
  showNumbers(page, isOne ? alternatives : []);
};

const draw = (page: Page, shown: Shown, alternatives: readonly Candidate[]): void => {
  const { chip, provider, said } = page;
  const chosen = chosenBank(page);
  chip.replaceChildren();
  provider.disabled = false;
  const names = alternatives.map((one) => page.bankOf(one.provider));
  if (shown.movedFrom !== null)
    chip.append(
      make(
        "p",
        { className: "note" },
        said("movedTo", { bank: orList(names), chosen: page.bankOf(shown.movedFrom) }),
      ),
    );
  const [only, ...more] = alternatives;
  if (shown.receipts.length > 1)
    chip.append(make("p", {}, said("several", { count: String(shown.receipts.length) })));
  else if (more.length > 0) chip.append(bankChoice(page, alternatives, chosen));
  else if (only !== undefined) chip.append(...bankChip(page, only.provider));
};

const bankChip = (page: Page, label: string): readonly HTMLElement[] => {
  const other = make("button", { type: "button", className: "chip__other" }, page.said("notThisOne"));
  other.addEventListener("click", () => {
    element(page.form, "bank", HTMLDetailsElement).open = true;
    page.provider.focus();
  });
  return [
    make("span", { className: "visually-hidden" }, page.said("recognised")),
    make("span", { className: "chip__bank" }, page.bankOf(label)),
    other,
  ];
};

/** The banks that a reference fits, one of which is taken before it is sent. */
const bankChoice = (page: Page, alternatives: readonly Candidate[], chosen: string | null): HTMLElement => {
  // The list would send its bank, too.
  page.provider.disabled = true;
  element(page.form, "bank", HTMLDetailsElement).open = false;
  const banks = alternatives.map(({ provider: label }) => {
    const radio = make("input", {
      type: "radio",
      name: "provider",
      value: label,
      required: true,
      checked: label === chosen,
    });
    radio.addEventListener("change", () => showNumbers(page, alternatives));
    return make("label", { className: "chip__choice" }, radio, make("span", {}, page.bankOf(label)));
  });
  return make(
    "fieldset",
    { className: "chip__choices" },
    make("legend", {}, page.said("whichBank")),
    ...banks,
  );
};

/** Shows the number that the bank needs, and requires it. */
const showNumbers = (page: Page, alternatives: readonly Candidate[]): void => {
  const chosen = chosenBank(page);
  const likely = alternatives.filter((one) => alternatives.length === 1 || one.provider === chosen);
  const meant = likely.length > 0 ? likely : alternatives;
  for (const name of secondNumberFields) {
    const field = fieldOf(page, name);
    const input = inputOf(field);
    const isNeeded = meant.length > 0 && meant.every(({ missing }) => missing.includes(name));
    field.hidden = !isNeeded;
    input.required = isNeeded;
    if (!isNeeded) input.removeAttribute("aria-invalid");
  }
  const isMeant = (label: string) => label === "" || meant.some((one) => one.provider === label);
  for (const name of secondNumberFields) {
    const found = name === "phone" ? meant.flatMap(({ phones }) => phones) : [];
    const saved = page.saved.filter((one) => one.field === name && isMeant(one.provider));
    suggest(page, name, [...new Set([...found, ...saved.map(({ number }) => number)])]);
  }
};

/** Numbers of the text and of the shop that may be the missing one. */
const suggest = ({ form }: Page, name: string, numbers: readonly string[]): void => {
  const input = element(form, name, HTMLInputElement);
  const buttons = numbers.map((number) => {
    const button = make("button", { type: "button", className: "suggestion" }, number);
    button.addEventListener("click", () => {
      input.value = number;
      input.focus();
    });
    return button;
  });
  element(form, `${name}-suggestions`, HTMLElement).replaceChildren(...buttons);
};

const fieldOf = ({ form }: Page, name: string): HTMLElement => element(form, `field-${name}`, HTMLElement);

const inputOf = (field: HTMLElement): HTMLInputElement => {
  const input = field.querySelector("input");
  if (input === null) throw new Error("the field has no input");
  return input;
};
