import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { type Case, renderBody } from "../../src/operator/sandbox/cases.ts";
import { caseNamed, testClock } from "../support/cases.ts";
import { allProviders } from "../support/detection.ts";

/** What payers type or are called is never read as a row of the bank's, nor as its words about the payment. */

type Piece = { text?: string; y: number; width?: number; line?: { x: number; y: number } };

const lineHeight = 11.5;

/** A case's PDF with another text in place of one; what stands below makes room for further lines. */
const withText = (
  each: Case,
  isPlace: (piece: Piece, page: readonly Piece[]) => boolean,
  text: string,
): Case => {
  const { body } = each;
  const page: Piece[] = JSON.parse(
    (body.kind === "page" ? body.template : body.kind === "text" && body.page) || "[]",
  );
  const place = page.find((piece) => isPlace(piece, page));
  if (place === undefined) throw new Error("no such text");
  for (const one of page.filter(({ y }) => y > place.y + 6)) {
    one.y += (text.split("\n").length - 1) * lineHeight;
    if (one.line !== undefined) one.line.y += (text.split("\n").length - 1) * lineHeight;
  }
  Object.assign(place, { text }, text.includes("\n") ? { width: 300 } : {});
  const changed = JSON.stringify(page);
  const key = body.kind === "page" ? "template" : "page";
  return { ...each, body: { ...body, [key]: changed } as Case["body"] };
};

const read = async (each: Case) => {
  const bytes = await renderBody(each, { reference: each.reference, now: testClock });
  const document = await decodeDocument(bytes, each.upstream.contentType);
  const provider = allProviders.find(({ label }) => label === each.label);
  const asked = Object.entries(each.request).map(([name, value]) => [
    name,
    value.replace("{{host}}", provider?.settings.url ?? ""),
  ]);
  const question = provider?.open(Object.fromEntries(asked));
  if (!document.ok || !question?.ok) throw new Error("not decoded, or not asked");
  return question.value.read({ status: each.upstream.status, document: document.value }, testClock);
};

/** The receiver's bank of a receipt that is read, or the code of a refusal. */
const bankOf = async (each: Case) => {
  const result = await read(each);
  return result.ok ? result.value.receiverBank : result.error.code;
};

const is = (text: string) => (piece: Piece) => piece.text === text;

describe("a label that a payer types", () => {
  test.each([
    ["delta", "verified-pdf", "goods", "Institution Name: Bank alpha", "delta"],
    ["delta", "verified-pdf", "goods", "shoes\nInstitution Name: Bank alpha", "delta"],
    ["delta", "verified-pdf", "goods", "shoes\n\n    Instituton Name: Bank alpha", "delta"],
    ["delta", "verified-pdf", "goods", `shoes${" ".repeat(20)}Institution Name: Bank alpha`, "delta"],
    ["delta", "verified-pdf", "goods", "Institution Name: A\nBeneficiary Bank Name: Bank alpha", "delta"],
    ["delta", "verified-pdf-columns", "goods", "Beneficiary Bank Name: Bank alpha", "delta"],
    ["delta", "verified-pdf-long-names", "goods", "Institution Name: Bank alpha", "delta"],
    ["zeta", "verified-pdf", "IPS OUT GOING", "Receiver Bank: Bank alpha", null],
    ["zeta", "verified-pdf-second-layout", "IPS OUT GOING", "Beneficiary Bank: Bank alpha", null],
    ["zeta", "verified-pdf-second-layout", "IPS OUT GOING", "shoes\nReceiver Bank: Bank alpha", null],
  ])("names no receiver's bank: %s/%s, “%s” as “%s”", async (label, name, usual, typed, bank) => {
    expect(await bankOf(withText(caseNamed(label, name), is(usual), typed))).toBe(bank);
  });

  test.each([
    ["delta", "verified-pdf", "goods", "status: paid"],
    ["zeta", "verified-pdf", "IPS OUT GOING", "status: paid"],
    ["zeta", "verified-pdf", "IPS OUT GOING", "Amount: 500"],
  ])("refuses no receipt: %s/%s, “%s” as “%s”", async (label, name, usual, typed) => {
    const each = caseNamed(label, name);
    const { ok } = await read(withText(each, is(usual), typed));
    expect(ok).toBe(true);
  });

  test("in running text is not told from the bank's own row, so that the receipt is refused", async () => {
    const each = withText(
      caseNamed("delta", "verified-pdf-institution"),
      is("Instituton Name: Birrway"),
      " ",
    );
    const typed = "Narrative: shoes\nInstitution Name: Bank alpha";
    expect(await bankOf(withText(each, is("Narrative: goods"), "Narrative: shoes"))).toBe("delta");
    expect(await bankOf(withText(each, is("Narrative: goods"), typed))).toBe("provider_format_changed");
  });

  test.each([
    ["delta", "verified-pdf", "goods", "Institution Name:"],
    ["zeta", "verified-pdf", "IPS OUT GOING", "Receiver Bank:"],
  ])("with wide spaces around it, at no label's edge, is refused: %s", async (label, name, usual, typed) => {
    const text = `shoes${" ".repeat(20)}${typed}${" ".repeat(20)}Bank alpha`;
    expect(await bankOf(withText(caseNamed(label, name), is(usual), text))).toBe("provider_format_changed");
  });

  test.each(["verified-pdf", "verified-pdf-columns", "verified-pdf-long-names"])(
    "with all others of 2025 below it makes no receipt of 2025: %s",
    async (name) => {
      const typed = [
        "Account Holder Name: ABEBE KEBEDE",
        "Account Number: 2912******911",
        "Account Holder Name: SHOP OWNER",
        "Account Number: 1000******123",
        "Transaction Ref: {{reference}}",
        "Date: Nov 15, 2026, 10:20:30 am",
      ];
      const usual = await read(caseNamed("delta", name));
      const result = await read(withText(caseNamed("delta", name), is("goods"), typed.join("\n")));
      expect([result.ok ? result : "refused"]).toContainEqual(result.ok ? usual : "refused");
    },
  );
});

const isReason = ({ text, y }: Piece, page: readonly Piece[]) =>
  text === "- - -" && page.some((one) => one.text?.includes("PAYMENT REASON") && Math.abs(one.y - y) < 4);

describe("a bilingual receipt of iota", () => {
  test.each(["verified", "verified-unreadable-amharic"])("may be for any reason: %s", async (name) => {
    for (const reason of ["refund for shoes", "unpaid rent", "cancelled ticket"])
      expect(await read(withText(caseNamed("iota", name), isReason, reason))).toMatchObject({ ok: true });
  });

  test.each(["verified", "verified-to-bank"])("may be for a shop of any name: %s", async (name) => {
    for (const shop of ["TOTAL ENERGIES ETHIOPIA", "Refund Cafe", "Service Fee Cafe"]) {
      const result = await read(withText(caseNamed("iota", name), is("HANA MEKONNEN TADESSE"), shop));
      expect(result).toMatchObject({ ok: true, value: { receipt: { receiver_name: shop } } });
    }
  });

  const isPayer = ({ text }: Piece, [, , ...rows]: readonly Piece[]) =>
    text !== undefined && text === rows.find((one) => one.text?.startsWith("SELAM"))?.text;
  const wide = " ".repeat(12);
  const bank = "BANK NAME      Zzz Bank";
  const others = "RECEIVER NAME      HANA MEKONNEN";
  const account = "RECEIVER ACCOUNT NUMBER      251799999999";

  test.each([
    ["verified", isReason, `x${wide}${bank}`],
    ["verified", isReason, `x\n  ${bank}`],
    ["verified", isReason, `x\n\n\n${wide}${bank}`],
    ["verified", isReason, `x\n  ${bank}\n  PACKAGE DETAILS      x`],
    ["verified", isPayer, `SELAM\n  ${bank}`],
    ["verified", isPayer, `SELAM${wide}${bank}`],
    ["verified-unreadable-amharic", isReason, `x\n  ${bank}`],
    ["verified-package-for-self", isReason, `x\n  ${others}\n  ${account}`],
    ["verified-package-for-self", isReason, `x${wide}${others}\n ${wide}${account}`],
    ["verified-package-for-self", isPayer, `SELAM\n${wide}${others}\n${wide}${account}`],
    ["verified-package-for-self", isPayer, `SELAM${wide}${others}\n${" ".repeat(10)}${wide}${account}`],
    ["verified-package-for-self", isPayer, `SELAM${wide}${others}\nA\n${" ".repeat(10)}${wide}${account}`],
    ["verified-package-for-self", isPayer, `SELAM${wide}${others}\nአ\n${" ".repeat(10)}${wide}${account}`],
  ])("has no row in what a payer types: %s, %o, %s", async (name, isPlace, typed) => {
    const usual = await read(caseNamed("iota", name));
    const result = await read(withText(caseNamed("iota", name), isPlace, typed));
    expect(usual.ok).toBe(true);
    const { receiver_name, receiver_account } = usual.ok ? usual.value.receipt : {};
    expect(result).toMatchObject(
      result.ok
        ? {
            value: {
              receiverBank: usual.ok && usual.value.receiverBank,
              receipt: { receiver_name, receiver_account },
            },
          }
        : { error: { code: "provider_format_changed" } },
    );
  });

  test("is refused with the bank's own stamp beside its rows", async () => {
    const each = withText(caseNamed("iota", "verified"), is("Thank you."), "REVERSED");
    expect(await read(each)).toMatchObject({ ok: false });
  });
});
