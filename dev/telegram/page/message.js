import { make, part } from "./element.js";
import { drawText } from "./formatted-text.js";
import { copy } from "./notices.js";
import { fileUrl } from "./server.js";

/** The emulated phone is in Ethiopia, as the bot's own times are. */
export const timeZone = "Africa/Addis_Ababa";

/**
 * A message with its bubble, quote, reactions and buttons.
 * `onReply(message)`, `onCommand(text)`, `onPress(message, data, button)`: what the user does with it.
 */
export const drawMessage = (message, { botName, onReply, onCommand, onPress }) => {
  const bubble = make("div", { className: "bubble" });
  if (message.reply) bubble.append(drawQuote(message.reply, botName));
  if (message.photo) {
    bubble.append(make("img", { className: "picture", alt: "Photo", src: fileUrl(message.photo) }));
  }
  if (message.document) bubble.append(drawDocument(message.document));
  const text = make("div", { className: "text" });
  drawText(text, message.text, message.entities, onCommand);
  text.append(drawMeta(message, onReply));
  bubble.append(text);
  if (message.reactions.length > 0) bubble.append(drawReactions(message.reactions, botName));
  const className = `message ${message.from}`;
  const article = make("article", { id: `m${message.message_id}`, className }, bubble);
  if (message.buttons.length > 0) article.append(drawKeyboard(message, onPress));
  return article;
};

const drawQuote = ({ message_id, from, text }, botName) => {
  const quote = make("button", { type: "button", className: "quote" });
  const name = from === "bot" ? botName : "You";
  quote.append(make("b", { textContent: name }), make("span", { textContent: text || "Deleted message" }));
  quote.onclick = () => {
    const target = part(`m${message_id}`);
    target?.scrollIntoView({ block: "center" });
    target?.classList.add("found");
    setTimeout(() => target?.classList.remove("found"), 1200);
  };
  return quote;
};

const drawDocument = (file) => {
  const kilobytes = Math.max(1, Math.round(file.file_size / 1024));
  const textContent = `📄 ${file.file_name} (${kilobytes} kB)`;
  return make("a", { className: "document", href: fileUrl(file), download: file.file_name, textContent });
};

const drawMeta = (message, onReply) => {
  const sentAt = new Date(message.date * 1000);
  const time = sentAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  const words = [message.is_edited && "edited", time, message.from === "user" && "✓✓"].filter(Boolean);
  const reply = make("button", { type: "button", textContent: "↩", ariaLabel: "Reply", title: "Reply" });
  reply.onclick = () => onReply(message);
  return make("span", { className: "meta" }, words.join(" "), reply);
};

const drawReactions = (reactions, botName) => {
  const title = `${botName} reacted`;
  const chips = reactions.map((emoji) => make("span", { className: "reaction", textContent: emoji, title }));
  return make("div", { className: "after" }, ...chips);
};

const drawKeyboard = (message, onPress) => {
  const rows = message.buttons.map((row) =>
    make("div", {}, ...row.map((button) => drawButton(message, button, onPress))),
  );
  return make("div", { className: "keyboard" }, ...rows);
};

const drawButton = (message, { text, url, copy_text, callback_data }, onPress) => {
  if (url) {
    const link = make("a", { textContent: text, href: url, target: "_blank", rel: "noopener noreferrer" });
    link.dataset.sign = "↗";
    return link;
  }
  const button = make("button", { type: "button", textContent: text });
  button.onclick = () => (copy_text ? copy(copy_text.text) : onPress(message, callback_data, button));
  if (copy_text) button.dataset.sign = "⧉";
  return button;
};
