/** A bare grammY bot behind a webhook, which says what it is told. Argument: Bot API server. Says its address. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Bot, webhookCallback } from "grammy";
import { leanBotInfo } from "../../chat/lean-chats.ts";
import { token, webhookSecret } from "../../chat/program.ts";

const [apiRoot = ""] = process.argv.slice(2);
const bot = new Bot(token, { client: { apiRoot }, botInfo: leanBotInfo });
bot.on("message:text", (ctx) => ctx.reply(ctx.message.text));

const server = createServer(webhookCallback(bot, "http", { secretToken: webhookSecret }));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ hookUrl: `http://127.0.0.1:${port}/` })}\n`);
});
