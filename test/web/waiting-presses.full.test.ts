import { request } from "node:http";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { bodyOf } from "../support/bank.ts";
import { collectGarbage } from "../support/garbage.ts";
import { answer } from "../support/misbehaving-server.ts";
import { codePicture } from "../support/pictures.ts";
import { openShop } from "../support/shop.ts";
import { answerOf, type Page, verdictOf } from "../support/visitor.ts";

/** One page's presses wait for each other, and a bank may let the first one wait for long. */

const boundary = "between-the-parts";
const partOf = (name: string, more = ""): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

const megabyte = 1_000_000;
/** Sent from one and the same buffer, so that the test itself holds none of the copies. */
const padding = Buffer.alloc(4 * megabyte);

type Reply = { readonly status: number; readonly html: string };

const pageOf = (reply: Reply): Page => Object.assign(load(reply.html), reply);

/** Presses the button of one page with a photo, as often as it is called. */
const pressWith = (url: string, photo: Buffer) => (): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const parts = [
      Buffer.from(`${partOf("page")}page-of-the-test\r\n${partOf("image", '; filename="code.png"')}`),
      photo,
      padding,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ];
    const sent = request(
      url,
      {
        method: "POST",
        agent: false,
        headers: {
          "content-type": `multipart/form-data; boundary=${boundary}`,
          "content-length": parts.reduce((sum, part) => sum + part.length, 0),
        },
      },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on("data", (chunk: Buffer) => chunks.push(chunk));
        const { statusCode: status = 0 } = reply;
        reply.on("end", () => resolve({ status, html: Buffer.concat(chunks).toString() }));
      },
    );
    sent.on("error", reject);
    for (const part of parts) sent.write(part);
    sent.end();
  });

test("ten presses of a page wait for their turn without their photos, and the next one is told to wait", async () => {
  const shop = await openShop();
  const order = shop.bank.newOrder();
  const body = await bodyOf("beta", "verified", order.reference);
  const answers: (() => void)[] = [];
  shop.bank.misbehave(order, (socket, asked) => void answers.push(() => answer(200, body)(socket, asked)));
  const photo = await codePicture(`${shop.bank.url}/receipt/${order.reference}`).png().toBuffer();
  const press = pressWith(shop.url, photo);

  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const presses = Array.from({ length: 11 }, press);
  const refused = pageOf(await Promise.race(presses));
  expect(answerOf(refused)).toBe("failure");
  expect(verdictOf(refused)).toBe("⏳ There is too much to do right now, so nothing is known yet.");
  const heldMegabytes = () => {
    collectGarbage();
    return (process.memoryUsage().arrayBuffers - before) / megabyte;
  };
  await expect.poll(heldMegabytes).toBeLessThan(12);

  for (const say of answers.splice(0)) say();
  const pages = (await Promise.all(presses)).map(pageOf);
  expect(pages.map(answerOf).sort()).toEqual(["failure", ...Array(10).fill("receipt")]);
  expect(shop.bank.asked(order)).toBe(1);
  for (const page of pages.filter((one) => answerOf(one) === "receipt"))
    expect(page("#left").text()).toBe("4 of 5 free checks left today");
});
