import { Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import type { Deliveries } from "../store/deliveries.ts";
import { type Inbox, isOwnUpdate } from "../store/inbox.ts";
import { catalogues } from "../texts/texts.ts";
import type { Answer } from "./answer.ts";
import { plain } from "./chat.ts";
import { readOutcome } from "./outcome.ts";
import { orLater } from "./postponement.ts";
import { type ReceiptRecord, recordSchema } from "./record.ts";
import { lines, type RichText } from "./rich-text.ts";
import type { Saying } from "./saying.ts";
import type { TalkContext } from "./talk.ts";
import type { Wording } from "./wording.ts";

/** What stands beneath a record besides: a line, and buttons in place of those about its receiver or after them all. */
export type Tail = {
  readonly line: string | RichText | null;
  readonly rows: readonly InlineKeyboardButton[][];
};

type Dependencies = {
  readonly deliveries: Pick<Deliveries, "of">;
  readonly inbox: Pick<Inbox, "leave">;
  readonly word: Wording;
  readonly now: () => Date;
};

const rewordedSchema = z.looseObject({
  reworded: z.strictObject({ record: recordSchema, note: z.string() }),
});

/** Records that are worded anew when their merchant has decided something, here or in another chat. */
export const createRecords = ({ deliveries, inbox, word, now }: Dependencies) => {
  /** What was found out; null once it is not kept any more, which is after two days. */
  const load = async ({ asker, slot }: Pick<ReceiptRecord, "asker" | "slot">) => {
    const kept = await deliveries.of({ ...asker.place, slot });
    const outcome = kept === null || kept.outcome === null ? null : readOutcome(kept.outcome);
    if (outcome === null || !outcome.result.ok || outcome.pointer === null) return null;
    return { outcome, pointer: outcome.pointer, reading: outcome.result.value };
  };

  /** Edits the record; false when nothing is known of it any more. */
  const reword = async (
    record: ReceiptRecord,
    saying: Saying,
    tail: Tail | null = null,
  ): Promise<boolean> => {
    const found = await load(record);
    if (found === null) return false;
    const { asker, slot, shown } = record;
    const { place } = asker;
    const texts = catalogues[asker.language];
    const work = word(asker, found.pointer, found.outcome, { slot, isAgain: true }).then((answer) =>
      withTail(answer, tail),
    );
    const errand = { place, slot: `mine:${slot}`, shown, before: await saying.recall(place, `mine:${slot}`) };
    await saying.answer({ ...errand, askedAt: now(), looking: texts.checking, work, texts });
    return true;
  };

  /** Edits a record of another chat in that chat's turn, and tells whoever asked for it. */
  const rewordLater = async (record: ReceiptRecord, note: string): Promise<void> => {
    const queue = record.asker.place.chatId;
    orLater(await inbox.leave({ queue, dueAt: now(), about: { reworded: { record, note } } }));
  };

  const telling = new Composer<TalkContext>();
  telling.use(async ({ update, saying }, next) => {
    const told = isOwnUpdate(update.update_id) ? rewordedSchema.safeParse(update) : null;
    if (told?.success !== true) return next();
    const { record, note } = told.data.reworded;
    if (!(await reword(record, saying))) return;
    // An edit makes no sound, and somebody waits for it.
    await saying.say(record.asker.place, `decided:${update.update_id}`, plain(note));
  });

  return { load, reword, rewordLater, telling };
};

export type Records = ReturnType<typeof createRecords>;

const withTail = (answer: Answer, tail: Tail | null): Answer => {
  if (tail === null) return answer;
  const { markup } = answer;
  const rows = markup !== undefined && "inline_keyboard" in markup ? markup.inline_keyboard : [];
  const others = rows.filter((row) => !row.some(isAboutReceiver));
  const text = tail.line === null ? answer : lines(answer, "", tail.line);
  return { ...answer, ...text, markup: { inline_keyboard: [...tail.rows, ...others] } };
};

const isAboutReceiver = (button: InlineKeyboardButton): boolean =>
  "callback_data" in button && /^(?:mine|undo):/.test(button.callback_data);
