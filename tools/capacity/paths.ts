import { openHook, textUpdate } from "../chat/hook.ts";
import type { Call, openLeanTelegram } from "../chat/lean-telegram.ts";
import { createDice } from "../mutate/dice.ts";
import { photograph } from "../pictures/scene.ts";
import { treatmentOf } from "../pictures/treatments.ts";
import { type Kind, linkTo, questionFor } from "./banks.ts";
import type { Path } from "./costs.ts";

type Given = {
  /** Of each process of the service; they are asked in turns. */
  readonly urls: readonly string[];
  readonly hookUrl: string;
  readonly keys: readonly string[];
  readonly pdfBankUrl: string;
  readonly chat: ChatAnswers;
  /** The people who write to the bot, and may. */
  readonly userIds: readonly number[];
};

/** How many receipts each bank must have. */
export const receiptsMax = 1_500;

/** Everything that people ask of the service; what is asked of banks under one number is asked under no other. */
export const openPaths = async (given: Given): Promise<readonly Path[]> => {
  const { urls, keys, chat, userIds, hookUrl, pdfBankUrl } = given;
  const post = async (at: number, path: string, body: string | FormData): Promise<number> => {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const url = `${urls[at % urls.length]}${path}`;
    const reply = await fetch(url, {
      method: "POST",
      headers: { "x-api-key": keys[at % keys.length] ?? "", ...type },
      body,
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 300)}`);
    return Buffer.byteLength(text);
  };
  const verify = (kind: Kind, number: number, at = number) => {
    const { path, body } = questionFor(kind, number);
    return post(at, path, JSON.stringify(body));
  };
  const pictures = await takePhotos(pdfBankUrl);
  const hook = openHook(hookUrl, 40);
  let updateId = 1;
  const say = async (number: number): Promise<number> => {
    const reference = String(Object.values(questionFor("page", pagesByApi + number).body)[0]);
    const chatId = userIds[number % userIds.length] ?? 1;
    const text = `You have received ETB 500.00. Receipt no. ${reference}`;
    const answered = chat.answerTo(reference);
    updateId += 1;
    if (!(await hook.post(textUpdate(updateId, { chatId, messageId: updateId, text }))))
      throw new Error("an update was not taken");
    return answered;
  };
  return [
    { name: "a page", count: pagesByApi, ask: (number) => verify("page", number) },
    { name: "a JSON document", count: 800, ask: (number) => verify("json", number) },
    { name: "a PDF", count: 500, ask: (number) => verify("pdf", number) },
    { name: "a repeated question", count: 1_200, ask: (number) => verify("page", number % 50, number) },
    {
      name: "a photo of a code",
      count: 160,
      ask: (number) => {
        const form = new FormData();
        const picture = pictures[number % pictures.length] ?? Buffer.alloc(0);
        form.append("image", new Blob([new Uint8Array(picture)]), "photo.jpg");
        return post(number, "/api/upload", form);
      },
    },
    { name: "a page, by chat", count: receiptsMax - pagesByApi, ask: say },
    {
      name: "the form's page",
      count: 800,
      ask: async (number) => {
        const reply = await fetch(`${urls[number % urls.length]}/`);
        return (await reply.arrayBuffer()).byteLength;
      },
    },
  ];
};

const pagesByApi = 800;

/** Codes as screenshots show them. */
const takePhotos = (pdfBankUrl: string): Promise<readonly Buffer[]> =>
  Promise.all(
    Array.from({ length: 160 }, (_, number) => {
      const dice = createDice(1, number);
      return photograph(linkTo(pdfBankUrl, receiptsMax - 1 - number), treatmentOf("screenshot", dice), dice);
    }),
  );

/** What the bot answers; `onCall` is told of its calls. */
export type ChatAnswers = {
  readonly onCall: NonNullable<Parameters<typeof openLeanTelegram>[0]["onCall"]>;
  /** Resolves with the length of the first text that repeats a reference. */
  readonly answerTo: (reference: string) => Promise<number>;
};

export const createChatAnswers = (): ChatAnswers => {
  const waiting = new Map<string, (bytes: number) => void>();
  return {
    onCall: ({ method, payload }: Call) => {
      if (!/^(?:send|edit)Message/.test(method)) return;
      const text = String(payload.text);
      for (const [reference, tell] of waiting)
        if (text.includes(reference)) {
          waiting.delete(reference);
          tell(Buffer.byteLength(text));
        }
    },
    answerTo: (reference) => new Promise((answered) => waiting.set(reference, answered)),
  };
};
