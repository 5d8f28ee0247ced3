import type { Chat, Command } from "./wire.ts";

/** How the bot introduces itself, per language; `""` is the wording for everybody else. */
export type Profile = {
  readonly setCommands: (scope: string, language: string, commands: readonly Command[]) => void;
  readonly commands: (scope: string, language: string) => readonly Command[];
  /** What a user sees in the menu of this chat. */
  readonly commandsFor: (language: string, chat: Chat) => readonly Command[];
  readonly setWording: (kind: Wording, language: string, text: string) => void;
  readonly wording: (kind: Wording, language: string) => string;
  readonly wordingFor: (kind: Wording, language: string) => string;
};

export type Wording = "name" | "description" | "short_description";

/** The scope of one chat's commands, beside those of many. */
export const chatScope = (chatId: number): string => `chat ${chatId}`;

export const createProfile = (): Profile => {
  const commands = new Map<string, readonly Command[]>();
  const wordings = new Map<string, string>();
  const listed = (scope: string, language: string) => commands.get(`${scope}:${language}`) ?? [];
  const worded = (kind: Wording, language: string) => wordings.get(`${kind}:${language}`) ?? "";
  return {
    setCommands: (scope, language, list) => void commands.set(`${scope}:${language}`, list),
    commands: listed,
    commandsFor: (language, { id, type }) => {
      const kind = type === "private" ? "all_private_chats" : "all_group_chats";
      const ranked = [chatScope(id), kind, "default"].flatMap((scope) => [
        listed(scope, language),
        listed(scope, ""),
      ]);
      return ranked.find((list) => list.length > 0) ?? [];
    },
    setWording: (kind, language, text) => void wordings.set(`${kind}:${language}`, text),
    wording: worded,
    wordingFor: (kind, language) => worded(kind, language) || worded(kind, ""),
  };
};
