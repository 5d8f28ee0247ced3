import { describe, expect, test } from "vitest";
import { fail } from "../../src/core/failure.ts";
import { ok } from "../../src/core/result.ts";
import { granted } from "../support/books.ts";
import { type BotWorld, openBotWorld, saveReceiver, verified } from "../support/bot-world.ts";
import { codePicture } from "../support/pictures.ts";

/** A forum of Selam's shop. Topic 0 is the general one, whose messages name none. */
const openForum = async (...[timings, scan]: Parameters<typeof openBotWorld>) => {
  const world = await openBotWorld(timings, scan);
  await saveReceiver(world);
  const { chat: group } = world.telegram.people.group();
  const chat = { ...group, is_forum: true };
  granted(await world.accounts.bindGroup(chat.id, world.telegram.people.user("selam").id, null));
  let messageId = 900;
  const opened = (topic: number) => ({
    message_id: topic,
    date: 1,
    from: world.telegram.people.user("hana"),
    chat,
    message_thread_id: topic,
    is_topic_message: true,
    forum_topic_created: { name: "DKF1AB2CD9", icon_color: 1 },
  });
  const push = (topic: number, more: object): number => {
    messageId += 1;
    const from = world.telegram.people.user("dawit");
    const there =
      topic === 0
        ? {}
        : { message_thread_id: topic, is_topic_message: true, reply_to_message: opened(topic) };
    const message = { message_id: messageId, date: 1, from, chat, ...there, ...more };
    world.telegram.updates.push({ message: message as never });
    return messageId;
  };
  return {
    world,
    push,
    write: (topic: number, text: string) => push(topic, { text }),
    /** What was sent: in which topic, quoting which message, and its first line. */
    sent: async (count: number) => {
      const said = () => world.callsOf("sendMessage").filter(({ payload }) => payload.chat_id === chat.id);
      await world.untilCalls(() => said().length >= count);
      return said().map(({ payload }) => ({
        topic: payload.message_thread_id,
        quoted: (payload.reply_parameters as { message_id?: number } | undefined)?.message_id,
        line: String(payload.text).split("\n")[0],
      }));
    },
  };
};

const later = ({ clock }: BotWorld, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms);
};

describe("in a topic of a forum", () => {
  test("a receipt that was shown in another topic is answered where it is asked for", async () => {
    const { world, write, sent } = await openForum();
    const first = write(40, "@deresegn_bot DKF1AB2CD3");
    expect((await sent(1))[0]).toEqual({ topic: 40, quoted: first, line: expect.stringMatching(/^✅/) });
    later(world, 20 * 60_000);
    const second = write(50, "@deresegn_bot DKF1AB2CD3");
    expect((await sent(2))[1]).toEqual({ topic: 50, quoted: second, line: expect.stringMatching(/^⚠️/) });
    later(world, 20 * 60_000);
    const third = write(0, "@deresegn_bot DKF1AB2CD3");
    expect((await sent(3))[2]).toEqual({
      topic: undefined,
      quoted: third,
      line: expect.stringMatching(/^⚠️/),
    });
  });

  test("the message that opened it is nothing to which somebody replies", async () => {
    const { write, sent } = await openForum();
    write(
      40,
      "@deresegn_bot Dear Beza, your account 1*****88 was credited with ETB 3,000.00 by HANA. Available Balance: ETB 5,027.46. GAMMA.",
    );
    expect((await sent(1))[0]).toMatchObject({ topic: 40, line: expect.stringMatching(/^🚫 Not checked/) });
  });

  test("an answer out of the background stays there", async () => {
    const { world, write, sent } = await openForum();
    world.answers.give = () => fail("provider_timeout");
    const asking = write(40, "@deresegn_bot DKF1AB2CD3");
    expect((await sent(1))[0]?.line).toMatch(/^⏳/);
    world.answers.give = () => ok(verified());
    later(world, 60_000);
    expect((await sent(2))[1]).toEqual({ topic: 40, quoted: asking, line: expect.stringMatching(/^✅/) });
  });

  test("the sum of an album stays there", async () => {
    const { world, push, sent } = await openForum();
    const photo = [{ file_id: "gone", file_unique_id: "p", width: 90, height: 90 }];
    const album = { photo, media_group_id: "7" };
    push(40, { ...album, caption: "@deresegn_bot DKF1AB2CD3" });
    push(40, { ...album, caption: "DKF1AB2CD4" });
    expect((await sent(2)).map(({ topic }) => topic)).toEqual([40, 40]);
    later(world, 1_000);
    expect((await sent(3))[2]).toMatchObject({ topic: 40, line: "This album: 2 photos" });
  });

  test("a picture that waits has its word and its answer there", async () => {
    const state = { isBusy: true };
    const { world, push, sent } = await openForum({}, async () =>
      fail(state.isBusy ? "overloaded" : "qr_not_found"),
    );
    await world.selam.show(await codePicture("x").png().toBuffer());
    await world.untilCalls(() => world.callsOf("getFile").length === 1);
    const fileId = world.callsOf("getFile")[0]?.payload.file_id;
    const photo = [{ file_id: fileId, file_unique_id: "p", width: 90, height: 90 }];
    const asking = push(40, { photo, caption: "@deresegn_bot" });
    expect((await sent(1))[0]).toEqual({ topic: 40, quoted: asking, line: expect.stringMatching(/^⏳/) });
    state.isBusy = false;
    later(world, 60_000);
    expect((await sent(2))[1]).toEqual({ topic: 40, quoted: asking, line: expect.stringMatching(/^🚫/) });
  });

  test("a command is answered there", async () => {
    const { push, sent } = await openForum();
    const asking = push(40, {
      text: "/expect",
      entities: [{ type: "bot_command", offset: 0, length: 7 }],
    });
    expect((await sent(1))[0]).toMatchObject({ topic: 40, quoted: asking });
  });

  test.each(["message thread not found", "TOPIC_DELETED"])(
    "that is there no longer an answer is shown outside of it (%s)",
    async (description) => {
      const { world, write, sent } = await openForum();
      world.faults.push(({ method, payload }) =>
        method === "sendMessage" && payload.message_thread_id === 40
          ? { kind: "refuse", code: 400, description: `Bad Request: ${description}` }
          : undefined,
      );
      const asking = write(40, "@deresegn_bot DKF1AB2CD3");
      expect(await sent(2)).toEqual([
        { topic: 40, quoted: asking, line: expect.stringMatching(/^✅/) },
        { topic: undefined, quoted: asking, line: expect.stringMatching(/^✅/) },
      ]);
      write(50, "@deresegn_bot DKF1AB2CD3");
      expect(await sent(3)).toHaveLength(3);
    },
  );

  test("that is closed an answer is shown in the general one", async () => {
    const { world, write, sent } = await openForum();
    world.faults.push(({ method, payload }) =>
      method === "sendMessage" && (payload.message_thread_id === 40 || payload.reply_parameters !== undefined)
        ? { kind: "refuse", code: 400, description: "Bad Request: TOPIC_CLOSED" }
        : undefined,
    );
    const asking = write(40, "@deresegn_bot DKF1AB2CD3");
    expect(await sent(2)).toEqual([
      { topic: 40, quoted: asking, line: expect.stringMatching(/^✅/) },
      { topic: undefined, quoted: undefined, line: expect.stringMatching(/^✅/) },
    ]);
  });
});
