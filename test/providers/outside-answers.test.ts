import { describe, expect, test } from "vitest";
import { questions, readingOf } from "../support/outside-reading.ts";

/** Answers without a receipt as they may look besides the fixtures: other markup, other wording, other types. */

const page = (title: string, body: string): string =>
  `<!DOCTYPE html>\r\n<html><head><title>${title}</title></head><body>${body}</body></html>`;
const json = "application/json; charset=utf-8";
const html = "text/html";

const viewState = "<input type=hidden name=__VIEWSTATE value='abc'>";
const misses: readonly (readonly [label: string, body: string, type: string, status: number])[] = [
  [
    "alpha",
    page("Error", "<h1>You Are Not Allowed to See This Data, Please Check your Link</h1>"),
    html,
    404,
  ],
  ["alpha", "You Are Not Allowed to See This Data, Please Check your Link", html, 404],
  ["beta", "<div>This request is not correct</div>", html, 200],
  ["beta", page("x", "<div class='m'>\n  This request is not correct \n</div>"), html, 200],
  ["beta", "This request is not correct", "text/plain", 200],
  ["beta", page("Birrway receipt", "<center><h3>THIS REQUEST IS NOT CORRECT.</h3></center>"), html, 200],
  [
    "gamma",
    `{"header":{"status":"success"},"body":[{"Payer's Name":"Invalid reference number"}]}`,
    json,
    200,
  ],
  [
    "gamma",
    `{"header":{"status":"failed"},"body":[{"Payer's Name":"Invalid Reference Number."}]}`,
    json,
    200,
  ],
  ["delta", `{"statusCode":400,"message":"Transaction not found"}`, json, 400],
  ["delta", `{"statusCode":404,"message":"Transaction Not Found","error":"Bad Request"}`, json, 404],
  ["epsilon", page("Auto Receipt", "<form><div id='ReportViewer1'></div></form>"), html, 200],
  ["epsilon", page("Auto Receipt", `<form>${viewState}<script>var x</script>Loading...</form>`), html, 200],
  ["zeta", `{"message":"Receipt does not exist"}`, json, 404],
  ["eta", `{"messages":"Transaction not found","status":404}`, json, 404],
  ["theta", "<div>Receipt not found</div>", html, 200],
  ["theta", "Receipt not found", html, 200],
  ["theta", page("Theta", "<div><h1>Invalid receipt id</h1></div>"), html, 200],
  ["iota", `{"responseCode":404,"responseDescription":"No record found","base64Data":null}`, json, 200],
  ["iota", `{"responseCode":"2001","responseDescription":"Transaction does not exist"}`, json, 200],
];

test.each(misses)("%s does not know the receipt when it answers %s", async (label, body, type, status) => {
  expect(await readingOf(label, body, type, status)).toBe("receipt_not_found");
});

const blocks = [
  page("Just a moment...", "Checking your browser. Enable JavaScript and cookies to continue"),
  page("Attention Required! | Shield", "<h1>Sorry, you have been blocked</h1>"),
  page("Request Rejected", "The requested URL was rejected.<br><br>Your support ID is: 123"),
  page("403 Forbidden", "<center><h1>403 Forbidden</h1></center>\r\n<hr><center>server</center>"),
  page("Security check", "<p>Please complete the CAPTCHA to continue</p>"),
  page("Not available", "<p>This service is not available in your country.</p>"),
  page("Web Filter Violation", "<h2>Intrusion Prevention - Access Blocked</h2>"),
];

const strange = [
  page("Maintenance", "<h1>We are under maintenance, try later</h1>"),
  page("App", "<div id='root'></div><script src=x></script>"),
  page("404 Not Found", "<h1>Not Found</h1><p>The requested URL was not found on this server.</p>"),
  page("Login", "<form>Username Password</form>"),
];

describe.each(Object.keys(questions))("%s", (label) => {
  test.each(blocks)("does not let us ask when it answers %s", async (body) => {
    expect(await readingOf(label, body, html)).toBe("provider_blocked");
  });

  test.each(strange)("says nothing of the receipt when it answers %s", async (body) => {
    expect(await readingOf(label, body, html)).toMatch(/^provider_(?:format_changed|blocked)/);
    expect(await readingOf(label, body, html, 404)).toMatch(/^provider_(?:format_changed|blocked)/);
  });
});
