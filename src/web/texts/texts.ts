import type { Language } from "../../texts/language.ts";
import { am } from "./am.ts";
import { en } from "./en.ts";

type WebTexts = typeof en;

/** What stands around the answers. Afaan Oromo and Tigrinya have the answers alone, so far. */
const chapters = { en, am, om: en, ti: en } as const satisfies Record<Language, WebTexts>;

export const webTexts = (language: Language): WebTexts => chapters[language];

/** The language in which the page around an answer is written. */
export const frameLanguage = (language: Language): Language => (chapters[language] === am ? "am" : "en");
