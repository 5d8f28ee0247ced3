import { ok, type Result } from "../../src/result.ts";
import { type Conversation, createConversation, type Sight } from "./conversation.ts";
import { badRequest, type Refusal, refuse } from "./refusal.ts";

/** The users of the emulator, by the word in the chat page's address. Invented people. */
export const personNames = ["selam", "hana"] as const;
export type PersonName = (typeof personNames)[number];

const names = {
  selam: { first_name: "Selam", last_name: "Getachew" },
  hana: { first_name: "Hana", last_name: "Mekonnen" },
} as const;

export type People = {
  readonly conversation: (person: PersonName) => Conversation;
  readonly conversationByChat: (chatId: number) => Result<Conversation, Refusal>;
  /** A new Telegram account for the same person, with an empty chat; the old one is gone. */
  readonly startOver: (person: PersonName) => Conversation;
};

type Dependencies = {
  readonly now: () => Date;
  readonly show: (person: PersonName, sight: Sight) => void;
};

export const createPeople = ({ now, show }: Dependencies): People => {
  let nextUserId = 700_000_001;
  let nextMessageId = 1;
  const gone = new Set<number>();

  const meet = (person: PersonName): Conversation =>
    createConversation({
      user: { id: nextUserId++, is_bot: false, ...names[person], language_code: "en" },
      nextMessageId: () => nextMessageId++,
      now,
      show: (sight) => show(person, sight),
    });
  const conversations: Record<PersonName, Conversation> = { selam: meet("selam"), hana: meet("hana") };

  return {
    conversation: (person) => conversations[person],
    conversationByChat: (chatId) => {
      if (gone.has(chatId)) return refuse(403, "Forbidden: user is deactivated");
      const found = personNames
        .map((person) => conversations[person])
        .find(({ user }) => user().id === chatId);
      return found ? ok(found) : badRequest("chat not found");
    },
    startOver: (person) => {
      const { id, language_code } = conversations[person].user();
      gone.add(id);
      conversations[person] = meet(person);
      conversations[person].setLanguage(language_code ?? "en");
      return conversations[person];
    },
  };
};
