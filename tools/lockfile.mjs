// What CI asks of package.json and package-lock.json before anything of them is installed.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const exactVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/**
 * Why what is installed may be something else than what was chosen: a range of versions, a package without its
 * fingerprint or from elsewhere, or an install script. Sentences; none is fine.
 */
export const lockfileProblems = (manifest, lockfile) => {
  const chosen = ["dependencies", "devDependencies", "optionalDependencies"];
  const root = lockfile.packages?.[""] ?? {};
  const ranges = chosen.flatMap((kind) =>
    Object.entries(manifest[kind] ?? {}).flatMap(([name, version]) => [
      ...(exactVersion.test(version) ? [] : [`package.json: ${name} ${version} is no exact version`]),
      ...(root[kind]?.[name] === version
        ? []
        : [`package-lock.json: ${name} is not the ${version} of package.json`]),
    ]),
  );
  const allowed = Object.entries(manifest.allowScripts ?? {}).flatMap(([name, may]) => (may ? [name] : []));
  const entries = Object.entries(lockfile.packages ?? {}).filter(([path]) => path !== "");
  if (entries.length === 0) return [...ranges, "package-lock.json names no package"];
  return [
    ...ranges,
    ...(allowed.length === 0 ? [] : [`package.json allows install scripts of ${allowed.join(", ")}`]),
    ...entries.flatMap(([path, entry]) => problemsOf(path, entry)),
  ];
};

const problemsOf = (path, { version, integrity, resolved, link }) => [
  ...(/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? "")
    ? []
    : [`package-lock.json: ${path} has no SHA-512 integrity`]),
  ...(exactVersion.test(version ?? "") ? [] : [`package-lock.json: ${path} has no exact version`]),
  ...(link || resolved !== undefined ? [`package-lock.json: ${path} comes from a place of its own`] : []),
];

const main = () => {
  const [manifest, lockfile] = ["package.json", "package-lock.json"].map((file) =>
    JSON.parse(readFileSync(file, "utf8")),
  );
  const problems = lockfileProblems(manifest, lockfile);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
