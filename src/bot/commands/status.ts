import { Composer } from "grammy";
import type { Provider } from "../../providers/provider.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { foreign, lines } from "../rich-text.ts";
import type { TalkContext } from "../talk.ts";
import { reply } from "./command-reply.ts";

type Dependencies = {
  readonly providers: readonly Provider[];
  /** Seconds until asking a provider can help again; 0 while it is asked. */
  readonly waitSeconds: (provider: Provider) => number;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** `/status`: which banks answer now, by the same circuits as `GET /api/providers`. */
export const createStatus = ({ providers, waitSeconds, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  commands.command("status", async (ctx) => {
    const { title, answers, rests, meaning } = catalogues[await languageOf(ctx)].status;
    const each = providers.map((provider) => {
      const [bank, seconds] = [foreign(provider.settings.bank), waitSeconds(provider)];
      return seconds === 0 ? answers(bank) : rests(bank, seconds);
    });
    await reply(ctx, lines(title, ...each, "", meaning));
  });

  return commands;
};
