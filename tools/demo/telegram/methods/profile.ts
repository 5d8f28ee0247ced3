import { z } from "zod";
import { ok } from "../../../../src/core/result.ts";
import { groupCreator, groupMembers, type PersonName, personNames } from "../people.ts";
import { chatScope, type Wording } from "../profile.ts";
import { badRequest } from "../refusal.ts";
import type { Telegram } from "../telegram.ts";
import { fromText, integer, type Method, method } from "./method.ts";
import { chat_id, findChat } from "./target.ts";

const language_code = z
  .string()
  .regex(/^(?:[a-z]{2})?$/, "invalid language code specified")
  .default("");
const audience = {
  scope: fromText(z.object({ type: z.string(), chat_id: z.int().optional() }))
    .default({ type: "default" })
    .transform(({ type, chat_id }) => (chat_id === undefined ? type : chatScope(chat_id))),
  language_code,
};
const command = z.object({ command: z.string(), description: z.string() });

/** The methods by which a bot introduces itself: commands, name, descriptions. */
export const profileMethods = (telegram: Telegram): Readonly<Record<string, Method>> => ({
  ...commandMethods(telegram),
  ...wordingMethods(telegram, "Name", "name", 64),
  ...wordingMethods(telegram, "Description", "description", 512),
  ...wordingMethods(telegram, "ShortDescription", "short_description", 120),

  getChat: method(z.object({ chat_id }), (wanted) => {
    const conversation = findChat(telegram.people, wanted.chat_id);
    if (!conversation.ok) return conversation;
    return ok({ ...conversation.value.chat, accent_color_id: 0, max_reaction_count: 11 });
  }),

  getChatMember: method(z.object({ chat_id, user_id: integer }), (wanted) => {
    const conversation = findChat(telegram.people, wanted.chat_id);
    if (!conversation.ok) return conversation;
    const person = personNames.find((name) => telegram.people.user(name).id === wanted.user_id);
    if (person === undefined) return badRequest("PARTICIPANT_ID_INVALID");
    return ok(memberOf(telegram, person));
  }),
  getChatAdministrators: method(z.object({ chat_id }), (wanted) => {
    const conversation = findChat(telegram.people, wanted.chat_id);
    if (!conversation.ok) return conversation;
    if (conversation.value.chat.type === "private")
      return badRequest("there are no administrators in the private chat");
    return ok([memberOf(telegram, groupCreator)]);
  }),
});

const memberOf = ({ people }: Telegram, person: PersonName) => ({
  status: person === groupCreator ? "creator" : groupMembers.includes(person) ? "member" : "left",
  user: people.user(person),
  ...(person === groupCreator && { is_anonymous: false }),
});

const commandMethods = ({ profile, liveView }: Telegram): Readonly<Record<string, Method>> => ({
  setMyCommands: method(
    z.object({ ...audience, commands: fromText(z.array(command).max(100, "BOT_COMMANDS_TOO_MUCH")) }),
    ({ scope, language_code: language, commands }) => {
      const bare = commands.map((one) => ({ ...one, command: one.command.replace(/^\//, "") }));
      if (!bare.every((one) => /^[a-z0-9_]{1,32}$/.test(one.command))) {
        return badRequest("BOT_COMMAND_INVALID");
      }
      if (!bare.every((one) => one.description.length >= 1 && one.description.length <= 256)) {
        return badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
      }
      profile.setCommands(scope, language, bare);
      liveView.showAll({ kind: "changed" });
      return ok(true);
    },
  ),
  getMyCommands: method(z.object(audience), ({ scope, language_code: language }) =>
    ok(profile.commands(scope, language)),
  ),
  deleteMyCommands: method(z.object(audience), ({ scope, language_code: language }) => {
    profile.setCommands(scope, language, []);
    liveView.showAll({ kind: "changed" });
    return ok(true);
  }),
});

const wordingMethods = (
  { bot, profile, liveView }: Telegram,
  title: string,
  field: Wording,
  characterMax: number,
): Readonly<Record<string, Method>> => ({
  [`setMy${title}`]: method(
    z.object({ language_code, [field]: z.string().max(characterMax).default("") }),
    (wanted) => {
      profile.setWording(field, String(wanted.language_code), String(wanted[field]));
      liveView.showAll({ kind: "changed" });
      return ok(true);
    },
  ),
  [`getMy${title}`]: method(z.object({ language_code }), (wanted) => {
    const nameless = field === "name" ? bot.first_name : "";
    return ok({ [field]: profile.wording(field, wanted.language_code) || nameless });
  }),
});
