import { part } from "./element.js";
import { showToast } from "./notices.js";

const query = new URLSearchParams(location.search);
export const isGroup = query.get("chat") === "group";
/** Who looks. Her shop is the one that the simulated receipts were paid to. */
export const person = query.get("user") ?? "hana";
const chatOf = (place) => `/${place}/${encodeURIComponent(person)}`;
const chat = chatOf(isGroup ? "group" : "chat");

/** The address of the page for somebody in one of the chats. */
export const pageOf = (user, inGroup) =>
  `/?${new URLSearchParams({ user, ...(inGroup && { chat: "group" }) })}`;

/** @returns the answer, or null after telling the user what went wrong. */
export const request = (method, path, body, type = "application/json") =>
  call(method, chat + path, body, type);

/** Says something in the person's private chat, from wherever the page is. */
export const sayInPrivate = (text) =>
  call("POST", `${chatOf("chat")}/messages`, { text }, "application/json");

const call = async (method, url, body, type) => {
  const sent = body instanceof Blob ? body : JSON.stringify(body);
  try {
    const response = await fetch(url, { method, body: sent, headers: { "content-type": type } });
    const answer = response.status === 204 ? {} : await response.json();
    if (!response.ok) showToast(answer.error ?? `Error ${response.status}`);
    return response.ok ? answer : null;
  } catch {
    showToast("No connection to the emulator");
    return null;
  }
};

export const fileUrl = ({ file_id }) => `${chat}/file?${new URLSearchParams({ id: file_id })}`;

/** Each connection begins with the whole state, so that nothing is missed while it was lost. */
export const listen = (onEvent) => {
  const events = new EventSource(`${chat}/events`);
  events.onopen = () => {
    part("offline").hidden = true;
  };
  events.onerror = () => {
    part("offline").hidden = false;
    // A browser may give up; a page that stays open across a restart should not.
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000, onEvent);
  };
  events.onmessage = ({ data }) => onEvent(JSON.parse(data));
};
