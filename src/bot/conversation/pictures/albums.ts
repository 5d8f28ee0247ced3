import type { Update } from "grammy/types";
import { z } from "zod";
import { type FailureAssessmentKind, failureAssessmentKinds } from "../../../core/failure.ts";
import { markOfAnswer, receiptAnswerKinds } from "../../../rendering/answer-kind.ts";
import { formatAmount } from "../../../rendering/render.ts";
import { bold, code, concat, foreign, lines, type RichText } from "../../../rendering/rich-text.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { type Claims, receiptAmountsOf } from "../../../verify/claims.ts";
import type { Album, Albums } from "../../data/albums.ts";
import type { OwnUpdate } from "../../data/inbox.ts";
import { receiptIndexOf } from "../../data/reply-slots.ts";
import { queueOfCaller, readOwnUpdate } from "../../telegram/arrival.ts";
import type { Place, Reply } from "../../telegram/chat.ts";
import { postponement } from "../../telegram/postponement.ts";
import type { BotTimings } from "../../telegram/timings.ts";
import type { ChatCaller } from "../caller.ts";
import { languageSchema } from "../language-schema.ts";
import { readOutcome } from "../outcome.ts";
import type { Sending } from "../sending.ts";

type Dependencies = {
  readonly albums: Albums;
  readonly now: () => Date;
  readonly timings: Pick<BotTimings, "albumQuietMs" | "albumWaitMs">;
};

const summarySchema = z.looseObject({
  album: z.object({
    chatId: z.int(),
    topic: z.int().optional(),
    album: z.string(),
    language: languageSchema,
  }),
});

/**
 * Albums. Each picture arrives and is answered by itself. When no more have come for a moment, or after some seconds, one
 * message sums all of them up, and later pictures are added to it. A message that claims an amount of several receipts
 * together is an album of its own.
 */
export const createAlbumSummaries = ({ albums, now, timings }: Dependencies) => {
  /** When a summary is due: after a quiet moment behind what has arrived, and after a while ahead of what waits. */
  const summariesDue = (
    caller: Pick<ChatCaller, "place" | "userId">,
    about: OwnUpdate["about"],
    receivedAt: Date,
  ): readonly OwnUpdate[] =>
    [
      { afterMs: timings.albumQuietMs, isFirst: false },
      { afterMs: timings.albumWaitMs, isFirst: true },
    ].map(({ afterMs, isFirst }) => ({
      ...queueOfCaller(caller),
      dueAt: new Date(receivedAt.getTime() + afterMs),
      isFirst,
      about,
    }));

  /**
   * Answers a message, and notes the replies where it is part of an album.
   *
   * @param work sends the replies, and resolves with what the words claim of all receipts together
   */
  const answer = async (
    { mediaGroup, place, userId, language, isAddressed, isEdited }: AlbumMessage,
    sending: Sending,
    work: (sending: Sending) => Promise<Claims>,
  ): Promise<void> => {
    const replies: Collected[] = [];
    const { amountsSantim: claimedSantim, besideSantim = [] } = await work(listening(sending, replies));
    const heard = replies.map(({ slot }) => slot);
    const unheard = (await sending.slotsOf(place)).filter(
      (slot) => isOfReceipt(slot) && !heard.includes(slot),
    );
    const isAlone = mediaGroup === undefined;
    const known = (isAlone && isEdited) || unheard.length > 0 ? await albums.partAt(place) : null;
    const ofMessage = claimedSantim.length > 0 ? `${messageName} ${place.messageId}` : undefined;
    const album = mediaGroup ?? known?.album ?? ofMessage;
    if (album === undefined) return;
    const before = known === null ? [] : readSaid(known.said);
    const standing = await Promise.all(
      unheard.map(async (slot) => {
        const said = before.find((one) => one.slot === slot);
        return (
          said ?? { slot, ...(isOfMessage(album) ? await keptAnswer(sending, place, slot) : unknownAnswer) }
        );
      }),
    );
    const isTold =
      known !== null && isAlone && isEdited && (known.isTold || before.some((one) => one.isTold));
    const of = { chatId: place.chatId, album, messageId: place.messageId, isAddressed };
    const { chatId, topic } = place;
    const about = { album: { chatId, topic, album, language } };
    const sent = await Promise.all(unheard.map((slot) => sending.isSent(place, slot)));
    // What only stands was told before.
    const isTelling = replies.length > 0 || sent.includes(true);
    const said = !isTelling
      ? null
      : JSON.stringify(
          [
            ...standing,
            ...replies.map(({ slot, reply, isWithheld }) => ({ slot, ...shorten(reply), isWithheld })),
          ].map((one) => ({
            ...one,
            claimedSantim,
            ...(besideSantim.length > 0 && { besideSantim }),
            ...(isTold && { isTold }),
          })),
        );
    const noted = await albums.note(of, said, summariesDue({ place, userId }, about, sending.receivedAt));
    if (!noted.ok) throw postponement(noted.error);
  };

  /** Notes what is answered later about a picture that could not be answered at once. */
  const noteLater = async (
    { place, userId, language }: Asker,
    { slot, reply }: Pick<Collected, "slot" | "reply">,
    at: Date,
  ): Promise<void> => {
    const part = await albums.partAt(place);
    if (part === null) return;
    const before = readSaid(part.said);
    const { album, isAddressed } = part;
    const claimedSantim = [...new Set(before.flatMap((one) => one.claimedSantim))];
    const besideSantim = before[0]?.besideSantim ?? [];
    const isTold = part.isTold || before.some((one) => one.isTold);
    const later = { slot, ...shorten(reply), claimedSantim, besideSantim, ...(isTold && { isTold }) };
    const isInPlace = before.some((one) => one.slot === slot);
    // A picture that waited, or what a reply without a receipt was about, is answered by this one.
    const isOnly = before.length === 1 && before[0]?.paid === null;
    const said = isInPlace
      ? before.map((one) => (one.slot === slot ? later : one))
      : [...(isOnly ? [] : before), later];
    const { chatId, topic, messageId } = place;
    const about = { album: { chatId, topic, album, language } };
    const of = { chatId, album, messageId, isAddressed };
    const noted = await albums.note(of, JSON.stringify(said), summariesDue({ place, userId }, about, at));
    if (!noted.ok) throw postponement(noted.error);
  };

  /** Sends the same, and the summary of an album follows where an answer is about a picture of it. */
  const following = (sending: Sending, { userId, language }: Omit<Asker, "place">): Sending => ({
    ...sending,
    answer: async (answering) => {
      await sending.answer(answering);
      const { place, slot, work } = answering;
      await noteLater({ place, userId, language }, { slot, reply: await work }, sending.receivedAt);
    },
  });

  /** Sends or edits the summary of an album, when there is anything new. */
  const summarise = async (update: Update, sending: Sending): Promise<void> => {
    const own = readOwnUpdate(update, summarySchema);
    if (own === null) return;
    const { chatId, topic, album, language } = own.album;
    const parts = await albums.partsOf({ chatId, album });
    const [first] = parts;
    const pictures = parts.map(({ said }) => readSaid(said));
    // An answer alone needs no summary, unless the album claims more than it shows.
    const wasTold = pictures.flat().some(({ isTold }) => isTold);
    const isEnough = parts.length > 1 || wasTold || unmetClaimOf(pictures, isOfMessage(album)) !== null;
    if (first === undefined || !isEnough || parts.every(({ isTold }) => isTold)) return;
    // Whoever has had their answers of this minute is told nothing, not even this.
    if (pictures.every((said) => said.length > 0 && said.every(({ isWithheld }) => isWithheld))) return;
    const place = { chatId, topic, messageId: first.messageId };
    const render = isOfMessage(album) ? renderShared : renderAlbum;
    const work = Promise.resolve(render(pictures, language));
    const texts = catalogues[language];
    const answering = { place, slot: "album", askedAt: now(), looking: texts.albumComing, shown: null };
    await sending.answer({ ...answering, work, texts });
    const all = parts.map(({ messageId }) => messageId);
    const marked = await albums.markSummarised({ chatId, album } satisfies Album, all);
    if (!marked.ok) throw postponement(marked.error);
  };

  return { answer, following, summarise };
};

/** In the name of a message that is an album of its own: its receipts answer for one claim, as the pictures of one do. */
const messageName = "message";

const isOfMessage = (album: string): boolean => album.startsWith(`${messageName} `);

type Asker = Pick<ChatCaller, "place" | "userId" | "language">;

/** A message that was sent alone, when it is answered again. */
export const aloneIn = (caller: ChatCaller): AlbumMessage => ({
  ...caller,
  mediaGroup: undefined,
  isAddressed: false,
  isEdited: true,
});

type AlbumMessage = {
  /** Telegram's id of the album; undefined: the message was sent alone. */
  readonly mediaGroup: string | undefined;
  readonly place: Place;
  readonly userId: number;
  readonly language: Language;
  readonly isAddressed: boolean;
  /** Whether an answer to it may have been noted before. */
  readonly isEdited: boolean;
};

/** What is said of a picture in the summary. `isWithheld`: it was not sent, being one answer too many in a group. */
type Collected = { readonly slot: string; readonly reply: Reply; readonly isWithheld: boolean };

/** Sends the same, and collects the replies. */
const listening = (sending: Sending, replies: Collected[]): Sending => ({
  ...sending,
  send: async (place, slot, reply) => {
    const messageId = await sending.send(place, slot, reply);
    replies.push({ slot, reply, isWithheld: false });
    return messageId;
  },
  withhold: (reply) => void replies.push({ slot: "", reply, isWithheld: true }),
  answer: async (answering) => {
    await sending.answer(answering);
    const { withdrawal = "alone" } = answering;
    if (withdrawal !== "alone") return;
    replies.push({ slot: answering.slot, reply: await answering.work, isWithheld: false });
  },
});

export type AlbumSummaries = ReturnType<typeof createAlbumSummaries>;

/** Which receipt an answer shows to be real, and what it means. */
const paidSchema = z.object({
  kind: z.enum(receiptAnswerKinds),
  amountSantim: z.int(),
  totalSantim: z.int().nullable().default(null),
  provider: z.string(),
  reference: z.string(),
});

/** Each answer to one picture, with the beginning of its words. */
const saidSchema = z.array(
  z.object({
    /** The slot of the answer among those to its message; empty: not known. */
    slot: z.string().default(""),
    line: z.string(),
    paid: paidSchema.nullable(),
    /** What an answer without a receipt means; null: it is a receipt's, or about no receipt. */
    failed: z.enum(failureAssessmentKinds).nullable(),
    claimedSantim: z.array(z.int()).default([]),
    besideSantim: z.array(z.int()).default([]),
    /** Whether the answer to the former text of the message was summed up. */
    isTold: z.boolean().default(false),
    /** Whether it was not sent, being one answer too many in a group. */
    isWithheld: z.boolean().default(false),
  }),
);

export type Said = z.infer<typeof saidSchema>;

/** What is kept of an answer for the summary. */
export const shorten = ({ text, paid, failed }: Reply): Pick<Said[number], "line" | "paid" | "failed"> => ({
  line: text.split("\n", 1)[0]?.slice(0, 200) ?? "",
  paid: paid === undefined ? null : { ...paid, totalSantim: paid.totalSantim ?? null },
  failed: failed ?? null,
});

const isOfReceipt = (slot: string): boolean => receiptIndexOf(slot) !== null;

/** Of an answer that nothing was noted about. */
const unknownAnswer = { line: "", paid: null, failed: null } as const;

/** What an answer shows that this update did not give now: it stands, or was sent before the update was worked off again. */
const keptAnswer = async (
  sending: Sending,
  place: Place,
  slot: string,
): Promise<ReturnType<typeof shorten>> => {
  const kept = (await sending.standing(place, slot)) ?? (await sending.kept(place, slot));
  const { candidate = null, result } = kept === null ? {} : readOutcome(kept);
  if (candidate === null || result?.ok !== true) return unknownAnswer;
  const { provider } = candidate;
  const { transaction_reference: reference } = result.value.receipt;
  // What it means was not kept, and is not asked: a sum of amounts is compared.
  return {
    ...unknownAnswer,
    paid: { kind: "receiver_unknown", ...receiptAmountsOf(result.value), provider, reference },
  };
};

/** Empty where the answers were sent before a crash and are not known. */
const readSaid = (said: string): Said => (said === "" ? [] : saidSchema.parse(JSON.parse(said)));

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * The largest amount claimed of an album that is neither that of one of its receipts nor of all together, with what they
 * come to, and whether every picture was read; null: none.
 *
 * @param isMessage whether it is one message, whose receipts are all there, and whose missing ones are no receipts
 */
const unmetClaimOf = (parts: readonly Said[], isMessage: boolean) => {
  const answers = parts.flat();
  const receipts = receiptsOf(answers);
  const amounts = receipts.map(({ amountSantim }) => amountSantim);
  const totals = receipts.map(({ amountSantim, totalSantim }) => totalSantim ?? amountSantim);
  const isFound = ({ paid, failed }: Said[number]): boolean =>
    paid !== null || (isMessage && failed !== null && deniedByBank.has(failed));
  // A first picture may be answered before the others have come.
  const isRead =
    (isMessage || parts.length > 1) && parts.every((said) => said.length > 0 && said.every(isFound));
  const sums = [sumOf(amounts), sumOf(totals)];
  const met = [...sums, ...amounts, ...totals];
  const claimed = [...new Set(answers.flatMap(({ claimedSantim }) => claimedSantim))];
  const unmet = claimed.filter((amount) => !met.includes(amount));
  const beside = sumOf(answers[0]?.besideSantim ?? []);
  const isAddedUp = isMessage && [0, beside].some((more) => met.includes(sumOf(claimed) + more));
  if (unmet.length === 0 || isAddedUp || (isMessage && receipts.length === 0)) return null;
  // Less that is said to be paid beside the sum may be another payment, such as one for transport, and is only asked about.
  const isBesideSum =
    claimed.some((amount) => sums.includes(amount)) && sumOf(unmet) + beside < sumOf(amounts);
  return {
    claimedSantim: Math.max(...unmet),
    receivedSantim: sumOf(amounts),
    isRead: isRead && !isBesideSum,
  };
};

/** By these the bank has answered that there is no such payment. */
const deniedByBank: ReadonlySet<FailureAssessmentKind> = new Set(["undone", "not_found", "another_receipt"]);

const isCounted = ({ paid }: Said[number]): boolean => paid?.kind === "yours";

/** Each receipt once. The last of several answers about one counts. */
const receiptsOf = (answers: Said, isWanted: (answer: Said[number]) => boolean = () => true) => {
  const last = new Map(
    answers.flatMap((answer) =>
      answer.paid === null ? [] : [[`${answer.paid.provider} ${answer.paid.reference}`, answer]],
    ),
  );
  return [...last.values()].filter(isWanted).flatMap(({ paid }) => paid ?? []);
};

/** What a message says of its receipts together that they do not come to. Once that was told, also that they do. */
const renderShared = (parts: readonly Said[], language: Language): RichText => {
  const texts = catalogues[language];
  const claim = renderClaim(parts, language, true);
  if (claim !== null) return lines(claim);
  const receipts = receiptsOf(parts.flat(), isCounted);
  const sum = formatAmount(sumOf(receipts.map(({ amountSantim }) => amountSantim)));
  return lines(
    receipts.length > 1 ? texts.albumSum(receipts.length, `${sum} ${texts.currency}`) : texts.albumAnswered,
  );
};

const renderClaim = (parts: readonly Said[], language: Language, isMessage: boolean): string | null => {
  const texts = catalogues[language];
  const amountOf = (santim: number): string => `${formatAmount(santim)} ${texts.currency}`;
  const unmet = unmetClaimOf(parts, isMessage);
  return (
    unmet && texts.albumClaim(amountOf(unmet.claimedSantim), amountOf(unmet.receivedSantim), unmet.isRead)
  );
};

/**
 * A line for each answer, by the number of its picture, and the sum of the real receipts. A receipt that stands in
 * several pictures is added once.
 */
const renderAlbum = (parts: readonly Said[], language: Language): RichText => {
  const texts = catalogues[language];
  const amountOf = (santim: number): string => `${formatAmount(santim)} ${texts.currency}`;
  const shownIn = new Map<string, number>();
  let receipts = 0;
  let santim = 0;
  const render = (answer: Said[number], picture: number): RichText | string => {
    const { line, paid } = answer;
    if (paid === null) return `${picture}. ${line || texts.albumAnswered}`;
    const receipt = `${paid.provider} ${paid.reference}`;
    const before = shownIn.get(receipt);
    const reference = code(foreign(paid.reference));
    if (before !== undefined) return concat(`${picture}. ⚠️ ${texts.albumSame(before)} · `, reference);
    shownIn.set(receipt, picture);
    if (isCounted(answer)) {
      receipts += 1;
      santim += paid.amountSantim;
    }
    // Names stand in the answer itself.
    return concat(`${picture}. ${markOfAnswer(paid.kind)} ${amountOf(paid.amountSantim)} · `, reference);
  };
  const each = parts.flatMap((said, index) =>
    said.length === 0 ? [`${index + 1}. ${texts.albumAnswered}`] : said.map((one) => render(one, index + 1)),
  );
  return lines(
    bold(texts.albumTitle(parts.length)),
    ...each,
    receipts > 1 ? texts.albumSum(receipts, amountOf(santim)) : null,
    renderClaim(parts, language, false),
  );
};
