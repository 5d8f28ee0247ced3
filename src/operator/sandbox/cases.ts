import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { drawPdf, pageSchema } from "./pdf.ts";
import { drawPicture } from "./picture.ts";
import { fillTemplate } from "./template.ts";

/** `request.json`: the body of `POST /api/verify-<label>`; `{{host}}` in it is the provider's address. */
const requestSchema = z.record(z.string(), z.string());

const pathSchema = z.string().startsWith("/").includes("{reference}");

/**
 * `upstream.json`: what is asked and how it is answered. In `reference` and `path` a `#` stands for one digit,
 * a `@` for one digit or capital letter and a `~` for one character of base64; in `reference` a `?` after one
 * says that it may be missing. `{reference}` in `path` is the reference asked for, percent-encoded.
 */
const upstreamSchema = z.strictObject({
  method: z.literal("GET"),
  /** Path with query. */
  path: pathSchema,
  /** Further paths with the same answer, e.g. the other party's account digits. */
  morePaths: z.array(pathSchema).default([]),
  reference: z.string().regex(/^[A-Za-z0-9+/#@~?-]+$/),
  status: z.int().min(200).max(599).default(200),
  contentType: z.string().default("text/html; charset=utf-8"),
  /** Answer the first request, the third and so on with this status and a problem document instead. */
  oddStatus: z.int().min(400).max(599).optional(),
  /** The document is this many days older than the others. */
  ageDays: z.int().positive().default(0),
  /** When a real answer was recorded, whose dates are its own. */
  recordedAt: z.iso.datetime().optional(),
  /** Wait before the first byte. */
  delayMs: z.int().positive().optional(),
  /** Reset the connection before the first byte, or in the middle of a body whose full length was promised. */
  hangUp: z.enum(["reset", "midway"]).optional(),
  /** Accept the request and never answer. */
  never: z.literal(true).optional(),
  /** Send only this much of the body, as if it were all: a fraction up to 1, or a number of bytes. */
  cutAt: z.number().positive().optional(),
});

/** `expected.json`, at the clock of the tests: what a verification of the case gives. */
const expectedSchema = z.union([
  z.strictObject({
    receipt: z.record(z.string(), z.union([z.string(), z.boolean()])),
    total_check: z.enum(["exact", "levy", "unknown"]),
    absent_fields: z.array(z.string()),
    amount_minor: z.int().positive(),
    payment_date_iso: z.string().nullable(),
    payment_kind: z.string(),
    receiver_bank: z.string().nullable(),
    receiver_account_shown: z.boolean(),
  }),
  z.strictObject({ code: z.string(), receipt_status: z.string().optional() }),
]);

type Expected = z.infer<typeof expectedSchema>;

type Body =
  | { readonly kind: "none" }
  /** With `page`, a text around a PDF. */
  | { readonly kind: "text"; readonly template: string; readonly page?: string }
  | { readonly kind: "page"; readonly template: string }
  | { readonly kind: "static"; readonly bytes: Uint8Array };

/** One folder `fixtures/<label>/<name>`: a test case and an answer of the sandbox. */
export type Case = {
  readonly label: string;
  readonly name: string;
  readonly request: Readonly<Record<string, string>>;
  readonly upstream: z.infer<typeof upstreamSchema>;
  readonly expected: Expected;
  /** The reference inside `request` that the pattern of `upstream` covers. */
  readonly reference: string;
  readonly body: Body;
};

/** Every case below a folder, by label and name. Throws on a folder that is no case: a bad start. */
export const loadCases = (folder: string): readonly Case[] =>
  foldersIn(folder).flatMap((label) =>
    foldersIn(join(folder, label)).map((name) => loadCase(folder, label, name)),
  );

/**
 * The body as the provider would send it: a document dated one minute before `now`, or as old as its case says. The
 * same input gives the same bytes. `cutAt` is not applied: it is the wire's fault, not the document's.
 */
export const renderBody = async (
  { body, upstream }: Pick<Case, "body" | "upstream">,
  { reference, now }: { readonly reference: string; readonly now: Date },
): Promise<Uint8Array> => {
  if (body.kind === "none") return new Uint8Array();
  if (body.kind === "static") return body.bytes;
  const filling = {
    reference,
    documentTime: new Date(now.getTime() - 60_000 - upstream.ageDays * 86_400_000),
    picture: () => `data:image/png;base64,${drawPicture(reference).toString("base64")}`,
  };
  const draw = (template: string) => drawOnce(fillTemplate(template, filling));
  if (body.kind === "page") return draw(body.template);
  const inner = body.page === undefined ? new Uint8Array() : await draw(body.page);
  const page = (share: number) => Buffer.from(inner.subarray(0, inner.length * share)).toString("base64");
  return Buffer.from(fillTemplate(body.template, { ...filling, page }));
};

/** Drawn documents, by what is on them. Drawing one takes as long as answering for it. */
const drawn = new LRUCache<string, Uint8Array>({ max: 400 });

/** The bytes are the caller's own. */
const drawOnce = async (page: string): Promise<Uint8Array> => {
  const bytes = drawn.get(page) ?? (await drawPdf(pageSchema.parse(JSON.parse(page))));
  drawn.set(page, bytes);
  return new Uint8Array(bytes);
};

const loadCase = (fixtures: string, label: string, name: string): Case => {
  const folder = join(fixtures, label, name);
  try {
    const request = requestSchema.parse(readJson(join(folder, "request.json")));
    const upstream = upstreamSchema.parse(readJson(join(folder, "upstream.json")));
    const expected = expectedSchema.parse(readJson(join(folder, "expected.json")));
    const reference = referenceIn(request, upstream.reference);
    return { label, name, request, upstream, expected, reference, body: loadBody(folder) };
  } catch (cause) {
    throw new Error(`${folder} is no fixture`, { cause });
  }
};

/** A case's request to the provider that listens at `url`. */
export const requestAt = (request: Case["request"], url: string): Case["request"] =>
  Object.fromEntries(Object.entries(request).map(([name, value]) => [name, value.replace("{{host}}", url)]));

/** Pattern of a fixture's path as a regular expression source. */
export const patternSource = (pattern: string): string =>
  pattern
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll("#", "[0-9]")
    .replaceAll("@", "[0-9A-Z]")
    .replaceAll("~", "(?:[0-9A-Za-z+/]|%2[BF])");

/** Pattern of a fixture's reference as a regular expression source. */
export const referenceSource = (pattern: string): string =>
  [...pattern].map((sign) => referenceSigns[sign] ?? patternSource(sign)).join("");

const referenceSigns: Readonly<Record<string, string>> = { "?": "?", "+": "(?:\\+|%2B)", "/": "(?:/|%2F)" };

const referenceIn = (request: Case["request"], pattern: string): string => {
  // The slash behind a `#` is no part of the token that follows, though base64 has slashes.
  const shape = new RegExp(`(?<!#)(?:${referenceSource(pattern)})`);
  for (const value of Object.values(request)) {
    const found = shape.exec(value);
    if (found) return found[0];
  }
  throw new Error(`no field of request.json holds ${pattern}`);
};

const loadBody = (folder: string): Body => {
  const at = (file: string) => join(folder, file);
  if (existsSync(at("body.pdf"))) return { kind: "static", bytes: readFileSync(at("body.pdf")) };
  const text = ["body.html", "body.json"].map(at).find((file) => existsSync(file));
  const page = existsSync(at("page.json")) ? readFileSync(at("page.json"), "utf8") : undefined;
  if (text !== undefined)
    return { kind: "text", template: readFileSync(text, "utf8"), ...(page === undefined ? {} : { page }) };
  return page === undefined ? { kind: "none" } : { kind: "page", template: page };
};

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));
