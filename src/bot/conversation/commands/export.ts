import { Composer } from "grammy";
import type { Accounts } from "../../../accounts/accounts.ts";
import type { Provider } from "../../../providers/provider.ts";
import { historyTable } from "../../../rendering/history-table.ts";
import { formatIsoDay } from "../../../texts/dates.ts";
import { catalogues, type Language } from "../../../texts/texts.ts";
import { plain, type Reply } from "../../telegram/chat.ts";
import type { TalkContext } from "../sending.ts";
import { isPrivate, refusalReply, reply } from "./command-reply.ts";

type Dependencies = {
  readonly accounts: Pick<Accounts, "telegramAccount" | "historyOf">;
  readonly providers: readonly Provider[];
  readonly now: () => Date;
  readonly languageOf: (ctx: TalkContext) => Promise<Language>;
};

/** Rows of a table, at most: a file of about 2 MB. */
const rowsMax = 20_000;

/** `/export`: the history of the chat's account as a table. */
export const createExport = ({ accounts, providers, now, languageOf }: Dependencies) => {
  const commands = new Composer<TalkContext>();

  const table = async (userId: number, language: Language): Promise<Reply> => {
    const own = await accounts.telegramAccount(userId);
    if (!own.ok) return refusalReply(own.error, language);
    if (own.value === null) return plain(catalogues[language].noHistory);
    // One entry more than is shown reveals that there are more.
    const period = { since: new Date(0), until: new Date(now().getTime() + 1) };
    const history = await accounts.historyOf(own.value.account, { ...period, limit: rowsMax + 1 });
    if (!history.ok) return refusalReply(history.error, language);
    const { caption, cut, none } = catalogues[language].exported;
    if (history.value.length === 0) return plain(none);
    const shown = history.value.slice(0, rowsMax).toReversed();
    const isCut = shown.length < history.value.length;
    const bytes = historyTable(shown, providers, language);
    return {
      ...plain([caption(shown.length), ...(isCut ? [cut(rowsMax)] : [])].join("\n")),
      document: { name: `deresegn-${formatIsoDay(now())}.csv`, bytes },
    };
  };

  commands.command("export", async (ctx) => {
    const language = await languageOf(ctx);
    if (ctx.from === undefined || !isPrivate(ctx)) return reply(ctx, plain(catalogues[language].privateOnly));
    await reply(ctx, await table(ctx.from.id, language));
  });

  return commands;
};
