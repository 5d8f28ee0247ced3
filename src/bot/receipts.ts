import type { Detection, Refused } from "../detect.ts";
import { fail } from "../failure.ts";
import type { Log } from "../log.ts";
import type { Provider } from "../providers/provider.ts";
import { catalogues, failureSentence, type Language } from "../texts/texts.ts";
import type { Verification, Verify } from "../verify.ts";
import type { createAnswering } from "./answering.ts";
import { type Chat, plain, type Reply } from "./chat.ts";
import { type Pointer, pointersOf, referenceOf } from "./pointers.ts";
import type { Asker, Questions } from "./questions.ts";
import { canChange, renderFailure, renderReading, renderRefusal } from "./render.ts";

/** Receipts that one message may ask for. */
const receiptsMax = 10;

type Dependencies = {
  readonly verify: Verify;
  readonly providers: readonly Provider[];
  readonly questions: Questions;
  readonly answer: ReturnType<typeof createAnswering>;
  readonly chat: Chat;
  readonly now: () => Date;
  readonly log: Log;
};

/** From what a message points to, to one answer or question per receipt. */
export const createReceipts = ({ verify, providers, questions, answer, chat, now, log }: Dependencies) => {
  const verified = async (asker: Asker, provider: Provider, pointer: Pointer): Promise<Verification> => {
    const caller = { kind: "telegram", userId: asker.userId } as const;
    return verify({ caller, provider, body: pointer.request }).catch((error: unknown) => {
      log.error({ provider: provider.label, err: error }, "a verification broke");
      return broken(now());
    });
  };

  /** Everything is known: looks the receipt up and words the outcome. */
  const lookUp = async (asker: Asker, pointer: Pointer): Promise<Reply> => {
    const provider = providers.find(({ label }) => label === pointer.provider);
    if (provider === undefined)
      return renderRefusal({ code: "provider_not_offered" }, referenceOf(pointer), asker.language);
    const { result, billing, checkedAt } = await verified(asker, provider, pointer);
    const circumstances = { billing, language: asker.language, now: now() };
    if (result.ok) {
      const reference = result.value.receipt.transaction_reference;
      const buttons = await questions.answerButtons(asker, pointer, reference, false);
      return { ...renderReading(result.value, circumstances), ...buttons };
    }
    const failure = result.error;
    if (failure.code === "account_number_required" && pointer.request.accountNumber === undefined)
      return questions.askAccount(asker, pointer, null);
    const reference = referenceOf(pointer);
    const again = canChange(failure, pointer.encodedDate, circumstances.now);
    const { bank } = provider.settings;
    const facts = { ...circumstances, bank, reference, encodedDate: pointer.encodedDate, checkedAt };
    const buttons = await questions.answerButtons(asker, pointer, reference, again);
    return { ...renderFailure(failure, facts), ...buttons };
  };

  /** Asks for what one reading lacks, or looks it up. */
  const pursue = async (asker: Asker, pointer: Pointer, note: string | null): Promise<Reply> => {
    if (pointer.missing.includes("accountNumber")) return questions.askAccount(asker, pointer, note);
    const [param] = pointer.missing;
    if (param === undefined) return lookUp(asker, pointer);
    return renderRefusal({ code: "parameter_missing", param }, referenceOf(pointer), asker.language);
  };

  /** Answers one receipt; `shown` is a message of ours that the answer replaces. */
  const answerOne = (
    { asker, askedAt }: Request,
    pointer: Pointer,
    shown: number | null,
    work = pursue(asker, pointer, null),
  ): Promise<void> => {
    const texts = catalogues[asker.language];
    const looking = texts.looking(questions.bankOf(pointer));
    return answer({ place: asker.place, askedAt, looking, shown, work, texts });
  };

  /** One answer per receipt, in the order of the message; then what of it was refused. */
  const answerAll = async (request: Request, detection: Detection): Promise<void> => {
    const { asker } = request;
    const texts = catalogues[asker.language];
    const found = pointersOf(detection);
    const { note, refusals } = weighRefusals(detection, found.length > 0, asker.language);
    const errands = found.slice(0, receiptsMax).flatMap((rivals) => {
      const [best, ...others] = rivals;
      if (best === undefined) return [];
      const work = others.length > 0 ? questions.askBank(asker, rivals, note) : pursue(asker, best, note);
      return [{ best, work }];
    });
    const settled = Promise.allSettled(errands.map(({ work }) => work));
    try {
      for (const { best, work } of errands) await answerOne(request, best, null, work);
      for (const reply of refusals.slice(0, receiptsMax)) await chat.quote(asker.place, reply);
      if (found.length > receiptsMax) await chat.quote(asker.place, plain(texts.tooMany(receiptsMax)));
    } finally {
      // A chat that cannot be answered any more still has its look-ups counted before the handler ends.
      await settled;
    }
  };

  return { answerOne, answerAll };
};

export type Receipts = ReturnType<typeof createReceipts>;

/** Who asked, and when. */
export type Request = { readonly asker: Asker; readonly askedAt: Date };

/** A feedback link beside a receipt is only worth a word where we have to ask back. */
const weighRefusals = ({ refused }: Detection, found: boolean, language: Language) => {
  const isFeedback = ({ code }: Refused): boolean => code === "receipt_url_feedback_link";
  const told = refused.filter((one) => !found || !isFeedback(one));
  const feedback = found && refused.some(isFeedback);
  return {
    note: feedback ? failureSentence({ code: "receipt_url_feedback_link" }, language).message : null,
    refusals: told.map(({ code, text }) => renderRefusal({ code }, text, language)),
  };
};

/** Our bug: nothing is known and nothing was counted. */
const broken = (checkedAt: Date): Verification => ({
  result: fail("internal_error"),
  billing: null,
  seenBefore: null,
  source: null,
  checkedAt,
  timings: { admissionMs: 0, upstreamMs: 0, parseMs: 0 },
});
