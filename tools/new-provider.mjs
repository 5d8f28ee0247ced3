// `npm run new:provider kappa` writes a provider that works from the first minute: one file in src/providers,
// one folder in fixtures, one line in src/providers/index.ts and one entry in providers.example.json, from the patterns in
// tools/new-provider. It runs in the project's folder and changes nothing when any of these is there already.
// `npm run new:provider kappa others` writes the folders of its other answers anew, from what `verified` holds by then.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";

const templates = join(import.meta.dirname, "new-provider");
const registry = "src/providers/index.ts";
const example = "providers.example.json";

const main = async (label = "", part = "") => {
  if (!/^[a-z][a-z0-9]{2,19}$/.test(label))
    return refuse("Give the label of the provider: 3 to 20 small letters and digits, a letter first.");
  if (!existsSync(registry)) return refuse("Run it in the project's folder, by npm run new:provider.");
  const provider = `src/providers/${label}.ts`;
  const fixtures = `fixtures/${label}`;
  if (part === "others") return writeOthers(fixtures);
  if (part !== "") return refuse(`"${part}" is not known. After the label comes nothing, or "others".`);
  const taken = [provider, fixtures].find((path) => existsSync(path));
  if (taken !== undefined) return refuse(`${taken} is there already.`);
  const shapes = await readShapes();
  const prefix = prefixesOf(label).find((letters) => ownerOf(letters, shapes) === undefined);
  if (prefix === undefined) return refuse("All prefixes with this label's first letter are another bank's.");

  const names = { label, prefix };
  write(provider, "provider.txt", names);
  for (const name of ["verified", "not-found"]) {
    for (const file of readdirSync(join(templates, name)))
      write(`${fixtures}/${name}/${file}`, `${name}/${file}`, names);
  }
  for (const variation of variations) vary(fixtures, variation);
  writeFileSync(registry, withLine(readFileSync(registry, "utf8"), label));
  writeFileSync(example, withEntry(readFileSync(example, "utf8"), label));
  process.stdout.write(guide(names, ownerOf(prefixesOf(label)[0], shapes)));
  return 0;
};

const writeOthers = (fixtures) => {
  const upstream = `${fixtures}/verified/upstream.json`;
  if (!existsSync(upstream)) return refuse(`${upstream} is not there: run it without "others" first.`);
  if (!/[A-Z0-9]{5}$/.test(JSON.parse(readFileSync(upstream, "utf8")).reference))
    return refuse(
      `"reference" in ${upstream} must end in five letters or digits, by which folders are told apart.`,
    );
  for (const variation of variations) vary(fixtures, variation);
  process.stdout.write(`Written: ${variations.map(({ name }) => `${fixtures}/${name}`).join(", ")}\n`);
  return 0;
};

const refuse = (why) => {
  process.stderr.write(`${why}\n`);
  return 2;
};

const write = (path, template, { label, prefix }) => {
  const text = readFileSync(join(templates, template), "utf8")
    .replaceAll("__LABEL__", label)
    .replaceAll("__PREFIX__", prefix);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

/**
 * What a bank answers when it does not answer with a completed receipt: the verified case with another end of its reference,
 * and what differs in the page, in how it is served and in what must come of it.
 */
const variations = [
  {
    name: "pending",
    end: "PEND1",
    page: (page) => page.replace(completed, "Pending"),
    expected: { code: "receipt_not_completed", receipt_status: "Pending" },
  },
  {
    name: "reversed",
    end: "REVRS",
    page: (page) => page.replace(completed, "Reversed"),
    expected: { code: "receipt_not_completed", receipt_status: "Reversed" },
  },
  {
    name: "mismatch-reference",
    end: "M1SRE",
    page: (page, verified) => page.replace("{{reference}}", verified),
    expected: { code: "receipt_mismatch" },
  },
  {
    name: "format-changed",
    end: "CHNGD",
    page: (page) => page.replace(labelOfReference, "Payment code"),
    expected: { code: "provider_format_changed" },
  },
  { name: "cut", end: "CUT01", served: { cutAt: 0.5 }, expected: { code: "provider_error" } },
  {
    name: "server-error",
    end: "ERR0R",
    page: () =>
      "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n",
    served: { status: 502, contentType: "text/html; charset=utf-8" },
    body: "body.html",
    expected: { code: "provider_error" },
  },
  { name: "slow", end: "SL0W1", served: { delayMs: 3000 } },
  {
    name: "never",
    end: "NEVER",
    page: null,
    served: { never: true },
    expected: { code: "provider_timeout" },
  },
];

/** The words for a completed payment that `pending` and `reversed` replace. */
const completed = /\b(?:Completed|Successful|Success)\b/i;

/** The last text before the reference on an HTML page, and the key of the reference in JSON. */
const labelOfReference =
  /(?<=>\s*)[^<>\s{}][^<>{}]*(?=(?:<[^<>]*>|[^<>\p{L}{}])*\{\{reference\}\})|(?<=")\w+(?="\s*:\s*"\{\{reference\}\}")/u;

const vary = (fixtures, { name, end, page = (same) => same, served = {}, body, expected }) => {
  const read = (file) => readFileSync(`${fixtures}/verified/${file}`, "utf8");
  const save = (file, text) => writeFileSync(`${fixtures}/${name}/${file}`, text);
  const pattern = JSON.parse(read("upstream.json")).reference;
  const withEnd = (text) => text.replaceAll(pattern.slice(-end.length), end);
  const shape = new RegExp(pattern.replaceAll("#", "[0-9]").replaceAll("@", "[A-Z0-9]"));
  const [reference] = shape.exec(read("request.json")) ?? [""];
  const own = bodies.find((file) => existsSync(`${fixtures}/verified/${file}`));
  rmSync(`${fixtures}/${name}`, { recursive: true, force: true });
  mkdirSync(`${fixtures}/${name}`);
  save("request.json", withEnd(read("request.json")));
  save("upstream.json", inLines({ ...JSON.parse(withEnd(read("upstream.json"))), ...served }));
  save("expected.json", expected === undefined ? withEnd(read("expected.json")) : inLines(expected));
  if (page !== null && own !== undefined) save(body ?? own, page(read(own), reference));
};

const bodies = ["body.html", "body.json", "page.json"];

const inLines = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The two letters that references of the pattern may begin with: best the label's first ones. */
const prefixesOf = (label) => {
  const [first, ...others] = label.toUpperCase().replace(/[^A-Z]/g, "");
  return [...others, ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((second) => `${first}${second}`);
};

/** The bank that would take such a reference for its own, if there is one. A loose shape takes nearly everything. */
const ownerOf = (prefix, shapes) => {
  const references = ["26319AB2CD", "26319ABCDE", "2631912345"].map((rest) => `${prefix}${rest}`);
  return shapes.find(
    ({ pattern, width }) => width !== "loose" && references.some((reference) => pattern.test(reference)),
  )?.label;
};

/** The shapes of all providers, each with its provider's label. */
const readShapes = async () => {
  const stdin = { contents: `export * from "./${registry}";`, resolveDir: process.cwd() };
  const { outputFiles } = await build({ stdin, bundle: true, write: false, format: "esm", platform: "node" });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  const files = Object.values(await import(`data:text/javascript;base64,${code}`));
  return files.flatMap(({ label, withSettings }) =>
    withSettings({}).shapes.map((shape) => ({ ...shape, label })),
  );
};

/** The lines stay in the order of their labels, as the formatter wants them. */
const withLine = (text, label) => {
  const lines = text.trimEnd().split("\n");
  const after = lines.findIndex((line) => (/^export \{ (\w+) \}/.exec(line)?.[1] ?? "") > label);
  lines.splice(after === -1 ? lines.length : after, 0, `export { ${label} } from "./${label}.ts";`);
  return `${lines.join("\n")}\n`;
};

const withEntry = (text, label) => {
  const bank = `${label.charAt(0).toUpperCase()}${label.slice(1)} Bank`;
  const entry = JSON.stringify({ [label]: { bank, url: `https://receipts.${label}.example` } }, null, 2);
  return text.replace(/\n\}\s*$/, () => `,${entry.slice(1)}\n`);
};

const guide = ({ label, prefix }, owner) => `Written:
  src/providers/${label}.ts: what it looks like, where its receipts live, how they are read
  fixtures/${label}/verified: a receipt as the provider shows it, the record that it must give, and a message about it
  fixtures/${label}/not-found: its answer for a receipt that it does not have
  fixtures/${label}/${variations.map(({ name }) => name).join(", ")}: its other answers
  src/providers/index.ts: one line
  providers.example.json: an entry with a placeholder host
${owner === undefined ? "" : `\nIts references begin with ${prefix}, for ${owner} would take those with ${prefixesOf(label)[0]}.\n`}
Try it:
  npx vitest run test/providers/providers.test.ts test/operator/sandbox-documents.test.ts test/providers/layouts.test.ts test/docs.test.ts -u
  npm run demo, then paste ${prefix}26319AB2CD into the chat
`;

process.exitCode = await main(process.argv[2], process.argv[3]);
