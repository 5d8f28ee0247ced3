import { describe, expect, test, vi } from "vitest";
import { startApi } from "../../support/api.ts";

/** So many references of the beta wallet, or of the alpha or gamma bank, with a space or a line end behind each. */
const fullOf = (count: number, prefix: string, digits: number, end: string): string =>
  Array.from({ length: count }, (_, n) => prefix + String(n).padStart(digits, "0") + end).join("");

const kinds = {
  "words of one line": (count: number) => fullOf(count, "DKF", 7, " "),
  "a word in each line": (count: number) => fullOf(count, "DKF", 7, "\n"),
  "words of two banks": (count: number) => fullOf(count, "FT26319", 5, " "),
  "numbers beside them": (count: number) => fullOf(count, "FT26319", 5, " ETB 5.00\n"),
};

describe("A text that is full of references", () => {
  test.each(Object.entries(kinds))("takes as much work as its parts: %s", async (_, textOf) => {
    const api = await startApi();
    const spy = vi.spyOn(RegExp.prototype, "test");
    try {
      const stepsOf = async (count: number): Promise<number> => {
        spy.mockClear();
        const text = textOf(count);
        const found = await api.post("/api/detect", { text });
        expect((await found.json()).candidates.length).toBeGreaterThanOrEqual(count);
        const asked = await api.post("/api/verify", { text });
        expect((await asked.json()).error.code).toBe("reference_ambiguous");
        return spy.mock.calls.length;
      };
      await stepsOf(2);
      const one = await stepsOf(45);
      const four = await stepsOf(180);
      expect(four / one).toBeLessThan(6);
    } finally {
      spy.mockRestore();
      await api.close();
    }
  });
});

describe("A text that is full of amounts", () => {
  test.each(["got 5k ", "5k got\n", "got 5ሺ ", "sent 500 "])(
    "takes as much work as its parts: %j",
    async (part) => {
      const api = await startApi();
      const spy = vi.spyOn(Array.prototype, "filter");
      try {
        /** How long the lists are that were gone through. */
        const stepsOf = async (count: number): Promise<number> => {
          spy.mockClear();
          const text = part.repeat(count);
          expect((await api.post("/api/detect", { text })).status).toBe(200);
          expect((await api.post("/api/verify", { text })).status).toBe(400);
          return spy.mock.contexts.reduce<number>(
            (sum, list) => sum + (Array.isArray(list) ? list.length : 0),
            0,
          );
        };
        await stepsOf(2);
        const one = await stepsOf(90);
        const four = await stepsOf(360);
        expect(four / one).toBeLessThan(6);
      } finally {
        spy.mockRestore();
        await api.close();
      }
    },
  );
});
