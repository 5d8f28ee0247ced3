import { make } from "./element.js";
import { drawLink } from "./links.js";
import { copy } from "./notices.js";

/** Draws a text with its entities, outer ones first; everything in it is set as text, never as markup. */
export const drawText = (into, text, entities, onCommand) =>
  drawRange(into, { text, onCommand }, 0, text.length, entities);

const drawRange = (into, whole, from, to, entities) => {
  const { text } = whole;
  let at = from;
  for (let index = 0; index < entities.length; ) {
    const entity = entities[index];
    const end = Math.min(entity.offset + entity.length, to);
    const inner = entities.slice(index + 1).filter(({ offset }) => offset < end);
    index += 1 + inner.length;
    if (entity.offset < at) continue;
    into.append(text.slice(at, entity.offset));
    const element = elementOf(entity, text.slice(entity.offset, end), whole.onCommand);
    drawRange(element, whole, entity.offset, end, inner);
    into.append(element);
    at = end;
    // A block ends its own line.
    if (/^(?:PRE|BLOCKQUOTE)$/.test(element.tagName) && text[at] === "\n") at += 1;
  }
  into.append(text.slice(at, to));
};

const plainTags = { bold: "b", italic: "i", underline: "u", strikethrough: "s" };

const elementOf = ({ type, url }, words, onCommand) => {
  if (plainTags[type]) return make(plainTags[type]);
  if (type === "code" || type === "pre") return drawCode(type, words);
  if (type === "url" || type === "text_link") return drawLink(url ?? words, { className: "link" });
  if (type === "bot_command") {
    return make("button", { type: "button", className: "command", onclick: () => onCommand(words) });
  }
  if (type === "spoiler") {
    const spoiler = make("span", { className: "spoiler" });
    spoiler.onclick = () => spoiler.classList.add("open");
    return spoiler;
  }
  if (type === "blockquote") return make("blockquote");
  if (type === "expandable_blockquote") {
    const quote = make("blockquote", { className: "folded" });
    quote.onclick = () => quote.classList.remove("folded");
    return quote;
  }
  return make("span");
};

/** What a tap copies; a key does, too. */
const drawCode = (type, words) => {
  const code = make(type, { title: "Tap to copy", tabIndex: 0, role: "button", onclick: () => copy(words) });
  code.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    copy(words);
  };
  return code;
};
