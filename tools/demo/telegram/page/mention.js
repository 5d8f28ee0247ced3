import { isGroup } from "./server.js";

let username = "";

export const setUsername = (name) => {
  username = name;
};

/** A text as it is written to the bot: in a group it is named, unless a link or a command speaks for itself. */
export const mention = (text) =>
  isGroup && !/^\/|https?:\/\//.test(text) ? `@${username} ${text}`.trim() : text;
