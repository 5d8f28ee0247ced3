/** The registry: a provider is one file, one line here, and one folder of fixtures. */
export { alpha } from "./alpha.ts";
export { beta } from "./beta.ts";
export { delta } from "./delta.ts";
export { epsilon } from "./epsilon.ts";
export { eta } from "./eta.ts";
export { gamma } from "./gamma.ts";
export { iota } from "./iota.ts";
export { theta } from "./theta.ts";
export { zeta } from "./zeta.ts";
