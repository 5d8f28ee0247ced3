import { part } from "./element.js";

let toastTimer = 0;

export const showToast = (text) => {
  clearTimeout(toastTimer);
  part("toast").textContent = text;
  part("toast").hidden = false;
  toastTimer = setTimeout(() => {
    part("toast").hidden = true;
  }, 2600);
};

export const showAlert = (text) => {
  part("alert-text").textContent = text;
  part("alert").showModal();
};

export const copy = async (words) => {
  try {
    await navigator.clipboard.writeText(words);
    showToast("Copied to clipboard");
  } catch {
    showToast(`Could not copy: ${words}`);
  }
};
