import type { ChatMessage, ChatState } from "../../tools/demo/telegram/chat-view.ts";
import type { PersonName } from "../../tools/demo/telegram/people.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { type BotWorld, fromBot } from "./bot-world.ts";

/** What the buttons say that change something. */
export const labelsOf = (message: ChatMessage | undefined): string[] =>
  (message?.buttons ?? [])
    .flat()
    .map(({ text }) => text)
    .filter((text) => !/Copy|Details|form/.test(text));

/** A person's private chat, or the group as they see it, with the bot's messages and buttons. */
export const chatOf = (world: BotWorld, person: PersonName, place: "chat" | "group" = "chat") => {
  const player = createPlayer(world.url, person, place);
  const latest = async (isAsWanted: (message: ChatMessage) => boolean): Promise<ChatMessage> => {
    const found = ({ messages }: Pick<ChatState, "messages">) => fromBot(messages).findLast(isAsWanted);
    const message = found(await player.waitUntil((state) => found(state) !== undefined));
    if (message === undefined) throw new Error("the bot has said nothing like that");
    return message;
  };
  return {
    id: () => world.telegram.people.user(person).id,
    say: player.say,
    edit: player.edit,
    state: async () => fromBot((await player.state()).messages),
    with: (...labels: readonly string[]) => latest((message) => labelsOf(message).join() === labels.join()),
    saying: (text: string) => latest((message) => message.text.includes(text)),
    /** Asks for a receipt, and resolves with the answer to it. */
    asks: async (text: string) => {
      const id = await player.say(text);
      return latest((message) => message.reply?.message_id === id && message.buttons.length > 0);
    },
    /** The current text of the message. */
    now: async (message: ChatMessage) => latest(({ message_id: id }) => id === message.message_id),
    /** Presses a button, and resolves with the text that is shown for a moment. */
    press: async (message: ChatMessage, label: string): Promise<string> => {
      const before = world.callsOf("answerCallbackQuery").length;
      await player.press(message.message_id, label);
      await world.untilCalls(() => world.callsOf("answerCallbackQuery").length > before);
      return String(world.callsOf("answerCallbackQuery").at(-1)?.payload.text ?? "");
    },
  };
};
