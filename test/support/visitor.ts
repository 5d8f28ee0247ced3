import { type CheerioAPI, load } from "cheerio";

/** A visitor of the pages whose browser runs no scripts: opens a page, fills in forms and presses their buttons. */

let visitors = 0;

export type Page = CheerioAPI & { readonly status: number; readonly html: string };
type Value = string | Blob;

/** Each visitor has an address of their own, and so the whole day's quota. */
export const createVisitor = (url: string, headers: Readonly<Record<string, string>> = {}) => {
  visitors += 1;
  const own = { "x-forwarded-for": `198.51.${visitors >> 8}.${visitors & 255}`, ...headers };
  const pageOf = async (response: Response): Promise<Page> => {
    const html = await response.text();
    return Object.assign(load(html), { status: response.status, html });
  };
  const open = async (path = "/") =>
    pageOf(await fetch(`${url}${path}`, { headers: { accept: "text/html", ...own } }));

  /** Posts these fields to the form's own address. */
  const post = async (
    fields: Readonly<Record<string, Value>>,
    more: Readonly<Record<string, string>> = {},
    to = url,
  ) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return pageOf(
      await fetch(`${to}/`, { method: "POST", body, headers: { accept: "text/html", ...own, ...more } }),
    );
  };

  return {
    open,
    post,
    /** Pastes a text into an empty form and presses Check. */
    ask: (text: string, more: Readonly<Record<string, Value>> = {}) => post({ ...blank, text, ...more }),
    /** Fills in one form of a page as it is, and sends it, to another process if `to` says so. */
    submit: (page: Page, form: string, filled: Readonly<Record<string, Value>> = {}, to = url) =>
      post({ ...fieldsOf(page, form), ...filled }, {}, to),
  };
};

export type Visitor = ReturnType<typeof createVisitor>;

/** What a browser sends of an empty form. */
const blank = { text: "", provider: "", accountNumber: "", phone: "" };

/** What a browser would send of a form. */
const fieldsOf = (page: Page, form: string): Readonly<Record<string, string>> => {
  const found = page(form);
  if (found.length !== 1) throw new Error(`${found.length} forms are ${form}`);
  // Some fields stand outside and name their form.
  const beside = page(`[form="${found.attr("id") ?? "-"}"]`);
  return Object.fromEntries(
    found
      .find("input[name]:not([type=file]), select[name], textarea[name]")
      .add(beside)
      .toArray()
      .map((field) => [
        String(page(field).attr("name")),
        String((field.tagName === "textarea" ? page(field).text() : page(field).val()) ?? ""),
      ]),
  );
};

/** The kind of answer that a page shows; null: none. */
export const answerOf = (page: Page): string | null => page("[data-answer]").attr("data-answer") ?? null;

/** The mark and the sentence that head an answer. */
export const verdictOf = (page: Page): string => page("#verdict").text().replace(/\s+/g, " ").trim();
