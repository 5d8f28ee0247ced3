/** The part of the Bot API's objects that the emulator speaks, in Telegram's own spelling. */

export type User = {
  readonly id: number;
  readonly is_bot: boolean;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly language_code?: string;
};

export type PrivateChat = {
  readonly id: number;
  readonly type: "private";
  readonly first_name: string;
  readonly last_name?: string;
};

export type GroupChat = { readonly id: number; readonly type: "supergroup"; readonly title: string };

export type Chat = PrivateChat | GroupChat;

/** `offset` and `length` in UTF-16 code units. */
export type Entity = {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly url?: string | undefined;
  readonly language?: string | undefined;
};

export type FormattedText = { readonly text: string; readonly entities: readonly Entity[] };

export type InlineButton = {
  readonly text: string;
  readonly callback_data?: string | undefined;
  readonly url?: string | undefined;
  readonly copy_text?: { readonly text: string } | undefined;
  readonly web_app?: { readonly url: string } | undefined;
};

export type InlineKeyboard = { readonly inline_keyboard: readonly (readonly InlineButton[])[] };

/** A stored file as `getFile` names it; `file_path` is what the download address ends with. */
export type FileFacts = {
  readonly file_id: string;
  readonly file_unique_id: string;
  readonly file_size: number;
};

export type PhotoSize = FileFacts & { readonly width: number; readonly height: number };
export type DocumentFile = FileFacts & { readonly file_name: string; readonly mime_type: string };

/** A person's phone, as its owner shares it. */
export type Contact = {
  readonly phone_number: string;
  readonly first_name: string;
  readonly last_name?: string;
  readonly user_id: number;
};

/** What a message carries: text, a contact, or a photo or document with a caption. */
export type Content = {
  readonly text?: string;
  readonly entities?: readonly Entity[];
  readonly photo?: readonly PhotoSize[];
  readonly document?: DocumentFile;
  readonly contact?: Contact;
  readonly caption?: string;
  readonly caption_entities?: readonly Entity[];
  /** The album that the photo or document is part of. */
  readonly media_group_id?: string;
};

type Quote = { readonly text: string; readonly position: number; readonly is_manual: true };

export type Reply = { readonly reply_to_message?: Message; readonly quote?: Quote };

export type Message = Content &
  Reply & {
    readonly message_id: number;
    readonly from: User;
    readonly chat: Chat;
    /** Unix time in seconds. */
    readonly date: number;
    readonly edit_date?: number;
    readonly reply_markup?: InlineKeyboard;
  };

export type CallbackQuery = {
  readonly id: string;
  readonly from: User;
  readonly message: Message;
  readonly chat_instance: string;
  readonly data: string;
};

/** What a user does that the bot hears of. */
export type Happening =
  | { readonly message: Message }
  | { readonly edited_message: Message }
  | { readonly callback_query: CallbackQuery };

export type Update = { readonly update_id: number } & Happening;

export type Command = { readonly command: string; readonly description: string };
