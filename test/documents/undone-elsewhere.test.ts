import { describe, expect, test } from "vitest";
import { outcomeOfChanged, outcomeOfPage, verifiedPages } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";

/** A receipt of a payment that was undone is never Verified, in whatever words and wherever its document says it. */

const words = [
  ...[
    "Reversed",
    "REVERSED",
    "*** REVERSED ***",
    "REVERSED ON 16-NOV-2026",
    "Reversal",
    "Cancelled",
    "CANCELED.",
  ],
  ...[
    "VOID",
    "Voided",
    "Refunded",
    "Transaction reversed",
    "Payment failed",
    "Transaction failed!",
    "Expired",
  ],
  ...["This payment has been reversed", "this transaction was cancelled by the sender", "Refund receipt"],
  ...[
    "This receipt is no longer valid",
    "The amount was returned to the sender",
    "Payment rejected",
    "Pending",
  ],
  ...["Under review", "Held for review", "This payment was taken back", "Payment could not be completed"],
  ...[
    "Transaction pending",
    "Your payment is being processed",
    "Not completed",
    "R E V E R S E D",
    "[ VOID ]",
  ],
  ...["ተሰርዟል", "ክፍያው ተሰርዟል።", "ተመላሽ", "ተመላሽ ሆኗል", "ግብይቱ አልተሳካም", "ተቋርጧል", "ጊዜው አልፏል", "ውድቅ ተደርጓል"],
];

const btoaOf = (text: string): string => Buffer.from(text).toString("base64");

const places: readonly (readonly [string, (word: string) => string])[] = [
  ["in a heading", (word) => `<h2>${word}</h2>`],
  ["in a line", (word) => `<p>${word}</p>`],
  ["in a loose text", (word) => `${word}<div>Thank you</div>`],
  ["in a badge", (word) => `<p>Thank you for banking with us <span class="badge">${word}</span></p>`],
  [
    "in a stamp that is turned",
    (word) => `<div><b style="position:absolute;transform:rotate(-30deg)">${word}</b> Seal</div>`,
  ],
  ["behind a break", (word) => `<div>Receipt<br>${word}<br>Keep it</div>`],
  ["in place of a picture", (word) => `<img src="stamp.png" alt="${word}">`],
  ["as a picture's hint", (word) => `<img src="x.png" title="${word}">`],
  ["in a drawing", (word) => `<svg><text x="1" y="2">${word}</text></svg>`],
  ["as the name of a drawing", (word) => `<svg><title>${word}</title><path d="M0 0"/></svg>`],
  [
    "in a frame",
    (word) => `<iframe srcdoc="&lt;h1&gt;Receipt&lt;/h1&gt;&lt;p&gt;${word}&lt;/p&gt;"></iframe>`,
  ],
  ["as the name of a document within", (word) => `<object data="x.svg" aria-label="${word}"></object>`],
  ["in a cell", (word) => `<table><tr><td>${word}</td></tr></table>`],
  ["in a row that is else empty", (word) => `<table><tr><td></td><td>${word}</td><td></td></tr></table>`],
  [
    "as a further status",
    (word) => `<table><tr><td>Current status</td><td>:</td><td>${word}</td></tr></table>`,
  ],
  ["as a status in a line", (word) => `<p><strong>Payment state:</strong> ${word}</p>`],
  ["as a result", (word) => `<dl><dt>Result</dt><dd>${word}</dd></dl>`],
  ["in a link", (word) => `<a class="status" href="#">${word} </a><i>!</i>`],
  [
    "written by the style",
    (word) => `<style>.mark::before { content: "${word}" }</style><p class="mark">.</p>`,
  ],
  ["in a field", (word) => `<form><input readonly value="${word}"></form>`],
  [
    "in an attribute that the style writes",
    (word) =>
      `<style>.mark::before { content: attr(data-text) }</style><p class="mark" data-text="${word}">.</p>`,
  ],
  ["as a hint in a field", (word) => `<form><input readonly placeholder="${word}"></form>`],
  [
    "in a drawing that is a picture",
    (word) => `<img src="data:image/svg+xml,${encodeURIComponent(`<svg><text>${word}</text></svg>`)}">`,
  ],
  [
    "in the bytes of such a drawing",
    (word) => `<img src="data:image/svg+xml;base64,${btoaOf(`<svg><text>${word}</text></svg>`)}">`,
  ],
  [
    "in a drawing behind an element",
    (word) =>
      `<style>.mark { background: url("data:image/svg+xml;utf8,<svg xmlns='x'><text>${word}</text></svg>") }</style><p class="mark">.</p>`,
  ],
  [
    "in the bytes of a drawing behind an element",
    (word) =>
      `<p style="background:url(data:image/svg+xml;base64,${btoaOf(`<svg><text>${word}</text></svg>`)})">.</p>`,
  ],
  [
    "as the sign of a list",
    (word) => `<style>.mark { list-style-type: "${word}" }</style><ul class="mark"><li>.</li></ul>`,
  ],
  [
    "in a property of the page's own",
    (word) =>
      `<style>:root { --mark: "${word}"; --other: var(--mark) } .mark::after { content: var(--other) }</style><p class="mark">.</p>`,
  ],
  ["as the title elsewhere", (word) => `<meta property="og:title" content="${word}">`],
];

describe.each(oneIn(2, verifiedPages))("a page of %s, %s,", (label, name) => {
  const turn = verifiedPages.findIndex(([own]) => own === label);
  const someWords = oneIn(12, words, turn);

  test("that says so with its time, or still waits, is refused", async () => {
    for (const words of oneIn(
      8,
      [
        "Reversed on 16/11/2026 10:20",
        "Reversed at 10:20",
        "Payment is pending approval",
        "Awaiting confirmation",
        "በመጠባበቅ ላይ",
        "Under review",
        "Payment held",
        "Funds are on hold",
        "This transfer is held by the bank",
        "Sent for approval",
        "Provisional receipt",
        "This transfer is to be approved",
        "Being verified since 16/11/2026",
        "Scheduled for 20-11-2026",
        "This payment will be processed on 20-11-2026",
        "ሁኔታ: በመጠባበቅ",
        "Current: Pending",
        "The payment did not go through",
        "The money went back to the sender",
        "Under processing",
        "Future dated",
        "ክፍያው ተቀለበሰ",
        "ተሰርዟአል",
        "ያልፀደቀ ክፍያ",
        "በማጣራት ላይ",
        "ተከልክሏል",
        "Your transaction could not be <b>completed</b>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `<p>${words}</p></body>`)),
        words,
      ).not.toBe("Verified");
  });

  const underWay = [
    "<p>Dear customer, your payment is pending.</p>",
    "<p>Your transfer to HANA MEKONNEN is pending.</p>",
    "<p>Transaction 822WDTS263160002 is on hold</p>",
    "<p>Payment of ETB 1,250.00 on hold</p>",
    "<p>Your payment is still processing, please wait</p>",
    '<div class="alert"><strong>Note!</strong> Payment pending</div>',
    "<div><strong>Warning:</strong> Payment pending</div>",
    "<table><tr><td>Message</td><td>Dear customer, your payment is queued</td></tr></table>",
    "<p>Payment status: your payment of ETB 1,250.00 is awaiting approval</p>",
    "<p>Warning! Payment processing</p>",
    "<p>Warning: payment processing, please wait</p>",
    "<p>Payment of ETB 1,250.00 processing</p>",
    "<p>Payment (ETB 1,250.00) processing</p>",
    "<p>Your payment (ETB 1,250.00) is pending</p>",
    "<p>Your transfer to HANA processing</p>",
    "<p>STATUSPENDING</p>",
    "<p>PAYMENT STATUSON HOLD</p>",
  ];
  test("that says in a sentence that the payment is under way is refused", async () => {
    for (const html of oneIn(8, underWay, turn))
      expect(await outcomeOfPage(label, name, ($) => $("body").append(html)), html).not.toBe("Verified");
  });

  test("that says so of payments in general is Verified", async () => {
    for (const footer of oneIn(
      8,
      [
        "If your payment is pending, call 8080",
        "Pending transactions are shown in the app",
        "While a payment is processing do not close the app",
        "Payments on hold are released within a day",
        "When your transfer to another bank is pending, wait for a day",
        "Is your payment pending? Call 8080",
        "Current: Savings",
        "Payments made on a holiday will be processed on the next day",
        "Secure payment processing",
        "Payment (mobile) processing",
        "Our services: payment processing, bill payment",
        "Total payment pending: 0.00",
        "Once the transfer is initiated it cannot be cancelled",
      ],
      turn,
    ))
      expect(await outcomeOfPage(label, name, ($) => $("body").append(`<p>${footer}</p>`)), footer).toBe(
        "Verified",
      );
  });

  const inLine = (status: string): readonly string[] => [
    `<p><strong>Transaction Status</strong><span>${status}</span></p>`,
    `<div class="row"><span class="label">Transaction Status</span><span class="value"><b>${status}</b></span></div>`,
    `<div><label>Payment Status</label><b>${status}</b></div>`,
    `<li><i class="icon"></i><span>Result</span><em>${status}</em></li>`,
    `<p>STATUS<b>${status}</b></p>`,
    `<p><b>ሁኔታ</b>${status}</p>`,
    `<div><span>Status</span> <span>${status}</span> <span>16/11/2026</span></div>`,
  ];

  test("whose status stands right behind its label in a line is refused", async () => {
    for (const status of oneIn(
      8,
      ["Pending", "PENDING", "Processing", "On hold", "In progress", "Awaiting approval", "Queued", "FAILED"],
      turn,
    ))
      for (const line of inLine(status))
        expect(
          await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${line}</body>`)),
          line,
        ).not.toBe("Verified");
  });

  test("whose status in a line is another or none is Verified", async () => {
    for (const line of oneIn(
      8,
      [
        ...inLine("Completed"),
        "<p><b>Status</b><span>of pending payments: see the app</span></p>",
        "<p><a>Payment status</a> | <a>Pending</a> | <a>Completed</a></p>",
        "<p><strong>Customer note</strong><span>status pending</span></p>",
        "<p><strong>Customer note:</strong> <span>Status</span> <span>of the order</span></p>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${line}</body>`)),
        line,
      ).toBe("Verified");
  });

  test("that says so in two lines of one stamp is refused", async () => {
    for (const stamp of oneIn(
      8,
      [
        "PAYMENT NOT<br>COMPLETED",
        "TRANSACTION<br>NOT<br>COMPLETED",
        "Payment could not<br>be completed",
        "Transaction was not<br>successful",
        "<b>THIS RECEIPT IS NO LONGER<br>VALID</b>",
        "<span>NOT</span><br><span>PAID</span>",
        "This payment was<br>taken back",
        "Thank you<br>NOT<br>COMPLETED",
        "Thank you<br>reversed",
        "Thank you for your visit to our branch<br>reversed",
        "If you have questions about this payment<br>failed on 16/11/2026.",
        "If your transaction<br>reversed",
        "If you need help call 8000, this payment was<br>reversed",
        "If the transaction failed call us. It is<br>reversed",
        "Tickets cannot be<br>REFUNDED",
        "Tickets cannot be<br>refunded. This payment was<br>reversed",
        "This payment cannot be<br>processed",
        "This alteration makes this receipt<br>void.",
        "Payment status is<br>pending approval by the receiving bank",
        "When we checked your payment was<br>reversed",
        "This is<br>not a proof<br>of payment",
        "THIS RECEIPT: NO<br>LONGER VALID",
        "CANCELLED: NO<br>LONGER VALID",
        "Reversal No.<br>R12 today",
        "Reversal: 500.00<br>Thank you",
        "Completed: No<br>Thank you",
        "በመጠባበቅ<br>ላይ",
        "መፈጸም<br>አልተቻለም",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `<div>${stamp}</div></body>`)),
        stamp,
      ).not.toBe("Verified");
    for (const stamp of oneIn(
      8,
      [
        "<h1>NOT</h1><h1>COMPLETED</h1>",
        "<h2>IN</h2><p>PROGRESS</p>",
        "<table><tr><td>ON</td></tr><tr><td>HOLD</td></tr></table>",
        "<div>UNDER</div><div>REVIEW</div>",
        "<svg><text x='1' y='1'>NOT</text><text x='1' y='9'>COMPLETED</text></svg>",
        "<p>Thank you for banking with us <span class='badge'>NOT<br>COMPLETED</span></p>",
        "REVER<br>SED",
        "PAYMENT REVER-<br>SED",
        "Payment re<br>versed",
        "CAN<br>CEL<br>LED",
        "NOT COMP<br>LETED",
        "<h1>PEN</h1><h1>DING</h1>",
        "ተሰር<br>ዟል",
        "<table><tr><td>NOT</td><td>COMPLETED</td></tr></table>",
        "<table><tr><td>Payment not</td><td>completed</td><td>16/11/2026</td></tr></table>",
        "<table><tr><td>NOT</td><td>YET</td><td>PAID</td></tr></table>",
        "<table><tr><td>REVER</td><td>SED</td></tr></table>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `<div>${stamp}</div></body>`)),
        stamp,
      ).not.toBe("Verified");
    for (const lines of oneIn(
      8,
      [
        "<h2>Payment</h2><p>Processing fee: 0.00</p>",
        "<h3>Payment</h3><h3>Not taxable</h3>",
        "<div>Paid in</div><div>Complete settlement</div>",
        "<div>Re</div><div>Fund transfer</div>",
        "<div>Country</div><div>IN</div><div>Valid until 2027</div>",
        "<div>Sent</div><div>Back</div>",
        "<div>የስረዛ ክፍያ</div><div>የለም</div>",
        "<div>Customer note</div><div>NOT</div></div><div>COMPLETED",
        "<a>Not</a><p>Completed</p>",
        "<table><tr><td>Not</td><td>Applicable</td></tr></table>",
        "<table><tr><td>Re</td><td>Fund</td></tr><tr><td>Paid in</td><td>Complete</td></tr></table>",
        "<table><tr><td>Reason</td><td>NOT</td><td>COMPLETED</td></tr></table>",
        "Cashless<br>is better",
        "Head Office<br>Addis Ababa",
        "No refund<br>policy",
        "Paid<br>Not taxable",
        "A screenshot is<br>not a proof<br>of payment",
        "Scan the QR<br>to see whether<br>this payment was<br>reversed.",
        "If your transaction<br>failed, call 8000.",
        "If your payment is<br>reversed, call 8000",
        "Tickets cannot be<br>refunded",
        "Any alteration makes this receipt<br>void.",
        "Any alteration makes<br>this receipt<br>void.",
        "Reversal: 0.00<br>Thank you",
        "Refund: ETB 0.00<br>Total paid: see above",
        "Cancelled: No<br>Thank you",
        "ተመላሽ: የለም<br>እናመሰግናለን",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `<div>${lines}</div></body>`)),
        lines,
      ).toBe("Verified");
  });

  test("that draws a picture which is called so is refused", async () => {
    for (const word of oneIn(8, ["reversed", "Cancelled-1", "payment_refunded", "VOID"], turn))
      for (const picture of [
        `<img src="/img/${word}.png?v=3">`,
        `<picture><source srcset="/${word}.webp 2x"></picture>`,
        `<svg><image href="/img/${word}.svg"/></svg>`,
        `<svg><image xlink:href="/img/${word}.png"/></svg>`,
        `<object data="/img/${word}.svg" type="image/svg+xml"></object>`,
        `<embed src="/img/${word}.svg">`,
        `<iframe src="/img/${word}.png"></iframe>`,
        `<input type="image" src="/img/${word}.png">`,
        `<video poster="/img/${word}.jpg"></video>`,
        `<table background="/img/${word}.gif"><tr><td>Thank you</td></tr></table>`,
        `<div style="background-image: url('/img/${word}.png#a')"></div>`,
      ])
        expect(
          await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${picture}</body>`)),
          picture,
        ).not.toBe("Verified");
  });

  test("that says whom to ask about its refund or cancellation is refused", async () => {
    for (const row of [
      "<tr><td>Refund</td><td>contact your bank</td></tr>",
      "<tr><td>Cancellation</td><td>Visit your branch</td></tr>",
    ])
      expect(
        await outcomeOfChanged(label, name, (page) =>
          page.replace("</body>", `<table>${row}</table></body>`),
        ),
        row,
      ).not.toBe("Verified");
  });

  test("that says other things in the same ways is read", async () => {
    for (const more of oneIn(
      8,
      [
        '<img class="loader" src="/assets/processing.gif">',
        '<img src="/img/pending-icon.png?v=3">',
        "<table><tr><td>Unpaid balance</td><td>ETB 1,500.00</td></tr></table>",
        "<p><b>Unpaid balance:</b> ETB 1,500.00</p>",
        "<p>Not satisfied? Your payment is returned.</p>",
        "<p>Contact your branch for a refund</p>",
        "<table><tr><td>Receipt state</td><td>New</td></tr></table>",
        '<nav><a href="#">Home</a> | <a href="#">Refund</a> | <a href="#">Help</a></nav>',
        '<p><a href="#">Refunds</a> · <button>Print</button></p>',
        '<svg role="img"><title>Bank logo</title><desc>Two lions</desc><path d="M0 0"/></svg>',
        '<svg style="display:none"><symbol id="a"><title>Cancelled</title><path d="M0 0"/></symbol></svg>',
        '<iframe src="https://maps.example/embed?q=1" title="Our branches"></iframe>',
        '<iframe srcdoc="&lt;p&gt;If a payment failed, call 8000.&lt;/p&gt;"></iframe>',
        '<noscript><iframe src="https://tags.example/ns" style="display:none"></iframe></noscript>',
        "<!-- <p><strong>Total:</strong> ETB 0.00</p> -->",
        "<!-- <h4>Sender Name</h4> -->",
        '<span title="<b>VAT</b><br>15% of the fee">?</span>',
        `<a onclick="w.document.write('<h1>Receipt</h1><p>Total</p>')">Print</a>`,
        `<script>w.document.write("<html><script>print()<\\/script><td>Amount</td></html>")</script>`,
        `<script>box.innerHTML = box.innerHTML.replace("</td>", ""); alert("Payment failed")</script>`,
        '<style>a:after{content:" (" attr(href) ")"}</style><a href="javascript:void(0)">Print</a>',
        '<style>td::before{content:attr(data-label)}</style><table><tr><td data-label="Reversed">No</td></tr></table>',
        "<p>የሚስጥር ቁጥርዎን ለማንም ሰው መስጠት ተከልክሏል።</p>",
        "<p>Photocopies: not accepted.</p>",
        "<table><tr><td>Email</td><td>Not confirmed</td></tr></table>",
        "<h4>Stop</h4><p>and think before you share your PIN</p>",
        "<table><tr><td>From</td><td><div>SELAM</div><div>Status: active</div></td></tr></table>",
        "<table><tr><td>Reason</td><td><p>refund for cancelled order</p><p>shop 12</p></td></tr></table>",
        "<p><strong>Remark:</strong> unpaid balance</p>",
        "<p><strong>Remark:</strong> refund to beneficiary</p>",
        "<p><strong>Remark:</strong> በሂደት ላይ ላለው ቤት ክፍያ</p>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}</body>`)),
        more,
      ).toBe("Verified");
  });

  test("that tells rules of receipts, and of other things than payments, is read", async () => {
    for (const more of oneIn(
      8,
      [
        "<p>Cancelled or altered receipts are not valid.</p>",
        "<p>For any complaint call 8000 within 7 days. Cancelled and defaced receipts are not valid.</p>",
        "<p>Update your KYC before your account is blocked.</p>",
        "<p>Before your account is blocked, update your KYC.</p>",
        "<p>If the account is closed, your payment is returned</p>",
        "<p>Old 10 birr notes are no longer valid.</p>",
        "<p>This offer has expired.</p>",
        "<p>Win! Cashback is refunded to your wallet.</p>",
        "<p>Get a refund on VAT: keep this receipt</p>",
        "<p>Unpaid loans attract penalty interest.</p>",
        "<p>Cancellation: not possible</p>",
        "<table><tr><td>Cancellation</td><td>not possible</td></tr></table>",
        "<table><tr><td>Refund</td><td>:</td><td>Not allowed</td></tr></table>",
        "<dl><dt>Refund</dt><dd>Not possible</dd><dt>Cancellation</dt><dd>Within 24 hours</dd></dl>",
        "<div><div>Refund</div><div>Not possible</div></div>",
        "<p>Refund: within 7 days</p>",
        "<table><tr><td>Refund</td><td>within 7 working days of the payment</td></tr></table>",
        "<table><tr><td>ተመላሽ</td><td>አይቻልም</td></tr></table>",
        "<p>Our Meskel offer has expired</p>",
        "<p>Your Easter holiday discount has expired.</p>",
        "<p>While a payment is being processed do not close the app</p>",
        "<p>The deposit is returned at check-out.</p>",
        "<p>5% of your payment is returned as cashback.</p>",
        "<p>Your payment is returned in case of cancellation.</p>",
        "<p>Your deposit is returned only with this receipt</p>",
        "<p>Your payment is returned where the account is closed</p>",
        "<h4>Payment failed?</h4>",
        "<a href='/help'>Failed transaction?</a>",
        "<p>Payment pending?</p>",
        "<h4>On hold?</h4>",
        "<table><tr><td>Time in</td><td>10:00</td></tr><tr><td>Time out</td><td>12:00</td></tr></table>",
        "<p>Time out: 12:00</p>",
        "<p>Time out 12:00 pm</p>",
        "<p>When the status is Reversed, the payment was refunded.</p>",
        "<p>Where the app shows “Reversed”, the payment was refunded.</p>",
        "<p>When you see Failed, the payment was cancelled.</p>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}</body>`)),
        more,
      ).toBe("Verified");
  });

  test("that says of this payment what such rules say is refused", async () => {
    for (const more of oneIn(
      8,
      [
        "<p>Cancelled and altered</p>",
        "<p>This receipt was cancelled or altered</p>",
        "<p>Reversed before your account is blocked</p>",
        "<p>Before the account is blocked, this payment was reversed</p>",
        "<p>Once it was checked, this payment was cancelled</p>",
        "<p>Thank you. Reversed or amended after review.</p>",
        "<p>Reversed or cancelled after review</p>",
        "<p>Dear customer, your payment is returned</p>",
        "<p>Your payment is returned in full</p>",
        "<p>Your deposit is returned</p>",
        "<p>50% of your payment is returned</p>",
        "<p>Your payment is returned as cashback could not be paid</p>",
        "<p>Your payment is returned, in case of questions call 8000</p>",
        "<p>Your payment is returned only in part</p>",
        "<p>Pending ????</p>",
        "<p>Payment status: Pending?</p>",
        "<p>Time out</p>",
        "<p>Transaction time out 12:00</p>",
        "<table><tr><td>Time out</td><td>12:00:31</td></tr></table>",
        "<table><tr><td>Timeout</td><td>12:00</td></tr></table>",
        "<p>When the status was checked, the payment was refunded.</p>",
        "<p>Once the bank saw it, your payment was reversed</p>",
        "<p>When the app shows this, the payment was reversed</p>",
        "<p>Payment cancelled before completion</p>",
        "<p>These notes are no longer valid. This receipt is no longer valid.</p>",
        "<p>This offer has expired and your payment was reversed.</p>",
        "<p>This payment has expired.</p>",
        "<p>The cashback is refunded, the payment reversed.</p>",
        "<p>Get a refund on this payment</p>",
        "<p>Unpaid</p>",
        "<p>Cancellation: confirmed</p>",
        "<table><tr><td>Cancellation</td><td>confirmed</td></tr></table>",
        "<table><tr><td>Payment cancelled</td><td>not possible</td></tr></table>",
        "<p>Refund</p>",
        "<dl><dt>Refund</dt></dl>",
        "<dl><dt>Refund</dt><dd>Confirmed</dd></dl>",
        "<dl><dt>Refund</dt><dd>1,250.00</dd><dd>Not possible</dd></dl>",
        "<dl><dt>Refund</dt><dt>Sending again</dt><dd>Not possible</dd></dl>",
        "<div><h2>REFUND</h2><p>within 7 days</p></div>",
        "<div><div>REFUND</div><div>Not possible</div><div>Thank you</div></div>",
        "<p>Refunded: within 7 days</p>",
        "<p>Reversal: within 24 hours</p>",
        "<p>Refund: processed within 7 days</p>",
        "<p>Refund of this payment: within 7 days</p>",
        "<table><tr><td>ተመላሽ</td><td>ተደርጓል</td></tr></table>",
        "<p>The Meskel receipt has expired</p>",
        "<p>Reversed as our Meskel offer has expired</p>",
        "<p>Our Meskel offer has expired and your payment was reversed</p>",
        "<p>While your payment is being processed do not close the app</p>",
        "<p>Please wait while a payment is being processed</p>",
        "<p>While a payment is being processed your payment is being processed, too</p>",
      ],
      turn,
    ))
      expect(
        await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${more}</body>`)),
        more,
      ).not.toBe("Verified");
  });

  test("that says so letter by letter is refused", async () => {
    const letters = [..."REVERSED"].map((letter) => `<div>${letter}</div>`).join("");
    expect(
      await outcomeOfChanged(label, name, (page) => page.replace("</body>", `${letters}</body>`)),
    ).not.toBe("Verified");
  });

  test.each(oneIn(8, places, turn))("that says so %s is refused", async (_, place) => {
    const wrong: string[] = [];
    for (const word of someWords)
      if ((await outcomeOfPage(label, name, ($) => $("body").append(place(word)))) === "Verified")
        wrong.push(word);
    expect(wrong).toEqual([]);
  });

  test("that says so in its title is refused", async () => {
    const wrong: string[] = [];
    for (const word of someWords)
      if ((await outcomeOfPage(label, name, ($) => $("title").text(word))) === "Verified") wrong.push(word);
    expect(wrong).toEqual([]);
  });

  const undone = [
    "<h3>Reversal details</h3><p>Reversal date: 16-11-2026</p>",
    "<table><tr><td>Reversed</td><td>Yes</td></tr></table>",
    "<table><tr><td>Reversal reference</td><td>:</td><td>FT26320ABCDE</td></tr></table>",
    "<p>Refunded amount: ETB 1,250.00</p>",
    "<p>Cancelled by: HANA</p>",
    "<table><tr><td>Reversed:</td><td>Yes</td></tr></table>",
    "<dl><dt>Reversal Reference No.:</dt><dd>FT26320ABCDE</dd></dl>",
    "<p>REVERSED:</p>",
    "<div><div>የስረዛ ቀን:</div><div>16/11/2026</div></div>",
    "<p>Note: This payment has been reversed.</p>",
    "<table><tr><td>Service Type</td><td>Reversal</td></tr></table>",
    "<p>Thank you. If you have questions call 8000. This transaction was reversed on 16/11/2026.</p>",
    "<div hidden>REVERSED</div>",
    '<img src="/images/stamp-reversed.png">',
    "<table><tr><td>Customer Note</td><td> </td></tr></table><p>REVERSED</p>",
    "<p><b>Narrative:</b> </p><p>REVERSED</p>",
    "<table><tr><th>Narration</th><th>Amount</th></tr><tr><td>REVERSAL</td><td>-1,250.00</td></tr></table>",
    "<table><tr><th>Narration</th><th>Amount</th></tr><tr><td>Transfer reversed</td><td>(1,250.00)</td></tr></table>",
  ];
  test.each(oneIn(8, undone, turn))("with %s is refused", async (html) => {
    expect(await outcomeOfPage(label, name, ($) => $("body").append(html))).not.toBe("Verified");
  });

  const told = [
    ...["Completed|No", "Is Valid|false", "Final|No", "Successful|No", "Approved|Not yet", "Cleared|No"],
    ...["Settled|No", "Payment completed|No", "Cancel Date|16/11/2026", "Return Reason|wrong account"],
    ...[
      "Reverse time|10:20:30",
      "Refund by|HANA",
      "Refund amount|1,250.00 ETB",
      "Clearing Status|Not cleared",
    ],
    ...["Settlement|Pending", "Approval|Pending", "Payment Approval|Awaiting", "On Hold|Yes", "Blocked|Yes"],
    ...["Account frozen / ታግዷል|Yes", "Hold Reason|Suspicious", "Return reason|No such account"],
    ...["Rejection Reason|AC04", "Decline Code|AC04", "Recall Date|16/11/2026", "Error|Account closed"],
    ...["Beneficiary Credited|No", "Funds Released|No", "Genuine|No", "Error Code|E05", "Is Test|Yes"],
    ...["Reversing Transaction|FT26320K4Q7Z", "Fraud|Yes"],
    ...["Cancel reason|Not received by beneficiary", "Completed|Not finished", "Paid|Not released"],
  ].map((pair) => pair.split("|"));
  const rows: readonly (readonly [string, (field: string, value: string) => string])[] = [
    ["two cells", (field, value) => `<table><tr><td>${field}</td><td>${value}</td></tr></table>`],
    ["three cells", (field, value) => `<table><tr><td>${field}</td><td>:</td><td>${value}</td></tr></table>`],
    ["a line", (field, value) => `<p><strong>${field}:</strong> ${value}</p>`],
    ["a pair", (field, value) => `<dl><dt>${field}</dt><dd>${value}</dd></dl>`],
  ];
  test.each(rows)("that says so by a label and its value in %s is refused", async (_, row) => {
    const wrong: string[] = [];
    for (const [field = "", value = ""] of oneIn(8, told, turn))
      if ((await outcomeOfPage(label, name, ($) => $("body").append(row(field, value)))) === "Verified")
        wrong.push(`${field}: ${value}`);
    expect(wrong).toEqual([]);
  });

  test.each(rows)("that says by a label and its value in %s that it is done is Verified", async (_, row) => {
    const harmless = [
      ...["Completed|Yes", "Valid|16/11/2026", "Settlement|Done", "Frozen|No", "Cancel Date|-"],
      ...[
        "Approval|HANA",
        "Clearing Status|Cleared",
        "Return Reason|",
        "Payment|Not applicable",
        "Paid by|HANA",
      ],
      ...[
        "Cancellation fee|5.00 ETB",
        "Approved by|HANA",
        "Clearance status|Completed",
        "Confirmation|16/11/2026",
      ],
      ...["Payment|No.", "Return date|20/11/2026", "Hold date|00/00/0000", "Hold reason|No hold"],
      ...["Error|None", "Error Code|0", "Fault|-", "Beneficiary Credited|Yes", "Fraud|No", "Test|Blood"],
      ...["Rejection Reason|", "Decline Code|N/A", "Recall Date|-", "Error Message|Success"],
      ...["Settlement|Not applied", "Hold date|01/01/1900"],
    ].map((pair) => pair.split("|"));
    const wrong: string[] = [];
    for (const [field = "", value = ""] of oneIn(8, harmless, turn))
      if ((await outcomeOfPage(label, name, ($) => $("body").append(row(field, value)))) !== "Verified")
        wrong.push(`${field}: ${value}`);
    expect(wrong).toEqual([]);
  });

  test.each(["No", "-", ""])("may say %j of its reversal", async (none) => {
    const row = `<table><tr><td>Reversed:</td><td>${none}</td></tr></table>`;
    expect(await outcomeOfPage(label, name, ($) => $("body").append(row))).toBe("Verified");
  });

  test("may print a footer that receipts need a stamp, or that payments are watched", async () => {
    for (const footer of [
      "ይህ ደረሰኝ ያለ ማህተም ዋጋ የለውም",
      "ስርዝ ድልዝ ያለው ደረሰኝ ዋጋ የለውም",
      "Your transaction is being monitored for security.",
    ])
      expect(await outcomeOfPage(label, name, ($) => $("body").append(`<p>${footer}</p>`)), footer).toBe(
        "Verified",
      );
  });

  const general = [
    "<p>If this transaction failed please call 8000.</p>",
    "<p>If the transaction <b>failed</b> and the money was debited, it is returned within 3 days.</p>",
    "<p>In case of a failed, cancelled or reversed transaction contact your branch</p>",
    "<p>Failed transactions are refunded within 3 days.</p>",
    "<p>Transaction failed? Call 8000</p>",
    "<p>If this payment was not made by you, call 8000.</p>",
    "<p>Partial payments are not accepted.</p>",
    "<p>Under review by the regulator</p>",
    "<p>Held at: HEAD OFFICE</p>",
    "<p>Payments once completed cannot be cancelled or reversed.</p>",
    "<p>This payment is non-refundable.</p>",
    "<p>This receipt is void if altered.</p>",
    "<a href='/refunds'>Refund policy</a>",
    "<a href='/refunds'>Return &amp; refund policy</a>",
    "<button>Request a refund</button>",
    "<button>Refund</button>",
    "<table><tr><td>Cancellation fee</td><td>ETB 0.00</td></tr></table>",
    "<table><tr><td>Refund amount</td><td>:</td><td>0.00</td></tr></table>",
    "<table><tr><td>Reversal reference</td><td></td></tr></table>",
    "<table><tr><td>Reversed</td><td>No</td></tr></table>",
    "<p>Refunded amount: 0.00 ETB</p>",
    "<p>Reversed: No</p>",
    "<table><tr><td>Customer Note</td><td>refund for cancelled order</td></tr></table>",
    "<table><tr><td>Customer Note</td><td>Transaction reversed</td></tr></table>",
    "<table><tr><th>Item</th><th>Remark</th></tr><tr><td>1</td><td>cancelled order</td></tr></table>",
    "<dl><dt>Payment reason</dt><dd>money returned</dd></dl>",
    "<div><div>Purpose</div><div>Refunded</div></div>",
    "<p><strong>Customer note:</strong> for the<br>cancelled order</p>",
    "<p>Note: refund for cancelled order</p>",
    "<p>Note: the balance of the payment is pending</p>",
    "<table><tr><td>Agent name</td><td>Void Kebede</td></tr></table>",
    "<p>Agent name: Failed Cancelled Trading</p>",
    "<p>ክፍያው ካልተሳካ 8000 ይደውሉ</p>",
    "<table><tr><td>ምክንያት</td><td>የተሰረዘ ትዕዛዝ ተመላሽ</td></tr></table>",
    "<table><tr><th>Narration</th><th>Amount</th></tr><tr><td>REVERSAL</td><td>1,250.00</td></tr></table>",
    "<table><tr><th>Narration</th><th>Amount</th></tr><tr><td>for the refund</td><td>-1,250.00</td></tr></table>",
    "<p>Processing fee: 0.00</p>",
    "<p>Status of the network: good</p>",
  ];
  test.each(oneIn(8, general, turn))("with %s is Verified", async (html) => {
    expect(await outcomeOfPage(label, name, ($) => $("body").append(html))).toBe("Verified");
  });
});

describe("what payers chose says nothing of the payment", () => {
  const reasons = [
    "refund for cancelled order",
    "Reversed",
    "payment failed last time",
    "Status: Cancelled",
    "ተመላሽ",
    "Total void",
    "You have received ETB 5,000.00 from ABEBE. Your last payment was reversed",
    "Total: 99,000.00",
    "Account Statement",
    "the balance of the payment is pending",
    "Dear customer, your transfer to HANA is pending",
    "On hold: Yes",
    "Completed: No",
    "Cancel date",
  ];
  test.each([
    ["theta", "verified", "<td>rent</td>", (text: string) => `<td>${text}</td>`],
    ["delta", "verified", "</strong> goods", (text: string) => `</strong> ${text}`],
    ["zeta", "verified-page", "IPS OUT GOING", (text: string) => text],
  ] as const)("as the reason of %s, %s", async (label, name, printed, written) => {
    for (const reason of reasons)
      expect(
        await outcomeOfChanged(label, name, (html) => html.replace(printed, written(reason))),
        reason,
      ).toBe("Verified");
  });

  test.each([
    ["beta", "verified"],
    ["delta", "verified"],
    ["theta", "verified"],
    ["zeta", "verified-page"],
  ] as const)("as the name of %s, %s, in its own row and in a greeting", async (label, name) => {
    for (const person of [
      "Void Kebede",
      "Total Status Trading",
      "HANA CANCELLED GOODS PLC",
      "Status Reversed Tadesse",
      "Cancel date",
      "On hold",
      "SIDAMA COFFEE PROCESSING",
    ]) {
      const outcome = await outcomeOfChanged(label, name, (html) =>
        html
          .replaceAll("HANA MEKONNEN TADESSE", person)
          .replace("</body>", `<p>Dear ${person}, thank you for using our service.</p></body>`),
      );
      expect(outcome, person).toBe("Verified");
    }
  });
});

test.each(verifiedPages)("a sentence of %s, %s, may end with a party's whole name", async (label, name) => {
  const outcomeOf = (party: string, text: string) =>
    outcomeOfChanged(label, name, (page) =>
      page.replaceAll("HANA MEKONNEN TADESSE", party).replace("</body>", `${text}</body>`),
    );
  for (const text of [
    "<h3>Payment to SIDAMA COFFEE PROCESSING</h3>",
    "<p>Payment of ETB 1,250.00 to SIDAMA COFFEE PROCESSING</p>",
    '<meta property="og:title" content="Payment to SIDAMA COFFEE PROCESSING">',
  ])
    expect(await outcomeOf("SIDAMA COFFEE PROCESSING", text), text).toBe("Verified");
  for (const [party, text] of [
    ["HANA MEKONNEN", "<p>Your transfer to HANA MEKONNEN processing</p>"],
    ["MEKONNEN PROCESSING", "<p>Payment to HANA MEKONNEN PROCESSING</p>"],
    ["SIDAMA COFFEE PROCESSING", "<p>Payment to SIDAMA COFFEE PROCESSING processing</p>"],
    ["SIDAMA COFFEE PROCESSING", "<p>Payment to SIDAMA COFFEE PROCESSING failed</p>"],
    ["SIDAMA COFFEE PROCESSING", "<p>Reversed payment to SIDAMA COFFEE PROCESSING</p>"],
    ["the sender reversed", "<p>Payment to the sender reversed</p>"],
  ] as const)
    expect(await outcomeOf(party, text), text).not.toBe("Verified");
});

test("delta's status among its fields is read without a space behind its label, too", async () => {
  const withStatus = (status: string) =>
    outcomeOfChanged("delta", "verified", (page) =>
      page.replace(
        "<p><strong>Sender Name",
        `<p><strong>Transaction Status</strong><span>${status}</span></p><p><strong>Sender Name`,
      ),
    );
  expect(await withStatus("Pending")).not.toBe("Verified");
  expect(await withStatus("Completed")).toBe("Verified");
});

test("a payer who is called like a label makes no label of it, nor hides one", async () => {
  const row = "<table><tr><td>Sender</td><td>SELAM GETACHEW ALEMU</td><td>16/11/2026</td></tr></table>";
  const outcomeOf = (payer: string, more: string) =>
    outcomeOfChanged("beta", "verified", (page) =>
      page.replace("</body>", `${row}${more}</body>`).replaceAll("SELAM GETACHEW ALEMU", payer),
    );
  expect(await outcomeOf("Cancel date", "")).toBe("Verified");
  const own = "<table><tr><td>Cancel date</td><td>16/11/2026</td></tr></table>";
  expect(await outcomeOf("Cancel date", own)).not.toBe("Verified");
});

describe.each(oneIn(2, verifiedPages, 1))(
  "what the bank says on a page of %s, %s, is not hidden",
  (label, name) => {
    const outcomeWith = (payer: string, html: string) =>
      outcomeOfChanged(label, name, (page) =>
        page.replaceAll("SELAM GETACHEW ALEMU", payer).replace("</body>", `${html}</body>`),
      );

    test.each([
      ["REVERSED ON", "<h2>REVERSED ON 16-NOV-2026</h2>"],
      ["REVERSED ON 16-NOV-2026", "<h2>REVERSED ON 16-NOV-2026</h2>"],
      ["reversed by bank", "<h2>Transaction reversed by bank</h2>"],
      ["was reversed at", "<p>This payment was reversed at the request of the sender</p>"],
      ["SELAM", "<p>Dear SELAM, your payment was reversed</p>"],
    ])("by a payer who is called %s", async (payer, html) => {
      expect(await outcomeWith(payer, html)).not.toBe("Verified");
    });

    test.each([
      "Dear SELAM GETACHEW,",
      "Dear SELAM REASON,",
      "Head office address, Addis Ababa",
      "Please check the name of the receiver",
      "Sender Name: SELAM GETACHEW ALEMU",
      "Address: Addis Ababa",
    ])("by the text before it, %s", async (before) => {
      const html = `<div><div>${before}</div><div class="stamp">REVERSED ON 16-NOV-2026</div></div>`;
      expect(await outcomeWith("SELAM", html)).not.toBe("Verified");
    });

    test.each([
      ["SELAM", "<table><tr><th>Payer</th><th>Now</th></tr><tr><td>SELAM</td><td>Reversed</td></tr></table>"],
      [
        "Reason",
        "<table><tr><th>Payer</th><th>Now</th></tr><tr><td>Reason</td><td>Reversed</td></tr></table>",
      ],
      ["Customer Note", "<div><div>Customer Note</div><div>Reversed</div></div>"],
      ["SELAM", "<dl><dt>Name</dt><dd>SELAM</dd><dd>REVERSED</dd></dl>"],
      ["SELAM", "<table><tr><td>Note</td><td>REVERSED ON 16-NOV-2026</td></tr></table>"],
      ["SELAM", "<p><strong>Remark:</strong> TXN REVERSED</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Payment not successful</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Returned by beneficiary bank</p>"],
      ["SELAM", "<p><strong>Remark:</strong> On hold</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Rejected by beneficiary bank AC04</p>"],
      ["SELAM", "<table><tr><td>Remark</td><td>Reversed due to system error</td></tr></table>"],
      [
        "SELAM",
        "<table><tr><td>Note</td><td>Payment rejected because the account is closed</td></tr></table>",
      ],
      ["SELAM", "<table><tr><td>ማስታወሻ</td><td>ክፍያው ተሰርዟል</td></tr></table>"],
      ["SELAM", "<p><strong>ማስታወሻ፦</strong> ተሰርዟል</p>"],
      ["SELAM", "<table><tr><td>የባንኩ ማስታወሻ</td><td>ግብይቱ አልተሳካም</td></tr></table>"],
      ["SELAM", "<table><tr><td>Haala</td><td>Haqame</td></tr></table>"],
      ["SELAM", "<table><tr><td>Haala</td><td>Eegaa jira</td></tr></table>"],
      ["SELAM", "<table><tr><td>ኩነታት</td><td>ኣብ መስርሕ</td></tr></table>"],
      ["SELAM", "<table><tr><td>Current status</td><td>Lapsed</td></tr></table>"],
      ["SELAM", "<p><strong>Remark:</strong> Put on hold</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Reversed by branch</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Auto reversed</p>"],
      ["SELAM", "<p><strong>Remark:</strong> Not settled</p>"],
      ["SELAM", "<p><strong>Remark:</strong> በመጠባበቅ ላይ</p>"],
      [
        "SELAM",
        "<table><tr><td>Note</td><td><div>A</div><div>B</div><div>C</div><div>Your payment was reversed</div></td></tr></table>",
      ],
    ])("by what stands beside it, of the payer %s in %s", async (payer, html) => {
      expect(await outcomeWith(payer, html)).not.toBe("Verified");
    });

    test.each([
      ...["<td>ማስታወሻ</td><td>ብድር ተመላሽ</td>", "<td>ማስታወሻ</td><td>የተሰረዘ ትዕዛዝ ክፍያ</td>"],
      ...["<td>ማስታወሻ</td><td>ለሃና</td>", "<td>የባንኩ ማስታወሻ</td><td>እናመሰግናለን</td>"],
      ...["<td>Remark</td><td>order 12 rejected because it was late</td>"],
      ...["<td>Note</td><td>refund due to AB12 error</td>", "<td>ምክንያት</td><td>ተሰርዟል</td>"],
      ...["<td>Haala</td><td>Xumurameera</td>", "<td>Remark</td><td>deferred rent</td>"],
    ])("and what a payer writes in %s is no word of it", async (row) => {
      expect(await outcomeWith("SELAM", `<table><tr>${row}</tr></table>`)).toBe("Verified");
    });
  },
);
