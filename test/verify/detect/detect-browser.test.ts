import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, describe, expect, test } from "vitest";
import { detect } from "../../../src/verify/detect/detect.ts";
import { allProviders, bankHosts, noon } from "../../support/detection.ts";

/** Detection as a page runs it: one script, in a place that has nothing of Node's. */

/** What a browser has besides the language itself, and detection may use. */
const browser = { URL };

let imports: readonly string[] = [];
let modules: readonly string[] = [];
let find: (text: string) => unknown;

beforeAll(async () => {
  const entry = join(import.meta.dirname, "../../support/browser-entry.ts");
  const bundle = await rolldown({ input: entry, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "iife", name: "detection" });
  const [script, ...others] = output;
  expect(others).toEqual([]);
  imports = [...script.imports, ...script.dynamicImports];
  modules = Object.keys(script.modules);
  const page = createContext({ ...browser });
  runInContext(script.code, page);
  const settings = Object.fromEntries(allProviders.map(({ label, settings }) => [label, settings]));
  page.settings = JSON.stringify(settings);
  runInContext('var providers = detection.openProviders(JSON.parse(settings), "full")', page);
  find = (text) => {
    page.text = text;
    page.now = noon.getTime();
    const found = runInContext("JSON.stringify(detection.detect(text, providers, new Date(now)))", page);
    return JSON.parse(String(found));
  };
});

describe("detection in a browser", () => {
  test("needs no module of Node's and no package that does", () => {
    expect(imports).toEqual([]);
    expect(
      modules.filter((id) => /node:|pdfjs|pdf-parse|htmlparser2|undici|fastify|grammy|sharp|__vite/.test(id)),
    ).toEqual([]);
    expect(modules.some((id) => id.endsWith("src/verify/detect/detect.ts"))).toBe(true);
  });

  test.each([
    "Dear Selam your Account 1********4321 has been Credited with Ref No FT26319K4Q7Z",
    `${bankHosts.alpha}/?id=FT26319K4Q7Z00004321`,
    "https://pay.alpha.example/v2-hqWErTyUiOpAsDfGhJkL",
    "የሂሳብ እንቅስቃሴ ቁጥርዎ DKJ9QW8ER7 ነው።",
    `${bankHosts.gamma}/cs/?trx=DTT26319RR0B4`,
    "reference: 411OBTS263ZZ0091",
    "DKI7Q8W9E0R phone 0922 33 00 44",
    `${bankHosts.zeta}/receipt/#/feedback/PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=`,
    "1740000085527719 174ETTB263220044",
    `${bankHosts.theta}/-2KK4016DGX-\n7B2D3E`,
    "UKI5E6R7T8 and FТ26322P0L9M",
    "https://wallet.bеta.example/receipt/DKJ9QW8ER7",
    "hello, is 45,000 birr enough?",
  ])("finds in “%s” what the service finds", (text) => {
    expect(find(text)).toEqual(JSON.parse(JSON.stringify(detect(text, allProviders, noon))));
  });
});
