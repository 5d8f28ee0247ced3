import { expect, test } from "vitest";
import { remembered } from "../../src/core/remembered.ts";

/** A judgement that is remembered, and the texts that were judged. */
const judged = () => {
  const asked: string[] = [];
  const isLoud = remembered((text) => {
    asked.push(text);
    return text === text.toUpperCase();
  });
  return { isLoud, asked };
};

test("a text that comes again is not judged again, whichever way it was judged", () => {
  const { isLoud, asked } = judged();
  expect(["PAID", "paid", "PAID", "paid"].map(isLoud)).toEqual([true, false, true, false]);
  expect(asked).toEqual(["PAID", "paid"]);
});

test("a long text is judged each time, so that what somebody sends fills no memory", () => {
  const { isLoud, asked } = judged();
  const long = "A".repeat(10_000);
  expect([isLoud(long), isLoud(long)]).toEqual([true, true]);
  expect(asked).toEqual([long, long]);
});

test("texts that come once push out what has not come for long, and not what comes again and again", () => {
  const { isLoud, asked } = judged();
  isLoud("Seldom");
  for (let number = 0; number < 10_000; number += 1) {
    isLoud(`Reference ${number}`);
    isLoud("Status");
  }
  asked.length = 0;
  isLoud("Status");
  isLoud("Seldom");
  expect(asked).toEqual(["Seldom"]);
});
