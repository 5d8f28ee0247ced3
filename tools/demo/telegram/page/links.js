import { make } from "./element.js";
import { showAlert } from "./notices.js";
import { isGroup, pageOf, person, sayInPrivate } from "./server.js";

/**
 * A link as a phone follows it, but never off this machine: the bot's own links start it in the private chat, and
 * others are only shown.
 */
export const drawLink = (address, properties = {}) => {
  if (isHere(address))
    return make("a", { ...properties, href: address, target: "_blank", rel: "noopener noreferrer" });
  return make("button", { ...properties, type: "button", title: address, onclick: () => follow(address) });
};

/** Null: it is none. */
const urlOf = (address) => (URL.canParse(address) ? new URL(address) : null);

const isHere = (address) => {
  const url = urlOf(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname) || url.hostname === location.hostname;
};

const follow = async (address) => {
  const code = startCode(address);
  if (code === null) return showAlert(`On a phone this opens\n${address}\n\nThe demo stays on this machine.`);
  if ((await sayInPrivate(`/start ${code}`.trim())) && isGroup) location.assign(pageOf(person, false));
};

/** What a link to a bot starts it with; null for other links. */
const startCode = (address) => {
  const url = urlOf(address);
  const isBot = url?.hostname === "t.me" && /^\/\w+$/.test(url.pathname) && url.searchParams.has("start");
  return isBot ? url.searchParams.get("start") : null;
};
