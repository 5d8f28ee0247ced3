import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";

/** What a payer typed hides nothing that the bank prints behind it. */

const outcomeOf = (label: string, [place, typed]: readonly [string, string], before: string, more: string) =>
  outcomeOfChanged(label, "verified", (page) => {
    const changed = page.replace(place, () => typed).replace(before, (end) => more + end);
    expect(changed).not.toBe(page);
    return changed;
  });

const note = '<td class="line"> </td>\n                            </tr>\n                </table>';
const noteOf = (typed: string) =>
  [note, note.replace("> <", () => `> ${typed}<`)] as const satisfies readonly [string, string];
const closed = "</td></tr></table></td></tr></table></div>";

const typedTexts: readonly (readonly [string, readonly [string, string], string])[] = [
  ["theta", ["<td>rent</td>", "<td><style>.stamp{display:none}</style></td>"], "<p>Thank you"],
  ["theta", ["<td>rent</td>", "<td><div><style>.stamp{opacity:0}</style></div></td>"], "<p>Thank you"],
  [
    "delta",
    ["</strong> goods", "</strong> x</p><style>.stamp{display:none}</style><p>y"],
    '<p class="note">Thank',
  ],
  [
    "delta",
    ["</strong> goods", "</strong> x</p><style>section~p{visibility:hidden}</style><p>y"],
    '<p class="note">Thank',
  ],
  ["beta", noteOf("<style>.thanks,.stamp{display:none}</style>"), '<p class="thanks"'],
  ...["<div hidden>", "<details>", "<template>", "<noscript>", '<div style="opacity:0">'].map(
    (open): readonly [string, readonly [string, string], string] => [
      "beta",
      noteOf(closed + open),
      '<p class="thanks"',
    ],
  ),
];

const numbered = typedTexts.map((one, turn) => [...one, turn] as const);

describe.each(numbered)("on a page of %s with the payer's text %s", (label, typed, before, turn) => {
  test.each(
    oneIn(
      3,
      [
        "Transaction failed",
        "Transaction failed due to insufficient balance",
        "Reversed by branch on 16-11-2026",
        "Declined: account closed",
        "Refunded to customer wallet",
        "This payment was reversed",
        "Payment rejected",
        "Reversed on 16-11-2026",
        "The amount was returned to the sender",
        "Pending",
        "Processing",
        "PROCESSING...",
        "ክፍያው ተሰርዟል",
      ],
      turn,
    ),
  )("the bank's %s is seen", async (text) => {
    expect(await outcomeOf(label, typed, before, `<p class="stamp">${text}</p>`)).not.toBe("Verified");
  });
});

test.each(numbered)(
  "on a page of %s with the payer's text %s a status is seen",
  async (label, typed, before) => {
    for (const stamp of [
      '<p class="status stamp" role="status">Processing...</p>',
      '<p class="stamp" hidden>Processing</p>',
      '<p class="stamp" role="status" hidden>Processing</p>',
    ])
      expect(await outcomeOf(label, typed, before, stamp), stamp).not.toBe("Verified");
  },
);

test.each(["<template>", "<dialog>", "<div hidden>"])(
  "a payer's %s hides no status that a page announces",
  async (open) => {
    const stamp = '<p class="status" role="status" aria-live="polite">Processing</p>';
    expect(await outcomeOf("beta", noteOf(closed + open), '<p class="thanks"', stamp)).not.toBe("Verified");
  },
);

test.each([
  '<div class="modal" hidden>',
  '<div id="overlay" style="display:none">',
  '<div class="spinner" style="opacity:0">',
  "<div hidden>",
])("a payer's %s, closed by the bank's own end, hides no status with the bank's rows", async (open) => {
  const typed = noteOf(`goods${closed}${open}<table><tr><td><table><tr><td>`);
  for (const stamp of [
    '<p class="stamp">Processing</p>',
    '<p class="status">Processing...</p>',
    "<p>Processing</p>",
  ])
    expect(await outcomeOf("beta", typed, '<p class="thanks"', stamp), stamp).not.toBe("Verified");
});

test.each(["beta", "theta", "delta"])("a page of %s may hide its own texts", async (label) => {
  for (const [before, more] of [
    ["</body>", "<div class=spinner hidden>Processing...</div>"],
    ["</body>", '<div style="display:none">Processing your payment, please wait</div>'],
    ["</body>", "<div hidden>Processing</div>"],
    ["</body>", "<div id=loader hidden><span class=status>Processing...</span></div>"],
    ["</body>", "<button><span class=badge hidden>Processing</span>Print</button>"],
    ["</body>", "<div class=copy-status hidden>Processing</div>"],
    ["</body>", "<div class=status hidden>Loading</div>"],
    [
      "</body>",
      "<div class=modal hidden><table><tr><td>Processing</td><td>2 min</td></tr></table><p>Copied</p></div>",
    ],
    ["</body>", "<div hidden><table><tr><td>Rate</td></tr></table><button>Processing</button></div>"],
    ["</body>", "<p class=status role=status aria-live=polite hidden>Processing...</p>"],
    ["</body>", "<template><p>Copied!</p></template><dialog><p>Sharing failed</p></dialog>"],
    ["</head>", "<style>.late{display:none}@media print{.no-print{display:none}}</style>"],
    ["</body>", "<style>@media print{.no-print{display:none}}</style>"],
    ["</body>", "<style>#loader{display:none}</style><div id=loader>Processing...</div>"],
    ["</body>", "<style>.toast{opacity:0}</style><div class=toast>Download failed</div>"],
  ] as const)
    expect(
      await outcomeOfChanged(label, "verified", (page) => page.replace(before, (end) => more + end)),
      more,
    ).toBe("Verified");
  const top = "<style>.late{display:none}</style><p class=late>Processing...</p>";
  expect(await outcomeOfChanged(label, "verified", (page) => page.replace("<body>", `<body>${top}`))).toBe(
    "Verified",
  );
});

const paidFor = (page: string, reason: string): string =>
  page
    .replace(/>(?:rent|books)</, `>${reason}<`)
    .replace("</strong> goods", `</strong> ${reason}`)
    .replace("IPS OUT GOING", reason);

describe.each([
  ["theta", "verified"],
  ["theta", "verified-merchant"],
  ["delta", "verified"],
  ["zeta", "verified-page"],
] as const)("on a page of %s, %s,", (label, name) => {
  const hidden = [
    '<canvas id="qr">QR code</canvas>',
    "<select><option>English</option></select>",
    "<span hidden>copied</span>",
  ];

  test.each(["የተሰረዘ ቲኬት", "ተመላሽ ብድር"])(
    "words that are hidden beside the reason %s do no harm",
    async (reason) => {
      for (const word of hidden)
        for (const end of ["</body>", /<p[^>]*>Thank/])
          expect(
            await outcomeOfChanged(label, name, (page) => {
              const paid = paidFor(page, reason);
              expect(paid).not.toBe(page);
              return paid.replace(end, (text) => word + text);
            }),
            word,
          ).toBe("Verified");
    },
  );

  test("nor do they beside a script or a message of the page itself", async () => {
    for (const word of hidden)
      for (const more of [
        '<script>const say = () => alert("The transaction was cancelled.")</script>',
        "<div hidden>Download failed.</div>",
        '<div hidden><script>const say = () => alert("The transaction was cancelled.")</script>Copied</div>',
      ])
        expect(
          await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}${word}</body>`)),
          more,
        ).toBe("Verified");
  });

  test("a stamp is joined from hidden pieces between tables and scripts", async () => {
    for (const stamp of [
      [..."REVERSED"].map((letter) => `<span hidden>${letter}</span>`).join(""),
      [..."REVERSED"].map((letter) => `<b><i hidden>${letter}</i></b>`).join("<script>x()</script>"),
      "<span hidden>This payment </span><b>was </b><span hidden>revers</span><span hidden>ed</span>",
      "This payment was re<span hidden>versed</span>",
    ])
      for (const [open, close] of [
        ["", ""],
        ["<div>", "</div>"],
        ["<div><table><tr><td>x</td></tr></table>", "<p>y</p></div>"],
      ])
        expect(
          await outcomeOfChanged(label, name, (page) =>
            page.replace("</body>", `${open}${stamp}${close}</body>`),
          ),
          `${open}${stamp}`,
        ).not.toBe("Verified");
  });
});

const pages = [
  ["beta", "verified"],
  ["theta", "verified"],
  ["delta", "verified"],
  ["zeta", "verified-page"],
] as const;

describe.each(pages)("a page of %s, %s,", (label, name) => {
  const turn = pages.findIndex(([own]) => own === label);
  const outcomeWith = (text: string) =>
    outcomeOfChanged(label, name, (page) =>
      page.replace("</body>", `<div class="toast" style="display:none">${text}</div></body>`),
    );

  test("may hide messages of its own", async () => {
    for (const text of oneIn(
      4,
      [
        "Failed to generate PDF",
        "PDF generation failed",
        "Download failed. Please try again.",
        "Downloads failed; please try again",
        "Downloading was stopped",
        "Failed to load image",
        "QR code failed to load",
        "Link expired",
        "This link has expired",
        "Invalid receipt link",
        "Your session has expired. Please log in again.",
        "Failed to fetch",
        "Save failed",
        "Failed to save image",
        "Failed to save image to gallery",
        "Failed to load receipt",
        "Failed to share receipt",
        "Receipt could not be sent to your email",
        "Feedback failed to send. Try again",
        "Share cancelled",
        "Print cancelled",
        "Popup blocked. Allow popups to print.",
        "Screenshot blocked",
        "Camera access denied",
        "Location blocked",
        "Notifications blocked",
        "Invalid input",
        "Invalid phone number",
        "Failed to send email",
        "Rating failed",
        "Translation failed",
        "Timed out. Please try again",
        "Transaction failed? Call 8000.",
        "Login failed",
        "Sign-in was unsuccessful",
        "Cookies rejected",
        "All cookies were declined.",
        "Access denied",
        "Access to your location was denied",
        "Session expired",
        "SMS failed",
        "ማውረድ አልተሳካም",
        "እንደገና ይሞክሩ። ማውረድ አልተሳካም።",
      ],
      turn,
    ))
      expect(await outcomeWith(text), text).toBe("Verified");
  });

  test("may hide nothing that is of the payment", async () => {
    for (const text of oneIn(
      4,
      [
        "This receipt is no longer valid",
        "This payment has expired",
        "Transfer failed. Please try again.",
        "Payment failed to load",
        "Failed to send the money",
        "Payment link expired",
        "Refund receipt",
        "Receipt cancelled",
        "Receipt expired",
        "Timed out",
        "Processing payment...",
        "Reversed. Download failed.",
        "Download failed. Payment reversed.",
        "REVERSED - CUSTOMER COPY",
        "CANCELLED - MERCHANT COPY",
        "Cancelled copy",
        "Failed: no connection to the beneficiary bank",
        "Refunded due to a network error",
        "FAILED: NETWORK ERROR",
        "Failed - connection lost",
        "Aborted: session timeout",
        "It was cancelled: network error",
        "Auto-cancelled: network error",
        "FAILED COPY",
        "FAILED - OFFICE COPY",
        "Order cancelled: session expired",
        "ክፍያው ተሰርዟል (network error)",
        "Ref. FT26319K4Q7Z. Failed: network error",
        "We are sorry. Failed due to a network error.",
        "Payment not<br>completed",
        "The amount was returned after a network error",
        "Failed: email support",
        "Login failed. Payment reversed.",
        "Cookies rejected, payment rejected",
        "Access denied by the beneficiary bank",
        "Access to the funds denied",
        "Payment session expired",
        "SMS payment failed",
        "OTP expired",
        "Transaction failed",
        "ማውረድ አልተሳካም። ክፍያው ተሰርዟል።",
        "ክፍያውን መፈጸም አልተቻለም",
      ],
      turn,
    ))
      expect(await outcomeWith(text), text).not.toBe("Verified");
  });
});
