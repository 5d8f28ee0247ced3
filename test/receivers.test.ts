import { describe, expect, test } from "vitest";
import { checkNumber, type OwnAccount, type Receiver, receiverAmong, typedNumber } from "../src/receivers.ts";
import { reading } from "./support/bot-world.ts";

const amongOwn = (own: readonly OwnAccount[], number: string, name = "Hana Mekonnen"): Receiver =>
  receiverAmong(own, reading({ receiver_account: number, receiver_name: name }).receipt);

const hana = { number: "251911008765", name: "Hana Mekonnen" };

describe("the receiver of a receipt", () => {
  test.each<[string, string, Receiver]>([
    ["2519****8765", "HANA MEKONNEN", "own"],
    ["0911008765", "Ato Hana Mekonnen", "own"],
    ["+251911008765", "", "own"],
    ["09****8765", "Hana", "own"],
    ["2519****8765", "Selam Getachew", "renamed"],
    ["2519****8766", "Hana Mekonnen", "other"],
    ["2517****8765", "Hana Mekonnen", "other"],
    ["1000200008765", "Hana Mekonnen", "other"],
    ["2*****65", "Hana Mekonnen", "own"],
    ["2*****65", "Hana", "unclear"],
    ["2*****65", "Selam Getachew", "other"],
    ["Org Account", "Hana Mekonnen", "unclear"],
  ])("%s of %s is, beside a saved phone with its name, %s", (number, name, is) => {
    expect(amongOwn([hana], number, name)).toBe(is);
  });

  test.each<[string, string, Receiver]>([
    ["1****4321", "Hana Mekonnen", "own"],
    ["1**********4321", "Hana Mekonnen", "own"],
    ["1000200004321", "Hana Mekonnen", "own"],
    ["1****4321", "Selam Getachew", "renamed"],
    ["2****4321", "Hana Mekonnen", "other"],
    ["1****4322", "Hana Mekonnen", "other"],
    ["1****21", "Hana Mekonnen", "own"],
    ["1****21", "Hana", "unclear"],
  ])("%s of %s is, beside an account saved as a receipt prints it, %s", (number, name, is) => {
    expect(amongOwn([{ number: "1****4321", name: "HANA MEKONNEN" }], number, name)).toBe(is);
  });

  test("is the asker's when one of several accounts is, and named otherwise only when none is", () => {
    const renamed = { ...hana, name: "Selam Getachew" };
    expect(amongOwn([renamed, hana], "2519****8765")).toBe("own");
    expect(amongOwn([renamed, { number: "1000200004321", name: "" }], "2519****8765")).toBe("renamed");
    expect(amongOwn([{ number: "1000200004321", name: "" }, hana], "1****4321")).toBe("own");
  });

  test("whose saved number is short is compared by what both show", () => {
    expect(checkNumber("00004321", "1****4321")).toBe("match");
    expect(checkNumber("00004322", "1****4321")).toBe("mismatch");
    expect(checkNumber("1*****88", "1*****88")).toBe("unknown");
  });
});

test("a typed number may be written with spaces and hyphens, a phone in any form, and is 8 to 20 digits", () => {
  const typed = [
    "1000 1234-54321",
    "+251 911 008 765",
    "(0911) 008765",
    "54321",
    "8765432109876543210987",
    "no",
  ];
  expect(typed.map(typedNumber)).toEqual(["1000123454321", "251911008765", "251911008765", null, null, null]);
});
