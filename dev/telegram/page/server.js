import { part } from "./element.js";
import { showToast } from "./notices.js";

export const person = new URLSearchParams(location.search).get("user") === "hana" ? "hana" : "selam";
const chat = `/chat/${person}`;

/** @returns the answer, or null after telling the user what went wrong. */
export const request = async (method, path, body, type = "application/json") => {
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
