import { type CheerioAPI, load } from "cheerio/slim";
import { openSpecimens, type Specimen } from "../../tools/mutate/specimen.ts";
import { caseNamed } from "./cases.ts";

/** The label and the name of a verified page of each provider whose layout is its own. */
export const verifiedPages = [
  ["beta", "verified"],
  ["delta", "verified"],
  ["theta", "verified"],
  ["zeta", "verified-page"],
] as const;

const opened = new Map<string, Promise<Specimen>>();

const specimenOf = (label: string, name: string): Promise<Specimen> => {
  const key = `${label}/${name}`;
  const known =
    opened.get(key) ??
    openSpecimens([caseNamed(label, name)]).then(([specimen]) => {
      if (specimen === undefined) throw new Error(`no specimen ${key}`);
      return specimen;
    });
  opened.set(key, known);
  return known;
};

/** `Verified`, or the code of the refusal with the status word that it names, of a fixture whose text was changed. */
export const outcomeOfChanged = async (
  label: string,
  name: string,
  change: (text: string) => string,
): Promise<string> => {
  const { read, body } = await specimenOf(label, name);
  const { bytes, contentType } = await body();
  const outcome = await read({ contentType, bytes: Buffer.from(change(Buffer.from(bytes).toString())) });
  if (outcome.ok) return "Verified";
  return [outcome.error.code, outcome.error.receiptStatus].filter((one) => one !== undefined).join(" ");
};

/** The same of a page whose tree was changed. */
export const outcomeOfPage = (
  label: string,
  name: string,
  change: (page: CheerioAPI) => void,
): Promise<string> =>
  outcomeOfChanged(label, name, (text) => {
    const page = load(text);
    change(page);
    return page.html();
  });
