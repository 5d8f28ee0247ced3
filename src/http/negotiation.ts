import { type Language, languageOfTag } from "../texts/texts.ts";

/** A failure as RFC 9457 has it. */
export const problemType = "application/problem+json";

/** The catalogue that `Accept-Language` weighs highest; English when it names none of ours. */
export const preferredLanguage = (acceptLanguage: string | undefined): Language => {
  const wanted = weighted(acceptLanguage).filter(({ quality }) => quality > 0);
  for (const { value } of wanted) {
    const language = value === "*" ? fallback : languageOfTag(value);
    if (language) return language;
  }
  return fallback;
};

const fallback: Language = "en";

/**
 * Whether errors go out as RFC 9457: the type is named, and no less liked than plain JSON. `@fastify/accepts` breaks such
 * a tie by the order of the header, which would send plain JSON to a caller who names both.
 */
export const wantsProblem = (accept: string | undefined): boolean => {
  const qualityOf = qualitiesIn(accept);
  const quality = qualityOf(problemType);
  return quality > 0 && quality >= qualityOf("application/json");
};

/** Whether HTML is liked better than JSON, as browsers say when they open an address. Programs send it nowhere or last. */
export const wantsPage = (accept: string | undefined): boolean => {
  const qualityOf = qualitiesIn(accept);
  const quality = qualityOf("text/html");
  return quality > Math.max(qualityOf("application/json"), qualityOf(problemType));
};

/** How much each type is liked; 0: it is not named. */
const qualitiesIn = (accept: string | undefined): ((type: string) => number) => {
  const types = weighted(accept);
  return (type) => types.find(({ value }) => value === type)?.quality ?? 0;
};

/** The items of an `Accept…` header, best first, equal ones as sent (RFC 9110, 12.4.2). An unreadable weight is 0. */
const weighted = (header: string | undefined): { readonly value: string; readonly quality: number }[] =>
  (header ?? "")
    .slice(0, headerLengthMax)
    .split(",")
    .map((item) => {
      const [value = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      const isWeight = weight === undefined || /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight);
      return { value, quality: isWeight ? Number(weight ?? 1) : 0 };
    })
    .filter(({ value }) => value !== "")
    .sort((a, b) => b.quality - a.quality);

const headerLengthMax = 1_000;
