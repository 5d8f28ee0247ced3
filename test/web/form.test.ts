import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Failure } from "../../src/core/failure.ts";
import { err, ok } from "../../src/core/result.ts";
import type { PhotoReader } from "../../src/photos/photo-reader.ts";
import { pictureBytesMax } from "../../src/photos/picture-kind.ts";
import { providerLabels } from "../../src/providers/registry.ts";
import { languages } from "../../src/texts/texts.ts";
import { askedIn, textIn } from "../support/doors.ts";
import { longTest } from "../support/extent.ts";
import { answer } from "../support/misbehaving-server.ts";
import { codePicture } from "../support/pictures.ts";
import { sharedReaders } from "../support/readers.ts";
import { openShop } from "../support/shop.ts";
import { answerOf, createVisitor, verdictOf } from "../support/visitor.ts";
import { createWorld, type World } from "../support/world.ts";

/** The form at `/` as a browser without scripts uses it. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visit = (headers = {}) => createVisitor(world.url, headers);
const asked = (provider: string, name: string) => askedIn(world, { provider, name, outcome: "verified" });
const reference = (provider: string, name: string): string =>
  Object.values(asked(provider, name).request)[0] ?? "";
const shown = (provider: string, name: string): string => textIn(world, { provider, name, outcome: "" });

describe("the empty form", () => {
  test("asks for one thing, and says what is left", async () => {
    const page = await visit().open();
    expect(answerOf(page)).toBeNull();
    expect(page("#left").text()).toBe("5 of 5 free checks left today");
    expect(page("label[for=text]").text()).not.toBe("");
    expect(page("#accountNumber").closest("[hidden]").length).toBe(1);
  });

  test("takes a text from its address", async () => {
    const page = await visit().open("/?text=DKF1AB2CD3");
    expect(page("#text").text()).toBe("DKF1AB2CD3");
    expect(answerOf(page)).toBeNull();
  });

  test.each(languages)("is whole in %s", async (language) => {
    const page = await visit().open(`/?lang=${language}`);
    expect(page.html).not.toMatch(/undefined|\[object/);
    expect(page("html").attr("lang")).toBe(language === "am" ? "am" : "en");
  });
});

describe("a receipt", () => {
  test.each([
    ["verified", "❓", "1,250.00 ETB"],
    ["verified-cash-out", "⚠️", "a cash withdrawal"],
    ["verified-airtime", "⚠️", "airtime"],
    ["verified-bill", "⚠️", "a bill"],
    ["verified-bank-without-account", "⚠️", "1,250.00 ETB"],
    ["verified-three-days-old", "⚠️", "3 days"],
  ])("%s is marked %s", async (name, mark, said) => {
    const page = await visit().ask(reference("beta", name));
    expect(answerOf(page)).toBe("receipt");
    expect(verdictOf(page)).toContain(`${mark} `);
    expect(verdictOf(page)).toContain(said);
    expect(page("title").text()).toContain(mark);
  });

  test("of another amount than the text says is warned of, with both amounts", async () => {
    const page = await visit().ask(
      `You have received ETB 9,999.00. Txn ID: ${reference("beta", "verified")}`,
    );
    expect(verdictOf(page)).toMatch(/^⚠️ 1,250\.00 ETB, real, but the message says 9,999\.00/);
    expect(page(".compare").text()).toContain("9,999.00 ETB");
    expect(page(".compare").text()).toContain("1,250.00 ETB");
  });

  test("beside a larger amount that the text mentions says that it is not of that one", async () => {
    const page = await visit().ask(
      `Bill of 9,999 birr. You have received ETB 1,250.00. Txn ID: ${reference("beta", "verified")}`,
    );
    expect(page(".receipt__further").text()).toContain(
      "ℹ️ 9,999.00 ETB is also mentioned. This receipt is for 1,250.00 ETB only.",
    );
    expect(page(".receipt__checks").text()).not.toContain("The amount is the one in your text.");
  });

  test("of the amount that the text says is told to be so", async () => {
    const page = await visit().ask(
      `You have received ETB 1,250.00. Txn ID: ${reference("beta", "verified")}`,
    );
    expect(page(".compare").length).toBe(0);
    expect(page(".receipt__checks").text()).toContain("The amount is the one in your text.");
  });

  test("shows the day in both calendars, its age, the bank and the reference", async () => {
    const page = await visit().ask(reference("beta", "verified"));
    const rows = page(".rows").first().text();
    for (const said of ["6 Hedar 2019 E.C.", "15 Nov 2026 G.C.", "minute", "TEST beta bank", "DKF1AB2CD3"])
      expect(rows).toContain(said);
    expect(page("[data-fact=note]").text()).toContain("A copy, not a proof");
  });

  test("is counted exactly once", async () => {
    const visitor = visit();
    const before = world.books().taken;
    const page = await visitor.ask(reference("beta", "verified"));
    expect(world.books()).toMatchObject({ taken: before + 1, pending: 0 });
    expect(page("#left").text()).toBe("4 of 5 free checks left today");
    await visitor.open();
    expect(world.books().taken).toBe(before + 1);
  });
});

describe("the same page", () => {
  const text = () => reference("beta", "verified");
  /** How many answers were counted for this visitor meanwhile. */
  const countedBy = async (work: () => Promise<unknown>): Promise<number> => {
    const before = world.books().taken;
    await work();
    return world.books().taken - before;
  };

  test("may send its question again, by a press or a reload", async () => {
    const visitor = visit();
    const page = await visitor.open();
    expect(
      await countedBy(async () => {
        const answered = await visitor.submit(page, "#ask", { text: text() });
        await visitor.submit(page, "#ask", { text: text() });
        await visitor.submit(answered, "#ask");
      }),
    ).toBe(1);
  });

  test("is counted once for a double press", async () => {
    const visitor = visit();
    const page = await visitor.open();
    const press = () => visitor.submit(page, "#ask", { text: reference("beta", "slow") });
    const pages = await Promise.all([press(), press(), press()]);
    expect(pages.map(answerOf)).toEqual(["receipt", "receipt", "receipt"]);
    expect(await countedBy(press)).toBe(0);
    expect(pages.map((one) => one("#left").text())).toEqual(Array(3).fill("4 of 5 free checks left today"));
  });

  test("is counted once for a double press that two processes answer", async () => {
    const besides = await createWorld({ besides: world });
    onTestFinished(besides.close);
    const visitor = visit();
    const page = await visitor.open();
    const text = reference("beta", "slow");
    const press = (url: string) => visitor.submit(page, "#ask", { text }, url);
    const counted = await countedBy(async () => {
      const pages = await Promise.all([press(world.url), press(besides.url), press(besides.url)]);
      expect(pages.map(answerOf)).toEqual(["receipt", "receipt", "receipt"]);
    });
    expect(counted).toBe(1);
  });

  test("pays for another question, and another page or visitor for the same one", async () => {
    const [visitor, other] = [visit(), visit()];
    const page = await visitor.open();
    await visitor.submit(page, "#ask", { text: text() });
    const asking = [
      () => visitor.submit(page, "#ask", { text: reference("beta", "verified-levy") }),
      async () => visitor.submit(await visitor.open(), "#ask", { text: text() }),
      () => other.submit(page, "#ask", { text: text() }),
    ];
    for (const ask of asking) expect(await countedBy(ask)).toBe(1);
  });

  test("does not hold up a quick question by a slow one to another bank", async () => {
    const shop = await openShop({ banks: ["delta"] });
    const [slow, quick] = [shop.bankOf("delta").newOrder(), shop.bank.newOrder()];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    shop.bankOf("delta").misbehave(slow, (socket, from) => {
      void held.then(() => answer(500, "")(socket, from));
    });
    const visitor = createVisitor(shop.url);
    const page = await visitor.open();
    const waiting = visitor.submit(page, "#ask", { text: slow.reference });
    await setTimeout(300);
    const answered = await visitor.submit(page, "#ask", { text: quick.reference });
    const first = await Promise.race([waiting.then(() => "slow"), "quick"]);
    release();
    await waiting;
    expect([answerOf(answered), first]).toEqual(["receipt", "quick"]);
  });

  test("is none where its name was changed", async () => {
    const visitor = visit();
    for (const page of ["", "x", "A".repeat(4_000), "ሀ".repeat(20)])
      expect(await countedBy(() => visitor.ask(text(), { page }))).toBe(1);
  });
});

describe("the bank", () => {
  // Nothing but theta's references holds a hyphen.
  test.each(providerLabels)("is left for %s where its reference was pasted", async (label) => {
    const chosen = label === "theta" ? "beta" : "theta";
    const page = await visit().ask(shown(label, "verified"), { provider: chosen });
    const note = page(".note").text();
    expect(note).toContain(`This is not a reference of TEST ${chosen} bank.`);
    expect(note).toContain(`TEST ${label} bank`);
    // The form does not choose it again.
    expect(page("#provider option[selected]").length).toBe(0);
  });

  test("moves from delta to alpha or gamma for an FT reference, as the page promises", async () => {
    const page = await visit().ask("FT26319K4Q7Z", { provider: "delta" });
    expect(page(".note").text()).toBe(
      "This is not a reference of TEST delta bank. The form moved to TEST alpha bank or TEST gamma bank.",
    );
    expect(page("[data-answer=choice] form").length).toBe(2);
  });

  test("is asked for where a reference fits several, then the account, then the bank is asked", async () => {
    const visitor = visit();
    const choice = await visitor.ask("FT26319K4Q7Z");
    expect(answerOf(choice)).toBe("choice");
    const missing = await visitor.submit(choice, "form[data-bank='TEST alpha bank']");
    expect(answerOf(missing)).toBe("missing");
    const page = await visitor.submit(missing, "[data-answer] form", { accountNumber: "1000200004321" });
    expect(verdictOf(page)).toContain("❓ Real payment: 1,250.00 ETB");
    expect(page("#left").text()).toBe("4 of 5 free checks left today");
  });
});

describe("what is missing", () => {
  test.each([
    ["accountNumber", "alpha", "FT26319K4Q7Z"],
    ["phone", "epsilon", "Receipt DKF1PAYSEND"],
  ])("is asked by the form itself: %s", async (field, provider, text) => {
    const page = await visit().ask(text, { provider });
    expect(answerOf(page)).toBe("missing-above");
    expect(page(`#${field}`).closest("[hidden]").length).toBe(0);
    expect(page(`#${field}`).attr("aria-invalid")).toBeUndefined();
    // In one place alone.
    expect(page(`input[name=${field}]`).length).toBe(1);
  });

  test("is told to be wrong where it cannot be used", async () => {
    const visitor = visit();
    const page = await visitor.ask("FT26319K4Q7Z", { provider: "alpha", accountNumber: "12" });
    expect(page("#accountNumber").attr("aria-invalid")).toBe("true");
    expect(page("#accountNumber").val()).toBe("12");
    expect(page("[data-answer] strong").text()).toContain("does not look right");
    const receipt = await visitor.submit(page, "#ask", { accountNumber: "1000200004321" });
    expect(answerOf(receipt)).toBe("receipt");
  });
});

describe("what a text may be besides", () => {
  test("several receipts: one is chosen", async () => {
    const visitor = visit();
    const page = await visitor.ask(`${reference("beta", "verified")}\n${reference("beta", "verified-levy")}`);
    expect(page("#choice").text()).toBe("There are 2 receipts in this text. Which one?");
    const forms = page("[data-answer] form");
    expect(forms.length).toBe(2);
    const body = { candidate: String(forms.last().find("[name=candidate]").val()) };
    expect(answerOf(await visitor.post(body))).toBe("receipt");
  });

  test("several receipts and an amount of all: whoever chooses one is told of it, and not accused", async () => {
    const visitor = visit();
    const both = `${reference("beta", "verified")}\n${reference("beta", "verified-levy")}`;
    const page = await visitor.ask(`I paid 12,500 birr in two:\n${both}`);
    const candidate = String(page("[data-answer] form [name=candidate]").first().val());
    const answer = await visitor.post({ candidate });
    expect(verdictOf(answer)).toContain("❓ Real payment: 1,250.00 ETB");
    expect(answer("[data-answer]").text()).toContain("12,500.00 ETB is also mentioned.");
  });

  test("a mistyped reference: the one that was probably meant comes first", async () => {
    const page = await visit().ask("FT263I9K4Q7Z", { provider: "alpha" });
    expect(page("#choice").text()).toBe("Did you mean this one?");
    expect(page("[data-answer] code").first().text()).toBe("FT26319K4Q7Z");
    expect(page("[data-answer] code").last().text()).toBe("FT263I9K4Q7Z");
  });

  test.each([
    [
      "a look-alike link",
      "https://beta-receipts.example/receipt/DKF1AB2CD3",
      "does not lead to the bank's own",
    ],
    ["a reference of a wrong length", "FT26319K4Q7", "🚫"],
    ["chatter", "hello", "There is no receipt reference in this text."],
    ["nothing", "", "There is no receipt reference in this text."],
  ])("%s is refused, and asks no bank", async (_, text, said) => {
    const before = world.books().taken;
    const page = await visit().ask(text);
    expect(answerOf(page)).toBe("refusal");
    expect(verdictOf(page)).toContain("🚫");
    expect(page("[data-answer]").text()).toContain(said);
    expect(world.books().taken).toBe(before);
  });

  test("an SMS by which nothing can be looked up is explained", async () => {
    const sms =
      "Dear Customer, your account 1****4321 was credited with ETB 500.00 on 15/11/2026. Thank you for banking with us.";
    const page = await visit().ask(sms);
    expect(answerOf(page)).toBe("refusal");
    expect(verdictOf(page)).not.toContain("There is no receipt reference");
  });
});

describe("no receipt", () => {
  test("not found: the whole question can be changed, and is asked anew with what the text claimed", async () => {
    const visitor = visit();
    const text = `You have received ETB 9,999.00. Txn ID: ${reference("beta", "not-found")}`;
    const page = await visitor.ask(text);
    expect(answerOf(page)).toBe("failure");
    expect(verdictOf(page)).toContain("🕓");
    expect(page("#edit-text").val()).toBe(reference("beta", "not-found"));
    const corrected = await visitor.submit(page, "form.edit", {
      text: reference("beta", "verified"),
      provider: "beta",
    });
    expect(verdictOf(corrected)).toContain("⚠️ 1,250.00 ETB, real, but the message says 9,999.00");
  });

  test("what a message claimed stays with its receipt through a wrong text in the form itself", async () => {
    const visitor = visit();
    const first = await visitor.ask("You have received ETB 9,999.00. Ref FT26319K4Q7Z", {
      provider: "alpha",
    });
    expect(answerOf(first)).not.toBe("receipt");
    const refused = await visitor.submit(first, "#ask", { text: "zzz" });
    expect(answerOf(refused)).toBe("refusal");
    const corrected = await visitor.submit(refused, "#ask", {
      text: "FT26319K4Q7Z",
      accountNumber: "1000200004321",
    });
    expect(verdictOf(corrected)).toContain("but the message says 9,999.00");
  });

  test("what a message claimed is not held against the next customer, whose reference lies near", async () => {
    const visitor = visit();
    const first = await visitor.ask("You have received ETB 9,999.00. Ref 822WDTS263190051");
    expect(answerOf(first)).toBe("failure");
    const next = await visitor.submit(first, "#ask", { text: "822WDTS263190002" });
    expect(answerOf(next)).toBe("receipt");
    expect(verdictOf(next)).not.toContain("9,999.00");
  });

  test("what a message claimed is not held against another receipt", async () => {
    const visitor = visit();
    const first = await visitor.ask(
      `You have received ETB 9,999.00. Txn ID: ${reference("beta", "not-found")}`,
    );
    const other = await visitor.submit(first, "#ask", { text: reference("beta", "verified") });
    expect(verdictOf(other)).toContain("❓ Real payment: 1,250.00 ETB");
    const again = await visitor.submit(first, "#ask", {
      text: `You have received ETB 1,250.00. Txn ID: ${reference("beta", "verified")}`,
    });
    expect(verdictOf(again)).not.toContain("9,999.00");
  });

  test("not found at one bank offers the others", async () => {
    const page = await visit().ask(reference("gamma", "not-found"));
    expect(verdictOf(page)).toContain("❓");
    expect(page("form[data-bank='TEST alpha bank'] button").text()).toBe("Ask TEST alpha bank instead");
  });

  test.each([
    ["pending", "🕓"],
    ["reversed", "❌"],
    ["mismatch-reference", "❌"],
    ["format-changed", "⚠️"],
    ["server-error", "⏳"],
  ])("%s is marked %s", async (name, mark) => {
    const page = await visit().ask(reference("beta", name));
    expect(answerOf(page)).toBe("failure");
    expect(verdictOf(page)).toContain(`${mark} `);
  });

  test.each(["not-found", "pending", "server-error"])("%s can be asked again at a press", async (name) => {
    const visitor = visit();
    const page = await visitor.ask(reference("beta", name));
    expect(Number(page("#again-waiting").attr("data-seconds"))).toBeGreaterThanOrEqual(10);
    const again = await visitor.submit(page, "#again");
    expect(answerOf(again)).toBe("failure");
  });

  test("no answer is not counted", async () => {
    const page = await visit().ask(reference("beta", "server-error"));
    expect(page("[data-answer]").text()).toContain("Not counted");
    expect(page("#left").text()).toBe("5 of 5 free checks left today");
  });

  test("whoever has no check left is told so, and nothing is counted", async () => {
    const visitor = visit();
    for (const name of [
      "verified",
      "verified-levy",
      "verified-bill",
      "verified-airtime",
      "verified-cash-out",
    ])
      await visitor.ask(reference("beta", name));
    const before = world.books().taken;
    const page = await visitor.ask(reference("beta", "reversed"));
    expect(verdictOf(page)).toContain("🚫 This payment was not checked.");
    expect(page("#left").text()).toBe("No free checks are left today.");
    expect(page("form.edit").length).toBe(0);
    expect(world.books().taken).toBe(before);
  });
});

describe("what the text claims", () => {
  const claiming = "You have received ETB 9,999.00. Ref";
  const warned = "⚠️ 1,250.00 ETB, real, but the message says 9,999.00";

  test("is kept through the choice of a bank and the digits of the account", async () => {
    const visitor = visit();
    const choice = await visitor.ask(`${claiming} FT26319K4Q7Z`);
    const missing = await visitor.submit(choice, "form[data-bank='TEST alpha bank']");
    const wrong = await visitor.submit(missing, "[data-answer] form", { accountNumber: "12" });
    expect(wrong("#missing").attr("aria-invalid")).toBe("true");
    const page = await visitor.submit(wrong, "[data-answer] form", { accountNumber: "1000200004321" });
    expect(verdictOf(page)).toContain(warned);
  });

  test("is kept where the form itself asks for the digits", async () => {
    const visitor = visit();
    const missing = await visitor.ask(`${claiming} FT26319K4Q7Z`, { provider: "alpha" });
    const page = await visitor.submit(missing, "#ask", { accountNumber: "1000200004321" });
    expect(verdictOf(page)).toContain(warned);
  });

  test("is kept where the reference was mistyped", async () => {
    const visitor = visit();
    const meant = await visitor.ask(`${claiming} FT263I9K4Q7Z`, { provider: "alpha" });
    const body = { candidate: String(meant("[data-answer] [name=candidate]").first().val()) };
    const page = await visitor.submit(await visitor.post(body), "[data-answer] form", {
      accountNumber: "1000200004321",
    });
    expect(verdictOf(page)).toContain(warned);
  });
});

describe("a photo", () => {
  const photoOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: "image/png" });

  test("of a code is read, and its bank asked", async () => {
    const { path } = asked("beta", "verified");
    const code = await codePicture(`${world.providers.beta?.url}${path}`).png().toBuffer();
    const page = await visit().ask("", { image: photoOf(code) });
    expect(answerOf(page)).toBe("receipt");
  });

  test("is of the amount that the text beside it says, or is warned of", async () => {
    const code = await codePicture(`${world.providers.beta?.url}${asked("beta", "verified").path}`)
      .png()
      .toBuffer();
    const image = photoOf(code);
    const visitor = visit();
    const words = "You have received ETB 9,999.00 from SELAM.";
    const page = await visitor.ask(words, { image });
    expect(verdictOf(page)).toContain("⚠️ 1,250.00 ETB, real, but the message says 9,999.00");
    // The words are used up, and are not held against the next photo.
    expect(verdictOf(await visitor.submit(page, "#ask", { image }))).not.toContain("9,999.00");
    for (const [named, isHeld] of [
      [reference("beta", "verified"), true],
      [reference("beta", "not-found"), false],
    ] as const) {
      const other = await visit().ask(`${words} Txn ID: ${named}`, { image });
      expect(answerOf(other)).toBe("receipt");
      expect(verdictOf(other).includes("9,999.00")).toBe(isHeld);
    }
  });

  test("without a code says how to take a better one", async () => {
    const blank = await codePicture("x").blur(40).png().toBuffer();
    const page = await visit().ask("", { image: photoOf(blank) });
    expect(answerOf(page)).toBe("refusal");
    expect(page("[data-answer]").text()).toContain("Not counted");
  });

  test.each([0, 128 * 1024])(
    "that is too large is refused as such, %i bytes above the bound",
    async (more) => {
      const page = await visit().ask("", { image: photoOf(new Uint8Array(pictureBytesMax + 1 + more)) });
      expect(answerOf(page)).toBe("refusal");
      expect(verdictOf(page)).toMatch(/too (?:large|big)|at most|8 MB/i);
    },
  );

  test("that is none is refused", async () => {
    const page = await visit().ask("", { image: photoOf(Buffer.from("no picture")) });
    expect(answerOf(page)).toBe("refusal");
  });

  test("that leads to no check uses up an allowance, which one whose answer is counted does not", async () => {
    const read: PhotoReader["read"] = async (bytes) => {
      const codes = [{ text: new TextDecoder().decode(bytes), stage: "zxing" }];
      return ok({ codes, isBlank: false, pixels: 1, grey: null, bytes });
    };
    const own = await createWorld({ readers: { photos: { ...sharedReaders.photos, read } } });
    onTestFinished(() => own.close());
    const visitor = createVisitor(own.url);
    const show = (text: string) => visitor.ask("", { image: photoOf(new TextEncoder().encode(text)) });
    for (const name of ["verified", "not-found", "reversed"])
      expect(answerOf(await show(textIn(own, { provider: "beta", name, outcome: "" })))).not.toBe("refusal");
    for (let number = 0; number < 60; number += 1)
      expect(answerOf(await show("FT26319K4Q7Z"))).toBe("choice");
    expect(verdictOf(await show("FT26319K4Q7Z"))).toContain(
      "Too many pictures in the last hour led to no check.",
    );
  });

  const addressed = (address: string) => ({ "x-forwarded-for": address });

  longTest(
    "takes its share of the memory before its text has a turn, and the newest of too many are refused",
    async () => {
      let end = (_: Failure) => {};
      const ended = new Promise<Failure>((resolve) => {
        end = resolve;
      });
      const read: PhotoReader["read"] = async () => err(await ended);
      const busy = await createWorld({ readers: { photos: { ...sharedReaders.photos, read } } });
      onTestFinished(() => busy.close());
      onTestFinished(() => end({ code: "overloaded" }));
      // Callers take turns, so a hundred others have a turn each between two of the network that sends photos.
      let searched = 0;
      let isOver = false;
      const texts = Array.from({ length: 100 }, async (_, network) => {
        while (!isOver) {
          await busy.post("/api/detect", { text: "1 ".repeat(2_000) }, addressed(`198.51.${network}.1`));
          searched += 1;
        }
      });
      onTestFinished(() => {
        isOver = true;
      });
      // The smallest takes a megabyte of the 64 that pictures have.
      const refused: string[] = [];
      const photos = Array.from({ length: 66 }, async () => {
        const image = photoOf(new Uint8Array(100));
        const visitor = createVisitor(busy.url, addressed("203.0.113.1"));
        refused.push(verdictOf(await visitor.ask("words", { image })));
      });
      await expect.poll(() => refused.length, { timeout: 60_000 }).toBe(2);
      expect(searched).toBeLessThan(30 * texts.length);
      isOver = true;
      expect(new Set(refused)).toEqual(
        new Set([expect.stringContaining("There is too much to do right now")]),
      );
      end({ code: "overloaded" });
      await Promise.all([...texts, ...photos]);
    },
  );
});

describe("hostile visitors", () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'&lt;\u202e\u0000`;

  test.each(["text", "provider", "accountNumber", "phone"])("%s is shown as text alone", async (field) => {
    const page = await visit().post({ text: "FT26319K4Q7Z", provider: "alpha", [field]: hostile });
    expect(page.status).toBe(200);
    expect(page("script:not([src])").length + page("img").length).toBe(0);
    expect(page.html).not.toContain("<script>alert");
  });

  test("a text of any length is bounded", async () => {
    const page = await visit().ask(`x${"<b>".repeat(5_000)}`);
    expect(page("#text").text().length).toBeLessThanOrEqual(4096);
    expect(page("[data-answer] b").length).toBe(0);
    expect(page.html.length).toBeLessThan(60_000);
  });

  test.each([
    "",
    "null",
    "{",
    "[]",
    '{"provider":"beta"}',
    '{"provider":"beta","request":{"reference":1},"missing":[],"encodedDate":null}',
    '{"provider":"nobody","request":{"reference":"DKF1AB2CD3"},"missing":[],"encodedDate":null}',
    '{"provider":"__proto__","request":{"reference":"DKF1AB2CD3"},"missing":[],"encodedDate":null}',
  ])("a changed question is refused, and asks no bank: %s", async (candidate) => {
    const before = world.books();
    const page = await visit().post({ candidate });
    expect([page.status, answerOf(page)]).toEqual([200, "refusal"]);
    expect(world.books().taken).toBe(before.taken);
  });

  test("a question of a page that another version wrote is asked without what this one does not know", async () => {
    const candidate =
      '{"provider":"beta","request":{"reference":"DKF1AB2CD3"},"missing":[],"encodedDate":null,"more":1}';
    expect(answerOf(await visit().post({ candidate }))).toBe("receipt");
  });

  test.each([
    ['{"reference":"../../secret"}', "beta"],
    ['{"reference":"DKF1AB2CD3","more":"x"}', "beta"],
    ['{"url":"https://evil.example/receipt/DKF1AB2CD3"}', "zeta"],
  ])("a question that no bank takes is not asked: %s", async (request, provider) => {
    const before = world.books().taken;
    const candidate = JSON.stringify({
      provider,
      request: JSON.parse(request),
      missing: [],
      encodedDate: null,
    });
    const page = await visit().post({ candidate });
    expect(page.status).toBe(200);
    expect(answerOf(page)).not.toBe("receipt");
    expect(world.books().taken).toBe(before);
  });

  test.each([
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ])("a form of another site is refused: %o", async (headers) => {
    const before = world.books().taken;
    const page = await visit().post({ text: reference("beta", "verified") }, headers);
    expect(page.status).toBeGreaterThanOrEqual(400);
    expect(page.html).not.toContain("1,250.00");
    expect(world.books().taken).toBe(before);
  });
});
