// Bundles what browsers are given: each script and style in the folder itself, with what it imports, under a name that
// changes with its content, beside its compressed forms. `manifest.json` says which name is whose.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

export const bundleBrowserFiles = async (from, to) => {
  // Loaded here, so that a build without its packages can say so.
  const { build } = await import("esbuild");
  const entryPoints = readdirSync(from).filter(
    (name) => /\.(?:ts|css|svg)$/.test(name) && !name.endsWith(".d.ts"),
  );
  const { outputFiles, metafile } = await build({
    entryPoints: entryPoints.map((name) => join(from, name)),
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2020",
    logLevel: "silent",
    // Old phones read no other letters safely in a script that names no charset.
    charset: "ascii",
    entryNames: "[name]-[hash]",
    outdir: to,
    write: false,
    metafile: true,
    absWorkingDir: from,
    legalComments: "none",
    loader: { ".svg": "copy", ".woff2": "file" },
    plugins: [detectionAlone],
  });
  mkdirSync(to, { recursive: true });
  for (const { path, contents } of outputFiles) {
    writeFileSync(path, contents);
    // Fonts are compressed already.
    if (path.endsWith(".woff2")) continue;
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
  }
  const manifest = Object.fromEntries(
    // What is no entry is a font, which the style asks for by its built name.
    Object.entries(metafile.outputs).map(([path, { entryPoint }]) => [
      entryPoint === undefined ? basename(path) : nameOf(entryPoint),
      basename(path),
    ]),
  );
  writeFileSync(join(to, "manifest.json"), JSON.stringify(manifest, null, 2));
  return readFileSync(join(to, "manifest.json"), "utf8");
};

/** `form.ts` is asked for as `form.js`. */
const nameOf = (entryPoint) => basename(entryPoint).replace(/\.ts$/, ".js");

/**
 * A bank's file holds how its references look and how its documents are read. Browsers look for references alone, so
 * what reads documents and validates requests is nothing there: whatever is taken from it can be called, and does nothing.
 */
const detectionAlone = {
  name: "detection alone",
  setup(build) {
    build.onResolve({ filter: /^zod$|\/documents\// }, ({ path }) => ({ path, namespace: "nothing" }));
    build.onLoad({ filter: /./, namespace: "nothing" }, () => ({ contents: nothing }));
    // Half of the script would be the phone numbers of other countries.
    build.onLoad({ filter: /metadata\.min\.json\.js$/ }, async ({ path }) => {
      const { default: all } = await import(pathToFileURL(path).href);
      const own = { ...all, country_calling_codes: { 251: ["ET"] }, countries: { ET: all.countries.ET } };
      return { contents: `export default ${JSON.stringify(own)}` };
    });
  },
};

/** Every import from it is found on the prototype, which is itself. */
const nothing = `
const nothing = new Proxy(function () {}, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => "";
    return name === Symbol.iterator ? function* () {} : nothing;
  },
  apply: () => nothing,
  getPrototypeOf: () => nothing,
});
module.exports = nothing;
`;
