import { type CallbackQueryContext, Composer } from "grammy";
import type { InlineKeyboardButton } from "grammy/types";
import { z } from "zod";
import { lines, type RichText } from "../../../rendering/rich-text.ts";
import { catalogues } from "../../../texts/texts.ts";
import type { Outbox } from "../../data/outbox.ts";
import { editSlot } from "../../data/reply-slots.ts";
import { queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import { plain } from "../../telegram/chat.ts";
import type { LeaveUpdate } from "../dependencies.ts";
import { isInTurnOf } from "../may-edit.ts";
import { type ReceiptRecord, readOutcome, receiptMark, recordSchema } from "../outcome.ts";
import type { OutcomeAnswer } from "../outcome-answer.ts";
import type { Answer, Sending, TalkContext } from "../sending.ts";

/** What is added beneath a record: a line, and buttons in place of those about its receiver. */
export type Tail = {
  readonly line: string | RichText | null;
  readonly rows: readonly InlineKeyboardButton[][];
};

type Dependencies = {
  readonly outbox: Pick<Outbox, "of">;
  readonly leaveUpdate: LeaveUpdate;
  readonly answerOutcome: OutcomeAnswer;
  readonly now: () => Date;
};

const tailSchema: z.ZodType<Tail> = z.object({
  line: z
    .union([
      z.string(),
      z.object({
        text: z.string(),
        entities: z.array(z.object({ type: z.enum(["bold", "code"]), offset: z.int(), length: z.int() })),
      }),
    ])
    .nullable(),
  rows: z.array(z.array(z.object({ text: z.string(), callback_data: z.string() }))),
});

/** `note`: what is sent below the record; null: nothing. */
const rewordedSchema = z.looseObject({
  reworded: z.object({
    record: recordSchema,
    note: z.string().nullable(),
    tail: tailSchema.nullable().default(null),
  }),
});

/** Edits records when their merchant has decided something, here or in another chat. */
export const createRecords = ({ outbox, leaveUpdate, answerOutcome, now }: Dependencies) => {
  /** The outcome in a record's slot, and the message that shows it now; null when it is no longer kept, after two days. */
  const find = async ({ caller, slot }: Pick<ReceiptRecord, "caller" | "slot">) => {
    const kept = await outbox.of({ ...caller.place, slot });
    if (kept === null || kept.outcome === null) return null;
    const outcome = readOutcome(kept.outcome);
    const { candidate, result } = outcome;
    if (!result.ok || candidate === null) return null;
    return { shown: kept.shown, outcome, candidate, verified: result.value };
  };

  /** The outcome of a record; null when it is no longer kept, or another receipt has taken its place. */
  const load = async (record: ReceiptRecord) => {
    const found = await find(record);
    const isIts = found !== null && receiptMark(found.candidate.provider, found.verified) === record.mark;
    return isIts ? found : null;
  };

  /** Edits the record; false when it cannot be loaded. */
  const reword = async (
    record: ReceiptRecord,
    sending: Sending,
    tail: Tail | null = null,
  ): Promise<boolean> => {
    const found = await load(record);
    if (found === null) return false;
    const { caller, slot } = record;
    const { place } = caller;
    const texts = catalogues[caller.language];
    const asked = { ...caller, source: found.outcome.shownIn };
    const work = answerOutcome(asked, found.candidate, found.outcome, { slot, isAgain: true }).then(
      (answer) => withTail(answer, tail),
    );
    const answering = { place, slot: editSlot(slot), shown: found.shown };
    await sending.answer({ ...answering, askedAt: now(), looking: texts.checking, work, texts });
    return true;
  };

  /** Edits a record of another chat in its caller's turn, and sends its caller a note. */
  const rewordLater = async (record: ReceiptRecord, note: string): Promise<void> => {
    const reworded = { record, note };
    await leaveUpdate({ ...queueOfCaller(record.caller), dueAt: now(), about: { reworded } });
  };

  /**
   * Edits the record that somebody pressed a button under: in a group in its caller's turn, ahead of what waits there.
   */
  const rewordPressed = async (
    record: ReceiptRecord,
    { from, sending }: CallbackQueryContext<TalkContext>,
    tail: Tail | null = null,
  ): Promise<void> => {
    if (isInTurnOf(record.caller, from.id, sending)) {
      await reword(record, sending, tail);
      return;
    }
    const about = { reworded: { record, note: null, tail } };
    await leaveUpdate({ ...queueOfCaller(record.caller), dueAt: now(), isFirst: true, about });
  };

  const composer = new Composer<TalkContext>();
  composer.use(async ({ update, sending }, next) => {
    const own = readOwnUpdate(update, rewordedSchema);
    if (own === null) return next();
    const { record, note, tail } = own.reworded;
    if (!(await reword(record, sending, tail)) || note === null) return;
    // An edit makes no sound, and somebody waits for the decision.
    await sending.send(record.caller.place, `decided:${update.update_id}`, plain(note));
  });

  return { find, load, reword, rewordPressed, rewordLater, composer };
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
