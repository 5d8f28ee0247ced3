import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bank, bodyOf, havingCase } from "../support/bank.ts";
import {
  type Behaves,
  blocked,
  document,
  each,
  type FaultWorld,
  faulty,
  formatChanged,
  meets,
  mismatch,
  notCompleted,
  openFaultWorld,
  same,
} from "../support/fault-world.ts";
import { answer, type Behaviour } from "../support/misbehaving-server.ts";

/** Every way in which a provider's answer can be no good receipt, through the real service over HTTP. */

let opened: FaultWorld;
beforeAll(async () => {
  opened = await openFaultWorld();
});
afterAll(() => opened.close());
const inWorld = () => opened;

const foreignDocument: Behaves = async (label, reference) =>
  answer(200, await bodyOf(label === "alpha" ? "gamma" : "alpha", "verified", reference));

const joined = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

const lockedPdf = async (): Promise<Uint8Array> => {
  const pdf = new PDFDocument({ userPassword: "secret" });
  pdf.text("VAT Invoice / Customer Receipt").end();
  return buffer(pdf);
};

describe("a page that is no receipt", () => {
  meets(inWorld, [
    [
      "a captcha under status 200 (C9)",
      same(answer(200, "<!DOCTYPE html><html><body>Please verify you are human</body></html>")),
      blocked,
    ],
    [
      "a country gate under status 200 (C9)",
      same(answer(200, "<html><body>This service is not available in your country</body></html>")),
      blocked,
    ],
    ["a page about maintenance (C9)", document("maintenance"), formatChanged, havingCase("maintenance")],
    ["the document of another provider (C10)", foreignDocument, formatChanged],
    ["nothing", same(answer(200, "")), faulty],
    ["bytes of no kind", same(answer(200, Buffer.from([0, 1, 2, 3, 250, 251]))), formatChanged],
    ["a PDF with nothing in it (C27)", same(answer(200, "%PDF-1.7\nnothing\n%%EOF\n")), formatChanged],
    ["a PDF under a password (C27)", async () => answer(200, await lockedPdf()), formatChanged],
    ["JSON that is malformed", same(answer(200, '{"header":{"status":success}}')), formatChanged],
    [
      "JSON ten thousand deep",
      same(answer(200, `${"[".repeat(10_000)}${"]".repeat(10_000)}`)),
      formatChanged,
    ],
  ]);
});

describe("a receipt that breaks its contract", () => {
  meets(inWorld, [
    ["a label renamed (C21)", document("format-changed"), formatChanged],
    ["a label printed twice with two values (C22)", document("label-twice"), formatChanged],
    ["a total that is no sum", document("total-wrong"), formatChanged, havingCase("total-wrong")],
    ["nothing transferred", document("zero-amount"), formatChanged],
    ["an impossible day", document("date-impossible"), formatChanged, havingCase("date-impossible")],
    ["the receipt of another reference (C23)", document("mismatch-reference"), mismatch],
    [
      "the receipt of another account (C23)",
      document("mismatch-account"),
      mismatch,
      havingCase("mismatch-account"),
    ],
    ["a pending payment (C24)", document("pending"), notCompleted, havingCase("pending")],
    ["a reversed payment (C24)", document("reversed"), notCompleted, havingCase("reversed")],
    [
      "a status word that nobody knows (C24)",
      document("status-unknown"),
      formatChanged,
      havingCase("status-unknown"),
    ],
    [
      "not found, in other words (C25)",
      document("not-found-unknown-words"),
      formatChanged,
      havingCase("not-found-unknown-words"),
    ],
  ]);
});

describe("a receipt in another encoding (C26)", () => {
  const labels = ["beta", "gamma", "delta", "zeta", "theta"] as const;
  const name = "HANA MEKONNEN TADESSE";
  /** The receiver's name as the record has it, or the code of the refusal. */
  const nameRead = async (bank: Bank, behaviour: (text: string) => Behaviour): Promise<unknown> => {
    const order = bank.newOrder();
    const text = Buffer.from(await bodyOf(bank.label, "verified", order.reference)).toString();
    bank.misbehave(order, behaviour(text));
    const { body } = await opened.world.post(`/api/verify-${bank.label}`, order.body);
    return body.status === "success" ? body.data.receiver_name : body.error.code;
  };
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  const amharic = "ሐና መኮንን ታደሰ";

  const rows: readonly (readonly [string, (text: string) => Behaviour, string])[] = [
    ["UTF-8 with a byte-order mark", (text) => answer(200, `\ufeff${text}`), name],
    ["UTF-16 with a byte-order mark", (text) => answer(200, utf16(text)), name],
    [
      "a wrong content type",
      (text) => answer(200, text, { "Content-Type": "application/octet-stream" }),
      name,
    ],
    ["a name in Ethiopic script", (text) => answer(200, text.replaceAll(name, amharic)), amharic],
    [
      "marks of direction and zero width in a name",
      (text) => answer(200, text.replaceAll(name, `\u202e${name.replace(" ", "\u200b ")}`)),
      name,
    ],
    [
      "a charset that nobody knows",
      (text) => answer(200, text, { "Content-Type": "text/html; charset=ethiop-7" }),
      "provider_format_changed",
    ],
    [
      "bytes that are not of its charset",
      (text) =>
        answer(200, joined(text.split(name)[0] ?? "", Buffer.from([0xe9, 0xff]), text.split(name)[1] ?? "")),
      "provider_format_changed",
    ],
  ];
  test.each(rows)("%s is read or refused, never garbled", async (_, behaviour, expected) => {
    const seen = await opened.ofAll((bank) => nameRead(bank, behaviour), labels);
    expect(seen).toEqual(each(expected, labels));
  });

  const pages = ["beta", "delta", "theta"] as const;
  test("entities of HTML are decoded once", async () => {
    const seen = await opened.ofAll(
      (bank) =>
        nameRead(bank, (text) => answer(200, text.replaceAll(name, "HANA &amp;amp; &#4656;&#x12d3;"))),
      pages,
    );
    expect(seen).toEqual(each("HANA &amp; ሰዓ", pages));
  });
});
