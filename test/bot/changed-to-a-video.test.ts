import { expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { fromBot, morning, openBotWorld, providers, saveReceiver, verified } from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

/** A picture that is changed to a video and back is answered by what the message shows in the end. */

const shows = (reference: string) =>
  ok({
    kind: "code",
    detection: detect(reference, providers, morning),
    link: null,
    needsConfirmation: false,
  } as const);

const video = { file_id: "v", file_unique_id: "v", width: 9, height: 9, duration: 3 };

/** A person's picture of one receipt, and what its message is changed to. */
const openPicture = async (reference: string, caption?: string) => {
  const world = await openBotWorld({}, async () => shows(reference));
  await saveReceiver(world);
  world.answers.give = (question) =>
    question.includes("DKF1AB2CD3")
      ? ok(verified({ transaction_reference: "DKF1AB2CD3" }))
      : fail("receipt_not_found");
  const id = await world.selam.show(await codePicture("x").png().toBuffer(), caption ? { caption } : {});
  const chat = world.telegram.people.conversation("selam");
  const shown = async () =>
    fromBot((await world.selam.state()).messages).map(({ text }) => text.split("\n")[0] ?? "");
  await expect.poll(async () => (await shown()).length).toBe(1);
  const photo = chat.find(id)?.message.photo;
  const change = (content: object) =>
    world.telegram.updates.push({ edited_message: chat.edit(id, content, null) });
  return {
    shown,
    toVideo: (words?: string) => change({ photo: undefined, video, caption: words }),
    back: () => change({ video: undefined, photo, caption }),
  };
};

test("the answer to the caption of the video goes", async () => {
  const { shown, toVideo, back } = await openPicture("DKF1AB2CD9");
  toVideo("DKF1AB2CD3");
  await expect.poll(shown).toEqual([expect.stringMatching(/^✅/)]);
  back();
  await expect.poll(shown).toEqual([expect.stringMatching(/^🕓.*DKF1AB2CD9/)]);
});

test("the answer to the picture comes again", async () => {
  const { shown, toVideo, back } = await openPicture("DKF1AB2CD3");
  toVideo();
  await expect.poll(shown).toEqual([expect.stringMatching(/^You changed/)]);
  back();
  await expect.poll(shown).toEqual([expect.stringMatching(/^✅/)]);
});

test("what is claimed beside the picture is compared again", async () => {
  const { shown, toVideo, back } = await openPicture("DKF1AB2CD3", "I paid 12,500 birr");
  await expect.poll(shown).toEqual([expect.stringMatching(/^⚠️/)]);
  toVideo("DKF1AB2CD3");
  await expect.poll(shown).toEqual([expect.stringMatching(/^✅/)]);
  back();
  await expect.poll(shown).toEqual([expect.stringMatching(/^⚠️/)]);
});
