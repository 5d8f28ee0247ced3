import type { Case } from "../../src/operator/sandbox/cases.ts";
import { pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { fillTemplate } from "../../src/operator/sandbox/template.ts";
import { htmlMedium } from "./html-medium.ts";
import { jsonMedium } from "./json-medium.ts";
import { jsonTreeMedium } from "./json-tree.ts";
import type { Medium } from "./medium.ts";
import { pdfInJsonMedium } from "./pdf-in-json.ts";
import { pdfMedium } from "./pdf-medium.ts";

/** How a fixture's document is written, as it is a minute before `now` or on its day; null where only its bytes are known. */
export const mediumOf = ({ label, name, body, reference, upstream }: Case, now: Date): Medium | null => {
  if (body.kind !== "text" && body.kind !== "page") return null;
  const fill = (template: string) =>
    fillTemplate(template, {
      reference,
      documentTime: new Date(now.getTime() - 60_000 - upstream.ageDays * 86_400_000),
      picture: () => "data:image/png;base64,iVBORw0KGgo=",
      page: () => "",
    });
  const page = body.kind === "page" ? body.template : body.page;
  try {
    if (page !== undefined) {
      const pdf = pdfMedium(pageSchema.parse(JSON.parse(fill(page))), label);
      return body.kind === "page" ? pdf : pdfInJsonMedium(pdf);
    }
    const filled = fill(body.template);
    if (!filled.startsWith("{")) return htmlMedium(filled, label);
    return label === "gamma" ? jsonMedium(filled) : jsonTreeMedium(filled);
  } catch (cause) {
    throw new Error(`${label}/${name} cannot be taken apart`, { cause });
  }
};
