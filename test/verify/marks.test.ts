import { expect, test } from "vitest";
import { marks } from "../../src/verify/marks.ts";

test("only `yours` has the mark ✅", () => {
  const checked = Object.entries(marks).filter(([, mark]) => mark === "✅");
  expect(checked).toEqual([["yours", "✅"]]);
});
