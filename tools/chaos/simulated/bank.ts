import type { Dispatcher } from "undici";
import type { openConnections } from "../../../src/upstream/connections.ts";
import type { Truth } from "../../invariants/truth.ts";
import { createBankPages } from "../bank-pages.ts";
import type { BankMood } from "../moods.ts";
import type { Owner, VirtualTime } from "./virtual-time.ts";

type Options = {
  readonly truthOf: (reference: string) => Truth | null;
  readonly mood: () => BankMood;
  /** Hears of each answer that is about to arrive at a process. */
  readonly onAnswer: (owner: Owner | null) => void;
};

/** What undici tells of one request. */
type Handler = {
  readonly onConnect: (abort: (reason?: Error) => void, context: object) => void;
  readonly onHeaders: (status: number, headers: Buffer[], resume: () => void, text: string) => boolean;
  readonly onData: (bytes: Buffer) => boolean;
  readonly onComplete: (trailers: Buffer[]) => void;
  readonly onError: (error: Error) => void;
};

export const bankUrl = "https://beta.example";

/** Read once, for all that is played. */
let pages: ReturnType<typeof createBankPages> | null = null;

/** Connections to the simulated bank, in the place of those over the network. */
export const createBankConnections = (time: VirtualTime, { truthOf, mood, onAnswer }: Options) => {
  pages ??= createBankPages();
  const pageOf = pages;
  const asked: string[] = [];

  const answer = async (path: string, handler: Handler): Promise<void> => {
    const owner = time.owner();
    const feels = mood();
    const reference = path.split("/").at(-1) ?? "";
    asked.push(reference);
    let isOver = false;
    handler.onConnect((reason) => {
      if (isOver) return;
      isOver = true;
      handler.onError(reason ?? new Error("aborted"));
    }, {});
    if (feels === "silent") return;
    const truth = truthOf(reference);
    const page = await pageOf(truth ?? "not found", reference, new Date());
    const latencyMs = feels === "slow" ? 2_500 : 40;
    const tell = (): void => {
      if (isOver) return;
      isOver = true;
      if (feels === "reset") {
        handler.onError(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
        return;
      }
      const status = feels === "error" ? 503 : feels === "blocked" ? 403 : 200;
      const body = Buffer.from(feels === "cut" ? page.slice(0, page.length / 2) : page);
      handler.onHeaders(
        status,
        [Buffer.from("content-type"), Buffer.from("text/html; charset=utf-8")],
        () => {},
        "",
      );
      handler.onData(body);
      handler.onComplete([]);
    };
    time.after(latencyMs, null, () => {
      onAnswer(owner);
      time.after(0, owner, tell);
    });
  };

  const connect: typeof openConnections = () =>
    ({
      dispatch: ({ path }: { readonly path: string }, handler: Handler) => {
        void answer(path, handler);
        return true;
      },
      close: async () => {},
    }) as unknown as Dispatcher;
  return { connect, asked };
};
