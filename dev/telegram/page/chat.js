// The chat as a phone shows it. State comes from the server by events; every text is set as text, never as markup.
const person = new URLSearchParams(location.search).get("user") === "hana" ? "hana" : "selam";
const chat = `/chat/${person}`;
const part = (id) => document.getElementById(id);
const log = part("log");
const input = part("text");
const messages = new Map();
const waitingButtons = new Map();
let commands = [];
let botName = "Bot";
let replyTo = null;
let typingTimer = 0;
let toastTimer = 0;

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

// --- talking to the server

const request = async (method, path, body, type = "application/json") => {
  const sent = body instanceof Blob ? body : JSON.stringify(body);
  try {
    const response = await fetch(chat + path, { method, body: sent, headers: { "content-type": type } });
    const answer = response.status === 204 ? {} : await response.json();
    if (!response.ok) showToast(answer.error ?? `Error ${response.status}`);
    return response.ok ? answer : null;
  } catch {
    showToast("No connection to the emulator");
    return null;
  }
};

const send = async (text) => {
  if (!text.trim()) return false;
  const answered = replyTo;
  setReply(null);
  return (await request("POST", "/messages", { text, ...(answered && { reply_to: answered }) })) !== null;
};

const upload = async (file, as) => {
  const bytes = as === "photo" ? await shrink(file) : file;
  const query = new URLSearchParams({ as, name: file.name, caption: input.value });
  if (replyTo) query.set("reply_to", replyTo);
  const type = bytes.type && bytes.type !== "text/plain" ? bytes.type : "application/octet-stream";
  if (await request("POST", `/files?${query}`, bytes, type)) clearInput();
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

const listen = () => {
  const events = new EventSource(`${chat}/events`);
  events.onopen = () => part("offline").toggleAttribute("hidden", true);
  events.onerror = () => {
    part("offline").toggleAttribute("hidden", false);
    // A browser gives up after some failures; a page that is kept open across a restart should not.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
  events.onmessage = ({ data }) => show(JSON.parse(data));
};

// --- what happens

const show = (event) => {
  if (event.kind === "state") showState(event.state);
  if (event.kind === "message") showMessage(event.message);
  if (event.kind === "typing") setTyping(event.isOn);
  if (event.kind === "notice") showNotice(event);
  if (event.kind === "deleted") {
    messages.delete(event.messageId);
    drawAll();
  }
};

const showState = (state) => {
  botName = state.bot.name;
  commands = state.commands;
  document.title = `${botName}: chat`;
  part("bot-name").textContent = botName;
  part("avatar").textContent = [...botName][0] ?? "";
  part("language").value = state.language_code;
  part("person").replaceChildren(
    ...state.people.map(({ name, title }) => make("option", { value: name, textContent: title })),
  );
  part("person").value = person;
  part("menu").disabled = commands.length === 0;
  showCommands(false);
  setTyping(state.is_typing);
  messages.clear();
  for (const message of state.messages) messages.set(message.message_id, message);
  setReply(null);
  drawAll(state.bot.description);
  const last = state.messages.at(-1);
  if (last?.force_reply) askForReply(last);
};

const showMessage = (message) => {
  const isNew = !messages.has(message.message_id);
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 120;
  messages.set(message.message_id, message);
  const former = part(`m${message.message_id}`);
  if (former) former.replaceWith(drawMessage(message));
  else {
    log.querySelector(".intro")?.remove();
    appendMessage(message);
  }
  if (isNew || atEnd) log.scrollTop = log.scrollHeight;
  if (isNew && message.force_reply) askForReply(message);
};

const setTyping = (isOn) => {
  clearTimeout(typingTimer);
  part("status").textContent = isOn ? "typing…" : "bot";
  part("status").classList.toggle("typing", isOn);
  if (isOn) typingTimer = setTimeout(setTyping, 5000, false);
};

const showNotice = ({ queryId, text, isAlert }) => {
  waitingButtons.get(queryId)?.classList.remove("waiting");
  waitingButtons.delete(queryId);
  if (!text) return;
  if (!isAlert) return showToast(text);
  part("alert-text").textContent = text;
  part("alert").showModal();
};

const showToast = (text) => {
  clearTimeout(toastTimer);
  part("toast").textContent = text;
  part("toast").toggleAttribute("hidden", false);
  toastTimer = setTimeout(() => part("toast").toggleAttribute("hidden", true), 2600);
};

// --- drawing

const drawAll = (description = "") => {
  log.replaceChildren();
  if (messages.size === 0) log.append(drawIntro(description));
  for (const message of messages.values()) appendMessage(message);
  log.scrollTop = log.scrollHeight;
};

const drawIntro = (description) =>
  make(
    "div",
    { className: "intro" },
    make("h2", { textContent: "What can this bot do?" }),
    make("p", { textContent: description || "No messages here yet." }),
    make("button", {
      type: "button",
      className: "begin",
      textContent: "START",
      onclick: () => send("/start"),
    }),
  );

const appendMessage = (message) => {
  const day = new Date(message.date * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  const days = log.querySelectorAll(".day");
  if (days[days.length - 1]?.textContent !== day)
    log.append(make("div", { className: "day", textContent: day }));
  log.append(drawMessage(message));
};

const drawMessage = (message) => {
  const bubble = make("div", { className: "bubble" });
  if (message.reply) bubble.append(drawQuote(message.reply));
  if (message.photo)
    bubble.append(make("img", { className: "picture", alt: "Photo", src: fileUrl(message.photo) }));
  if (message.document) {
    const { file_name, file_size } = message.document;
    const label = `📄 ${file_name} (${Math.max(1, Math.round(file_size / 1024))} kB)`;
    const download = { className: "document", href: fileUrl(message.document), download: file_name };
    bubble.append(make("a", { ...download, textContent: label }));
  }
  const text = make("div", { className: "text" });
  drawText(text, message.text, 0, message.text.length, message.entities);
  text.append(drawMeta(message));
  bubble.append(text);
  if (message.reactions.length > 0) {
    const chips = message.reactions.map((emoji) =>
      make("span", { className: "reaction", textContent: emoji, title: `${botName} reacted` }),
    );
    bubble.append(make("div", { className: "after" }, ...chips));
  }
  const article = make(
    "article",
    { id: `m${message.message_id}`, className: `message ${message.from}` },
    bubble,
  );
  if (message.buttons.length > 0) article.append(drawKeyboard(message));
  return article;
};

const fileUrl = ({ file_id }) => `${chat}/file?${new URLSearchParams({ id: file_id })}`;

const drawMeta = (message) => {
  const time = new Date(message.date * 1000).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
  });
  const words = [message.is_edited && "edited", time, message.from === "user" && "✓✓"]
    .filter(Boolean)
    .join(" ");
  const reply = make("button", { type: "button", textContent: "↩", ariaLabel: "Reply", title: "Reply" });
  reply.onclick = () => {
    setReply(message);
    input.focus();
  };
  return make("span", { className: "meta" }, words, reply);
};

const drawQuote = ({ message_id, from, text }) => {
  const name = from === "bot" ? botName : "You";
  const quote = make("button", { type: "button", className: "quote" });
  quote.append(make("b", { textContent: name }), make("span", { textContent: text || "Deleted message" }));
  quote.onclick = () => {
    const target = part(`m${message_id}`);
    target?.scrollIntoView({ block: "center" });
    target?.classList.add("found");
    setTimeout(() => target?.classList.remove("found"), 1200);
  };
  return quote;
};

const drawKeyboard = (message) => {
  const rows = message.buttons.map((row) => make("div", {}, ...row.map((one) => drawButton(message, one))));
  return make("div", { className: "keyboard" }, ...rows);
};

const drawButton = (message, { text, url, copy_text, callback_data }) => {
  if (url) {
    const link = make("a", { textContent: text, href: url, target: "_blank", rel: "noopener noreferrer" });
    link.dataset.sign = "↗";
    return link;
  }
  const button = make("button", { type: "button", textContent: text });
  if (copy_text) {
    button.dataset.sign = "⧉";
    button.onclick = () => copy(copy_text.text);
    return button;
  }
  button.onclick = async () => {
    button.classList.add("waiting");
    const press = { message_id: message.message_id, data: callback_data };
    const answer = await request("POST", "/presses", press);
    if (answer) waitingButtons.set(answer.callback_query_id, button);
    else button.classList.remove("waiting");
    setTimeout(() => button.classList.remove("waiting"), 15_000);
  };
  return button;
};

/** Draws text[from, to) into `into`; `entities` lie within it, outer ones first. */
const drawText = (into, text, from, to, entities) => {
  let at = from;
  for (let index = 0; index < entities.length; ) {
    const entity = entities[index];
    const end = Math.min(entity.offset + entity.length, to);
    const inner = entities.slice(index + 1).filter((other) => other.offset < end);
    index += 1 + inner.length;
    if (entity.offset < at) continue;
    into.append(text.slice(at, entity.offset));
    const element = entityElement(entity, text.slice(entity.offset, end));
    drawText(element, text, entity.offset, end, inner);
    into.append(element);
    at = end;
    // A block ends its own line.
    if (/^(?:PRE|BLOCKQUOTE)$/.test(element.tagName) && text[at] === "\n") at += 1;
  }
  into.append(text.slice(at, to));
};

const inlineTags = { bold: "b", italic: "i", underline: "u", strikethrough: "s" };

const entityElement = ({ type, url }, words) => {
  if (inlineTags[type]) return make(inlineTags[type]);
  if (type === "code" || type === "pre") {
    return make(type === "pre" ? "pre" : "code", { title: "Tap to copy", onclick: () => copy(words) });
  }
  if (type === "url" || type === "text_link") {
    const href = /^(?:https?|tg|tel):/i.test(url ?? words) ? (url ?? words) : "#";
    return make("a", { href, target: "_blank", rel: "noopener noreferrer" });
  }
  if (type === "bot_command")
    return make("button", { type: "button", className: "command", onclick: () => send(words) });
  if (type === "spoiler") {
    const spoiler = make("span", { className: "spoiler" });
    spoiler.onclick = () => spoiler.classList.add("open");
    return spoiler;
  }
  if (type === "blockquote" || type === "expandable_blockquote") {
    const quote = make("blockquote", { className: type === "blockquote" ? "" : "folded" });
    quote.onclick = () => quote.classList.remove("folded");
    return quote;
  }
  return make("span");
};

const copy = async (words) => {
  try {
    await navigator.clipboard.writeText(words);
    showToast("Copied to clipboard");
  } catch {
    showToast(`Could not copy: ${words}`);
  }
};

// --- writing

const setReply = (message) => {
  replyTo = message?.message_id ?? null;
  input.placeholder = message?.force_reply?.placeholder || "Message";
  part("replying").toggleAttribute("hidden", !message);
  part("replying-text").textContent = message ? message.text.slice(0, 200) || "📎" : "";
};

const askForReply = (message) => {
  setReply(message);
  input.focus();
};

const showCommands = (isOpen) => {
  const list = part("commands");
  list.toggleAttribute("hidden", !isOpen);
  part("menu").setAttribute("aria-expanded", String(isOpen));
  const typed = input.value.startsWith("/") ? input.value.slice(1) : "";
  const fitting = commands.filter(({ command }) => command.startsWith(typed));
  list.replaceChildren(
    ...fitting.map(({ command, description }) => {
      const button = make(
        "button",
        { type: "button" },
        `/${command}`,
        make("span", { textContent: description }),
      );
      button.onclick = async () => {
        showCommands(false);
        if (await send(`/${command}`)) clearInput();
      };
      return make("li", {}, button);
    }),
  );
};

const fitInput = () => {
  input.style.height = "44px";
  input.style.height = `${Math.min(input.scrollHeight, 168)}px`;
};

const clearInput = () => {
  input.value = "";
  fitInput();
};

part("composer").addEventListener("submit", async (event) => {
  event.preventDefault();
  showCommands(false);
  const text = input.value;
  clearInput();
  if (text.trim() && !(await send(text))) input.value = text;
  fitInput();
});
input.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  part("composer").requestSubmit();
});
input.addEventListener("input", () => {
  fitInput();
  showCommands(/^\/\w*$/.test(input.value) && commands.length > 0);
});
for (const kind of ["photo", "file"]) {
  part(kind).addEventListener("change", async ({ target }) => {
    target.closest("details").open = false;
    if (target.files[0]) await upload(target.files[0], kind === "photo" ? "photo" : "document");
    target.value = "";
  });
}
part("menu").onclick = () => showCommands(part("commands").hidden);
part("reply-cancel").onclick = () => setReply(null);
part("person").onchange = ({ target }) => location.assign(`/?user=${target.value}`);
part("language").onchange = ({ target }) => request("PUT", "/language", { language_code: target.value });
part("reset").onclick = async ({ target }) => {
  target.closest("details").open = false;
  await request("POST", "/reset", {});
};
document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll("details[open]"))
    if (!open.contains(target)) open.open = false;
});
listen();
