import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Worker threads and started programs need compiled files; a fresh build costs nothing here. */
export const setup = (): void => {
  execFileSync(
    process.execPath,
    [fileURLToPath(new URL("../../tools/build.mjs", import.meta.url)), "--if-stale"],
    {
      stdio: "inherit",
    },
  );
};
