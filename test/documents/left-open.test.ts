import { describe, expect, test } from "vitest";
import { outcomeOfChanged } from "../support/changed.ts";

/** A payer's markup that is not closed within their field lets the page say less than the bank does. */

const outcomeOf = (label: string, name: string, changes: readonly (readonly [string, string])[]) =>
  outcomeOfChanged(label, name, (page) =>
    changes.reduce((text, [place, instead]) => {
      expect(text).toContain(place);
      return text.replace(place, () => instead);
    }, page),
  );

const row = (text: string) => `<tr><td colspan="3">${text}</td></tr>`;
const reversed = "This payment has been reversed";

/** A field's own text, the bank's end of that field, and what the bank might print next. */
type Field = readonly [label: string, name: string, value: string, end: string, next: string];

const note = '<td class="line"> ';
const noteEnd = "</td>\n                            </tr>\n                </table>";
const fields: readonly Field[] = [
  ["theta", "verified", "<td>rent", "</td></tr>", row(reversed)],
  [
    "theta",
    "verified",
    "<td>Customer Name</td><td>:</td><td>SELAM GETACHEW ALEMU",
    "</td></tr>",
    row(reversed),
  ],
  [
    "theta",
    "verified",
    "<td>Sender Name</td><td>:</td><td>SELAM GETACHEW ALEMU",
    "</td></tr>",
    row(reversed),
  ],
  ["delta", "verified", "</strong> goods", "</p>", `<p class="note">${reversed}</p>`],
  ["delta", "verified", "</strong> SELAM GETACHEW ALEMU", "</p>", `<p class="note">${reversed}</p>`],
  ["beta", "verified", note, noteEnd, `<p class="stamp">${reversed}</p>`],
  [
    "beta",
    "verified",
    `${note}SELAM GETACHEW ALEMU`,
    "</td>\n                            </tr>",
    `<tr><td class="line" colspan="2">${reversed}</td></tr>`,
  ],
];

describe.each(fields)("in a field of %s, %s, %s", (label, name, value, end, next) => {
  test.each([
    '<b x="',
    '<input value="',
    '<a title="',
    '<img alt="',
    '<p title="',
    '<b x="<table><tr><td>',
    '<b onclick="i<n;',
    "<b x=",
  ])("%s that the bank's next quote ends is refused", async (opening) => {
    expect(await outcomeOf(label, name, [[value + end, value + end + next]])).not.toBe("Verified");
    expect(await outcomeOf(label, name, [[value + end, value + opening + end + next]])).toBe(
      "provider_format_changed",
    );
  });

  test.each([
    "<b title='a &lt;/td&gt; b'>x</b>",
    '<b title="<i>a</i>">x</b>',
    '<b onclick="for(i=0;i<n;i++)if(a<b&&b>c)x()">x</b>',
    "&lt;b x=&quot;",
    "<!-- old --><b>x</b>",
  ])("%s is closed", async (whole) => {
    expect(await outcomeOf(label, name, [[value + end, `${value}${whole}${end}`]])).toBe("Verified");
  });
});

describe("cells within cells", () => {
  test.each(["b", 'a href="#"', "p", "bdi", "svg", "center"])("of a <%s> are refused", async (name) => {
    for (const [typed, more] of [
      [`x<${name}><tr><td>`, row("REVERSED")],
      [`x<${name}><td>`, row("REVERSED")],
      [`x<${name}><tr>`, row("REVERSED")],
      [`x<${name}><tr><td>`, "<tr><td>Completed</td><td>:</td><td>No</td></tr>"],
    ] as const)
      expect(
        await outcomeOf("theta", "verified", [["<td>rent</td></tr>", `<td>${typed}</td></tr>${more}`]]),
        typed,
      ).not.toBe("Verified");
  });

  test.each(["<th>rent<th>", "rent<th>", "<tr><th>rent<th>"])("head no rows: %s", async (typed) => {
    for (const more of [
      "<tr><td>Completed</td><td>No</td></tr>",
      "<tr><td>Cancel Date</td><td>16-11-2026</td></tr>",
      "",
    ])
      expect(
        await outcomeOf("theta", "verified", [["<td>rent</td></tr>", `<td>${typed}</td></tr>${more}`]]),
        more,
      ).not.toBe("Verified");
  });

  test("are a bank's own in a table of their own, or before all that a payer may type", async () => {
    const own = "<td><table><tr><td>x</td></tr></table></td>";
    expect(
      await outcomeOf("theta", "verified", [
        ["<td>Branch</td><td>:</td>", `${own}<td>Branch</td><td>:</td>`],
      ]),
    ).toBe("Verified");
    const sloppy = "<table><tr><td><b>x<td>y</table>";
    expect(await outcomeOf("theta", "verified", [["<h3>Company", `${sloppy}<h3>Company`]])).toBe("Verified");
  });
});

test.each(["goods<script>", "<script>", "goods<script>x</script><script>", "goods<style></style><script>"])(
  "a script that %s opens and the bank's own end closes is refused",
  async (typed) => {
    for (const more of ["", "<h1>REVERSED</h1>", '<img src="/img/reversed.png">'])
      expect(
        await outcomeOf("beta", "verified", [
          [note + noteEnd, note + typed + noteEnd],
          ["</body>", `${more}</body>`],
        ]),
        more,
      ).toBe("provider_format_changed");
  },
);

const closed = "</td></tr></table></td></tr></table></div>";
const rowsOpen = "<table><tr><td><table><tr><td>";

describe.each([
  ["<noscript>", "</noscript>"],
  ["<template>", "</template>"],
  ["<div hidden>", "</div>"],
  ['<div style="opacity:0">', "</div>"],
  ["<details>", "</details>"],
])("what %s hides", (open, close) => {
  test.each([
    "<table><tr><td>Completed</td><td>No</td></tr></table>",
    "<table><tr><td>Cancel Date</td><td>:</td><td>16-11-2026</td></tr></table>",
    "<table><tr><td>On hold</td><td>Yes</td></tr></table>",
    "<p>On hold: Yes</p>",
    "<p><b>Completed:</b> No</p>",
    '<img src="/img/reversed.png">',
    '<img src="/img/1.png" alt="Reversed">',
  ])("behind a payer's field counts: %s", async (more) => {
    for (const typed of [
      `goods</div>${open}`,
      `goods${closed}${open}`,
      `goods${closed}${open}${rowsOpen}`,
      `goods${closed}${open}<div>${rowsOpen}`,
    ])
      expect(
        await outcomeOf("beta", "verified", [
          [note + noteEnd, note + typed + noteEnd],
          ['<p class="thanks"', `${more}<p class="thanks"`],
        ]),
        typed,
      ).not.toBe("Verified");
  });

  test("may be a bank's own", async () => {
    for (const more of [
      "<table><tr><td>Completed</td><td>Yes</td></tr><tr><td>On hold</td><td>No</td></tr></table>",
      "<p>Error: Something went wrong</p><p><b>Error</b>: try again</p>",
      "<ul><li>Share<li>Print</ul><p>Copied<p>Saved",
      "<p>On hold: No</p><p>Completed: Yes</p><p>Cancel date: -</p>",
      '<img src="/img/logo.png" alt="Logo"><script>document.write("</div><td>")</script>',
      "<select><option>English<option>Amharic</select><svg><defs/><path d='M0'/></svg>",
    ])
      for (const label of ["beta", "theta", "delta"])
        expect(await outcomeOf(label, "verified", [["</body>", `${open}${more}${close}</body>`]]), more).toBe(
          "Verified",
        );
  });
});

test.each([
  ["beta", "verified"],
  ["delta", "verified"],
  ["theta", "verified"],
  ["zeta", "verified-page"],
])(
  "a page of %s, %s, may write its ends with spaces, and whole markup into attributes",
  async (label, name) => {
    const ends = (page: string) => page.replace(/<\/(tr|td)>/g, "</$1\n>");
    const written: readonly ((page: string) => string)[] = [
      (page) => ends(page).replaceAll("<tr>", "<tr></tr\n><style>.none::after { content: 'x' }</style><tr>"),
      (page) => page.replaceAll("<td>", "<td title='</td><td>x'>"),
    ];
    for (const write of written)
      expect(await outcomeOfChanged(label, name, write), write.toString()).toBe("Verified");
  },
);
