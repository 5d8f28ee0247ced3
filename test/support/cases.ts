import { fileURLToPath } from "node:url";
import { type Case, loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";

export const fixturesFolder = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Every fixture folder. */
export const cases = loadCases(fixturesFolder);

/** The clock at which `expected.json` holds; the documents are dated one minute earlier. */
export const testClock = new Date("2026-11-15T10:21:30+03:00");

const rendered = new Map<Case, Promise<Uint8Array>>();

/** The body of a case as it answers the case's own request at `testClock`: rendered once for all tests of a worker. */
export const renderCase = async (each: Case): Promise<Uint8Array> => {
  const body = rendered.get(each) ?? renderAnew(each);
  rendered.set(each, body);
  return (await body).slice();
};

export const renderAnew = (each: Case): Promise<Uint8Array> =>
  renderBody(each, { reference: each.reference, now: testClock });

export const caseNamed = (label: string, name: string): Case => {
  const found = cases.find((each) => each.label === label && each.name === name);
  if (!found) throw new Error(`no fixture ${label}/${name}`);
  return found;
};

/** Rows for `test.each`, each under the name of its folder. */
export const namedCases = (isWanted: (each: Case) => boolean): readonly (readonly [string, Case])[] =>
  cases.filter(isWanted).map((each) => [`${each.label}/${each.name}`, each]);

/** All cases, the template of one of them changed. */
export const changedCase = (
  label: string,
  name: string,
  change: (template: string) => string,
): readonly Case[] =>
  cases.map((each) =>
    each.label === label && each.name === name && each.body.kind === "text"
      ? { ...each, body: { ...each.body, template: change(each.body.template) } }
      : each,
  );
