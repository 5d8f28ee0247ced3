// The chat as a phone shows it; the server's events say what is in it.
import { send, setCommands, setEdit, setReply } from "./composer.js";
import { make, part } from "./element.js";
import { showExamples } from "./examples.js";
import { setUsername } from "./mention.js";
import { drawMessage, timeZone } from "./message.js";
import { showAlert, showToast } from "./notices.js";
import { isGroup, listen, pageOf, person, request } from "./server.js";

const log = part("log");
const messages = new Map();
const pressedButtons = new Map();
const earlyNotices = new Set();
let bot = { name: "Bot", username: "", description: "" };
let resting = "bot";
let typingTimer = 0;

const onEvent = (event) => {
  if (event.kind === "state") showState(event.state);
  if (event.kind === "message") showMessage(event.message);
  if (event.kind === "typing") showTyping(event.isOn);
  if (event.kind === "notice") showNotice(event);
  if (event.kind === "deleted") {
    messages.delete(event.messageId);
    drawLog();
  }
};

const showState = (state) => {
  bot = state.bot;
  setUsername(bot.username);
  const title = state.group?.title ?? bot.name;
  document.title = `${title}: chat`;
  part("title").textContent = title;
  part("avatar").textContent = [...title][0] ?? "";
  resting = state.group ? `${state.people.length + 1} members, the bot among them` : "bot";
  part("language").value = state.language_code;
  const options = state.people.map(({ name, title: textContent, role }) =>
    make("option", { value: name, textContent: `${textContent}, ${role}` }),
  );
  part("person").replaceChildren(...options);
  part("person").value = person;
  setCommands(state.commands);
  showTyping(state.is_typing);
  messages.clear();
  for (const message of state.messages) messages.set(message.message_id, message);
  const last = state.messages.at(-1);
  setReply(last?.force_reply ? last : null);
  drawLog();
};

const showMessage = (message) => {
  const isNew = !messages.has(message.message_id);
  messages.set(message.message_id, message);
  const former = part(`m${message.message_id}`);
  if (isNew) log.querySelector(".intro")?.remove();
  if (former) former.replaceWith(draw(message));
  else append(message);
  if (isNew && message.force_reply) setReply(message);
  if (isNew) showEnd();
};

const showTyping = (isOn) => {
  clearTimeout(typingTimer);
  part("status").textContent = isOn ? `${isGroup ? `${bot.name} is ` : ""}typing…` : resting;
  part("status").classList.toggle("typing", isOn);
  if (isOn) typingTimer = setTimeout(showTyping, 5000, false);
};

const showNotice = ({ queryId, text, isAlert }) => {
  if (!pressedButtons.has(queryId)) earlyNotices.add(queryId);
  pressedButtons.get(queryId)?.classList.remove("waiting");
  pressedButtons.delete(queryId);
  if (text && isAlert) showAlert(text);
  else if (text) showToast(text);
};

const press = async (message, data, button) => {
  button.classList.add("waiting");
  const pressed = await request("POST", "/presses", { message_id: message.message_id, data });
  // The bot may answer before the page hears the number of its own question.
  const isOver = pressed === null || earlyNotices.delete(pressed.callback_query_id);
  if (!isOver) pressedButtons.set(pressed.callback_query_id, button);
  setTimeout(() => button.classList.remove("waiting"), isOver ? 0 : 15_000);
};

const drawLog = () => {
  log.replaceChildren();
  if (messages.size === 0) log.append(drawIntro());
  for (const message of messages.values()) append(message);
  showEnd();
};

const drawIntro = () => {
  if (isGroup) return drawGroupIntro();
  const begin = make("button", { type: "button", className: "begin", textContent: "START" });
  begin.onclick = () => send("/start");
  const words = make("p", { textContent: bot.description || "No messages here yet." });
  return make(
    "div",
    { className: "intro" },
    make("h2", { textContent: "What can this bot do?" }),
    words,
    begin,
  );
};

const drawGroupIntro = () => {
  const textContent = `The bot answers what names it (@${bot.username}), replies to it, or holds the link of a receipt.`;
  return make(
    "div",
    { className: "intro" },
    make("h2", { textContent: "A group with the bot in it" }),
    make("p", { textContent }),
  );
};

const append = (message) => {
  const album = message.album && log.querySelector(`[data-album="${CSS.escape(message.album)}"]`);
  if (album) return album.append(draw(message));
  const sentAt = new Date(message.date * 1000);
  const day = sentAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone });
  const lastDay = [...log.querySelectorAll(".day")].at(-1)?.textContent;
  if (day !== lastDay) log.append(make("div", { className: "day", textContent: day }));
  log.append(message.album ? drawAlbum(message) : draw(message));
};

/** Pictures of an album stand side by side, whatever the bot says meanwhile. */
const drawAlbum = (message) => {
  const className = `album ${message.is_mine ? "mine" : "theirs"}`;
  const album = make("div", { className }, draw(message));
  album.dataset.album = message.album;
  return album;
};

const draw = (message) =>
  drawMessage(message, { onReply: setReply, onEdit: setEdit, onCommand: send, onPress: press });

const showEnd = () => {
  log.scrollTop = log.scrollHeight;
};

// The end stays in sight while the keyboard, the reply line or an edited message changes the room.
let isAtEnd = true;
log.addEventListener("scroll", () => {
  isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
});
new ResizeObserver(() => isAtEnd && showEnd()).observe(log);
new MutationObserver(() => isAtEnd && showEnd()).observe(log, { childList: true, subtree: true });

part("person").onchange = ({ target }) => location.assign(pageOf(target.value, isGroup));
part("to-private").href = pageOf(person, false);
part("to-group").href = pageOf(person === "almaz" ? "hana" : person, true);
part(isGroup ? "to-group" : "to-private").setAttribute("aria-current", "page");
part("language").onchange = ({ target }) => request("PUT", "/language", { language_code: target.value });
part("reset").textContent = isGroup ? "Start over with a new group" : "Start over as a new user";
part("reset").onclick = ({ target }) => {
  target.closest("details").open = false;
  request("POST", "/reset", {});
};
const closeSheets = (isKept) => {
  for (const sheet of document.querySelectorAll("details[open]")) if (!isKept(sheet)) sheet.open = false;
};
document.addEventListener("click", ({ target }) => closeSheets((sheet) => sheet.contains(target)));
document.addEventListener("keydown", ({ key }) => key === "Escape" && closeSheets(() => false));
// On a phone this would open the keyboard.
if (matchMedia("(hover: hover)").matches) part("text").focus();
showExamples().catch(() => showToast("No connection to the emulator"));
listen(onEvent);
