import { expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** An account of which hardly a digit is shown is honest; it neither agrees nor differs with what was asked. */

test.each([
  ["beta", "verified", "2519****8765"],
  ["delta", "verified", "5822******014"],
  ["theta", "verified", "1000*****4321"],
  ["zeta", "verified", "1000*****4321"],
  ["zeta", "verified-page", "1000*****4321"],
  ["gamma", "verified", "1*****88"],
  ["alpha", "verified-link", "1********8765"],
])("%s, %s: it is shown as it is, and the other party's account decides", async (label, name, printed) => {
  for (const masked of ["911*****0", "9*****1", "25193******0"])
    expect(await outcomeOfChanged(label, name, (text) => text.replaceAll(printed, masked)), masked).toBe(
      "Verified",
    );
});

test("it alone does not make another's account the one that was asked, nor is it called a mismatch", async () => {
  const outcome = (payer: string, receiver: string) =>
    outcomeOfChanged("gamma", "verified", (json) =>
      json.replace("1*****84", payer).replace("1*****88", receiver),
    );
  // Asked with the payer's digits, which end with 84.
  expect(await outcome("1*****84", "9*****1")).toBe("Verified");
  expect(await outcome("9*****4", "1*****88")).toBe("provider_format_changed");
  expect(await outcome("9*****1", "1*****88")).toBe("provider_format_changed");
  expect(await outcome("9*****1", "9*****4")).toBe("Verified");
  expect(await outcome("1*****85", "1*****88")).toBe("receipt_mismatch");
});
