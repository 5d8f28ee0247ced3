import fc from "fast-check";
import encodeQR from "qr";
import { describe, expect, test } from "vitest";
import type { GreyPicture } from "../../src/photos/grey-picture.ts";
import { loadPicture } from "../../src/photos/load-picture.ts";
import { readBlurredCode } from "../../src/photos/qr/blurred-code.ts";
import { layoutOf, sizeOf } from "../../src/photos/qr/layout.ts";
import { correctBlock } from "../../src/photos/qr/reed-solomon.ts";
import { decodeSoftly } from "../../src/photos/qr/soft-decoder.ts";
import { turnByEighth } from "../../src/photos/qr/turned-picture.ts";
import { readByZxing } from "../../src/photos/zxing.ts";
import { createDice } from "../../tools/mutate/dice.ts";
import { photograph, plain } from "../../tools/pictures/scene.ts";
import { runs } from "../support/properties.ts";

const levels = ["low", "medium", "quartile", "high"] as const;
const modulesOf = (text: string, ecc: (typeof levels)[number], version: number): readonly boolean[] =>
  encodeQR(text, "raw", { ecc, version, border: 1 })
    .slice(1, -1)
    .flatMap((row) => row.slice(1, -1));

describe("the layout of a symbol", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])("of version %i is that of every symbol of it", (version) => {
    const { size, known, bitPlaces, formatPlaces } = layoutOf(version);
    const symbols = levels.map((level) => modulesOf("FT26319", level, version));
    expect(symbols[0]).toHaveLength(sizeOf(version) ** 2);
    for (const modules of symbols)
      known.forEach((value, at) => {
        if (value !== 0) expect([at, modules[at]]).toEqual([at, value > 0]);
      });
    const rest = known.filter((value) => value === 0).length;
    expect(bitPlaces.length + formatPlaces.flat().length).toBe(rest);
    expect(size).toBe(sizeOf(version));
  });
});

describe("codewords", () => {
  /** A real block: the codewords of a symbol that has one only. */
  const dice = createDice(7, 7);
  const damaged = (block: Uint8Array, places: readonly number[]) =>
    block.map((value, at) => (places.includes(at) ? value ^ (1 + dice.below(255)) : value));
  // 26 codewords, 10 of them checks: version 1, medium, all zero but what makes it a codeword.
  const zero = new Uint8Array(26);

  test("are mended where they are known to be doubtful, and where they are not, half as often", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(25), { minLength: 0, maxLength: 10 }),
        fc.nat(10),
        (places, split) => {
          const erased = places.slice(0, split);
          const unknown = places.slice(split);
          const mended = correctBlock(damaged(zero, places), 10, erased, 0);
          if (2 * unknown.length + erased.length <= 10) expect(mended).toEqual(zero);
        },
      ),
    );
  });

  test("are given up when too much would be spent", () => {
    expect(correctBlock(damaged(zero, [1, 2, 3, 4]), 10, [], 3)).toBeNull();
    expect(correctBlock(damaged(zero, [1, 2, 3]), 10, [], 3)).toEqual(zero);
  });
});

describe("a soft symbol", () => {
  const sure = (modules: readonly boolean[]) => Float64Array.from(modules, (dark) => (dark ? 8 : -8));

  test("of every version and level is read from its modules alone", () => {
    for (const version of [1, 2, 4, 6, 7, 10])
      for (const level of levels) {
        const modules = modulesOf("FT26319", level, version);
        const mended = decodeSoftly(layoutOf(version), sure(modules), () => true);
        expect(mended?.modules).toEqual(Uint8Array.from(modules, Number));
      }
  });

  test("is never another one, however it is damaged", () => {
    const layout = layoutOf(3);
    const modules = modulesOf("https://a.example/FT26319K4Q7Z", "low", 3);
    const truth = Uint8Array.from(modules, Number);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.nat(), (count, seed) => {
        const dice = createDice(seed, 1);
        const ratios = sure(modules).map((ratio) => ratio + (dice.below(2_000) - 1_000) / 2_000);
        for (let hit = 0; hit < count; hit += 1) {
          const at = dice.below(ratios.length);
          ratios[at] = -(ratios[at] ?? 0) * (dice.below(1_000) / 2_000);
        }
        const mended = decodeSoftly(layout, ratios, () => true);
        if (mended !== null) expect(mended.modules).toEqual(truth);
      }),
      runs(200),
    );
  });

  test("that is nothing but noise is none", () => {
    const layout = layoutOf(2);
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const dice = createDice(seed, 2);
        const ratios = Float64Array.from(layout.known, () => (dice.below(2_000) - 1_000) / 200);
        expect(decodeSoftly(layout, ratios, () => true)).toBeNull();
      }),
      runs(200),
    );
  });
});

describe("a picture turned by an eighth", () => {
  test("shows all of it, each place where it says", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 80 }), fc.integer({ min: 8, max: 80 }), (width, height) => {
        const pixels = Uint8Array.from({ length: width * height }, (_, at) => {
          return 2 * (at % width) + Math.floor(at / width);
        });
        const { turned, spanAt, back } = turnByEighth({ pixels, width, height });
        let [shown, farthest] = [0, 0];
        for (let y = 0; y < turned.height; y += 1) {
          const [from, until] = spanAt(y);
          for (let x = from; x < until; x += 1) {
            const place = back({ x, y });
            const value = turned.pixels[y * turned.width + x] ?? 0;
            farthest = Math.max(farthest, Math.abs(value - 2 * place.x - place.y));
          }
          shown += Math.max(0, until - from);
        }
        expect(farthest).toBeLessThan(1.01);
        expect(Math.abs(shown - (width - 1) * (height - 1))).toBeLessThan(width + height);
      }),
      runs(40),
    );
  });
});

describe("a blurred picture", () => {
  const text = "https://receipts.alpha.example:100/?id=FT26319K4Q7Z00004321";
  const size = [560, 560] as const;
  const greyOf = async (bytes: Uint8Array): Promise<GreyPicture> => {
    const grey = await loadPicture(bytes);
    if (grey === null) throw new Error("the picture was not decoded");
    return grey;
  };
  const always = () => true;

  test.each([
    ["out of focus", { blur: 0.6 }],
    ["shaken", { blur: 0.4, smear: 1.8 }],
    ["on its corner, seen from the side", { blur: 0.5, turnDegrees: 47, perspective: 0.1 }],
    ["light on dark, on a bent sheet", { blur: 0.62, isDark: true, isInverted: true, bend: 0.006 }],
  ])("%s is read where the library sees nothing", async (_, treatment) => {
    const bytes = await photograph(
      text,
      { ...plain, modulePixels: 7, noise: 2, ...treatment },
      createDice(3, 3),
      size,
    );
    const grey = await greyOf(bytes);
    expect((await readByZxing(grey)).texts).toEqual([]);
    const code = readBlurredCode(grey, [], always);
    if (code === null) throw new Error("no code");
    expect((await readByZxing(code)).texts).toEqual([text]);
  });

  test("without a code holds none", async () => {
    const bytes = await photograph(
      null,
      { ...plain, blur: 0.5, modulePixels: 7, noise: 4 },
      createDice(4, 4),
      size,
    );
    expect(readBlurredCode(await greyOf(bytes), [], always)).toBeNull();
  });

  test("is left when there is no time", async () => {
    const bytes = await photograph(text, { ...plain, blur: 0.6, modulePixels: 7 }, createDice(3, 3), size);
    expect(readBlurredCode(await greyOf(bytes), [], () => false)).toBeNull();
  });
});
