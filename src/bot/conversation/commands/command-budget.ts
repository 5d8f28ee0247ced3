import { createLruCache } from "../../../core/lru-cache.ts";
import { createSlidingWindow, type SlidingWindow } from "../../../core/sliding-window.ts";
import { minuteMs } from "../../../core/time.ts";
import type { TalkContext } from "../sending.ts";

/** Telegram lets a bot write twenty messages a minute in a group. One person's commands leave most of them to the others. */
const commandsMax = 6;

const peopleMax = 5_000;

/**
 * Whether a command is answered: in a group six of one person within a minute, counted in the memory of this process. A
 * second attempt at one update is the same command.
 */
export const createCommandBudget = (now: () => Date): ((ctx: TalkContext) => boolean) => {
  const people = createLruCache<string, SlidingWindow<number>>(peopleMax);
  return ({ chat, from, senderChat, message, update }) => {
    if (message === undefined || chat === undefined || chat.type === "private") return true;
    const { entities = message.caption_entities ?? [] } = message;
    if (!entities.some(({ type }) => type === "bot_command")) return true;
    const person = `${chat.id} ${senderChat?.id ?? from?.id}`;
    const recent = people.get(person) ?? createSlidingWindow<number>(minuteMs, () => now().getTime());
    people.set(person, recent);
    const counted = recent.events();
    if (counted.includes(update.update_id)) return true;
    if (counted.length >= commandsMax) return false;
    recent.add(update.update_id);
    return true;
  };
};
