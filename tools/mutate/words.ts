/** Words that a bank prints over a receipt, and words that only look like them. */

export const undoings = [
  ...[
    "REVERSED",
    "Cancelled",
    "*** VOID ***",
    "Refunded",
    "Transaction failed",
    "EXPIRED",
    "Transaction declined",
  ],
  ...[
    "R E V E R S E D",
    "Reversed on 16/11/2026 10:00",
    "This payment has been reversed",
    "Reversal Receipt",
  ],
  ...["Pending", "Refund Receipt", "ተሰርዟል", "ተመላሽ ሆኗል።", "ግብይቱ አልተሳካም"],
] as const;

export const harmlessWords = [
  ...["If this transaction failed call 8080.", "This payment is non-refundable", "Cancellation fee: 0.00"],
  ...["Customer copy", "Reversed: No", "ግብይቱ ካልተሳካ ይደውሉ"],
] as const;

export const otherDocuments = ["Account Statement", "PAYMENT REQUEST", "Proforma invoice", "DRAFT"] as const;

/** Words of payments that are not completed. */
export const knownStatuses = [
  ...[
    "Pending",
    "Processing",
    "Initiated",
    "Failed",
    "Reversed",
    "Cancelled",
    "Declined",
    "Rejected",
    "Expired",
  ],
  ...["Submitted", "Aborted", "Voided", "Returned", "Refunded", "Unsuccessful", "Timed out", "In progress"],
] as const;

/** What a status may say instead of the words that are known. */
export const otherStatuses = [
  ...knownStatuses,
  ...["Complete", "Done", "OK", "Successfully", "Success!", "Incomplete", "Not Completed", "1", "ተጠናቋል"],
  ...["Completed Pending", "Reversed Completed", "Completed/Reversed", "Сompleted", ""],
] as const;

const completed = /^(?:completed|success|successful)$/i;

export const isCompleted = (status: string): boolean => completed.test(status.trim());

export const statusLabels = ["Transaction Status", "Payment Status", "Status"] as const;

export const undoingMembers = [
  ...['"reversed":true', '"isReversed":"Y"', '"is_cancelled":1', '"refunded":"true"', '"success":false'],
  ...[
    '"transactionStatus":"REVERSED"',
    '"state":"Cancelled"',
    '"reversalDate":"2026-11-16"',
    '"voided":true',
  ],
  ...['"message":"This transaction has been reversed"', '"title":"Reversal Receipt"', '"info":"ተሰርዟል"'],
  ...['"flags":["REFUNDED"]', '"reversal":{"id":7}', '"completed":false', '"title":"Account Statement"'],
  String.raw`"x":"a\ud800"`,
] as const;

export const harmlessMembers = [
  ...['"reversed":false', '"reversal":null', '"isCancelled":"N"', '"refundAmount":"0.00"', '"reversals":[]'],
  ...['"terms":"Non-refundable"', '"remarks":"refund for cancelled order"', '"success":true'],
  ...['"fees":[{"name":"VAT","amount":"1.50"}]', '"balance":{"amount":"99,000.00"}', '"branch":{"id":7}'],
] as const;

/** Where words can stand on a page of HTML; the last ones only as a picture or across the page. */
export const stampPlaces: readonly ((words: string) => string)[] = [
  (words) => `<h2>${words}</h2>`,
  (words) => `<div><p>${words}</p></div>`,
  (words) => `<table><tr><td>${words}</td></tr></table>`,
  (words) => `<p>Thank you <span class="badge">${words}</span></p>`,
  (words) => `<img src="x.png" alt="${words}">`,
  (words) => `<svg><text>${words}</text></svg>`,
  (words) => `<b style="position:absolute;transform:rotate(-30deg)">${words}</b>`,
];

/** Markup whose ends browsers find elsewhere than it seems, and half a character. */
export const htmlTraps = [
  "<!--><h1>REVERSED</h1><!-- -->",
  "<!-- x --!><h1>REVERSED</h1><!-- -->",
  "<script><!-- <script> </script> --></script><h1>REVERSED</h1>",
  "<p>a&#xD800;b</p>",
] as const;

/** Elements in which nobody sees a text, or sees it struck out or as a footnote. */
export const concealments: readonly (readonly [name: string, attribute?: readonly [string, string]])[] = [
  ["span", ["style", "display:none"]],
  ["span", ["style", "VISIBILITY: hidden"]],
  ["span", ["style", "opacity:0"]],
  ["span", ["style", "font-size:0"]],
  ["span", ["style", "text-decoration:line-through"]],
  ["span", ["hidden", ""]],
  ["span", ["class", "gone"]],
  ...(
    ["s", "del", "template", "details", "dialog", "datalist", "noframes", "sup", "xmp", "noscript"] as const
  ).map((name) => [name] as const),
];
