import { expect, test } from "vitest";
import { outcomeOfPage } from "../support/changed.ts";

/** A page without a status where one may stand, which says one in another form. */

const forms = {
  "a cell": (status: string) => `<table><tr><td>Status</td><td>${status}</td></tr></table>`,
  "a line": (status: string) => `<p>Status: ${status}</p>`,
};

test.each([
  ["delta", "a cell"],
  ["theta", "a line"],
] as const)("%s takes a status in %s for the receipt's own", async (label, form) => {
  const outcomeWith = (status: string) =>
    outcomeOfPage(label, "verified", ($) => $("body").append(forms[form](status)));
  expect(await outcomeWith("Completed")).toBe("Verified");
  expect(await outcomeWith("Frozen")).toBe("provider_format_changed");
});
