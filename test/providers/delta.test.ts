import { describe, expect, test } from "vitest";
import { decodeDocument } from "../../src/documents/decode.ts";
import { openProviders } from "../../src/providers/registry.ts";
import { detect } from "../../src/verify/detect/detect.ts";
import { caseNamed, renderCase, testClock } from "../support/cases.ts";
import { linesOf, noon, settingsOf } from "../support/detection.ts";

const [delta, ...others] = openProviders(
  {
    delta: settingsOf("https://receipts.delta.example", {
      aliases: ["https://old.delta.example"],
      labels: { "Receiver Name": ["Beneficiary Name"] },
    }),
  },
  "full",
);
if (delta === undefined || others.length > 0) throw new Error("delta alone is offered");

const asked = (reference: string): string => {
  const question = delta.open({ reference });
  return question.ok ? question.value.requests.map(({ url }) => url).join() : question.error.code;
};

describe("a reference of delta's", () => {
  test.each([
    "822WDTS263160002",
    " 822 wdts 263 160 002 ",
    "8222601234567890",
    "B22WDTS263160002",
    "D31OBTS263160002",
  ])("%s is asked for as it is", (reference) => {
    const cleaned = reference.replaceAll(" ", "").toUpperCase();
    expect(asked(reference)).toBe(`https://receipts.delta.example/receipt/${cleaned}`);
  });

  test.each(["822WDTS26316000", "822WDTS2631600021", "A2BWDTS263160002", "BBBWDTS263160002"])(
    "%s is malformed",
    (reference) => {
      expect(asked(reference)).toBe("reference_malformed");
    },
  );

  test("is not the longer one beside it, and the refusal says which one to take", () => {
    const question = delta.open({ reference: "WDTI2026111600001234" });
    expect(question).toMatchObject({ ok: false, error: { code: "reference_malformed", param: "reference" } });
    if (!question.ok) expect(question.error.issues?.[0]?.message).toContain("Transfer Reference");
  });
});

describe("a message of delta's", () => {
  test.each([
    [
      "about a payment",
      "Dear SELAM GETACHEW ALEMU, you have successfully transferred ETB 50,000.00 from your account number 5822**011 to HANA MEKONNEN TADESSE's account number  5822**014 on 2026-11-12 at 02:07:46 with transaction reference: 822WDTS263160002. The service charge is ETB 0.00, VAT (15%) ETB 0.00 and DRRF (5%) ETB 0.00. Your current balance is ETB 6,055.44.\n\nDownload receipt: = https://receipts.delta.example/receipt/822WDTS263160002.\nShare us your feedback: https://forms.example/xxxx Contact us on: 6333.",
      ["delta reference=822WDTS263160002"],
    ],
    [
      "about money received",
      "You have received ETB 6,000.00 from SELAM GETACHEW on 2026-11-12 at 09:48:09 with transaction reference: 112WDTS263160003.",
      ["delta reference=112WDTS263160003"],
    ],
    [
      "with a link to the older host",
      "https://old.delta.example/receipt/b22wdts263160002/",
      ["delta reference=B22WDTS263160002"],
    ],
    [
      "without a reference",
      "Dear Customer, your account '5293**011' is credited with ETB 100.00 on 12/11/2026 at 08:50:23 AM. Your current balance is ETB 100.00.",
      [],
    ],
  ])("%s", (_, text, found) => {
    expect(linesOf(detect(text, [delta], noon))).toEqual(found);
  });
});

const page = async (change: (html: string) => string) => {
  const one = caseNamed("delta", "verified");
  const bytes = Buffer.from(change((await renderCase(one)).toString()));
  const document = await decodeDocument(bytes, "text/html; charset=utf-8");
  const question = delta.open(one.request);
  if (!document.ok || !question.ok) throw new Error("the page is not read");
  const reading = question.value.read({ status: 200, document: document.value }, testClock);
  return reading.ok ? reading.value : reading.error.code;
};

describe("a page of delta's", () => {
  test("is read by a wording that the operator added", async () => {
    const read = await page((html) => html.replace("Receiver Name:", "Beneficiary Name:"));
    expect(read).toMatchObject({ receipt: { receiver_name: "HANA MEKONNEN TADESSE" } });
  });

  test("is read when a line's words stand in other elements", async () => {
    const read = await page((html) =>
      html.replace(
        /<p><strong>([^<]+):<\/strong> ([^<]+)<\/p>/g,
        "<div><span>$1</span><b> : </b><i>$2</i></div>",
      ),
    );
    expect(read).toMatchObject({ receipt: { payer_account: "2912******911" }, totalCheck: "exact" });
  });

  test.each([
    ["Tax for another tax", "<td>VAT (15%):</td>", "<td>Tax</td>"],
    [
      "a label inside another's value",
      "<p><strong>Receiver Name:</strong>",
      "<p><strong>Narrative:</strong> Receiver Name:",
    ],
    ["a second value in an amount's row", "<td>ETB 1,255.75</td>", "<td>ETB 1,255.75</td><td>ETB 1.00</td>"],
    ["an amount of another currency", "ETB 5.00", "USD 5.00"],
    ["a fee that is no amount", "<td>Stamp Duty</td><td>ETB 0.00</td>", "<td>Stamp Duty</td><td>none</td>"],
    ["a name that is empty", "HANA MEKONNEN TADESSE", "-"],
    ["no title", "Electronic Value Added Tax Receipt", "Receipt"],
  ])("with %s is no receipt that we know", async (_, was, is) => {
    const before = await page((html) => html);
    expect(before).toMatchObject({ totalCheck: "exact" });
    expect(await page((html) => html.replaceAll(was, is))).toBe("provider_format_changed");
  });

  test("that is only a fragment of one is no receipt, whatever it holds", async () => {
    const inside = /<section>[\s\S]*<\/section>/;
    const title = "<h1>Electronic Value Added Tax Receipt</h1>";
    const small = (html: string) => `<div>${title}${inside.exec(html)?.[0].replace(/\s+/g, " ")}</div>`;
    expect(await page((html) => `<html>${small(html)}</html>`)).toMatchObject({ totalCheck: "exact" });
    expect(await page(small)).toBe("provider_format_changed");
  });

  test("that an attacker's narrative repeats a label of is refused, never read by the wrong one", async () => {
    const read = await page((html) =>
      html.replace(
        "<strong>Narrative:</strong> goods",
        "<strong>Narrative:</strong> goods</p><p>Receiver Name: ABEBE KEBEDE",
      ),
    );
    expect(read).toBe("provider_format_changed");
  });
});
