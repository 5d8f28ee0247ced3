import type { Deliveries } from "../store/deliveries.ts";
import type { Inbox } from "../store/inbox.ts";
import { type Chat, type Place, plain, type Reply } from "./chat.ts";
import { numberIn } from "./incoming.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import { isUncertain } from "./telegram-policy.ts";

/** How many messages of which nothing is known are asked about. */
const probesMax = 40;
/** Progress lines sent into the unknown, at most. */
const insistencesMax = 7;

type Dependencies = {
  readonly chat: Chat;
  readonly deliveries: Pick<Deliveries, "numbersAfter">;
  readonly inbox: Pick<Inbox, "waitingIn">;
  readonly pace: Pace;
};

/** Which message is quoted, and the progress line. */
type Quest = { readonly place: Place; readonly looking: string };

/**
 * For an answer that may or may not have arrived. Sending cannot be repeated safely, but editing can: an edit of
 * our message into what it already says succeeds, of a message that is not ours it is refused. So a progress line marks
 * how far the chat has come, and the ids between it and the question of which nothing is known are asked about, the
 * latest first. What says the answer stays; other lines that were left behind go.
 */
export const createStanding = ({ chat, deliveries, inbox, pace }: Dependencies) => {
  const insist = async (place: Place, line: string): Promise<number> => {
    for (let attempt = 1; ; attempt += 1) {
      const sending = chat.quote(place, plain(line));
      const sent = await (attempt < insistencesMax ? sending.catch(uncertainly) : sending);
      if (sent !== null) return sent;
      await pause(backoffMs(pace, attempt));
    }
  };

  /** Other answers of ours, of which an edit would succeed, and what was written to us. */
  const knownAfter = async ({ chatId, messageId }: Place): Promise<ReadonlySet<number | null>> => {
    const [said, waiting] = await Promise.all([
      deliveries.numbersAfter(chatId, messageId),
      inbox.waitingIn(chatId),
    ]);
    return new Set([...said, ...waiting.map(numberIn)]);
  };

  const find = async ({ place, looking }: Quest, before: number, reply: Reply): Promise<number | null> => {
    const { chatId, messageId } = place;
    const known = await knownAfter(place);
    const standing: number[] = [];
    const changed: number[] = [];
    for (let id = before - 1, probes = 0; id > messageId && probes < probesMax; id -= 1) {
      if (known.has(id)) continue;
      probes += 1;
      const outcome = await chat.change({ chatId, messageId: id }, reply);
      if (outcome === "said so already") standing.push(id);
      if (outcome === "changed") changed.push(id);
    }
    const [found = null, ...others] = [...standing, ...changed];
    for (const id of others) await chat.retire({ chatId, messageId: id }, looking);
    return found;
  };

  /** Resolves with the message that says it in the end. */
  const findOrSend = async (quest: Quest, reply: Reply): Promise<number> => {
    const { place, looking } = quest;
    const line = await insist(place, looking);
    const found = await find(quest, line, reply);
    if (found === null && (await chat.edit({ ...place, messageId: line }, reply))) return line;
    const messageId = found ?? (await chat.quote(place, reply));
    await chat.retire({ ...place, messageId: line }, looking);
    return messageId;
  };

  return { findOrSend };
};

/** Null for a call that Telegram may have acted on. */
export const uncertainly = (error: unknown): null => {
  if (!isUncertain(error)) throw error;
  return null;
};
