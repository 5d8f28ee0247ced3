import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openLeanBank } from "../../tools/chat/lean-bank.ts";
import { type Program, startProgram } from "../../tools/chat/program.ts";
import { temporaryFolder, testSecret } from "./temporary-store.ts";

type Shared = { readonly databaseUrl: string; readonly telegramUrl: string };

/** Processes of one installation: what they share, and a start of one of them by its role. Ended after the test. */
export const openProcesses = async ({ databaseUrl, telegramUrl }: Shared) => {
  const bank = await openLeanBank();
  onTestFinished(bank.close);
  const running = new Set<Program>();
  onTestFinished(async () => {
    await Promise.all([...running].map((program) => program.kill()));
  });
  const start = async (env: Readonly<Record<string, string>>) => {
    const folder = temporaryFolder();
    const { settings } = bank;
    const program = await startProgram({
      folder,
      databaseUrl,
      secret: testSecret,
      telegramUrl,
      settings,
      env,
    });
    running.add(program);
    return { ...program, log: () => readFileSync(join(folder, "log.txt"), "utf8") };
  };
  return { databaseUrl, secret: testSecret, start };
};

/** In each chat: whether the first answers came in the order of the questions. */
export const createOrder = () => {
  const reached = new Map<number, number>();
  const wrong: string[] = [];
  return {
    wrong,
    hear: (chatId: number, messageId: number): void => {
      const last = reached.get(chatId) ?? 0;
      if (messageId < last) wrong.push(`chat ${chatId}: ${messageId} was answered behind ${last}`);
      reached.set(chatId, Math.max(last, messageId));
    },
  };
};
