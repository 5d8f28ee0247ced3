import type { Candidate } from "./detect.ts";

/** The form at `/`: everything here makes quicker or easier what works without it. */

const form = document.querySelector<HTMLFormElement>("#ask");
if (form !== null) start(form);

function start(ask: HTMLFormElement): void {
  const texts: Readonly<Record<string, string>> = JSON.parse(ask.dataset.texts ?? "{}");
  const said = (name: string): string => texts[name] ?? "";
  const banks = JSON.parse(ask.dataset.banks ?? "{}");
  const text = element(ask, "text", HTMLTextAreaElement);
  const provider = element(ask, "provider", HTMLSelectElement);
  const chip = element(ask, "chip", HTMLElement);
  const progress = element(ask, "progress", HTMLElement);

  watchText();
  watchPicture();
  watchScan();
  sendInPlace(document);
  const shown = document.querySelector<HTMLElement>("#answer [data-answer]");
  if (shown !== null) present(shown);

  /** Recognises the bank while one types. */
  function watchText(): void {
    let detection: Promise<typeof import("./detect.ts")> | null = null;
    const load = () => {
      detection ??= import(ask.dataset.detect ?? "") as Promise<typeof import("./detect.ts")>;
      return detection;
    };
    const look = async () => {
      const { receiptsIn } = await load();
      showRecognised(receiptsIn(text.value, banks));
    };
    const looking = () => void look().catch(() => {});
    text.addEventListener("focus", () => void load().catch(() => {}), { once: true });
    text.addEventListener("input", looking);
    provider.addEventListener("change", looking);
    if (text.value !== "") looking();
  }

  function showRecognised(receipts: readonly (readonly Candidate[])[]): void {
    const [alternatives = [], ...others] = receipts;
    chip.replaceChildren();
    const isOwn = alternatives.some((one) => one.provider === provider.value);
    // The form moves to the bank that the reference fits.
    if (alternatives.length > 0 && provider.value !== "" && !isOwn) {
      const from = nameOf(provider.value);
      provider.value = "";
      chip.dataset.movedFrom = from;
    }
    const chosen = alternatives.filter((one) => provider.value === "" || one.provider === provider.value);
    if (chosen.length > 0 && others.length === 0) {
      const said = document.createElement("span");
      said.textContent = texts.recognised ?? "";
      chip.append(said);
      for (const { provider: label } of chosen) chip.append(bankChip(label));
      if (chosen.length === 1) chip.append(notThisOne());
    }
    for (const name of ["accountNumber", "phone"] as const) {
      const field = element(ask, `field-${name}`, HTMLElement);
      const isNeeded =
        others.length === 0 && chosen.length > 0 && chosen.every(({ missing }) => missing.includes(name));
      field.hidden = !isNeeded && element(field, name, HTMLInputElement).value === "";
    }
  }

  function nameOf(label: string): string {
    return banks[label]?.bank ?? label;
  }

  function bankChip(label: string): HTMLElement {
    const bank = document.createElement("span");
    bank.className = "chip__bank";
    bank.textContent = nameOf(label);
    return bank;
  }

  function notThisOne(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = said("notThisOne");
    button.addEventListener("click", () => {
      element(ask, "bank", HTMLDetailsElement).open = true;
      provider.focus();
    });
    return button;
  }

  /** A photo is sent as soon as it is chosen. */
  function watchPicture(): void {
    const input = ask.querySelector<HTMLInputElement>("#image");
    input?.addEventListener("change", () => {
      if (input.files?.length) ask.requestSubmit();
    });
  }

  function watchScan(): void {
    const button = element(ask, "scan", HTMLButtonElement);
    if (navigator.mediaDevices?.getUserMedia === undefined) return;
    button.hidden = false;
    button.addEventListener("click", () => void openScanner());
  }

  async function openScanner(): Promise<void> {
    const dialog = document.createElement("dialog");
    dialog.className = "scanner";
    dialog.setAttribute("aria-label", said("scanTitle"));
    const video = document.createElement("video");
    video.playsInline = true;
    video.muted = true;
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    status.textContent = said("scanHint");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "button";
    close.textContent = said("scanClose");
    const ending = new AbortController();
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => ending.abort());
    dialog.append(video, status, close);
    document.body.append(dialog);
    dialog.showModal();
    const { scan } = (await import(ask.dataset.scan ?? "")) as typeof import("./scan.ts");
    const { receiptsIn } = (await import(ask.dataset.detect ?? "")) as typeof import("./detect.ts");
    const worked = await scan(video, ending.signal, (code) => {
      const receipts = receiptsIn(code, banks);
      if (receipts.length === 0) {
        status.textContent = said("scanNothing");
        return false;
      }
      text.value = code;
      showRecognised(receipts);
      return true;
    });
    dialog.remove();
    if (!worked) progress.textContent = said("noCamera");
    else if (text.value !== "") showWhatWasRead();
  }

  /** Before a bank is asked, the visitor sees what was read and whom it names. */
  function showWhatWasRead(): void {
    const host = /^https?:\/\/([^/\s]+)/i.exec(text.value)?.[1];
    progress.textContent = host ?? text.value;
    element(ask, "check", HTMLButtonElement).focus();
  }

  /** Sends forms without leaving the page. */
  function sendInPlace(root: ParentNode): void {
    for (const one of root.querySelectorAll("form")) {
      one.addEventListener("submit", (event) => {
        event.preventDefault();
        void send(one, new FormData(one));
      });
    }
  }

  async function send(sent: HTMLFormElement, body: FormData): Promise<void> {
    if (sent.dataset.isSent === "yes") return;
    sent.dataset.isSent = "yes";
    const image = body.get("image");
    const isPhoto = image instanceof File && image.size > 0;
    progress.textContent = said(isPhoto ? "checkingPhoto" : "checkingAny");
    const patience = setTimeout(() => {
      progress.textContent = said("slow");
    }, 6000);
    try {
      const reply = await fetch("/", { method: "POST", body, headers: { accept: "text/html" } });
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      replace(page);
      progress.textContent = "";
    } catch {
      progress.textContent = said("offline");
    } finally {
      clearTimeout(patience);
      delete sent.dataset.isSent;
      const picture = ask.querySelector<HTMLInputElement>("#image");
      if (picture !== null) picture.value = "";
    }
  }

  function replace(page: Document): void {
    for (const id of ["answer", "left"]) {
      const old = document.getElementById(id);
      const next = page.getElementById(id);
      if (old !== null && next !== null) old.replaceChildren(...next.childNodes);
    }
    const answer = document.querySelector<HTMLElement>("#answer [data-answer]");
    if (answer === null) return;
    sendInPlace(element(document, "answer", HTMLElement));
    present(answer);
    answer.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  function present(answer: HTMLElement): void {
    const actions = answer.querySelector<HTMLElement>("#actions");
    if (actions !== null) offerActions(answer, actions);
    askAgain(answer);
  }
}

/** Print, copy and share, where the browser can. */
function offerActions(card: HTMLElement, actions: HTMLElement): void {
  actions.hidden = false;
  const summary = () => card.innerText.split("\n\n").join("\n").trim();
  const can = {
    print: true,
    copy: navigator.clipboard !== undefined,
    share: navigator.share !== undefined,
    picture: navigator.canShare !== undefined,
  };
  const act = {
    print: async () => window.print(),
    copy: async (button: HTMLElement) => {
      await navigator.clipboard.writeText(summary());
      const label = button.querySelector("span");
      if (label !== null) label.textContent = button.dataset.done ?? "";
    },
    share: async () => navigator.share({ text: summary() }),
    picture: async () => {
      const file = await pictureOf(card);
      await navigator.share({ files: [file] });
    },
  };
  for (const button of actions.querySelectorAll<HTMLElement>("[data-action]")) {
    const name = button.dataset.action as keyof typeof act;
    button.hidden = !can[name];
    button.addEventListener("click", () => void act[name](button).catch(() => {}));
  }
}

/** The lines of a card as a picture. */
async function pictureOf(card: HTMLElement): Promise<File> {
  const width = 720;
  const rows = [...card.querySelectorAll<HTMLElement>("h2, h2 ~ p, .rows__row")]
    .map((row) => ({
      text: row.innerText
        .split("\n")
        .map((line) => line.trim())
        .join("   "),
      isTitle: row.tagName === "H2",
    }))
    .filter(({ text }) => text.trim() !== "");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  const font = (isTitle: boolean) => `${isTitle ? "700 30px" : "24px"} system-ui, sans-serif`;
  const wrapped = rows.flatMap(({ text, isTitle }) => {
    context.font = font(isTitle);
    const lines: { text: string; isTitle: boolean }[] = [];
    let line = "";
    for (const word of text.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && context.measureText(longer).width > width - 80) {
        lines.push({ text: line, isTitle });
        line = word;
      } else line = longer;
    }
    return [...lines, { text: line, isTitle }];
  });
  canvas.width = width;
  canvas.height = 80 + wrapped.length * 44;
  context.fillStyle = "#fffdf8";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#1c1b18";
  for (const [index, { text, isTitle }] of wrapped.entries()) {
    context.font = font(isTitle);
    context.fillText(text, 40, 70 + index * 44);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("no picture");
  return new File([blob], "receipt.png", { type: "image/png" });
}

/** How often one question is asked again by itself. */
const againMax = 5;
let asked = 0;

/** Asks again by itself where the answer can change, and says when. */
function askAgain(answer: HTMLElement): void {
  const form = answer.querySelector<HTMLFormElement>("#again");
  const progress = answer.querySelector<HTMLElement>("#again-progress");
  if (form === null || progress === null) {
    if (asked > 0 && document.hidden) document.title = `● ${document.title}`;
    asked = 0;
    return;
  }
  if (asked >= againMax) {
    progress.hidden = false;
    progress.textContent = progress.dataset.gaveUp ?? "";
    return;
  }
  let left = Number(progress.dataset.seconds ?? 60);
  progress.hidden = false;
  const tick = () => {
    if (!form.isConnected) return clearInterval(timer);
    progress.textContent = (progress.dataset.in ?? "").replace("{s}", String(left));
    if (left > 0) {
      left -= 1;
      return undefined;
    }
    clearInterval(timer);
    asked += 1;
    form.requestSubmit();
    return undefined;
  };
  const timer = setInterval(tick, 1000);
  tick();
}

function element<Kind extends HTMLElement>(root: ParentNode, id: string, kind: new () => Kind): Kind {
  const found = root.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}
