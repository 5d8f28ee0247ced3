import { element, make, type Page } from "./page.ts";
import type { Recognition } from "./recognise.ts";

/** The camera in the page. What it reads is shown first: a bank is asked when the visitor presses Check. */
export const watchScanner = (page: Page, recognition: Recognition): void => {
  const button = element(page.form, "scan", HTMLButtonElement);
  button.addEventListener("click", () => {
    // Without a camera for pages the file input takes the photo.
    if (navigator.mediaDevices?.getUserMedia === undefined) page.image?.click();
    else void openScanner(page, recognition).catch(() => page.tell(page.said("offline")));
  });
};

const openScanner = async (page: Page, recognition: Recognition): Promise<void> => {
  const { dialog, video, status, photo } = makeDialog(page);
  const ending = new AbortController();
  dialog.addEventListener("close", () => ending.abort());
  document.body.append(dialog);
  dialog.showModal();
  try {
    const scanning: Promise<typeof import("../scan.ts")> = import(page.form.dataset.scan ?? "");
    const [{ scan }, { receiptsIn }] = await Promise.all([scanning, page.detection()]);
    const isWorking = await scan(video, ending.signal, {
      onStart: () => {
        status.textContent = page.said("scanHint");
      },
      take: (code) => {
        if (receiptsIn(code, page.settings).length === 0) {
          const host = hostOf(code);
          status.textContent =
            host === null ? page.said("scanNothing") : page.said("scanNothingAt", { host: shortened(host) });
          return false;
        }
        page.text.value = code.slice(0, page.text.maxLength);
        return true;
      },
    });
    if (isWorking && !ending.signal.aborted) {
      dialog.close();
      await showRead(page, recognition);
    } else if (!isWorking) await offerPhoto(page, dialog, status, photo);
  } finally {
    dialog.remove();
  }
};

const makeDialog = (page: Page) => {
  const video = make("video", { playsInline: true, muted: true });
  const status = make("p", {}, page.said("scanStarting"));
  status.setAttribute("role", "status");
  const photo = make("button", { type: "button", className: "button", hidden: true }, page.said("photo"));
  const close = make("button", { type: "button", className: "button" }, page.said("scanClose"));
  const title = make("h2", { className: "card__title", id: "scanner-title" }, page.said("scanTitle"));
  const dialog = make("dialog", { className: "scanner" }, title, video, status, photo, close);
  dialog.setAttribute("aria-labelledby", title.id);
  close.addEventListener("click", () => dialog.close());
  return { dialog, video, status, photo };
};

/** Before a bank is asked, the visitor sees what was read and whom it names. */
const showRead = async (page: Page, recognition: Recognition): Promise<void> => {
  await recognition.look();
  const host = hostOf(page.text.value);
  page.tell(
    host === null
      ? page.said("scanFoundReference", { reference: shortened(page.text.value) })
      : page.said("scanFound", { host: shortened(host) }),
  );
  element(page.form, "check", HTMLButtonElement).focus();
};

/** The dialog stays until the visitor has read why, and has taken a photo instead or closed it. */
const offerPhoto = (page: Page, dialog: HTMLElement, status: HTMLElement, photo: HTMLElement) =>
  new Promise<void>((resolve) => {
    status.textContent = page.said("noCamera");
    dialog.querySelector("video")?.remove();
    photo.hidden = page.image === null;
    photo.addEventListener("click", () => {
      page.image?.click();
      if (dialog instanceof HTMLDialogElement) dialog.close();
    });
    dialog.addEventListener("close", () => resolve());
  });

const hostOf = (code: string): string | null => {
  const link = /https?:\/\/\S+/i.exec(code)?.[0];
  try {
    return link === undefined ? null : new URL(link).host;
  } catch {
    return null;
  }
};

const shortened = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);
