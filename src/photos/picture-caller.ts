/** Whose picture it is, and how long it may wait for its turn. */
export type PictureCaller = {
  /** The same for all pictures of one account's keys, of one chat, or of one network without a key. */
  readonly id: string;
  /** Known by a key or by a chat with an account. Known callers come before unknown ones. */
  readonly isKeyed: boolean;
  /** How long its picture may wait, in milliseconds. */
  readonly waitMaxMs: number;
  /** Raised when the picture is to wait no longer; one that is being read goes on. */
  readonly signal?: AbortSignal;
};

/** Pictures of one caller that are read at the same time. */
export const permitsOf = ({ isKeyed }: Pick<PictureCaller, "isKeyed">): number => (isKeyed ? 2 : 1);

/** For a program with a single caller. */
export const onlyCaller: PictureCaller = { id: "", isKeyed: true, waitMaxMs: 60_000 };
