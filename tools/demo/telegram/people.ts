import { ok, type Result } from "../../../src/core/result.ts";
import { type Conversation, createConversation } from "./conversation.ts";
import type { LiveView, Room } from "./live-view.ts";
import { badRequest, type Refusal, refuse } from "./refusal.ts";
import type { GroupChat, PrivateChat, User } from "./wire.ts";

/** The users of the emulator, by the word in the chat page's address. Invented people. */
export const personNames = ["hana", "dawit", "selam", "almaz"] as const;
export type PersonName = (typeof personNames)[number];

/** Who of them is in the group. */
export const groupMembers: readonly PersonName[] = ["hana", "dawit", "selam"];

/** Who made the group. */
export const groupCreator: PersonName = "hana";

const names = {
  hana: { first_name: "Hana", last_name: "Mekonnen" },
  dawit: { first_name: "Dawit", last_name: "Bekele" },
  selam: { first_name: "Selam", last_name: "Getachew" },
  almaz: { first_name: "Almaz", last_name: "Tesfaye" },
} as const;

/** What they are in the story that the page tells. */
export const roles: Readonly<Record<PersonName, string>> = {
  hana: "owns the shop",
  dawit: "works in the shop",
  selam: "a customer",
  almaz: "another merchant",
};

/** Invented numbers; Hana's and Selam's are those of the simulated receipts. */
export const phones: Readonly<Record<PersonName, string>> = {
  hana: "251911008765",
  dawit: "251911002468",
  selam: "251911004321",
  almaz: "251911001357",
};

const groupTitle = "Hana’s shop";

type PrivateConversation = Conversation & { readonly user: () => User };

export type People = {
  readonly user: (person: PersonName) => User;
  readonly setLanguage: (person: PersonName, languageCode: string) => void;
  /** The person's private chat with the bot. */
  readonly conversation: (person: PersonName) => PrivateConversation;
  readonly group: () => Conversation;
  readonly conversationByChat: (chatId: number) => Result<Conversation, Refusal>;
  /** A new Telegram account for the same person, with an empty chat; the old one is gone. */
  readonly startOver: (person: PersonName) => void;
  /** A new, empty group with the same people and the bot; the old one is gone. */
  readonly startGroupOver: () => void;
};

type Dependencies = { readonly now: () => Date; readonly show: LiveView["show"] };

export const createPeople = ({ now, show }: Dependencies): People => {
  let nextUserId = 700_000_001;
  let nextGroupId = -1_001_700_000_001;
  let nextMessageId = 1;
  const gone = new Map<number, Refusal>();

  const open = (room: Room, chat: PrivateChat | GroupChat): Conversation =>
    createConversation({
      chat,
      nextMessageId: () => nextMessageId++,
      now,
      show: (sight) => show(room, sight),
    });
  const openGroup = () => open("group", { id: nextGroupId--, type: "supergroup", title: groupTitle });
  const meet = (person: PersonName, language_code: string) => {
    const user: User = { id: nextUserId++, is_bot: false, ...names[person], language_code };
    return { user, conversation: open(person, { id: user.id, type: "private", ...names[person] }) };
  };
  const known = {
    hana: meet("hana", "en"),
    dawit: meet("dawit", "en"),
    selam: meet("selam", "en"),
    almaz: meet("almaz", "en"),
  };
  let group = openGroup();

  return {
    user: (person) => known[person].user,
    setLanguage: (person, language_code) => {
      known[person] = { ...known[person], user: { ...known[person].user, language_code } };
    },
    conversation: (person) => ({ ...known[person].conversation, user: () => known[person].user }),
    group: () => group,
    conversationByChat: (chatId) => {
      const refusal = gone.get(chatId);
      if (refusal) return refuse(refusal.code, refusal.description);
      const conversations = [group, ...Object.values(known).map(({ conversation }) => conversation)];
      const found = conversations.find(({ chat }) => chat.id === chatId);
      return found ? ok(found) : badRequest("chat not found");
    },
    startOver: (person) => {
      const { id, language_code } = known[person].user;
      gone.set(id, { code: 403, description: "Forbidden: user is deactivated" });
      known[person] = meet(person, language_code ?? "en");
    },
    startGroupOver: () => {
      gone.set(group.chat.id, {
        code: 403,
        description: "Forbidden: bot was kicked from the supergroup chat",
      });
      group = openGroup();
    },
  };
};
