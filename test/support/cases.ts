import { fileURLToPath } from "node:url";
import { type Case, loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";

export const fixturesFolder = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Every fixture folder. */
export const cases = loadCases(fixturesFolder);

/** The clock at which `expected.json` holds; the documents are dated one minute earlier. */
export const testClock = new Date("2026-11-15T10:21:30+03:00");

/** The body of a case as it answers the case's own request at `testClock`. */
export const renderCase = (each: Case): Promise<Uint8Array> =>
  renderBody(each, { reference: each.reference, now: testClock });

export const caseNamed = (label: string, name: string): Case => {
  const found = cases.find((each) => each.label === label && each.name === name);
  if (!found) throw new Error(`no fixture ${label}/${name}`);
  return found;
};

/** Rows for `test.each`, each under the name of its folder. */
export const namedCases = (isWanted: (each: Case) => boolean): readonly (readonly [string, Case])[] =>
  cases.filter(isWanted).map((each) => [`${each.label}/${each.name}`, each]);
