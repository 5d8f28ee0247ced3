import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createPrintReader } from "../../src/photos/ocr/print-reader.ts";
import { createPhotoReader } from "../../src/photos/photo-reader.ts";
import { createScanPicture } from "../../src/photos/scan-picture.ts";
import { startApi } from "../support/api.ts";
import { codePicture, codesPicture, headerClaiming, pngClaiming } from "../support/pictures.ts";

const compiled = (path: string): URL => new URL(`../../dist/src/photos/${path}`, import.meta.url);
const photos = createPhotoReader({
  processFile: compiled("picture-process.js"),
  timeoutMs: 60_000,
  budgetMs: 30_000,
});
const print = createPrintReader({
  processFile: compiled("ocr/print-process.js"),
  timeoutMs: 60_000,
  budgetMs: 60_000,
  startMs: 60_000,
});
afterAll(() => Promise.all([photos.close(), print.close()]));

const openApi = async (options: Parameters<typeof startApi>[0] = {}) => {
  const look = createScanPicture({ photos, print, now: () => new Date("2026-11-15T09:00:00Z") });
  return startApi({ scanPicture: look, ...options });
};

type Form = Readonly<Record<string, string | Buffer>> | readonly (readonly [string, string | Buffer])[];

const formOf = (parts: Form): FormData => {
  const form = new FormData();
  for (const [name, value] of Array.isArray(parts) ? parts : Object.entries(parts)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), "receipt.jpg");
  }
  return form;
};

const upload = async (url: string, path: string, parts: Form) => {
  const response = await fetch(`${url}${path}`, { method: "POST", body: formOf(parts) });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

const png = (text: string): Promise<Buffer> => codePicture(text).png().toBuffer();

describe("a picture of alpha's code", () => {
  test("with the account's digits is verified by them, and the reply tells what the code held", async () => {
    const { url, orders } = await openApi();
    const link = "https://receipts.alpha.example/?id=FT26319K4Q7Z00004321";
    const { status, body } = await upload(url, "/api/upload-alpha", { image: await png(link) });
    expect(status).toBe(200);
    expect(body.meta.extracted).toEqual({
      kind: "link",
      provider: "alpha",
      reference: "FT26319K4Q7Z",
      account_digits: "00004321",
      host: "receipts.alpha.example",
    });
    expect(orders.map(({ body: asked }) => asked)).toEqual([
      { transactionRef: "FT26319K4Q7Z", accountNumber: "00004321" },
    ]);
  });

  test("with a bare reference needs the caller's account number", async () => {
    const { url, orders } = await openApi();
    const image = await png("FT26319K4Q7Z");
    const without = await upload(url, "/api/upload-alpha", { image });
    expect([without.status, without.body.error.code]).toEqual([422, "account_number_required"]);
    expect(without.body.meta.extracted).toEqual({
      kind: "reference",
      provider: "alpha",
      reference: "FT26319K4Q7Z",
    });
    const given = await upload(url, "/api/upload-alpha", { image, accountNumber: "1000 0000 04321" });
    expect(given.status).toBe(200);
    expect(orders).toHaveLength(1);
  });

  test("with digits of its own still holds the caller's number to a party", async () => {
    const { url, orders } = await openApi();
    const image = await png("FT26319K4Q7Z00004321");
    await upload(url, "/api/upload-alpha", { image, accountNumber: "1000099998888" });
    expect(orders[0]).toMatchObject({
      body: { transactionRef: "FT26319K4Q7Z", accountNumber: "00004321" },
      party: "1000099998888",
    });
  });
});

describe("a picture of any code", () => {
  test("is verified at the provider whose it is", async () => {
    const { url, orders } = await openApi();
    const { status, body } = await upload(url, "/api/upload", { image: await png("DKF1AB2CD3") });
    expect(status).toBe(200);
    expect(body.meta.extracted).toEqual({ kind: "reference", provider: "beta", reference: "DKF1AB2CD3" });
    expect(orders[0]?.provider.label).toBe("beta");
  });

  test("is alpha's or is refused by alpha's own endpoint", async () => {
    const { url, orders } = await openApi();
    const { status, body } = await upload(url, "/api/upload-alpha", { image: await png("DKF1AB2CD3") });
    expect([status, body.error.code]).toEqual([422, "qr_not_alpha"]);
    expect(orders).toEqual([]);
  });

  test("of more than one bank is the caller's to name, and until then nobody's", async () => {
    const { url, orders } = await openApi();
    const image = await png("FT26319K4Q7Z");
    const { status, body } = await upload(url, "/api/upload", { image });
    expect([status, body.error.code, body.error.param]).toEqual([400, "reference_ambiguous", "image"]);
    expect(body.error.errors).toEqual([{ location: "provider", message: "is needed: alpha or gamma" }]);
    expect(body.meta.extracted).toEqual({ kind: "reference", reference: "FT26319K4Q7Z" });
    const mistyped = await upload(url, "/api/upload", { image, provider: "gama" });
    expect([mistyped.status, mistyped.body.error.param]).toEqual([400, "provider"]);
    expect(orders).toEqual([]);

    const named = { image, provider: "alpha", accountNumber: "1000000004321" };
    const answered = await upload(url, "/api/upload", named);
    expect([answered.status, answered.body.meta.extracted.provider]).toEqual([200, "alpha"]);
  });

  test("takes what is expected of the receipt beside the picture", async () => {
    const { url } = await openApi();
    const image = await png("DKF1AB2CD3");
    const { body } = await upload(url, "/api/upload", { image, expect: '{"amount":"1.00"}' });
    expect(body.meta.checks).toEqual({ amount: "mismatch", claimed_amount: "unknown" });
    const broken = await upload(url, "/api/upload", { image, expect: "1.00" });
    expect([broken.status, broken.body.error.param]).toEqual([400, "expect"]);
  });
});

describe("a picture that is refused", () => {
  const receipt = png("FT26319K4Q7Z00004321");
  const noise = sharp({ create: { width: 300, height: 300, channels: 3, background: "#ffffff" } });

  test.each<[string, number, string, () => Promise<Form>]>([
    ["no picture", 400, "parameter_missing", async () => ({ accountNumber: "10000000" })],
    ["a text for the picture", 400, "parameter_invalid", async () => ({ image: "FT26319K4Q7Z" })],
    ["an empty file", 422, "image_unreadable", async () => ({ image: Buffer.alloc(0) })],
    [
      "two pictures",
      400,
      "parameter_invalid",
      async () => [
        ["image", await receipt],
        ["image", await receipt],
      ],
    ],
    ["a picture under another name", 400, "parameter_unknown", async () => ({ picture: await receipt })],
    [
      "an unknown part",
      400,
      "parameter_unknown",
      async () => ({ image: await receipt, accountnumbr: "10000000" }),
    ],
    [
      "a bad account number",
      400,
      "parameter_invalid",
      async () => ({ image: await receipt, accountNumber: "12" }),
    ],
    [
      "a page called .jpg",
      415,
      "image_type_unsupported",
      async () => ({ image: Buffer.from("<html><body>FT26319K4Q7Z</body></html>") }),
    ],
    [
      "a drawing called .jpg",
      415,
      "image_type_unsupported",
      async () => ({ image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') }),
    ],
    ["more than 8 MiB", 413, "image_too_large", async () => ({ image: Buffer.alloc(8 * 1024 * 1024 + 1) })],
    [
      "a header of 2 gigapixels",
      422,
      "image_dimensions_too_large",
      async () => ({ image: pngClaiming(50_000, 40_000) }),
    ],
    [
      "a large JPEG header",
      422,
      "image_dimensions_too_large",
      async () => ({ image: await headerClaiming("jpeg", 9_000) }),
    ],
    ["half a picture", 422, "image_unreadable", async () => ({ image: (await receipt).subarray(0, 60) })],
    ["a white page", 422, "qr_not_found", async () => ({ image: await noise.png().toBuffer() })],
    [
      "two receipts",
      422,
      "qr_ambiguous",
      async () => ({ image: await codesPicture("FT26319K4Q7Z00004321", "FT26319K4Q7Y00004321") }),
    ],
    [
      "a code that leads elsewhere",
      422,
      "qr_untrusted_host",
      async () => ({ image: await png("https://alpha.example.evil.test/?id=FT26319K4Q7Z00004321") }),
    ],
  ])("for %s: %i %s, and nothing is asked", async (_, status, code, parts) => {
    const { url, orders } = await openApi();
    const answer = await upload(url, "/api/upload-alpha", await parts());
    expect([answer.status, answer.body.error.code, answer.body.error.charged]).toEqual([status, code, false]);
    expect(orders).toEqual([]);
  });

  test.each([
    ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["of a neighbour", { "sec-fetch-site": "same-site" }],
    ["that names another origin", { origin: "https://evil.example" }],
  ])("is one that a browser sends for a page %s, without a key", async (_, headers) => {
    const { url } = await openApi();
    const form = { image: await png("FT26319K4Q7Z00004321") };
    const sent = await fetch(`${url}/api/upload`, {
      method: "POST",
      body: formOf(form),
      headers: headers as Record<string, string>,
    });
    expect([sent.status, (await sent.json()).error.code]).toEqual([404, "route_not_found"]);
    expect((await upload(url, "/api/upload", form)).status).toBe(200);
  });

  test("names the host that a code leads to", async () => {
    const { url } = await openApi();
    const image = await png("https://alpha.example.evil.test/?id=FT26319K4Q7Z00004321");
    const { body } = await upload(url, "/api/upload", { image });
    expect(body.meta.extracted).toEqual({ kind: "link", host: "alpha.example.evil.test" });
  });

  test("is a form of more parts than any picture needs, of which the rest is thrown away", async () => {
    const { url } = await openApi();
    const send = async (body: string) => {
      const headers = { "content-type": "multipart/form-data; boundary=b" };
      const reply = await fetch(`${url}/api/upload`, { method: "POST", headers, body });
      return [reply.status, (await reply.json()).error.code];
    };
    const refused = [400, "parameter_invalid"];
    expect(await send(`${"--b\r\n".repeat(200_000)}--b--\r\n`)).toEqual(refused);
    expect(await send(`${"--b\r\n".repeat(20)}--b--\r\n`)).toEqual(refused);
    expect((await upload(url, "/api/upload", { image: await png("FT26319K4Q7Z00004321") })).status).toBe(200);
  });

  test("is no form at all", async () => {
    const { url } = await openApi();
    const response = await fetch(`${url}/api/upload-alpha`, {
      method: "POST",
      headers: { "content-type": "image/png" },
      body: new Uint8Array(await receipt),
    });
    expect(response.status).toBe(415);
    const cut = await fetch(`${url}/api/upload-alpha`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
    });
    expect(cut.status).toBe(400);
  });
});
