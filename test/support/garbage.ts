import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { onTestFinished } from "vitest";

/** Node's collector, which only a flag makes known. */
export const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

/** Collects again and again until the test ends: what nothing holds is gone while the test waits. */
export const keepCollectingGarbage = (): void => {
  const collecting = setInterval(collectGarbage, 100);
  onTestFinished(() => clearInterval(collecting));
};
