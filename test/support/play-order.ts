import type { ChatMessage } from "../../tools/demo/telegram/chat-view.ts";
import type { Player } from "../../tools/demo/telegram/player.ts";

/** The first sign of every answer that decides something, or says that nothing is decided. */
export const isVerdict = ({ text }: ChatMessage): boolean => /^(?:✅|❓|⚠️|ℹ️|🕓|❌|⏳|🚫)/u.test(text);

type Answers = { readonly bank: string; readonly accountNumber?: string | undefined };

/**
 * A new user sends a text, and answers what the bot asks back as a person would: the bank, then the account
 * number. Resolves with the verdict.
 */
export const playOrder = async (player: Player, text: string, answers: Answers): Promise<ChatMessage> => {
  await player.startOver();
  await player.say(text);
  const answered: string[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const { messages } = await player.waitUntil(
      (state) => pending(state.messages, answers, answered) !== undefined,
    );
    const seen = pending(messages, answers, answered) ?? missing("answer");
    if (askedBy(seen, answers) === "") return seen;
    answered.push(askedBy(seen, answers));
    if (seen.force_reply === null) await player.press(seen.message_id, answers.bank);
    else await player.say(answers.accountNumber ?? missing("account number"), seen.message_id);
  }
  return missing("verdict");
};

/** The verdict, or a question that was not answered yet. */
const pending = (
  messages: readonly ChatMessage[],
  answers: Answers,
  answered: readonly string[],
): ChatMessage | undefined => {
  const said = messages.filter(({ from }) => from === "bot");
  const isOpen = (message: ChatMessage) => !["", ...answered].includes(askedBy(message, answers));
  const isSettled = (message: ChatMessage) => isVerdict(message) && askedBy(message, answers) === "";
  return said.find(isSettled) ?? said.findLast(isOpen);
};

const askedBy = ({ buttons, force_reply }: ChatMessage, { bank }: Answers): "bank" | "account" | "" => {
  if (force_reply !== null) return "account";
  return buttons.flat().some((button) => button.text === bank) ? "bank" : "";
};

const missing = (what: string): never => {
  throw new Error(`the chat has no ${what}`);
};
