import type { en } from "./en.ts";

/** Everything one language says. English is the pattern: a language without one of its texts does not compile. */
export type Catalogue = typeof en;
