import type { Cheerio, CheerioAPI } from "cheerio/slim";
import type { Element } from "domhandler";
import { describe, expect, test } from "vitest";
import { outcomeOfChanged, outcomeOfPage } from "../support/changed.ts";
import { oneIn } from "../support/extent.ts";

/** A page is read for what a person sees on it: what is hidden or struck out is never taken for what it says. */

const refused = "provider_format_changed";

/** Pages with texts on them: of labels, of their values, and of what has nothing to do with the receipt. */
const pages = [
  [
    "beta",
    "verified",
    ["Service fee", "5.22 Birr"],
    ["SELAM GETACHEW ALEMU", "transaction status", "1250.00 Birr"],
  ],
  ["theta", "verified", ["Beneficiary name", "1860 ETB"], ["1000*****4321", "Transaction ID", "VAT"]],
  ["delta", "verified", ["Sender Name:", "ETB 1,255.75"], ["ETB 1,250.00", "Total", "DRRF Fee"]],
  ["zeta", "verified-page", ["Transaction Status", "ETB 2,012.00"], ["Completed", "Payer Account", "VAT"]],
] as const;

/** The innermost element with exactly this text, or that ends with it after a slash. */
const elementWith = ($: CheerioAPI, text: string): Cheerio<Element> => {
  const found = $("body *").filter((_, element) => {
    const own = $(element).text().trim();
    return own === text || own.endsWith(`/${text}`);
  });
  if (found.length === 0) throw new Error(`nowhere: ${text}`);
  return found.last();
};

const byStyle = (style: string) => (_: CheerioAPI, element: Cheerio<Element>) => element.attr("style", style);

const bySheet = (sheet: string) => ($: CheerioAPI, element: Cheerio<Element>) => {
  element.attr("class", "quiet").attr("id", "one");
  $("head").append(`<style>${sheet}</style>`);
};

const wrapped = (open: string, close: string) => (_: CheerioAPI, element: Cheerio<Element>) =>
  element.html(`${open}${element.html()}${close}`);

const styles = [
  ...["display:none", "DISPLAY : None !important", "visibility:hidden", "visibility: collapse", "opacity:0"],
  ...[
    "opacity: 0.0",
    "opacity:0%",
    "font-size:0",
    "font-size:0px",
    "font: 0/0 a",
    "font-size:1px",
    "color:transparent",
  ],
  ...["color:rgba(0,0,0,0)", "color:#fff;background:#ffffff", "width:0;height:0;overflow:hidden"],
  ...[
    "max-height:0;overflow:hidden",
    "width:1px;height:1px;overflow:hidden",
    "position:absolute;left:-9999px",
  ],
  ...["position:fixed;top:-100vh", "text-indent:-9999px", "text-indent:-100%", "clip-path:inset(100%)"],
  ...["position:absolute;clip:rect(0,0,0,0)", "clip:rect(1px 1px 1px 1px)", "clip-path: circle(0)"],
  ...["display/**/:none", "display:no\\6e e", "filter: opacity(0)", "-webkit-text-security:disc"],
  ...["transform:rotateY(90deg)", "opacity:1e-3", "translate:-9999px", "translate: 0 -9999px"],
  ...["mask-image:linear-gradient(transparent,transparent)", "letter-spacing:-99px"],
  ...["transform:scale(0)", "transform: translateX(-9999px)", "content-visibility:hidden", "zoom:0"],
  ...["margin-left:-10000px", "background:url(data:image/png;base64,AAAA);display:none"],
  ...["text-decoration:line-through", "text-decoration: red line-through", "vertical-align:super"],
  ...["unicode-bidi:bidi-override;direction:rtl", "transform:scaleX(-1)"],
];

const sheets = [
  ".quiet{display:none}",
  "#one { visibility: hidden }",
  "/* .x{} */ .a, .quiet , .b { color: red; opacity: 0 }",
  "@media screen{.quiet{display:none}}",
  "@media all { .quiet { display : none } }",
  "@media (min-width: 1px) { .x { color: red } .quiet { font-size: 0 } }",
  "@media print { .quiet { display: none } }",
  "@supports (display: grid) { @media screen { .quiet { display: none } } }",
  ".quiet{display:block} .quiet.quiet{display:none}",
  ".quiet{display:none !important} #one{display:block}",
  "body .quiet { text-decoration: line-through }",
  ".x{content:'}'} .quiet{display:none",
  "body { & .quiet { display: none } }",
  "[class=quiet]{display:none}",
];

const elements: readonly (readonly [string, string])[] = [
  ...[
    "s",
    "del",
    "strike",
    "sup",
    "sub",
    "noscript",
    "template",
    "object",
    "audio",
    "video",
    "canvas",
    "bdo",
    "xmp",
    "plaintext",
    "textarea",
  ].map((name): readonly [string, string] => [`<${name}>`, `</${name}>`]),
  ["<details>", "</details>"],
  ["<details><summary>More</summary>", "</details>"],
  ["<dialog>", "</dialog>"],
  ["<datalist id=d><option>", "</option></datalist>"],
  ["<select><option>", "</option></select>"],
  ["<svg><defs><text>", "</text></defs></svg>"],
  ["<span hidden>", "</span>"],
  ["<span popover>", "</span>"],
  ["<span style='display:none'>", "</span>"],
  ["<span style='visibility:hidden'><b>", "</b></span>"],
];

describe.each(pages)("on a page of %s, %s,", (label, name, [first, second], others) => {
  const turn = pages.findIndex(([own]) => own === label);

  test.each(oneIn(8, styles, turn))("a label or value with the style %s is not read", async (style) => {
    for (const text of [first, second])
      expect(await outcomeOfPage(label, name, ($) => byStyle(style)($, elementWith($, text))), text).toBe(
        refused,
      );
  });

  test.each(oneIn(8, sheets, turn))("nor is one that the sheet %s hides", async (sheet) => {
    for (const text of [first, second])
      expect(await outcomeOfPage(label, name, ($) => bySheet(sheet)($, elementWith($, text))), text).toBe(
        refused,
      );
  });

  test.each(oneIn(8, elements, turn))("nor is one in %s…%s", async (open, close) => {
    for (const text of [first, second, ...others])
      expect(
        await outcomeOfPage(label, name, ($) => wrapped(open, close)($, elementWith($, text))),
        text,
      ).toBe(refused);
  });

  test("nor is what stands in something hidden, is hidden in part, or stands beside something hidden", async () => {
    for (const text of [first, second, ...others]) {
      const within = await outcomeOfPage(label, name, ($) =>
        elementWith($, text).parent().attr("hidden", ""),
      );
      const inPart = await outcomeOfPage(label, name, ($) => {
        const element = elementWith($, text);
        element.html(`${element.text().slice(0, -1)}<i style="display:none">${element.text().slice(-1)}</i>`);
      });
      const more = await outcomeOfPage(label, name, ($) => elementWith($, text).append("<i hidden>0</i>"));
      expect([within, inPart, more], text).toEqual([refused, refused, refused]);
    }
    const page = await outcomeOfPage(label, name, ($) => $("body").attr("style", "display:none"));
    expect(page).toBe(refused);
  });

  test("nor is a receipt that also lies hidden with the same labels", async () => {
    for (const hidden of ["<div hidden>", "<template>", "<dialog>"]) {
      const outcome = await outcomeOfPage(label, name, ($) =>
        $("body").append(`${hidden}<p>${first.replace(/:$/, "")}: x</p>`),
      );
      expect(outcome, hidden).toBe(refused);
    }
  });

  test.each(
    oneIn(
      2,
      [
        ["a menu", "<nav style='display:none'><a>Home</a><a>Send money</a></nav>"],
        ["a spinner", "<div class=spinner hidden>Loading, please wait</div>"],
        ["a hint without scripts", "<noscript>Please enable JavaScript</noscript>"],
        ["a template", "<template><p>Copied!</p></template>"],
        ["a dialog", "<dialog><p>Do you want to share it?</p></dialog>"],
        ["a choice of languages", "<select><option>English</option><option>አማርኛ</option></select>"],
        ["a closed detail", "<details><summary>Help</summary><p>Call 8000 at any time</p></details>"],
        ["a struck price", "<p>Internet package <s>200</s> 150 a month</p>"],
        ["a footnote", "<p>Rates<sup>1</sup> may change</p>"],
        ["a script", "<script>if (a < b) document.write('<td>Total</td>')</script>"],
        ["a code", "<p aria-hidden=true>#</p>"],
      ],
      turn,
    ),
  )("%s beside it does no harm", async (_, html) => {
    expect(await outcomeOfPage(label, name, ($) => $("body").append(html))).toBe("Verified");
  });

  test.each(
    oneIn(
      2,
      [
        "@media print { body * { visibility: hidden } .all, .all * { visibility: visible } }",
        ".all { display: none } .all.on { display: block }",
        ".all{opacity:0}.all.on{opacity:1}",
        "body { font-size: 0 } .all { font-size: 13px }",
        "body{visibility:hidden}.all{visibility:visible}",
        "body { color: transparent } body .all { color: #222 }",
        "@media print { .no-print { display: none } }",
        "img, .menu { display: none } .all::after { content: ''; display: none }",
        ".all:hover { opacity: 0 } .all { position: relative; left: -2px; margin: -8px auto }",
        "@font-face { font-family: x; src: url(x.woff) } @keyframes f { from { opacity: 0 } to { opacity: 1 } }",
        "this is { no { sheet",
      ],
      turn,
    ),
  )("the sheet %s does no harm", async (sheet) => {
    const outcome = await outcomeOfPage(label, name, ($) => {
      $("body").html(`<div class="all on">${$("body").html()}</div>`);
      $("head").append(`<style>${sheet}</style>`);
    });
    expect(outcome).toBe("Verified");
  });

  const everything = (html: string, more: string) => html.replace("</body>", `${more}</body>`);

  test.each(
    oneIn(
      2,
      [
        [
          "a comment that browsers end sooner",
          "<!-- --!><p>Total</p><table><tr><td>Amount</td><td>9</td></tr></table> -->",
        ],
        ["a character that is none of its own", "<plaintext>"],
        ["an end of a script that is none", "<script>'</script/>x'</script>"],
        ["a script within a script", "<script><!-- <script> </script> x --></script>"],
        ["half a character", "<p>&#xD83D;</p>"],
        ["half a character by its number", "<p>&#56832;</p>"],
        ["CDATA", "<![CDATA[ x > y ]]>"],
        ["strokes that go on in the next line", "<p><s>x</p><p>y</p>"],
        ["hidden letters that go on", "<p><b hidden>x</p><p>y</p>"],
      ],
      turn,
    ),
  )("%s makes it another page in a browser, and none to be read", async (_, more) => {
    expect(await outcomeOfChanged(label, name, (html) => everything(html, more))).toBe(refused);
  });

  test.each(
    oneIn(
      2,
      [
        ["a script", "<script>var page = '</html>"],
        ["a comment", "<!-- </html>"],
        ["a sheet", "<style>/* </html>"],
      ],
      turn,
    ),
  )("the end that stands in %s is none", async (_, start) => {
    const cut = (html: string) => `${html.slice(0, html.lastIndexOf("</body>"))}${start}`;
    expect(await outcomeOfChanged(label, name, cut)).toBe("provider_error");
  });
});

/** With `markup` before the last two digits of the amount, and `end` behind them. */
const amountWith = (markup: string, end: string, head = "") =>
  outcomeOfChanged("theta", "verified", (html) =>
    html
      .replace("<td>1860 ETB</td>", `<td>18${markup}60${end} ETB</td>`)
      .replace("</head>", `${head}</head>`),
  );

const amountAs = (markup: string, head = "") =>
  outcomeOfChanged("theta", "verified", (html) =>
    html.replace("<td>1860 ETB</td>", `<td>${markup}</td>`).replace("</head>", `${head}</head>`),
  );

describe("a number is not read", () => {
  test("before which the number of a list stands", async () => {
    expect(await amountAs('<ol start="9"><li>1860 ETB</li></ol>')).toBe(refused);
    expect(await amountAs('<ol><li value="9"><b>1860</b> ETB</li></ol>')).toBe(refused);
  });

  test.each(["font-size:0", "color:transparent", "text-decoration:line-through"])(
    "whose first letter has the style %s",
    async (style) => {
      const sheet = `<style>.part::first-letter{${style}}</style>`;
      expect(await amountAs('<p class="part">1860 ETB</p>', sheet)).toBe(refused);
    },
  );

  test.each([
    ...["vertical-align:top", "vertical-align:40%", "font-size:60%", "font:8px Arial", "zoom:.6"],
    ...["position:relative;top:-5px", "position:absolute", "transform:translateY(-5px)", "padding-left:9px"],
    ...["margin-left:1em", "float:right", "display:block"],
  ])("of which a part has the style %s", async (style) => {
    expect(await amountWith(`<span style="${style}">`, "</span>")).toBe(refused);
    const sheet = `<style>.part{${style}}</style>`;
    expect(await amountWith('<i class="part">', "</i>", sheet)).toBe(refused);
  });

  test.each([
    ["small letters", "<small>", "</small>"],
    ["letters of another size", '<font size="1">', "</font>"],
    ["a picture", '<img src="x.png">', ""],
    ["a drawing", "<svg><path/></svg>", ""],
    ["a written drawing", "<svg><text>9</text></svg>", ""],
    ["another document", '<object data="9.svg"></object>', ""],
    ["a frame", '<iframe srcdoc="9"></iframe>', ""],
    ["a field", '<input value="9">', ""],
    ["the sign of a list", "<i style=\"display:inline-block;list-style-type:'9'\">", "</i>"],
    ["a choice", "<select><option>9</option></select>", ""],
  ])("in which %s stands", async (_, open, close) => {
    expect(await amountWith(open, close)).toBe(refused);
  });

  test.each([
    ["a field", '<input value="9">', ""],
    ["a picture's words", '<img src="x.png" alt="9">', ""],
    ["its style", '<i class="more"></i>', "<style>.more::after{content:'9'}</style>"],
    ["an attribute", '<i class="more" data-x="9"></i>', "<style>.more::after{content:attr(data-x)}</style>"],
  ])("to which %s adds a digit", async (_, markup, head) => {
    expect(await amountWith("", markup, head)).toBe(refused);
  });
});

test.each([
  ["bold letters", "<b>", "</b>", ""],
  ["bold letters without a margin", "<b>", "</b>", "<style>*{margin:0;padding:0}</style>"],
  ["another colour", '<span style="color:gray">', "</span>", ""],
  ["smaller cents behind their point", "", "<small>.00</small>", ""],
  ["a picture behind it", "", '<img src="tick.png" alt="paid">', ""],
  ["a drawing behind it", "", "<svg><path/></svg>", ""],
  ["a sign that the style writes", "", '<i class="more"></i>', "<style>.more::after{content:'✓'}</style>"],
  ["a box to tick", "", '<input type="checkbox" value="1">', ""],
])("a number with %s is read", async (_, open, close, head) => {
  expect(await amountWith(open, close, head)).toBe("Verified");
});

test.each([
  ["an item of a list without signs", '<ol style="list-style:none"><li>1860 ETB</li></ol>', ""],
  ["an item of a list with points", "<ul><li>1860 ETB</li></ul>", ""],
  [
    "a larger first letter",
    '<p class="part">1860 ETB</p>',
    "<style>.part::first-letter{font-size:120%}</style>",
  ],
  [
    "a semicolon in the style",
    '<p class="part">1860 ETB</p>',
    "<style>.part::after{content:'; display:none'}</style>",
  ],
])("a number as %s is read", async (_, markup, head) => {
  expect(await amountAs(markup, head)).toBe("Verified");
});
