import fc from "fast-check";

/**
 * The same examples in every run, so that a failure comes with the change that made it and not by chance;
 * `PROPERTY_SEED=random` looks at new ones.
 */
const { PROPERTY_SEED: wanted = "2019" } = process.env;
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });
