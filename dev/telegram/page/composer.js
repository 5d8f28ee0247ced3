import { make, part } from "./element.js";
import { request } from "./server.js";

const input = part("text");
let commands = [];
let replyTo = null;

/** @returns whether it was sent. */
export const send = async (text) => {
  if (!text.trim()) return false;
  const message = { text, ...(replyTo && { reply_to: replyTo }) };
  setReply(null);
  return (await request("POST", "/messages", message)) !== null;
};

/** The message that the next one answers, or null. */
export const setReply = (message) => {
  replyTo = message?.message_id ?? null;
  input.placeholder = message?.force_reply?.placeholder || "Message";
  part("replying").hidden = !message;
  part("replying-text").textContent = message ? message.text.slice(0, 200) || "📎" : "";
  if (message) input.focus();
};

export const setCommands = (list) => {
  commands = list;
  part("menu").disabled = commands.length === 0;
  showCommands(false);
};

const showCommands = (isOpen) => {
  part("commands").hidden = !isOpen;
  part("menu").setAttribute("aria-expanded", String(isOpen));
  const typed = input.value.startsWith("/") ? input.value.slice(1) : "";
  const fitting = commands.filter(({ command }) => command.startsWith(typed));
  part("commands").replaceChildren(...fitting.map(drawCommand));
};

const drawCommand = ({ command, description }) => {
  const button = make("button", { type: "button" }, `/${command}`);
  button.append(make("span", { textContent: description }));
  button.onclick = async () => {
    showCommands(false);
    if (await send(`/${command}`)) setText("");
  };
  return make("li", {}, button);
};

const setText = (text) => {
  input.value = text;
  fitInput();
};

const fitInput = () => {
  input.style.height = "44px";
  input.style.height = `${Math.min(input.scrollHeight, 168)}px`;
};

const submit = async () => {
  showCommands(false);
  const text = input.value;
  setText("");
  if (text.trim() && !(await send(text))) setText(text);
};

const upload = async (file, as) => {
  const bytes = as === "photo" ? await shrink(file) : file;
  const query = new URLSearchParams({ as, name: file.name, caption: input.value });
  if (replyTo) query.set("reply_to", replyTo);
  const type = bytes.type && bytes.type !== "text/plain" ? bytes.type : "application/octet-stream";
  if ((await request("POST", `/files?${query}`, bytes, type)) === null) return;
  setText("");
  setReply(null);
};

/** Telegram sends a photo as a JPEG of at most 1280 pixels a side. */
const shrink = async (file) => {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, 1280 / Math.max(picture.width, picture.height));
    const canvas = make("canvas", { width: picture.width * scale, height: picture.height * scale });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.87));
  } catch {
    // Not a picture that this browser reads: the server says so.
    return file;
  }
};

part("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
input.addEventListener("input", () => {
  fitInput();
  showCommands(/^\/\w*$/.test(input.value) && commands.length > 0);
});
for (const as of ["photo", "document"]) {
  part(as).addEventListener("change", async ({ target }) => {
    target.closest("details").open = false;
    if (target.files[0]) await upload(target.files[0], as);
    target.value = "";
  });
}
part("menu").onclick = () => showCommands(part("commands").hidden);
part("reply-cancel").onclick = () => setReply(null);
