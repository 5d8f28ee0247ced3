import { pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { fillTemplate } from "../../src/operator/sandbox/template.ts";
import { caseNamed, testClock } from "./cases.ts";

/** What a fixture's PDF draws, for a test that draws more. */
export const pageOf = (label: string, name: string) => {
  const { body, reference } = caseNamed(label, name);
  const template = body.kind === "page" ? body.template : body.kind === "text" ? body.page : undefined;
  if (template === undefined) throw new Error(`${label}/${name} is no page`);
  const places = { reference, documentTime: testClock, picture: () => "", page: () => "" };
  return pageSchema.parse(JSON.parse(fillTemplate(template, places)));
};
