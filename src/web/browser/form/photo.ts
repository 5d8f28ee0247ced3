import type { Page, Send } from "./page.ts";

/** Photos are sent as soon as they are chosen, large ones made smaller first: a slow connection would take minutes. */

/** What is sent as it is, in bytes. */
const smallEnough = 1_500_000;

/** Longer side of what is made smaller, in pixels; codes and print are still read at it. */
const sideMax = 2400;

export const watchPhoto = (page: Page, send: Send): void => {
  const { image, form } = page;
  image?.addEventListener("change", async () => {
    const [chosen] = image.files ?? [];
    if (chosen === undefined) return;
    page.tell(page.said("checkingPhoto"), true);
    const photo = await smaller(chosen);
    image.value = "";
    if (photo.size > Number(form.dataset.pictureBytes)) return page.tell(page.said("photoTooLarge"));
    const body = new FormData(form);
    body.set("image", photo, "photo");
    if (await send(form, body)) useUp(page);
    return undefined;
  });
};

/** The words beside a photo that was answered are not of the next one. */
const useUp = ({ text }: Page): void => {
  if (document.querySelector("#answer [data-answer]:not([data-answer='refusal'])") === null) return;
  text.value = "";
  text.dispatchEvent(new Event("input"));
};

/** The photo as it is where it is small, or where the browser cannot read it. */
const smaller = async (photo: File): Promise<Blob> => {
  if (photo.size <= smallEnough || !("createImageBitmap" in window)) return photo;
  try {
    const bitmap = await createImageBitmap(photo);
    const scale = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
    return made !== null && made.size < photo.size ? made : photo;
  } catch {
    return photo;
  }
};
