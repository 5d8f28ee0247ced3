/** Languages with a complete catalogue, by their tags. */
export type Language = "en" | "am" | "om" | "ti";
