import { setTimeout } from "node:timers/promises";
import { load } from "cheerio";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDrawings } from "../../src/web/proof/drawings.ts";
import { createPlayer } from "../../tools/demo/telegram/player.ts";
import { fromBot } from "../support/bot-world.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { createWorld, type World } from "../support/world.ts";

/** A verified answer that its merchant passes on: `/p/<id>`. */

let world: World;
beforeAll(async () => {
  world = await createWorld({ hasChat: true });
});
afterAll(() => world.close());

const page = async (path: string, language = "en") => {
  const reply = await fetch(`${world.url}${path}`, { headers: { "accept-language": language } });
  const html = await reply.text();
  return { status: reply.status, html, text: load(html)("main").text() };
};

/** Makes a proof in Selam's private chat, and resolves with its path and the message that holds it. */
const prove = async () => {
  const selam = world.selam();
  await selam.startOver();
  await selam.say("/start");
  await selam.waitUntil(({ messages }) => fromBot(messages).length > 0);
  await selam.say(caseNamed("beta", "verified").request.reference ?? "");
  const answer = await latest(/Real payment/);
  await selam.press(answer.message_id, "Details");
  await selam.press((await latest(/Date as printed/)).message_id, "🔗 Link to pass on");
  const made = await latest(/\/p\//);
  return { path: /\/p\/[\w-]+/.exec(made.text)?.[0] ?? "", made };
};

const latest = async (wanted: RegExp) => {
  const { messages } = await world
    .selam()
    .waitUntil((state) => fromBot(state.messages).some(({ text }) => wanted.test(text)));
  const found = fromBot(messages).findLast(({ text }) => wanted.test(text));
  if (found === undefined) throw new Error(`${wanted} was not said`);
  return found;
};

describe("a proof", () => {
  test("says what was real, to whom in part, and that its reader must check", async () => {
    const { path } = await prove();
    const shown = await page(path);
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(
      /Real on \d{1,2} \w{3} \d{4}, \d\d:\d\d: 1,250\.00 ETB to H\*\*\* M\*\*\* T\*\*\*/,
    );
    expect(shown.text).toContain("This does not say that it was paid to you: check it yourself.");
    expect(shown.text).toMatch(/Paid on \d+ \w+ \d{4} E\.C\. · \d+ \w+ \d{4} G\.C\./);
    expect(shown.html).not.toContain("✅");
    expect(shown.html).not.toMatch(/HANA|MEKONNEN|SELAM|8765/i);
    const preview = load(shown.html)('meta[property="og:image"]').attr("content") ?? "";
    const picture = await fetch(`${world.url}${new URL(preview).pathname}`);
    const pixels = Buffer.from(await picture.arrayBuffer());
    expect(picture.headers.get("content-type"), pixels.toString("latin1", 0, 500)).toBe("image/png");
    expect(await sharp(pixels).metadata()).toMatchObject({
      width: 1200,
      height: 630,
    });
    expect((await page(path, "am")).text).toContain("ራስዎ ያረጋግጡ");
  });

  test("that was changed or invented says so, and one that was withdrawn too", async () => {
    const { path, made } = await prove();
    const changed = `${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`;
    for (const forged of [
      changed,
      `/p/${"a".repeat(63)}%F0%9F%98%80`,
      "/p/aaaaaaaaaaaabbbbbbbb",
      "/p/x",
      `/p/${"%3Cscript%3E".repeat(6)}`,
    ]) {
      const shown = await page(forged);
      expect([shown.status, shown.text.includes("was not made by Deresegn")]).toEqual([404, true]);
      expect(shown.html).not.toContain("<script>");
    }
    await world.selam().press(made.message_id, "Withdraw the link");
    await latest(/The link was withdrawn/);
    const shown = await page(path);
    expect([shown.status, shown.text.includes("its owner withdrew it")]).toEqual([410, true]);
    expect((await fetch(`${world.url}${path}/preview.png`)).status).toBe(404);
  });

  test("ends with its account", async () => {
    const { path } = await prove();
    const selam = world.selam();
    await selam.say("/erase");
    const asked = await latest(/erase/i);
    const [label = ""] = asked.buttons.flat().map(({ text }) => text);
    await selam.press(asked.message_id, label);
    await expect.poll(async () => (await page(path)).status).toBe(410);
  });

  test("is offered to owners in private chats alone, and withdrawn by its account alone", async () => {
    const { path } = await prove();
    const hana = createPlayer(world.telegramUrl ?? "", "hana", "chat");
    await hana.say(caseNamed("beta", "verified").request.reference ?? "");
    const state = await hana.waitUntil(({ messages }) =>
      fromBot(messages).some(({ text }) => text.includes("Real payment")),
    );
    const answer = fromBot(state.messages).findLast(({ text }) => text.includes("Real payment"));
    await hana.press(answer?.message_id ?? 0, "Details");
    const unfolded = await hana.waitUntil(({ messages }) =>
      fromBot(messages).some(({ text }) => text.includes("Date as printed")),
    );
    const labels = fromBot(unfolded.messages).flatMap(({ buttons }) =>
      buttons.flat().map(({ text }) => text),
    );
    // Hana pressed no /start, so she has no account that could own a proof.
    expect(labels.filter((label) => label.includes("Link to pass on"))).toEqual([]);
    expect((await page(path)).status).toBe(200);
  });
});

describe("pictures of proofs", () => {
  test("are drawn once for all who ask, one at a time, and refused where too many wait", async () => {
    const drawings = createDrawings(() => testClock);
    const [counts, bytes] = [{ begun: 0, now: 0, most: 0 }, new Uint8Array([1])];
    const draw = async () => {
      counts.begun += 1;
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await setTimeout(5);
      counts.now -= 1;
      return bytes;
    };
    const drawn = (name: string, at = 0) => drawings({ name, address: `203.0.113.${at}`, draw });
    const same = await Promise.all(Array.from({ length: 50 }, () => drawn("same")));
    expect([same.every(({ ok }) => ok), counts.begun]).toEqual([true, 1]);
    const many = await Promise.all(Array.from({ length: 60 }, (_, at) => drawn(`${at}`, at)));
    const refused = many.flatMap((one) => (one.ok ? [] : [one.error.code]));
    expect([new Set(refused), counts.most]).toEqual([new Set(["overloaded"]), 1]);
    expect(many.filter(({ ok }) => ok).length).toBeGreaterThan(10);
    const broken = { name: "broken", address: "203.0.113.0", draw: () => Promise.reject(new Error("a bug")) };
    await expect(drawings(broken)).rejects.toThrow("a bug");
    expect((await drawn("broken")).ok).toBe(true);
  });
});
