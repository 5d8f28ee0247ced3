import { make, part } from "./element.js";
import { drawText } from "./formatted-text.js";
import { drawLink } from "./links.js";
import { copy } from "./notices.js";
import { fileUrl, isGroup } from "./server.js";

/** The emulated phone is in Ethiopia, as the bot's own times are. */
export const timeZone = "Africa/Addis_Ababa";

/**
 * A message with its bubble, quote, reactions and buttons.
 * `onReply(message)`, `onEdit(message)`, `onCommand(text)`, `onPress(message, data, button)`: what the user does with it.
 */
export const drawMessage = (message, actions) => {
  const bubble = make("div", { className: "bubble" });
  if (isGroup && !message.is_mine) bubble.append(drawAuthor(message));
  if (message.reply) bubble.append(drawQuote(message.reply));
  if (message.photo) {
    bubble.append(make("img", { className: "picture", alt: "Photo", src: fileUrl(message.photo) }));
  }
  if (message.document) bubble.append(drawDocument(message.document));
  const text = make("div", { className: "text" });
  drawText(text, message.text, message.entities, actions.onCommand);
  text.append(drawMeta(message, actions));
  bubble.append(text);
  if (message.reactions.length > 0) bubble.append(drawReactions(message.reactions));
  const className = `message ${message.is_mine ? "mine" : "theirs"}`;
  const article = make("article", { id: `m${message.message_id}`, className }, bubble);
  if (message.buttons.length > 0) article.append(drawKeyboard(message, actions.onPress));
  return article;
};

/** A group tells its members apart by colour. */
const authorColours = 5;

const drawAuthor = ({ author }) => {
  const sum = [...author].reduce((total, letter) => total + letter.codePointAt(0), 0);
  return make("b", { className: `author author-${sum % authorColours}`, textContent: author });
};

const drawQuote = ({ message_id, author, text }) => {
  const quote = make("button", { type: "button", className: "quote" });
  quote.append(make("b", { textContent: author }), make("span", { textContent: text || "Deleted message" }));
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

const drawMeta = (message, { onReply, onEdit }) => {
  const sentAt = new Date(message.date * 1000);
  const time = sentAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
  const words = [message.is_edited && "edited", time, message.is_mine && "✓✓"].filter(Boolean);
  const reply = drawSign("↩", "Reply", () => onReply(message));
  const isText = message.is_mine && !message.photo && !message.document && !message.is_contact;
  const edit = isText ? [drawSign("✎", "Edit", () => onEdit(message))] : [];
  return make("span", { className: "meta" }, words.join(" "), ...edit, reply);
};

const drawSign = (textContent, name, onclick) =>
  make("button", { type: "button", textContent, ariaLabel: name, title: name, onclick });

const drawReactions = (reactions) => {
  const title = "The bot’s reaction";
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
    const link = drawLink(url, { textContent: text });
    link.dataset.sign = "↗";
    return link;
  }
  const button = make("button", { type: "button", textContent: text });
  button.onclick = () => (copy_text ? copy(copy_text.text) : onPress(message, callback_data, button));
  if (copy_text) button.dataset.sign = "⧉";
  return button;
};
