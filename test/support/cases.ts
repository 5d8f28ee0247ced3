import { fileURLToPath } from "node:url";
import { loadCases } from "../../src/sandbox/cases.ts";

export const fixturesFolder = fileURLToPath(new URL("../../fixtures", import.meta.url));

/** Every fixture folder. */
export const cases = loadCases(fixturesFolder);

/** The clock at which `expected.json` holds; the documents are dated one minute earlier. */
export const testClock = new Date("2026-11-15T10:21:30+03:00");
