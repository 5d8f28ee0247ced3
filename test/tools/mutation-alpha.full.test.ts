import { describe, expect, test } from "vitest";
import { kindsWhere, mutate, specimensOf } from "../support/mutations.ts";

describe("a changed document of alpha", () => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const specimens = await specimensOf("alpha");
    const report = await mutate(
      specimens.filter(({ kind }) => kind === "pdf"),
      150,
    );

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(150);
    const otherReferences = [...report.kinds.keys()].filter((kind) => kind.startsWith("reference:"));
    expect(otherReferences).not.toEqual([]);
    expect(kindsWhere(report, "none")).toEqual(expect.arrayContaining(otherReferences));
    expect(report.verified).toBeGreaterThan(report.documents / 8);
  });
});

describe("a changed answer to one of alpha's tokens", () => {
  test("is refused for what is wrong with it, or read exactly as it prints", async () => {
    const specimens = await specimensOf("alpha");
    const report = await mutate(
      specimens.filter(({ kind }) => kind === "json"),
      2_000,
    );

    expect(report.wrong).toEqual([]);
    expect(report.documents).toBe(2_000);
    expect(report.verified).toBeGreaterThan(report.documents / 8);
  });
});
