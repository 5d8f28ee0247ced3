import { make, part } from "./element.js";
import { mention } from "./mention.js";
import { isGroup, request } from "./server.js";

const input = part("text");
let commands = [];
/** What the next message is about: one that it answers, or one of one's own that it replaces. */
let about = { kind: "nothing" };

/** @returns whether it was sent. */
export const send = async (text) => {
  if (!text.trim()) return false;
  const { kind, id } = about;
  setAbout({ kind: "nothing" });
  if (kind === "edit") return (await request("PUT", "/messages", { message_id: id, text })) !== null;
  return (await request("POST", "/messages", { text, ...(kind === "reply" && { reply_to: id }) })) !== null;
};

/** The message that the next one answers, or null. */
export const setReply = (message) => {
  if (!message) return setAbout({ kind: "nothing" });
  const placeholder = message.force_reply?.placeholder;
  setAbout({ kind: "reply", id: message.message_id, words: message.text || "📎", placeholder });
  input.focus();
};

/** The message of one's own that the next text replaces. */
export const setEdit = (message) => {
  setAbout({ kind: "edit", id: message.message_id, words: `✎ ${message.text}` });
  setText(message.text);
  input.focus();
};

const setAbout = (next) => {
  if (about.kind === "edit") setText("");
  about = next;
  input.placeholder = next.placeholder || "Message";
  part("replying").hidden = next.kind === "nothing";
  part("replying-text").textContent = next.words?.slice(0, 200) ?? "";
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

/** Sends files, several as one album, the caption with the first. @returns whether all were sent. */
export const sendFiles = async (files, as, caption) => {
  const replyTo = about.kind === "reply" ? about.id : null;
  const album = files.length > 1 ? String(Date.now()) : null;
  const bodies = await Promise.all([...files].map((file) => (as === "photo" ? shrink(file) : file)));
  for (const [index, bytes] of bodies.entries()) {
    const query = new URLSearchParams({ as, name: files[index].name, caption: index === 0 ? caption : "" });
    if (replyTo) query.set("reply_to", replyTo);
    if (album) query.set("album", album);
    const type = bytes.type && bytes.type !== "text/plain" ? bytes.type : "application/octet-stream";
    if ((await request("POST", `/files?${query}`, bytes, type)) === null) return false;
  }
  setReply(null);
  return true;
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

const upload = async (files, as) => {
  if (files.length > 0 && (await sendFiles(files, as, input.value))) setText("");
};

part("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
input.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    showCommands(false);
    setReply(null);
  }
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  submit();
});
input.addEventListener("input", () => {
  fitInput();
  showCommands(/^\/\w*$/.test(input.value) && commands.length > 0);
});
input.addEventListener("paste", (event) => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  upload(files, "photo");
});
for (const as of ["photo", "document"]) {
  part(as).addEventListener("change", async ({ target }) => {
    target.closest("details").open = false;
    await upload([...target.files], as);
    target.value = "";
  });
}
part("contact").onclick = async ({ target }) => {
  target.closest("details").open = false;
  const replyTo = about.kind === "reply" ? { reply_to: about.id } : {};
  if ((await request("POST", "/contact", replyTo)) !== null) setReply(null);
};
part("menu").onclick = () => showCommands(part("commands").hidden);
part("reply-cancel").onclick = () => setReply(null);
part("name-bot").hidden = !isGroup;
part("name-bot").onclick = () => {
  setText(`${mention("")} ${input.value}`);
  input.focus();
};
