import type { Message } from "grammy/types";
import { describe, expect, test } from "vitest";
import {
  addressesBot,
  isNumberLike,
  linksOf,
  readableText,
  saysOnlyNumber,
  typedAccount,
} from "../../src/bot/conversation/message-text.ts";
import { pictureOf } from "../../src/bot/conversation/pictures/pictures.ts";

const me = { id: 7, username: "deresegn_bot" };

const message = (fields: Partial<Message>): Message =>
  ({ message_id: 1, date: 1, chat: { id: -1, type: "group", title: "Shop" }, ...fields }) as Message;

describe("a file", () => {
  const fileOf = (file_name: string, mime_type?: string) => {
    const document = { file_id: "1", file_unique_id: "1", file_name, ...(mime_type && { mime_type }) };
    return pictureOf(message({ document }));
  };

  test("is a picture by its kind, and by its name where the kind is not told", () => {
    expect(fileOf("scan", "image/png")).toEqual({ fileId: "1", bytes: 0 });
    for (const name of ["scan.PNG", "a.b.jpeg", "a.jpg", "a.webp", "a.gif"]) {
      expect(fileOf(name), name).not.toBeNull();
      expect(fileOf(name, "application/octet-stream"), name).not.toBeNull();
    }
    for (const name of ["DKF1AB2CD3.pdf", "png", "a.png.exe"]) expect(fileOf(name), name).toBeNull();
    expect(fileOf("a.png", "application/pdf")).toBeNull();
  });
});

describe("what a message says", () => {
  test("holds the address of a link behind its line, where it parts no amount", () => {
    const text = "You have received 12,500.00 birr, receipt here\nThank you";
    const url = "https://beta.example/receipt/DKF1AB2CD3";
    for (const offset of [text.indexOf("00 birr"), text.indexOf(" birr"), text.indexOf("here")])
      expect(
        readableText(message({ text, entities: [{ type: "text_link", offset, length: 1, url }] }), me),
      ).toBe(`You have received 12,500.00 birr, receipt here ${url} \nThank you`);
  });

  test("holds the addresses of several receipts behind their words, but for one within an amount", () => {
    const text = "1250 birr here, 12,500 birr here";
    const [one, other] = [
      "https://beta.example/receipt/DKF1AB2CD3",
      "https://beta.example/receipt/DKF1AB2CD4",
    ];
    const entities = [
      { type: "text_link", offset: 10, length: 4, url: one },
      { type: "text_link", offset: 28, length: 4, url: other },
    ] as const;
    expect(readableText(message({ text, entities: [...entities] }), me)).toBe(
      `1250 birr here ${one} , 12,500 birr here ${other} `,
    );
    const within = [entities[0], { ...entities[1], offset: 16, length: 2 }];
    expect(readableText(message({ text, entities: within }), me)).toBe(
      `1250 birr here ${one} , 12,500 birr here ${other} `,
    );
  });

  test("is held whole where the addresses would make it too long", () => {
    const text = `${"no ".repeat(1_000)}DKF1AB2CD3\n500 birr`;
    const url = `https://forms.example/${"x".repeat(1_500)}`;
    const entities = [{ type: "text_link" as const, offset: 0, length: 2, url }];
    expect(readableText(message({ text, entities }), me)).toBe(`${text}\n${url}`);
  });

  test("is the caption of a picture, without the bot's name", () => {
    expect(readableText(message({ caption: "@Deresegn_Bot DKF1AB2CD3" }), me).trim()).toBe("DKF1AB2CD3");
  });

  test("in a group is meant for the bot when it names it or replies to it", () => {
    const from = { id: 7, is_bot: true, first_name: "Deresegn" };
    expect(addressesBot(message({ text: "@deresegn_bot DKF1AB2CD3" }), me)).toBe(true);
    expect(
      addressesBot(message({ text: "this one", reply_to_message: message({ from }) as never }), me),
    ).toBe(true);
    expect(addressesBot(message({ text: "@deresegn_bots DKF1AB2CD3" }), me)).toBe(false);
    expect(addressesBot(message({ text: "DKF1AB2CD3" }), me)).toBe(false);
  });

  test("has links, written out or behind words", () => {
    const text = "see https://beta.example/receipt/DKF1AB2CD3 and this";
    const entities = [
      { type: "url", offset: 4, length: 39 },
      { type: "text_link", offset: 48, length: 4, url: "https://other.example/" },
    ] as const;
    expect(linksOf(message({ text, entities: [...entities] }))).toBe(
      "https://beta.example/receipt/DKF1AB2CD3\nhttps://other.example/",
    );
  });
});

describe("a typed account number", () => {
  test.each([
    ["1000123454321", "1000123454321"],
    ["1000 1234 54321", "1000123454321"],
    ["1000-1234-54321.", "1000123454321"],
    ["my account is 1000123454321 please", "1000123454321"],
    ["\u200b１０００123454321\u200e", "1000123454321"],
    ["12345678", "12345678"],
    ["12345678901234567890", "12345678901234567890"],
    ["1234567", null],
    ["123456789012345678901", null],
    ["1000123454321 or 1000123454322x 9", null],
    ["ten thousand", null],
    ["", null],
  ])("%j is %j", (typed, account) => {
    expect(typedAccount(typed)).toBe(account);
  });

  test.each([
    ["1000123454321", true],
    ["my account is 1000123454321 please", true],
    ["a/c no. 1000-1234-54321", true],
    ["የሂሳብ ቁጥሬ 1000123454321 ነው", true],
    ["Lakkoofsi herregaa koo 1000123454321 dha", true],
    ["my OTP 48151623", false],
    ["Call me: 0911223344", false],
    ["my phone is 0911223344", false],
    ["Balance as of today 25000000 ETB", false],
  ])("is all that %j says: %j", (typed, isAll) => {
    expect(saysOnlyNumber(typed, "account")).toBe(isAll);
  });

  test("is tried by digits alone, not by a sentence", () => {
    expect(["54321", "+251 911-000000", "1.000"].map(isNumberLike)).toEqual([true, true, true]);
    expect(["I paid 500", "", "   ", "--"].map(isNumberLike)).toEqual([false, false, false, false]);
  });
});
