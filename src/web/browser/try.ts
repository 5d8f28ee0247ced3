/**
 * Sends a request from its page of the documentation. The key is read from its field when it is sent, and kept nowhere.
 */

const part = document.querySelector<HTMLElement>("#try");
if (part !== null) start(part);

function start(form: HTMLElement): void {
  const texts: Readonly<Record<string, string>> = JSON.parse(form.dataset.texts ?? "{}");
  const { method = "GET", path = "/", isOpen } = form.dataset;
  const key = find<HTMLInputElement>("#try-key");
  const body = find<HTMLTextAreaElement>("#try-body");
  const preset = find<HTMLSelectElement>("#try-preset");
  const send = find<HTMLButtonElement>("#try-send");
  const answer = find<HTMLElement>("#try-answer");
  const curl = document.querySelector<HTMLElement>("#curl");
  const usual = curl?.textContent ?? "";

  preset?.addEventListener("change", () => {
    if (body !== null) body.value = preset.value;
    showCommand();
  });
  body?.addEventListener("input", showCommand);
  send?.addEventListener("click", () => void ask());

  function find<Kind extends Element>(selector: string): Kind | null {
    return form.querySelector<Kind>(selector);
  }

  /** The command above does the same as the button. */
  function showCommand(): void {
    if (curl === null || body === null) return;
    const compact = parsed(body.value);
    if (compact === undefined) return;
    const shown = JSON.stringify(compact).replaceAll("'", "'\\''");
    const [before = ""] = usual.split("-d '", 1);
    curl.textContent = `${before}-d '${shown}'\n`;
  }

  async function ask(): Promise<void> {
    const given = key?.value.trim() ?? "";
    if (given === "" ? isOpen !== "true" : !given.startsWith("drs_test_")) return say(texts.notTest ?? "");
    if (body !== null && parsed(body.value) === undefined) return say(texts.notJson ?? "");
    say(texts.sending ?? "");
    const headers = new Headers({ accept: "application/json" });
    if (given !== "") headers.set("X-API-Key", given);
    if (body !== null) headers.set("Content-Type", "application/json");
    try {
      const reply = await fetch(address(), {
        method,
        headers,
        body: body === null ? picture() : body.value,
        credentials: "omit",
      });
      show(reply, await reply.text());
    } catch {
      say(texts.failed ?? "");
    }
  }

  function address(): string {
    const url = new URL(path, location.origin);
    for (const field of form.querySelectorAll<HTMLInputElement>("[data-parameter]")) {
      const { parameter = "", place } = field.dataset;
      const value = field.value.trim();
      if (place === "query" && value !== "") url.searchParams.set(parameter, value);
      if (place === "path")
        url.pathname = decodeURI(url.pathname).replace(`{${parameter}}`, encodeURIComponent(value || "-"));
    }
    return url.href;
  }

  function picture(): FormData | null {
    const fields = form.querySelectorAll<HTMLInputElement>("[data-form]");
    if (fields.length === 0) return null;
    const data = new FormData();
    for (const { dataset, files, value } of fields) {
      const chosen = files?.[0];
      if (chosen !== undefined) data.set(dataset.form ?? "", chosen);
      else if (files === null && value !== "") data.set(dataset.form ?? "", value);
    }
    return data;
  }

  function show(reply: Response, text: string): void {
    const said = document.createElement("p");
    said.className = reply.ok ? "try__status try__status--good" : "try__status try__status--bad";
    const told = ["ratelimit", "retry-after", "x-request-id"].flatMap((name) => {
      const value = reply.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    said.textContent = [`HTTP ${reply.status}`, ...told].join("\n");
    const pre = document.createElement("pre");
    const value = parsed(text);
    pre.textContent = value === undefined ? text : JSON.stringify(value, null, 2);
    answer?.replaceChildren(said, pre);
  }

  function say(text: string): void {
    const said = document.createElement("p");
    said.textContent = text;
    answer?.replaceChildren(said);
  }

  function parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}
