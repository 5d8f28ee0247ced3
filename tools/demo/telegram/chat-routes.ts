import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { uploadFile } from "./chat-files.ts";
import { chatState, liveEvent } from "./chat-view.ts";
import { findSeat, roomOf, type Seat } from "./seat.ts";
import type { Telegram } from "./telegram.ts";
import { editText, pressButton, sayText, sendOwnContact } from "./user-actions.ts";

type Handler = (telegram: Telegram, seat: Seat, request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Mounts `/chat/<person>/…` and, with the same paths below it, `/group/<person>/…`: what a user does and sees in
 * the private chat and in the group. The page plays on it, and so do tests.
 */
export const mountChat = (server: FastifyInstance, telegram: Telegram) => {
  const route = (method: "GET" | "POST" | "PUT", path: string, handle: Handler) => {
    for (const place of ["chat", "group"]) {
      server.route<{ Params: { person: string } }>({
        method,
        url: `/${place}/:person${path}`,
        handler: async (request, reply) => {
          const seat = findSeat(request.params.person, place === "group");
          if (!seat) return reply.code(404).send({ error: "no such person here" });
          return handle(telegram, seat, request, reply);
        },
      });
    }
  };
  route("GET", "", chatState);
  route("GET", "/events", watch);
  route("POST", "/messages", say);
  route("PUT", "/messages", edit);
  route("POST", "/contact", shareContact);
  route("POST", "/presses", press);
  route("POST", "/files", uploadFile);
  route("GET", "/file", showFile);
  route("PUT", "/language", setLanguage);
  route("POST", "/reset", startOver);
};

const say: Handler = (telegram, seat, request, reply) => {
  const wanted = messageSchema.safeParse(readJson(request));
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  return reply.code(201).send({ message_ids: sayText(telegram, seat, wanted.data) });
};

const shareContact: Handler = (telegram, seat, request, reply) => {
  const wanted = contactSchema.safeParse(readJson(request));
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  return reply.code(201).send({ message_id: sendOwnContact(telegram, seat, wanted.data.reply_to) });
};

const edit: Handler = (telegram, seat, request, reply) => {
  const wanted = editSchema.safeParse(readJson(request));
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  if (!editText(telegram, seat, wanted.data)) return reply.code(404).send({ error: "no such message" });
  return reply.code(204).send();
};

const press: Handler = (telegram, seat, request, reply) => {
  const wanted = pressSchema.safeParse(readJson(request));
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  const queryId = pressButton(telegram, seat, wanted.data);
  if (queryId === null) return reply.code(404).send({ error: "no such button" });
  return reply.code(201).send({ callback_query_id: queryId });
};

const showFile: Handler = ({ files }, _seat, request, reply) => {
  const file = files.byId(fileSchema.parse(request.query).id);
  if (!file) return reply.code(404).send({ error: "no such file" });
  const isPicture = /^image\/(?:jpeg|png|webp|gif)$/.test(file.mimeType);
  // Anything but a picture is saved, never shown: it is somebody's upload on the page's own host.
  if (!isPicture) reply.header("content-disposition", "attachment");
  return reply.type(isPicture ? file.mimeType : "application/octet-stream").send(file.bytes);
};

const setLanguage: Handler = ({ people, liveView }, { person }, request, reply) => {
  const wanted = languageSchema.safeParse(readJson(request));
  if (!wanted.success) return reply.code(400).send({ error: z.prettifyError(wanted.error) });
  people.setLanguage(person, wanted.data.language_code);
  liveView.showAll({ kind: "changed" });
  return reply.code(204).send();
};

const startOver: Handler = ({ people, liveView }, { person, isGroup }, request, reply) => {
  if (!isJson(request)) return reply.code(415).send({ error: "send application/json" });
  if (isGroup) people.startGroupOver();
  else people.startOver(person);
  liveView.showAll({ kind: "changed" });
  return reply.code(204).send();
};

const messageSchema = z.object({ text: z.string().max(100_000), reply_to: z.int().optional() });
const contactSchema = z.object({ reply_to: z.int().optional() });
const editSchema = z.object({ message_id: z.int(), text: z.string().min(1).max(4096) });
const pressSchema = z
  .object({ message_id: z.int(), label: z.string().optional(), data: z.string().optional() })
  .refine(({ label, data }) => label !== undefined || data !== undefined, "give label or data");
const languageSchema = z.object({ language_code: z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/) });
const fileSchema = z.object({ id: z.string().default("") });

/** A foreign page can post a form across hosts, but not JSON. */
const isJson = (request: FastifyRequest) =>
  (request.headers["content-type"] ?? "").startsWith("application/json");

const readJson = (request: FastifyRequest): unknown => {
  if (!isJson(request) || !Buffer.isBuffer(request.body)) return undefined;
  try {
    return JSON.parse(request.body.toString());
  } catch {
    // Not JSON: the schema refuses `undefined` with a sentence.
    return undefined;
  }
};

const heartbeatMs = 15_000;

/** Server-Sent Events; each connection begins with the whole state, so a reconnect misses nothing. */
const watch: Handler = (telegram, seat, request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const send = (event: unknown) => reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  const unwatch = telegram.liveView.watch(roomOf(seat), (sight) => {
    const event = liveEvent(telegram, seat, sight);
    if (event) send(event);
  });
  const heartbeat = setInterval(() => reply.raw.write(":\n\n"), heartbeatMs);
  request.raw.on("close", () => {
    clearInterval(heartbeat);
    unwatch();
  });
  send(liveEvent(telegram, seat, { kind: "changed" }));
};
