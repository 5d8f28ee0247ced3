import type { openProviders } from "../../../providers/registry.ts";

/** The parts of the page at `/` that its scripts share. */
export type Page = {
  readonly form: HTMLFormElement;
  readonly text: HTMLTextAreaElement;
  readonly provider: HTMLSelectElement;
  readonly chip: HTMLElement;
  /** Null where no pictures are taken. */
  readonly image: HTMLInputElement | null;
  readonly settings: Parameters<typeof openProviders>[0];
  /** Numbers that the visitor's shop has saved, by the field that they are for; `provider` empty: of any bank. */
  readonly saved: readonly { readonly field: string; readonly provider: string; readonly number: string }[];
  /** A text of the page, with what is filled in for the words in braces. */
  readonly said: (name: string, filled?: Readonly<Record<string, string>>) => string;
  readonly bankOf: (label: string) => string;
  /** Shows below the form what is going on; the empty text ends it. */
  readonly tell: (line: string, isBusy?: boolean) => void;
  /** Says something to screen readers alone. */
  readonly announce: (line: string) => void;
  readonly detection: () => Promise<typeof import("../detect.ts")>;
};

/** Sends a form in place. `isBackground`: nobody has pressed anything. Resolves to whether there was an answer. */
export type Send = (form: HTMLFormElement, body: FormData, isBackground?: boolean) => Promise<boolean>;

export const openPage = (form: HTMLFormElement): Page => {
  const texts: Readonly<Record<string, string>> = JSON.parse(form.dataset.texts ?? "{}");
  const settings: Page["settings"] = JSON.parse(form.dataset.banks ?? "{}");
  const progress = element(form, "progress", HTMLElement);
  const announcement = document.createElement("p");
  announcement.className = "visually-hidden";
  announcement.setAttribute("role", "status");
  document.body.append(announcement);
  let detection: ReturnType<Page["detection"]> | null = null;
  return {
    form,
    text: element(form, "text", HTMLTextAreaElement),
    provider: element(form, "provider", HTMLSelectElement),
    chip: element(form, "chip", HTMLElement),
    image: form.querySelector<HTMLInputElement>("#image"),
    settings,
    saved: JSON.parse(form.dataset.saved ?? "[]"),
    said: (name, filled = {}) =>
      (texts[name] ?? "").replace(/\{(\w+)\}/g, (whole, word: string) => filled[word] ?? whole),
    bankOf: (label) => settings[label]?.bank ?? label,
    tell: (line, isBusy = false) => {
      progress.textContent = line;
      progress.classList.toggle("progress--busy", isBusy);
    },
    announce: (line) => {
      announcement.textContent = line;
    },
    detection: () => {
      detection ??= import(form.dataset.detect ?? "").catch((error: unknown) => {
        // Asked for again at the next letter.
        detection = null;
        throw error;
      });
      return detection as ReturnType<Page["detection"]>;
    },
  };
};

export const element = <Kind extends HTMLElement>(
  root: ParentNode,
  id: string,
  kind: { new (): Kind; prototype: Kind },
): Kind => {
  const found = root.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
};

/** A new element with these properties. */
export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<Omit<HTMLElementTagNameMap[Name], "style">> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  Object.assign(made, properties);
  made.append(...children);
  return made;
};

/** Names joined by "or" in the language of the page. */
export const orList = (names: readonly string[]): string =>
  "ListFormat" in Intl
    ? new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" }).format(names)
    : names.join(" / ");
