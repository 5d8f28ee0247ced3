import { z } from "zod";
import { isLanguage, type Language } from "../../texts/texts.ts";

/** A language as it is kept for later. */
export const languageSchema = z.custom<Language>((tag) => typeof tag === "string" && isLanguage(tag));
