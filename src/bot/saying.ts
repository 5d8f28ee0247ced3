import type { KeepSecret } from "../accounts/accounts.ts";
import type { Failure } from "../failure.ts";
import type { InFlight } from "../in-flight.ts";
import type { Log } from "../log.ts";
import type { Result } from "../result.ts";
import type { Delivered, Deliveries, Slot, Step } from "../store/deliveries.ts";
import type { Inbox } from "../store/inbox.ts";
import type { Catalogue } from "../texts/catalogue.ts";
import type { Order } from "../verify.ts";
import { type Chat, type Place, plain, type Reply } from "./chat.ts";
import { writeOutcome } from "./outcome.ts";
import { backoffMs, type Pace, pause } from "./pace.ts";
import type { Pointer } from "./pointers.ts";
import { postponement } from "./postponement.ts";
import { isUncertain } from "./telegram-policy.ts";

/** One answer on its way. */
export type Errand = {
  readonly place: Place;
  /** Which of the things said about the message. */
  readonly slot: string;
  /** What `recall` gave for it. */
  readonly before: Delivered | null;
  readonly askedAt: Date;
  /** The progress line. */
  readonly looking: string;
  /** A message of ours that the answer replaces, or null. */
  readonly shown: number | null;
  readonly work: Promise<Reply>;
  readonly texts: Catalogue;
};

/** What is said because of one update: each thing once, however often the update is worked off. */
export type Saying = {
  readonly updateId: number;
  /** When the update was written down. */
  readonly receivedAt: Date;
  /** What was said under this slot before; null for an update that is worked off for the first time. */
  readonly recall: (place: Place, slot: string) => Promise<Delivered | null>;
  /** The slots under which something was said before about a message; none for an update that is worked off for the first time. */
  readonly slotsOf: (place: Place) => Promise<readonly string[]>;
  /** Makes what is found out about what was asked durable together with its count, so that neither can be repeated. */
  readonly alongside: (place: Place, slot: string, pointer: Pointer) => NonNullable<Order["alongside"]>;
  /** Makes a secret that is shown once durable together with what it opens, until it has been shown. */
  readonly keep: (place: Place, slot: string) => KeepSecret;
  /** A quoted reply; resolves with its message id. */
  readonly say: (place: Place, slot: string, reply: Reply) => Promise<number>;
  /**
   * An answer (design 10): a quick one is a quoted reply, a slower one comes by way of one progress message that is
   * edited, a late one is a new reply, because an edit makes no sound.
   */
  readonly answer: (errand: Errand) => Promise<void>;
};

/** The update that is worked off; `isFirst` false: it may have been said already, wholly or in part. */
export type Turn = { readonly updateId: number; readonly receivedAt: Date; readonly isFirst: boolean };

type Dependencies = {
  readonly chat: Chat;
  readonly deliveries: Deliveries;
  readonly inbox: Pick<Inbox, "isHeld">;
  readonly attachMessage: (questionId: string, messageId: number) => Promise<void>;
  /** Writing that nobody waits for, which a stop waits for. */
  readonly aside: InFlight;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly log: Log;
};

/** Rejects with a postponement while the database or Telegram is away: the update is to be worked off again. */
export const createSaying = (deps: Dependencies) => {
  const { chat, deliveries, inbox, attachMessage, aside, pace, now, log } = deps;
  const notes = createNotes(aside);
  const standing = createStanding({ ...deps, notes });

  return ({ updateId, receivedAt, isFirst }: Turn): Saying => {
    const note = async (at: Slot, step: Step, shown: number | null): Promise<void> =>
      settledOrLater(await deliveries.note(at, { updateId, step, shown }));

    /** Nobody waits for this note but whoever asks what stands in the same chat. */
    const noteStanding = (at: Slot, shown: number, keeps = false): void => {
      notes.add(at.chatId, async () => {
        for (let attempt = 1; attempt <= notingsMax; attempt += 1) {
          const noted = await deliveries.note(at, { updateId, step: "standing", shown, keeps });
          if (noted.ok) return;
          await pause(backoffMs(pace, attempt));
        }
        log.warn({ updateId }, "an answer was not noted as standing");
      });
    };

    const recall: Saying["recall"] = async (place, slot) => {
      if (isFirst) return null;
      await notes.settled(place.chatId);
      return deliveries.of({ ...place, slot });
    };

    const slotsOf: Saying["slotsOf"] = async ({ chatId, messageId }) => {
      if (isFirst) return [];
      await notes.settled(chatId);
      return deliveries.slotsOf(chatId, messageId);
    };

    const send = async (errand: Errand, reply: Reply): Promise<number> => {
      const sent = await chat.quote(errand.place, reply).catch(uncertainly);
      return sent ?? standing.findOrSend(errand, reply);
    };

    const deliver = async (errand: Errand): Promise<{ reply: Reply; messageId: number }> => {
      const { place, slot, before } = errand;
      // A bug in the work is met where it is awaited; while progress is being shown nobody awaits it.
      errand.work.catch(() => undefined);
      if (before?.updateId === updateId && before.step === "sending") {
        const reply = await errand.work;
        return { reply, messageId: await standing.findOrSend(errand, reply) };
      }
      const quick = await within(errand.work, pace.progressAfterMs);
      let shown = errand.shown ?? before?.shown ?? null;
      if (quick === null) {
        shown = await showProgress(chat, errand, shown);
        await note({ ...place, slot }, "looking", shown);
      }
      const reply = quick ?? (await errand.work);
      const late = now().getTime() - errand.askedAt.getTime() > pace.lateAfterMs;
      if (shown !== null && !late && (await chat.edit({ ...place, messageId: shown }, reply)))
        return { reply, messageId: shown };
      await note({ ...place, slot }, "sending", shown);
      const messageId = await send(errand, reply);
      if (shown !== null) await chat.retire({ ...place, messageId: shown }, errand.texts.answerBelow);
      return { reply, messageId };
    };

    const answer: Saying["answer"] = async (errand) => {
      if (stands(errand.before, updateId)) return;
      const { reply, messageId } = await deliver(errand);
      noteStanding({ ...errand.place, slot: errand.slot }, messageId, reply.leadsBack);
      if (reply.questionId !== undefined) await attachMessage(reply.questionId, messageId);
    };

    const say: Saying["say"] = async (place, slot, reply) => {
      const before = await recall(place, slot);
      if (before !== null && before.shown !== null && stands(before, updateId)) return before.shown;
      const errand = { place, slot, looking: reply.text };
      const isUnknown = before?.updateId === updateId && before.step === "sending";
      if (!isUnknown) await note({ ...place, slot }, "sending", null);
      const sent = isUnknown ? null : await chat.quote(place, reply).catch(uncertainly);
      const messageId = sent ?? (await standing.findOrSend(errand, reply));
      noteStanding({ ...place, slot }, messageId);
      return messageId;
    };

    const alongside: Saying["alongside"] = (place, slot, pointer) => ({
      isMine: (work) => inbox.isHeld(work, updateId),
      keep: (work, verification) =>
        deliveries.keep(work, { ...place, slot }, { updateId, outcome: writeOutcome(verification, pointer) }),
    });

    const keep: Saying["keep"] = (place, slot) => (work, secret) =>
      deliveries.keep(work, { ...place, slot }, { updateId, outcome: secret });

    return { updateId, receivedAt, recall, slotsOf, alongside, keep, say, answer };
  };
};

/** Whether it has been said for this very update. */
export const stands = (before: Delivered | null, updateId: number): boolean =>
  before?.updateId === updateId && before.step === "standing";

/** How often a note is tried while the database is away. */
const notingsMax = 6;

type Notes = ReturnType<typeof createNotes>;

/** Notes under way, by chat, so that one chat never waits for the others'. */
const createNotes = (aside: InFlight) => {
  const last = new Map<number, Promise<void>>();
  return {
    add: (chatId: number, write: () => Promise<void>): void => {
      const before = last.get(chatId) ?? Promise.resolve();
      const written = aside
        .run(() => before.then(write))
        .finally(() => {
          if (last.get(chatId) === written) last.delete(chatId);
        });
      last.set(chatId, written);
      written.catch(() => undefined); // met by whoever waits for it
    },
    settled: (chatId: number): Promise<void> => last.get(chatId) ?? Promise.resolve(),
  };
};

/** How many messages before the line are asked about. */
const probesMax = 40;
/** Progress lines sent into the unknown, at most. */
const insistencesMax = 7;

/**
 * For an answer that may or may not have arrived. Sending cannot be repeated safely, but editing can: an edit of
 * our message into what it already says succeeds, of a message that is not ours it is refused. So a progress line marks
 * how far the chat has come, and the ids between it and the question are asked about, the latest first, because what
 * was sent last stands there; only when the answer is at none of them does the line become the answer.
 */
const createStanding = ({
  chat,
  deliveries,
  notes,
  pace,
}: Pick<Dependencies, "chat" | "deliveries" | "pace"> & { readonly notes: Notes }) => {
  const insist = async (place: Place, line: string): Promise<number> => {
    for (let attempt = 1; ; attempt += 1) {
      const sending = chat.quote(place, plain(line));
      const sent = await (attempt < insistencesMax ? sending.catch(uncertainly) : sending);
      if (sent !== null) return sent;
      await pause(backoffMs(pace, attempt));
    }
  };

  const find = async (
    { chatId, messageId }: Place,
    { before, looking }: { readonly before: number; readonly looking: string },
    reply: Reply,
  ): Promise<number | null> => {
    // Other answers of ours stand there too, and an edit of one of them would succeed.
    await notes.settled(chatId);
    const known = new Set(await deliveries.shownAfter(chatId, messageId));
    // Lines of progress that a kill or a lost answer left behind become the answer, too, when they are asked about.
    const changed: number[] = [];
    let found: number | null = null;
    for (let id = before - 1; found === null && id > messageId && id >= before - probesMax; id -= 1) {
      if (known.has(id)) continue;
      const outcome = await chat.change({ chatId, messageId: id }, reply);
      if (outcome === "changed") changed.push(id);
      if (outcome === "said so already") found = id;
    }
    found ??= changed.shift() ?? null;
    for (const id of changed) await chat.retire({ chatId, messageId: id }, looking);
    return found;
  };

  const findOrSend = async (
    { place, looking }: Pick<Errand, "place" | "looking">,
    reply: Reply,
  ): Promise<number> => {
    const line = await insist(place, looking);
    const found = await find(place, { before: line, looking }, reply);
    if (found !== null) {
      await chat.retire({ ...place, messageId: line }, looking);
      return found;
    }
    if (await chat.edit({ ...place, messageId: line }, reply)) return line;
    const sent = await chat.quote(place, reply);
    await chat.retire({ ...place, messageId: line }, looking);
    return sent;
  };

  return { findOrSend };
};

/** Null for a call that Telegram may have acted on. */
const uncertainly = (error: unknown): null => {
  if (!isUncertain(error)) throw error;
  return null;
};

const settledOrLater = (noted: Result<void, Failure>): void => {
  if (!noted.ok) throw postponement(noted.error);
};

/** The message that shows progress. */
const showProgress = async (
  chat: Chat,
  { place, looking }: Errand,
  shown: number | null,
): Promise<number> => {
  const progress = plain(looking);
  if (shown !== null && (await chat.edit({ ...place, messageId: shown }, progress))) return shown;
  return chat.quote(place, progress);
};

/** The value, or null when it takes longer than `ms`. */
const within = async <T>(work: Promise<T>, ms: number): Promise<T | null> => {
  const settled = new AbortController();
  try {
    return await Promise.race([work, pause(ms, settled.signal).then(() => null)]);
  } finally {
    settled.abort();
  }
};
