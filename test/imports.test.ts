import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";

/** Which way imports point, and what is written nowhere: what no compiler or linter holds here. */

const root = resolve(import.meta.dirname, "..");

/** What a clean checkout does not have. */
const untracked =
  /^(?:node_modules|dist(?:\..*)?|coverage|providers\.json|results\.json|sbom\.cdx\.json|\.(?!ci$|github$|dockerignore$|editorconfig$|env\.example$|gitignore$|npmrc$).*)$/;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (untracked.test(entry.name) || path === "data") return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });

/** Every rule below looks at the same files again. */
const remembered = <T>(read: (path: string) => T): ((path: string) => T) => {
  const known = new Map<string, T>();
  return (path) => {
    const value = known.get(path) ?? read(path);
    known.set(path, value);
    return value;
  };
};

const textOf = remembered((path) => readFileSync(join(root, path), "utf8"));
const isCode = (path: string): boolean => /\.(?:tsx?|mjs|js)$/.test(path);

/** Without its comments; good enough for looking at code, where no string holds what begins one. */
const codeOf = remembered((path) =>
  textOf(path)
    .replace(/(^|\s)\/\*[\s\S]*?\*\//g, "$1")
    .replace(/(^|[^:"'`\\])\/\/.*$/gm, "$1"),
);

/** What a file imports, re-exports or loads; types too. Own files as paths from the project's folder. */
const importsOf = remembered((path): readonly string[] =>
  [...codeOf(path).matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"']+)["']/g)].map(
    ([, target = ""]) => (target.startsWith(".") ? posix.join(posix.dirname(path), target) : target),
  ),
);

const code = ["src", "test", "tools"].flatMap(filesBelow).filter(isCode);

type Rule = readonly [files: RegExp, never: RegExp, because: string];

const arrows: readonly Rule[] = [
  [/^src\//, /^(?:test|tools)\//, "what ships does not know how it is tried"],
  [/^tools\/demo\//, /^(?:test|tools\/(?!demo\/))/, "the demo runs without the tests"],
  [/^src\/(?!main\.ts)/, /^src\/(?:main|service)\.ts/, "one place joins everything, and nobody imports it"],
  [/^src\/core\//, /^src\/(?!core\/)/, "values know no room"],
  [/^src\/texts\//, /^src\/(?!texts\/|core\/)|^(?!src\/)/, "words depend on the failures only"],
  [
    /^src\/(?!operator\/)/,
    /^src\/operator\/sandbox\/(?!embedded-sandbox\.ts)/,
    "simulated banks have one door, which test keys alone go through",
  ],
  [
    /^src\/(?!operator\/sandbox-provider-set\.ts)/,
    /^src\/operator\/sandbox\/embedded-sandbox\.ts/,
    "production never falls back to simulated banks",
  ],
  [
    /^src\/operator\/sandbox\/(?!embedded-sandbox)/,
    /^src\/(?!operator\/sandbox\/)/,
    "the sandbox cannot agree with a reader's mistake",
  ],
  [
    /^src\/providers\//,
    /^src\/(?:accounts|bot|config|database|http|operator|texts|upstream|verify)\/|^src\/core\/log\.ts/,
    "a bank's file is a pure description: no network, no money",
  ],
  [
    /^src\/providers\/(?!index|registry)/,
    /^src\/providers\/(?!answers|define-provider|encoded-date|link-address|provider|request-fields)/,
    "a bank's file knows no sibling",
  ],
  [/^src\/providers\//, /^node:|^(?:undici|grammy|fastify|keyv|kysely|pino)\b/, "a bank's file is pure"],
  [
    /^src\/documents\//,
    /^src\/(?:accounts|bot|config|database|http|operator|texts|upstream|verify)\/|^src\/core\/log\.ts/,
    "reading is bytes to values",
  ],
  [
    /^src\/documents\//,
    /^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)/,
    "what all readers share knows no bank",
  ],
  [
    /^src\/accounts\//,
    /^src\/(?:bot|config|documents|http|operator|photos|providers|texts|upstream|verify)\/|^src\/core\/receipt\.ts/,
    "counting does not know what was counted",
  ],
  [
    /^src\/accounts\//,
    /^(?:htmlparser2|undici|grammy|fastify|keyv)\b/,
    "counting needs SQL and nothing else",
  ],
  [
    /^src\/verify\/(?!provider-set|cache)/,
    /^src\/(?:(?:bot|http|database)\/|config\/(?!top-up-file))|^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)/,
    "the core cannot tell which face called; the list of banks is a parameter",
  ],
  [/^src\/verify\/(?!cache)/, /^(?:grammy|fastify|undici|keyv|kysely)\b/, "the core works on values"],
  [
    /^src\/(?:verify\/detect\/|core\/(?:clean-text|nearest)\.ts|providers\/(?:encoded-date|link-address)\.ts)/,
    /^node:|^(?!zod$|\w+-phonenumber|libphonenumber|src\/)/,
    "detection also runs in a browser",
  ],
  [
    /^src\/verify\/detect\//,
    /^src\/(?!core\/|verify\/(?:detect\/|claims\.ts|request-failure\.ts)|providers\/(?:provider|encoded-date|link-address)\.ts)/,
    "detection looks at a text and at nothing else; what a text claims is said in the words of its check",
  ],
  [
    /^src\/photos\//,
    /^src\/(?:accounts|bot|config|database|http|operator|texts|upstream)\/|^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)|^src\/verify\/(?!detect\/|claims|choose-candidate|request-failure)/,
    "a picture is read without knowing who asks",
  ],
  [
    /^src\/photos\/qr\//,
    /^(?!src\/photos\/(?:qr\/|grey-picture|reused))/,
    "what undoes a blur is arithmetic",
  ],
  [
    /^src\/upstream\//,
    /^src\/(?!upstream\/|core\/(?!receipt)|providers\/(?:provider|encoded-date|link-address)\.ts)/,
    "asking does not know what is asked",
  ],
  [/^src\/database\//, /^src\/(?!database\/|core\/)/, "stores keep what they are given"],
  [
    /^src\/http\/idempotency\//,
    /^src\/(?!http\/idempotency\/|database\/|core\/)/,
    "what is kept for a repeated request is bytes",
  ],
  [
    /^src\/http\/(?!idempotency\/)/,
    /^src\/http\/idempotency\/(?!idempotency\.ts)/,
    "a door sees the fronts of the rooms",
  ],
  [/^src\/bot\//, /^src\/(?:config|documents|http|operator|upstream)\//, "two doors, one room"],
  [/^src\/bot\/(?!data\/)/, /^src\/database\//, "what the bot keeps is kept by its data"],
  [
    /^src\/bot\/data\//,
    /^src\/bot\/(?:conversation|telegram)\//,
    "what is kept serves the conversation, and knows none",
  ],
  [
    /^src\/rendering\//,
    /^src\/(?!rendering\/|core\/|texts\/|verify\/|accounts\/accounts\.ts)|^(?!src\/)/,
    "all faces say the same, in words that know no face",
  ],
  [
    /^src\/bot\//,
    /^src\/accounts\/(?!(?:accounts|receiver-answers|saved-accounts)\.ts)|^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)/,
    "a door sees the fronts of the rooms",
  ],
  [
    /^src\/http\/(?!idempotency\/)/,
    /^src\/(?:(?:bot|database|documents|operator|upstream)\/|config\/(?!safety))/,
    "two doors, one room",
  ],
  [
    /^src\/http\//,
    /^src\/accounts\/(?!accounts\.ts)|^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)/,
    "a door sees the fronts of the rooms",
  ],
  [
    /^src\/(?!client\/)/,
    /^src\/client\//,
    "the client serves other programs, which have nothing else of ours",
  ],
  [/^src\/client\//, /^(?:node:|(?!zod$|src\/))/, "the client needs nothing but fetch"],
  [
    /^src\/(?!web\/|service\.ts)/,
    /^src\/web\//,
    "pages show what the other rooms know, and no room knows the pages",
  ],
  [
    /^src\/web\/(?!browser\/)/,
    /^src\/(?:bot|config|database|documents|operator|upstream)\/|^src\/web\/browser\//,
    "two doors, one room",
  ],
  [
    /^src\/web\/(?!browser\/)/,
    /^src\/accounts\/(?!(?:accounts|receiver-answers|saved-accounts|sessions)\.ts)|^src\/providers\/(?!(?:provider|encoded-date|link-address)\.ts)/,
    "a door sees the fronts of the rooms",
  ],
  [
    /^src\/web\/browser\//,
    /^node:|^src\/(?!web\/browser\/|core\/|verify\/(?:detect\/|candidates\.ts)|providers\/registry\.ts)/,
    "what browsers run needs no server",
  ],
  [
    /^src\/verify\/top-up\//,
    /^src\/accounts\/(?!accounts\.ts)/,
    "taking money cannot tell which face called",
  ],
  [/^src\/(?:bot|http|web)\//, /^src\/verify\/top-up\/(?!top-up\.ts)/, "a door sees the fronts of the rooms"],
  [
    /^src\/operator\/cli\//,
    /^src\/(?:bot|http|operator\/sandbox)\/|^src\/accounts\/(?!accounts\.ts)|^src\/upstream\/(?!(?:upstream|reach)\.ts)/,
    "the operator's tool is one more door",
  ],
  [
    /^src\/core\/(?:receipt|failure|result)\.ts/,
    /^(?!zod$|src\/core\/(?:receipt|failure|result)\.ts)/,
    "values import other values and zod",
  ],
];

/** Each foreign package has one home. */
const homes: readonly (readonly [packages: RegExp, home: RegExp])[] = [
  [/^undici\b/, /^src\/(?:upstream\/|bot\/telegram\/client\.ts)/],
  [/^grammy\b/, /^src\/bot\//],
  [/^(?:fastify\b|@fastify\/)/, /^src\/(?:http|web)\//],
  [/^(?:keyv|@keyv\/.*)$/, /^(?:src\/verify\/cache-(?:store|redis)\.ts|test\/support\/redis\.ts)/],
  [/^(?:@photostructure\/sqlite|pg)$/, /^src\/database\//],
  [/^kysely$/, /^src\/(?:database|accounts|bot\/data|http\/idempotency)\//],
  [/^(?:htmlparser2|pdf-parse|pdfjs-dist)\b/, /^src\/documents\//],
  [/^pdfkit$/, /^src\/operator\/sandbox\//],
  [/^@opentelemetry\//, /^src\/operator\/tracing\//],
  [/^prom-client$/, /^src\/operator\/metrics\//],
  [/^pino$/, /^src\/core\/log\.ts/],
  [/^node:(?:http|https|net|tls|dns)\b/, /^src\/(?:upstream|http|operator\/sandbox)\//],
  [/^(?:sharp|zxing-wasm\b.*)$/, /^src\/photos\//],
  [/^onnxruntime-node$/, /^src\/photos\/ocr\//],
  // A thread in which the reader of print is at work cannot be ended without the whole program.
  [
    /^node:child_process$/,
    /^(?!src\/)|^src\/photos\/(?:process-pool|reading-process)\.ts|^src\/database\/postgres-backup\.ts/,
  ],
];

const violations = (files: RegExp, never: RegExp): readonly string[] =>
  code
    .filter((path) => files.test(path))
    .flatMap((path) =>
      importsOf(path)
        .filter((target) => never.test(target) && target !== path)
        .map((target) => `${path} imports ${target}`),
    );

describe("imports", () => {
  test.each(arrows)("%s never imports %s: %s", (files, never) => {
    expect(
      code.some((path) => files.test(path)),
      "no file is meant any more",
    ).toBe(true);
    expect(violations(files, never)).toEqual([]);
  });

  test.each(homes)("%s is imported in %s only", (packages, home) => {
    const strangers = code
      .filter((path) => path.startsWith("src/") && !home.test(path))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => packages.test(target))
          .map((target) => `${path} imports ${target}`),
      );
    expect(strangers).toEqual([]);
  });

  test("form no cycle, types included", () => {
    const imports = new Map(code.map((path) => [path, importsOf(path)]));
    const clean = new Set<string>();
    const cycles: string[] = [];
    const walk = (path: string, way: readonly string[]): void => {
      if (clean.has(path)) return;
      const begin = way.indexOf(path);
      if (begin >= 0) {
        cycles.push([...way.slice(begin), path].join(" → "));
        return;
      }
      for (const target of imports.get(path) ?? []) if (imports.has(target)) walk(target, [...way, path]);
      clean.add(path);
    };
    for (const path of imports.keys()) walk(path, []);
    expect(cycles).toEqual([]);
  });

  test("are seen whatever their form", () => {
    expect(importsOf("test/imports.test.ts")).toEqual(["node:fs", "node:path", "vitest"]);
    expect(importsOf("src/providers/index.ts")).toContain("src/providers/alpha.ts");
    expect(importsOf("src/http/api.ts")).toContain("src/accounts/accounts.ts");
  });
});

describe("the code", () => {
  const written: readonly Rule[] = [
    [
      // The processes that read pictures empty what they were started with.
      /^src\/(?!config|photos\/reading-process\.ts|database\/postgres-backup\.ts)/,
      /process\.env/,
      "the configuration is read in one place",
    ],
    [
      /^(?:src|tools\/demo)\//,
      /rejectUnauthorized:(?!\s*true\b)|NODE_TLS_REJECT(?!_UNAUTHORIZED(?: === "0"| must not be 0))/,
      "certificates are always checked",
    ],
    [/^(?:src|tools\/demo)\//, /^\s*(?:export )?(?:abstract )?class \w/m, "functions and closures"],
    [
      /^(?:src|tools\/demo|test)\/.*\.ts$/,
      /^\s*(?:export )?(?:const )?(?:enum|namespace) \w/m,
      "erasable syntax",
    ],
    [
      /^(?:src|tools\/demo|test)\/.*\.ts$/,
      /:\s*any\s*[;,)=\]}|&]|<any[>,]|\bany\[\]|\bas any\b/,
      "every value has a type",
    ],
    [/^(?:src|tools\/demo|test)\//, /^export default/m, "a thing has one name"],
    [/^src\//, /Math\.random\s*\(|(?<!\brandom = )Math\.random/, "chance is handed in"],
    [
      /^(?:src|tools\/demo|test)\//,
      /@ts-(?:ignore|nocheck|expect-error)|biome-ignore|eslint-disable/,
      "nothing is silenced",
    ],
    [
      /^test\//,
      /\bvi\.mock\b|\b(?:test|describe|it)\.(?:only|skip|todo)\b/,
      "peers are real, and no test is left out",
    ],
  ];

  test.each(written)("in %s never holds %s: %s", (files, never) => {
    const found = code
      .filter((path) => files.test(path) && path !== "test/imports.test.ts")
      .flatMap((path) =>
        codeOf(path)
          .split("\n")
          .filter((line) => never.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});

describe("the tree", () => {
  const isText = (path: string): boolean => !/\.(?:png|jpe?g|gif|webp|pdf|sqlite|woff2?)$/.test(path);
  const texts = filesBelow("").filter((path) => isText(path) && path !== "test/imports.test.ts");

  test.each<readonly [RegExp, string]>([
    [/registry\.(?!ts\b)[a-z]|npmjs|artifactory|jfrog|goproxy/i, "names no package registry"],
    [/(?<![\w.-])\/(?:work|root|home|Users|mnt)\/[\w.]/, "names no place of a machine"],
    [/BEGIN (?:RSA |EC )?PRIVATE KEY/, "holds no key"],
  ])("%s: it %s", (pattern) => {
    const found = texts.flatMap((path) =>
      textOf(path)
        .split("\n")
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
    );
    expect(found).toEqual([]);
  });

  test("pins every package by version and checksum", () => {
    const { packages }: { packages: Record<string, { version?: string; integrity?: string }> } = JSON.parse(
      textOf("package-lock.json"),
    );
    const loose = Object.entries(packages).filter(
      ([name, entry]) => name !== "" && !entry.integrity?.startsWith("sha512-"),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf("package.json"));
    const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter((version) => !/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/.test(String(version)))).toEqual([]);
  });
});
