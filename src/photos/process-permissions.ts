import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The start flags that close a reading process in, as far as this version of Node can. The process may load addons and
 * WebAssembly, and read its own code, its packages and the models in them.
 *
 * | Node | other files | writing | programs, processes, threads | network |
 * |---|---|---|---|---|
 * | 20.19 to 24 | refused | refused | refused | open: these versions have no permission for it |
 * | 25 and later | refused | refused | refused | refused |
 *
 * Before 22.13 Node calls its permissions experimental. No version holds native code to them, and addons are native.
 *
 * @param file entry of the process
 * @param codeFolder what the entry may import, beside packages
 */
export const permissionFlags = (file: URL, codeFolder: URL): readonly string[] => {
  const code = join(fileURLToPath(codeFolder), ".");
  const above = ancestorsOf(code);
  const folders = withRealPaths([code, ...above.map((folder) => join(folder, "node_modules"))]);
  const files = withRealPaths([fileURLToPath(file), ...above.map((folder) => join(folder, "package.json"))]);
  // Some versions end at once when a path comes twice.
  const isCovered = (path: string) => folders.some((folder) => path.startsWith(join(folder, "/")));
  const readable = [
    ...folders.filter((folder) => !isCovered(folder)).map((folder) => join(folder, "*")),
    ...files.filter((path) => !isCovered(path)),
  ];
  return [permissionFlag, "--allow-addons", ...readable.map((path) => `--allow-fs-read=${path}`)];
};

/** Node looks in each of them for packages, and for the kind of a module. */
const ancestorsOf = (folder: string): readonly string[] => {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
};

/** Where a link stands on the way Node asks for both. */
const withRealPaths = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.flatMap((path) => (existsSync(path) ? [path, realpathSync(path)] : [path]))),
];

const permissionFlag = process.allowedNodeEnvironmentFlags.has("--permission")
  ? "--permission"
  : "--experimental-permission";
