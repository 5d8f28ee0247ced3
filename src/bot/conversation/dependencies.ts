import type { Accounts } from "../../accounts/accounts.ts";
import type { ReceiverAnswers } from "../../accounts/receiver-answers.ts";
import type { SavedAccounts } from "../../accounts/saved-accounts.ts";
import type { Failure } from "../../core/failure.ts";
import type { Log } from "../../core/log.ts";
import type { Result } from "../../core/result.ts";
import type { PictureCaller } from "../../photos/picture-caller.ts";
import type { PictureFailure, PictureResult } from "../../photos/scan-picture.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Assessor } from "../../verify/assessor.ts";
import type { Detection } from "../../verify/detect/detect.ts";
import type { Prefill } from "../../verify/prefill.ts";
import type { ProviderAnswers } from "../../verify/provider-answers.ts";
import type { TopUp } from "../../verify/top-up/top-up.ts";
import type { Verify } from "../../verify/verify.ts";
import type { Albums } from "../data/albums.ts";
import type { AnsweredTexts } from "../data/answered-texts.ts";
import type { ExpectedSums } from "../data/expected-sums.ts";
import type { Inbox, OwnUpdate } from "../data/inbox.ts";
import type { BotMemory } from "../data/memory.ts";
import type { MessagePointers } from "../data/message-pointers.ts";
import type { Outbox } from "../data/outbox.ts";
import type { Retries } from "../data/retries.ts";
import type { ShownPictures } from "../data/shown-pictures.ts";
import type { Chat } from "../telegram/chat.ts";
import type { BotTimings } from "../telegram/timings.ts";
import type { MerchantOf } from "./caller.ts";
import type { Download } from "./pictures/pictures.ts";

/** What the bot keeps. */
type BotData = {
  readonly memory: BotMemory;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly answeredTexts: AnsweredTexts;
  readonly messagePointers: MessagePointers;
  readonly expectedSums: ExpectedSums;
  readonly retries: Retries;
  readonly albums: Albums;
  readonly shownPictures: ShownPictures;
  /** Whether an error of the database means that it is away. */
  readonly isAway: (error: unknown) => boolean;
};

/** From what a person sends to a verified receipt. */
type BotVerification = {
  readonly verify: Verify;
  readonly assess: Assessor;
  readonly providers: readonly Provider[];
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
  /** How a provider has answered of late. */
  readonly answersOf: (provider: Pick<Provider, "label">) => ProviderAnswers;
  readonly detect: (text: string) => Detection;
  readonly scanPicture: (
    bytes: Uint8Array,
    caller: PictureCaller,
  ) => Promise<Result<PictureResult, PictureFailure>>;
  /** Why a caller's pictures are not looked at now; unset: they always are. */
  readonly checkPictures?: (caller: PictureCaller) => Result<true, Failure>;
  /** Null or unset: there are no top-ups by receipt. */
  readonly topUp?: TopUp | null;
};

/** Whose accounts are counted on, and what they have saved. */
type Merchants = {
  readonly accounts: Accounts;
  readonly savedAccounts: SavedAccounts;
  readonly receiverAnswers: ReceiverAnswers;
};

/** Leaves an update of our own, to be worked off soon. Rejects with a postponement while the database is away. */
export type LeaveUpdate = (own: OwnUpdate) => Promise<void>;

export type ConversationDependencies = {
  readonly data: BotData;
  readonly verification: BotVerification;
  readonly merchants: Merchants;
  /** Where Telegram keeps files: the address above them, and how one is fetched. */
  readonly files: { readonly root: string; readonly download: Download };
  readonly chat: Chat;
  readonly merchantOf: MerchantOf;
  readonly leaveUpdate: LeaveUpdate;
  /** Where the service is reached, without a trailing slash. */
  readonly publicUrl: string;
  /** Closes a question for the address of the form. */
  readonly prefill: Pick<Prefill, "close">;
  /** Where people find the operator: a link or a Telegram name. Null or unset: nothing is said about it. */
  readonly operatorContact?: string | null;
  readonly timings: BotTimings;
  readonly now: () => Date;
  readonly log: Log;
};
