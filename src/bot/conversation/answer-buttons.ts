import type { InlineKeyboardButton } from "grammy/types";
import type { Provider } from "../../providers/provider.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { type Candidate, referenceOf } from "../../verify/candidates.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import { otherQuestionsTo } from "../../verify/other-questions.ts";
import type { Prefill } from "../../verify/prefill.ts";
import { isGroup, type Place } from "../telegram/chat.ts";
import type { ChatAssessment, ChatCaller } from "./caller.ts";
import { proofData } from "./proofs.ts";
import type { Questions } from "./questions/questions.ts";
import { receiverRows } from "./receivers/receiver-question.ts";

type Dependencies = {
  readonly questions: Pick<Questions, "bankOf" | "storeAgain">;
  readonly providers: readonly Provider[];
  readonly detect: (text: string) => Detection;
  /** Whether buttons may lead to pages without TLS, as in an emulated Telegram. */
  readonly opensPlainLinks: boolean;
  /** Where the form is, without a trailing slash. */
  readonly publicUrl: string;
  readonly prefill: Pick<Prefill, "close">;
};

/** The buttons under the answers to receipts. */
export const createAnswerButtons = (deps: Dependencies) => {
  const { questions, providers, detect, opensPlainLinks, publicUrl, prefill } = deps;

  /**
   * The buttons under an answer without a receipt: what else may have been meant, check again where that makes sense,
   * the bank's own page where it cannot be read here, and copy.
   */
  const failureButtons = async (
    caller: ChatCaller,
    candidate: Candidate,
    { isAgain, isInDoubt = false, isUnreadable = false, opensForm = false }: FailureButtonFacts,
  ) => {
    const texts = catalogues[caller.language];
    const { anotherNumber, otherBanks } = isInDoubt
      ? otherQuestionsTo(candidate, { providers, detect })
      : { anotherNumber: null, otherBanks: [] };
    const others = anotherNumber === null ? otherBanks : [anotherNumber, ...otherBanks];
    const isAsking = isAgain || others.length > 0;
    const id = isAsking ? await questions.storeAgain(caller, [candidate, ...others]) : null;
    const button = (text: string, choice: string) => ({ text, callback_data: `${id}:${choice}` });
    const elsewhere = others.map((other, index) => {
      const isPhone = other.missing.includes("phone");
      const another = isPhone ? texts.failed.anotherPhone : texts.failed.anotherAccount;
      return button(
        other === anotherNumber ? another : texts.failed.tryBank(questions.bankOf(other)),
        `${index + 1}`,
      );
    });
    const again = isAgain ? [button(texts.failed.checkAgain, "again")] : [];
    const rows = markupOf([
      id === null ? [] : elsewhere,
      isUnreadable ? pageButton(candidate, caller) : [],
      [...(id === null ? [] : again), ...copyButton(candidate, caller.language)],
      opensForm ? formButton(candidate, caller) : [],
    ]);
    return id === null ? rows : { ...rows, questionId: id };
  };

  /** The buttons under a receipt. `slot`: the slot of the answer, null where no button leads back to it. */
  const receiptButtons = (
    caller: ChatCaller,
    candidate: Candidate,
    { assessed, slot, mark, isUnfolded, undo }: ReceiptFacts,
  ) => {
    const { place, language } = caller;
    const { show, hide } = catalogues[language].details;
    const { messageId } = place;
    const { assessment, decider, account } = assessed;
    const mayProve =
      isUnfolded &&
      slot !== null &&
      decider === "person" &&
      account !== null &&
      !isGroup(place) &&
      // A withdrawal or a bill is real, and no payment that anybody could pass on.
      assessment.noPayment === null;
    const receiver =
      slot === null ? [] : receiverRows(assessment, decider, { messageId, slot, mark }, catalogues[language]);
    const verb = isUnfolded ? "less" : "more";
    const fold = { text: isUnfolded ? hide : show, callback_data: `${verb}:${messageId}:${slot}` };
    return markupOf([
      ...undo,
      ...receiver,
      [...(slot === null ? [] : [fold]), ...copyButton(candidate, language)],
      isUnfolded ? pageButton(candidate, caller) : [],
      assessment.kind === "yours" ? [] : formButton(candidate, caller),
      mayProve
        ? [{ text: catalogues[language].proof.button, callback_data: proofData(messageId, slot) }]
        : [],
    ]);
  };

  /**
   * Where a person can open the receipt at its bank; null where there is no page that Telegram would open, or where it
   * would tell a group the digits of the shop's saved account.
   */
  const pageOf = (candidate: Candidate, place: Place): string | null => {
    if (candidate.isWithSaved && isGroup(place)) return null;
    const opened = providers.find(({ label }) => label === candidate.provider)?.open(candidate.request);
    const page = opened?.ok ? (opened.value.page ?? null) : null;
    return page !== null && (page.startsWith("https://") || opensPlainLinks) ? page : null;
  };

  const pageButton = (
    candidate: Candidate,
    { place, language }: Pick<ChatCaller, "place" | "language">,
  ): InlineKeyboardButton[] => {
    const url = pageOf(candidate, place);
    const text = catalogues[language].details.openAtBank(questions.bankOf(candidate));
    return url === null ? [] : [{ text, url }];
  };

  /**
   * Opens the form with the question filled in: inside Telegram in a private chat, elsewhere as a link. Telegram opens
   * https alone.
   */
  const formButton = (candidate: Candidate, { place, language }: ChatCaller): InlineKeyboardButton[] => {
    const closed = prefill.close(candidate);
    const isSecure = publicUrl.startsWith("https://");
    if (closed === null || !(isSecure || opensPlainLinks)) return [];
    const { openForm: text } = catalogues[language];
    return isSecure && !isGroup(place)
      ? [{ text, web_app: { url: `${publicUrl}/mini?ask=${closed}` } }]
      : [{ text, url: `${publicUrl}/?ask=${closed}` }];
  };

  const topUpButton = (language: Language) =>
    markupOf([[{ text: catalogues[language].topUpButton, callback_data: "topup:show" }]]);

  return { topUpButton, pageOf, failureButtons, receiptButtons };
};

export type AnswerButtons = ReturnType<typeof createAnswerButtons>;

type FailureButtonFacts = {
  readonly isAgain: boolean;
  /** Whether one of two numbers, or the bank that was chosen, may be wrong. */
  readonly isInDoubt?: boolean;
  readonly isUnreadable?: boolean;
  /** Whether the question may be put right in the form. */
  readonly opensForm?: boolean;
};

type ReceiptFacts = {
  readonly assessed: ChatAssessment;
  readonly slot: string | null;
  readonly mark: string;
  readonly isUnfolded: boolean;
  /** The button that takes back what was decided about the receiver, where there is one. */
  readonly undo: InlineKeyboardButton[][];
};

const markupOf = (rows: InlineKeyboardButton[][]) => {
  const present = rows.filter((row) => row.length > 0);
  return present.length === 0 ? {} : { markup: { inline_keyboard: present } };
};

/** The link as it was sent, or the reference. @see Bot API, CopyTextButton: 1 to 256 characters. */
const copyButton = (candidate: Candidate, language: Language): InlineKeyboardButton[] => {
  const { copyLink, copyReference } = catalogues[language];
  const copied = referenceOf(candidate);
  const text = /[/.]/.test(copied) ? copyLink : copyReference;
  return copied.length >= 1 && copied.length <= 256 ? [{ text, copy_text: { text: copied } }] : [];
};
