// The chat as a phone shows it; the server's events say what is in it.
import { send, setCommands, setReply } from "./composer.js";
import { make, part } from "./element.js";
import { drawMessage, timeZone } from "./message.js";
import { showAlert, showToast } from "./notices.js";
import { listen, person, request } from "./server.js";

const log = part("log");
const messages = new Map();
const pressedButtons = new Map();
const earlyNotices = new Set();
let bot = { name: "Bot", description: "" };
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
  document.title = `${bot.name}: chat`;
  part("bot-name").textContent = bot.name;
  part("avatar").textContent = [...bot.name][0] ?? "";
  part("language").value = state.language_code;
  const options = state.people.map(({ name, title }) => make("option", { value: name, textContent: title }));
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
  part("status").textContent = isOn ? "typing…" : "bot";
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

const append = (message) => {
  const sentAt = new Date(message.date * 1000);
  const day = sentAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone });
  const lastDay = [...log.querySelectorAll(".day")].at(-1)?.textContent;
  if (day !== lastDay) log.append(make("div", { className: "day", textContent: day }));
  log.append(draw(message));
};

const draw = (message) =>
  drawMessage(message, { botName: bot.name, onReply: setReply, onCommand: send, onPress: press });

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

part("person").onchange = ({ target }) => location.assign(`/?user=${target.value}`);
part("language").onchange = ({ target }) => request("PUT", "/language", { language_code: target.value });
part("reset").onclick = ({ target }) => {
  target.closest("details").open = false;
  request("POST", "/reset", {});
};
document.addEventListener("click", ({ target }) => {
  for (const sheet of document.querySelectorAll("details[open]")) {
    if (!sheet.contains(target)) sheet.open = false;
  }
});
listen(onEvent);
