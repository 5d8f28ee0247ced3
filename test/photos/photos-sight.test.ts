import { describe, expect, test } from "vitest";
import { ok } from "../../src/core/result.ts";
import { createScanPicture } from "../../src/photos/scan-picture.ts";

const grey = { pixels: new Uint8Array(4), width: 2, height: 2 };
const bytes = Uint8Array.of(1, 2, 3);
const wanted = { detect: () => ({ candidates: [], refused: [], unlookable: null }), providers: [] };

/** What is asked of the readers, in order, for a picture without a code. */
const askedFor = async (seen: { decoded?: typeof grey; pixels?: number; isBlank?: boolean }) => {
  const { decoded = null, pixels = 4, isBlank = false } = seen;
  const asked: unknown[] = [];
  const look = createScanPicture({
    photos: {
      read: async () => ok({ codes: [], bytes, grey: decoded, pixels, isBlank }),
      giveBack: async () => void asked.push("give back"),
    },
    print: {
      read: async (picture) => {
        asked.push(picture);
        return ok([]);
      },
    },
    now: () => new Date("2026-11-15T09:00:00Z"),
  });
  expect(await look(bytes, wanted)).toMatchObject({ error: { code: "qr_not_found" } });
  return asked;
};

describe("print is looked for", () => {
  test("in the picture that was sent", async () => {
    expect(await askedFor({})).toEqual([bytes]);
  });

  test("in what was decoded of a large one, once its memory is given back", async () => {
    expect(await askedFor({ decoded: grey, pixels: 5_760_000 })).toEqual(["give back", grey]);
  });

  test("in one that is larger than a screenshot, once its memory is given back", async () => {
    expect(await askedFor({ pixels: 4_000_000 })).toEqual(["give back", bytes]);
  });

  test("in none that is of one shade", async () => {
    expect(await askedFor({ isBlank: true })).toEqual([]);
  });
});
