import { describe, expect, test } from "vitest";
import { areNamesApart } from "../../src/verify/parties.ts";

/** A receiver's name in Amharic letters agrees with the same name in Latin ones, and with no other. */

/** Usual first names and fathers' names, with the ways in which people spell them. */
const names: readonly (readonly [ethiopic: string, ...latin: string[]])[] = [
  ["ሃና", "Hana", "Hanna", "Hannah"],
  ["መኮንን", "Mekonnen", "Mekonen", "Makonnen"],
  ["ታደሰ", "Tadesse", "Tadese", "Taddese", "Taddesse"],
  ["ሰላም", "Selam", "Salam", "Selamm"],
  ["ጌታቸው", "Getachew", "Getachw", "Getatchew"],
  ["ዓለሙ", "Alemu", "Alemou"],
  ["አበበ", "Abebe", "Abebbe", "Ababe"],
  ["ከበደ", "Kebede", "Kebbede", "Kabada"],
  ["ተስፋዬ", "Tesfaye", "Tesfay", "Tesfaie"],
  ["ገብሬ", "Gebre", "Gebrie"],
  ["በቀለ", "Bekele", "Beqele", "Bekelle"],
  ["ግርማ", "Girma", "Ghirma"],
  ["ኃይሉ", "Hailu", "Haylu", "Hailou"],
  ["አየለ", "Ayele", "Ayelle"],
  ["ፀሐይ", "Tsehay", "Tsehai", "Sehay"],
  ["ሰለሞን", "Solomon", "Selemon"],
  ["ዮሐንስ", "Yohannes", "Yohanes", "Johannes"],
  ["ዳዊት", "Dawit", "Dawitt"],
  ["ብርሃኑ", "Birhanu", "Berhanu", "Brhanu"],
  ["ሙሉጌታ", "Mulugeta", "Muluguetta"],
  ["ወርቁ", "Worku", "Workku", "Werqu"],
  ["ደሳለኝ", "Desalegn", "Dessalegn", "Desaleny"],
  ["ኃይለማርያም", "Hailemariam", "Haile Mariam", "H/Mariam"],
  ["ገብረሚካኤል", "Gebremichael", "Gebre Michael", "Gebremikael", "G/Michael"],
  ["ወልደገብርኤል", "Woldegebriel", "Wolde Gebriel", "W/Gebriel", "Weldegebriel"],
  ["ጫልቱ", "Chaltu", "Caltu"],
  ["ጀማል", "Jemal", "Jamal"],
  ["አህመድ", "Ahmed", "Ahimed", "Ahmad"],
  ["ፋጡማ", "Fatuma", "Fatouma"],
  ["መሐመድ", "Mohammed", "Mohamed", "Muhammad"],
  ["ከድር", "Kedir", "Qedir"],
  ["ትዕግስት", "Tigist", "Tigest"],
  ["ብርቱካን", "Birtukan", "Bertukan"],
  ["እመቤት", "Emebet", "Imebet"],
  ["አስቴር", "Aster", "Astér"],
  ["ሳሙኤል", "Samuel", "Samuael"],
  ["ዘነበ", "Zenebe", "Zennebe"],
  ["ጴጥሮስ", "Petros", "Phetros"],
  ["ቶሎሳ", "Tolosa", "Tolossa"],
  ["ኢብራሂም", "Ibrahim", "Ebrahim"],
  ["ጥሩነሽ", "Tirunesh", "Trunesh"],
  ["ሕይወት", "Hiwot", "Hiywot", "Hewot"],
];

type Name = (typeof names)[number];

/** Some of the names, others for each. */
const fathersOf = (at: number): readonly Name[] =>
  [1, 7, 20].flatMap((step) => names.slice((at + step) % names.length).slice(0, 1));

/** Each way to write the names of one person in Latin letters, beside the Amharic ones. */
const pairsOf = ([first, ...spellings]: Name, at: number) =>
  fathersOf(at).flatMap(([father, ...fathers]) =>
    spellings.flatMap((spelling) =>
      fathers.map((spelled) => ({
        first,
        spelling,
        both: `${first} ${father}`,
        latin: `${spelling} ${spelled}`,
      })),
    ),
  );

const expectApart = (one: string, other: string, areApart: boolean) => {
  expect(areNamesApart(one, other), `${one} / ${other}`).toBe(areApart);
  expect(areNamesApart(other, one), `${other} / ${one}`).toBe(areApart);
};

describe("a name in Amharic letters", () => {
  test.each(names.map((name, at) => [name[0], name, at] as const))(
    "is one in Latin letters: %s",
    (_, name, at) => {
      for (const { first, spelling, both, latin } of pairsOf(name, at))
        for (const [one, other] of [
          [both, latin],
          [both, latin.toUpperCase()],
          [`${both} ወልዴ`, latin],
          [both, `${latin} Wolde`],
          [`${both} ወልዴ`, `Dr. ${latin} Wolde`],
          [`ወ/ሮ ${both}`, latin],
          [`ዶክተር ${both}`, `Dr ${latin}`],
          [both, spelling],
          [first, latin],
        ] as const)
          expectApart(one, other, false);
    },
  );

  test.each(names.map((name, at) => [name[0], name, at] as const))("is no other one: %s", (_, name, at) => {
    const [father] = fathersOf(at)[0] ?? name;
    const [, spelling = ""] = name;
    const [, spelled = ""] = fathersOf(at)[0] ?? name;
    const [, others = ""] = fathersOf(at)[2] ?? name;
    expectApart(`${name[0]} ${father}`, `${spelling} ${others}`, true);
    expectApart(`${name[0]} ${father}`, `${others} ${spelled}`, true);
    expectApart(`${name[0]} ${father}`, spelled, true);
  });

  test.each([
    ["ሃና ተስፋዬ ገብሬ", "Hana Mekonnen"],
    ["አና ከበደ", "Hana Mekonnen"],
    ["ኢና አበበ", "Hana Mekonnen"],
    ["አና መኮንን", "Hana Mekonnen"],
    ["አየለ ገብሬ", "Haile Gebre"],
    ["መኮንን ታደሰ", "Hana Mekonnen Tadesse"],
    ["መኮንን ታደሰ", "Hana Mekonnen"],
    ["ሰለሞን መሐመድ", "Selam Ahmed"],
    ["ሃና ወ/ሚካኤል", "Hana G/Michael"],
    ["ሃና ገ/ማርያም", "Hana G/Michael"],
    ["ሃና ተ.", "Hana Mekonnen"],
  ])("does not agree with a like-sounding one: %s, %s", (one, other) => {
    expectApart(one, other, true);
  });

  test.each([
    ["ሃና መ.", "Hana Mekonnen"],
    ["ሃና መኮንን", "Hana M."],
    ["ሃና ገ/ሚካኤል", "Hana Gebremichael"],
    ["ሃና ገ/ሚካኤል", "Hana G/Michael"],
    ["ሃና ገብረ ሚካኤል", "Hana Gebremichael"],
    ["ታደሰ ሃና መኮንን", "Hana Mekonnen Tadesse"],
    ["ሃና", "Hana Mekonnen"],
  ])("agrees in another form: %s, %s", (one, other) => {
    expectApart(one, other, false);
  });
});
