import { describe, expect, test } from "vitest";
import { drawPdf, pageSchema } from "../../src/operator/sandbox/pdf.ts";
import { createDice } from "../../tools/mutate/dice.ts";
import type { Paper } from "../../tools/mutate/paper.ts";
import { openSpecimens } from "../../tools/mutate/specimen.ts";
import { sent } from "../support/bank-pages.ts";
import { caseNamed, cases } from "../support/cases.ts";
import { outcomeOfChanged } from "../support/changed.ts";
import { pageOf } from "../support/pages.ts";

/** What the mutator found once, by hand. */

const specimenOf = async (label: string, name: string) => {
  const [specimen] = await openSpecimens(cases.filter((one) => one.label === label && one.name === name));
  const source = specimen?.source;
  if (specimen === undefined || source == null) throw new Error(`no specimen ${label}/${name}`);
  return { read: specimen.read, source };
};

/** Whether each of twelve other drawings of a changed page is read. */
const drawingsOf = async (label: string, name: string, change: (paper: Paper) => void) => {
  const { source, read } = await specimenOf(label, name);
  return Promise.all(
    Array.from({ length: 12 }, async (_, number) => {
      const paper = source.open();
      change(paper);
      return (await read(await paper.write(createDice(7, number)))).ok;
    }),
  );
};

/** What a drawn page is read as, once some of its texts were changed. */
const readPage = async (label: string, name: string, change: (text: Text) => Text | readonly Text[]) => {
  const page = pageOf(label, name).flatMap((one) => ("text" in one ? change(one) : one));
  const { read } = await specimenOf(label, name);
  const [body, contentType] = sent(label, await drawPdf(page));
  return read({ bytes: typeof body === "string" ? Buffer.from(body) : body, contentType });
};

type Text = Extract<ReturnType<typeof pageOf>[number], { text: string }>;

const formatChanged = { error: { code: "provider_format_changed" } };

describe("zeta's answer", () => {
  test("is no miss for a remark with the words of one, though its reference is gone", async () => {
    const outcome = await outcomeOfChanged("zeta", "verified", (json) =>
      json.replace('"reference"', '"ref"').replace("IPS OUT GOING", "Receipt does not exist"),
    );
    expect(outcome).toBe("provider_format_changed");
  });

  test("bears its token, whatever letters nobody sees stand in it", async () => {
    const outcome = await outcomeOfChanged("zeta", "mismatch-reference", (json) =>
      json.replace("/receipt/#/", "/receipt/#/\u200b"),
    );
    expect(outcome).toBe("receipt_mismatch");
  });

  test.each([
    ["in another currency", '"currency": "USD"'],
    ["in two currencies", '"currency": "ETB", "currency": "USD"'],
  ])("%s is refused", async (_, currency) => {
    const outcome = await outcomeOfChanged("zeta", "verified", (json) =>
      json.replace('"currency": "ETB"', currency),
    );
    expect(outcome).toBe("provider_format_changed");
  });
});

describe("iota's PDF", () => {
  test("is read when it is drawn word by word or letter by letter", async () => {
    const outcomes = await drawingsOf("iota", "verified-second-layout", () => {});
    expect(outcomes).toEqual(outcomes.map(() => true));
  });

  test.each([18, 15])(
    "is refused where a row with a label in Amharic alone is %d points above",
    async (pitch) => {
      const outcome = await readPage("iota", "verified-unreadable-amharic", (one) => {
        const y = one.y < 200 ? 80 + ((one.y - 80) / 18) * pitch : one.y;
        return one.text.endsWith("SENDER TIN NO")
          ? { ...one, y, text: "ሀና መኮንን", font: "Ethiopic" }
          : { ...one, y };
      });
      expect(outcome).toMatchObject(formatChanged);
    },
  );
});

describe("epsilon's PDF", () => {
  test("is refused when a row that lost its label would go on from the row above", async () => {
    const { source, read } = await specimenOf("epsilon", "verified-second-layout");
    const paper = source.open();
    for (const bit of paper.bits()) if (bit.text.startsWith("Order ID")) bit.text = "";
    expect(await read(await paper.write(null))).toMatchObject(formatChanged);
  });

  test("is refused when a label's value is the words of another label, which is not there", async () => {
    const exchanged = new Map([
      ["VAT Invoice No", "MERKATO AGENT SHOP"],
      ["MERKATO AGENT SHOP", "VAT Invoice No"],
    ]);
    const outcome = await readPage("epsilon", "verified-cash-out", (one) => ({
      ...one,
      text: exchanged.get(one.text) ?? one.text,
    }));
    expect(outcome).toMatchObject(formatChanged);
  });

  test("is refused when a label off its column stands between the lines of its value", async () => {
    const outcome = await readPage("epsilon", "verified-long-names", (one) =>
      one.text === "Receiver Name" ? { ...one, x: one.x - 6, y: one.y + 4.5 } : one,
    );
    expect(outcome).toMatchObject(formatChanged);
  });
});

describe("a label", () => {
  test("is not part of a longer one whose words are drawn apart", async () => {
    const outcomes = await drawingsOf("zeta", "verified-pdf", (paper) => {
      for (const bit of paper.bits()) if (bit.text === "Total Amount") bit.text = "Estimated Total Amount";
    });
    expect(outcomes).toEqual(outcomes.map(() => false));
  });
});

describe("delta's page", () => {
  test("is refused where a label may go on behind its colon", async () => {
    const outcome = await outcomeOfChanged("delta", "verified", (html) =>
      html.replace("<strong>Receiver Name:", "<strong>Receiver Name: type:"),
    );
    expect(outcome).toBe("provider_format_changed");
  });
});

describe("delta's PDF that names both parties alike", () => {
  const [payer, payerAccount, receiver, receiverAccount] = [100, 119, 138, 157];
  const readInOrder = (...order: readonly number[]) => {
    const places = new Map(order.map((was, at) => [was, 100 + at * 19]));
    return readPage("delta", "verified-pdf-2025", (one) => ({ ...one, y: places.get(one.y) ?? one.y }));
  };

  test.each([
    ["the payer's account below the receiver's", [payer, receiver, receiverAccount, payerAccount]],
    ["the payer's name below the receiver's", [payerAccount, receiver, receiverAccount, payer]],
    ["both names above both accounts", [payer, receiver, payerAccount, receiverAccount]],
  ])("is refused with %s", async (_, order) => {
    expect(await readInOrder(payer, payerAccount, receiver, receiverAccount)).toMatchObject({ ok: true });
    expect(await readInOrder(...order)).toMatchObject(formatChanged);
  });

  test("is read when they stand side by side", async () => {
    const outcome = await readPage("delta", "verified-pdf-2025", (one) => {
      if (one.y > receiverAccount || one.y < payer) return one;
      const x = one.x === 60 ? 60 : 160;
      return one.y < receiver ? { ...one, x, width: 140 } : { ...one, x: x + 260, y: one.y - 38, width: 140 };
    });
    expect(outcome).toMatchObject({
      value: { receipt: { payer_account: "2912******911", receiver_account: "5822******014" } },
    });
  });
});

describe("eta's label that is there twice", () => {
  test("counts left of the others' edge, too, with nothing beside it", async () => {
    const page = pageOf("eta", "label-twice");
    const [first] = page.filter((one) => "text" in one && one.text === "Recipient name:");
    const moved = page.map((one) => (one === first ? { ...one, x: one.x - 9, y: one.y + 4.5 } : one));
    const { read } = await specimenOf("eta", "label-twice");
    const outcome = await read({ bytes: await drawPdf(moved), contentType: "application/pdf" });
    expect(outcome).toMatchObject({ error: { code: "provider_format_changed" } });
  });
});

describe("eta's row of the amount", () => {
  test("is refused when another text lies over it", async () => {
    const page = pageOf("eta", "verified-wrapped-kind");
    const amount = page.find((one) => "text" in one && one.text === "ETB 1,250.00");
    const over = pageSchema.parse([{ ...amount, x: 449, align: "left", text: "174TEIN263190024" }]);
    const { read } = await specimenOf("eta", "verified-wrapped-kind");
    const contentType = "application/pdf";
    expect(await read({ bytes: await drawPdf(page), contentType })).toMatchObject({ ok: true });
    expect(await read({ bytes: await drawPdf([...page, ...over]), contentType })).toMatchObject({
      ok: false,
    });
  });
});

describe("alpha's PDF whose streams are written in letters", () => {
  test.each([
    ["no letter of that alphabet", 0xb9],
    ["another letter", 0x21],
  ])("is refused when one of them is %s", async (_, byte) => {
    const [specimen] = await openSpecimens([caseNamed("alpha", "verified-engine-d")]);
    const { bytes, contentType } = (await specimen?.body()) ?? { bytes: new Uint8Array(), contentType: "" };
    const changed = Buffer.from(bytes);
    changed[1_898] = byte;
    expect(await specimen?.read({ bytes, contentType })).toMatchObject({ ok: true });
    expect(await specimen?.read({ bytes: changed, contentType })).toMatchObject({
      error: { code: "provider_format_changed", detail: "pdf: damaged" },
    });
  });
});

describe("a name", () => {
  test.each(["HANA \ue012\ue044", "\ufffd\ufffdA"])("that no font can spell is refused: %j", async (name) => {
    const outcome = await outcomeOfChanged("gamma", "verified", (json) =>
      json.replace(/("Receiver's Name": ")[^"]*/, `$1${name}`),
    );
    expect(outcome).toBe("provider_format_changed");
  });
});
