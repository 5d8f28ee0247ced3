import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isBlockPage } from "../../src/documents/html/block-page.ts";

describe("a page that blocks us", () => {
  test.each([
    "Please complete the CAPTCHA to continue",
    "Protected by reCAPTCHA",
    "Access Denied You don't have permission to access this resource on this server.",
    "Request Rejected The requested URL was rejected. Please consult with your administrator. Your support ID is: 1234567890",
    "Attention Required! | Security Sorry, you have been blocked You are unable to access receipts",
    "Just a moment... Checking your browser before accessing the site.",
    "Verify you are human by completing the action below.",
    "Our systems have detected unusual traffic from your computer network",
    "This service is not available in your country.",
    "Sorry, this content isn’t available in your region",
    "Service unavailable in your location",
    "403 Forbidden",
    "Intrusion Prevention - Access Blocked",
    "Enable JavaScript and cookies to continue",
    "Your IP address\n\thas been   blocked.",
  ])("is recognised: %s", (text) => {
    expect(isBlockPage(text)).toBe(true);
  });
});

describe("a page that does not block us", () => {
  test.each([
    "",
    "This request is not correct",
    "You Are Not Allowed to See This Data, Please Check your Link",
    "Receipt not found",
    "Invalid receipt id",
    "Transaction not found.",
    "Invalid reference number",
    "Auto Receipt",
    "The service is temporarily unavailable, please try again later",
    "502 Bad Gateway",
    "Payment Reason captcha solving Settled Amount 1,250.00 Birr",
    "Reason: access denied fine ETB 300.00",
    "የክፍያ ምክንያት captcha ጠቅላላ የተከፈለ 300.00 ብር",
  ])("is not taken for one: %j", (text) => {
    expect(isBlockPage(text)).toBe(false);
  });

  test("no fixture page is taken for one, tags and all", () => {
    const folder = join(import.meta.dirname, "../../fixtures");
    const blocks = (name: string) =>
      readFileSync(join(folder, dirname(name), "expected.json"), "utf8").includes("provider_blocked");
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
      (name) => /\.(html|json)$/.test(name) && !name.startsWith("messages") && !blocks(name),
    );
    for (const name of pages) expect(isBlockPage(readFileSync(join(folder, name), "utf8")), name).toBe(false);
  });

  test("a page with an amount never is, whatever else it says", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0 }), (words, amount) => {
        expect(isBlockPage(`${words} captcha ${amount} Birr access denied`)).toBe(false);
      }),
    );
  });
});
