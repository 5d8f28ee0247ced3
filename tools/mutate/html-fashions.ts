/** Ways to write the same text and page that a browser does not tell apart. */

export const anySpace = [
  "  ",
  "\n\t\t",
  "\r\n",
  "\u00a0",
  "&nbsp;",
  "&nbsp; ",
  "\u2003",
  "&ensp;",
  "&#8195;",
  "\u3000",
  " \u202f",
  "&Tab;",
  "&NewLine;",
];

export const invisible = [
  "\u200b",
  "\u200c",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u2060",
  "\ufeff",
  "&#8203;",
  "&zwnj;",
  "&lrm;",
  "\u202a",
  "\u2066",
  "\u2069",
];

export const comments = [
  "<!---->",
  "<!-- -->",
  "<!-- Payer Name -->",
  "<!--<td>9,999.00 Birr</td>-->",
  "<!--</tr><tr>-->",
  "<!-- a > b -->",
];

export const wrappers: readonly (readonly [open: string, close: string])[] = [
  ["<b>", "</b>"],
  ["<span class='v' title=\"Settled Amount\">", "</span>"],
  ["<font color=red>", "</font>"],
  ["<a href='#a?b=1&c=2'>", "</a>"],
  ["<div>", "</div>"],
  ["<p>", "</p>"],
  ["<span><i><small>", "</small></i></span>"],
];

export const inlineWrappers = wrappers.filter(([open]) => !/^<(?:div|p)/.test(open));

export const betweenRows = [
  "<tr></tr>",
  "<!--<tr><td>ስም/Payer Name</td><td>SOMEBODY ELSE</td></tr>-->",
  "<!-- <tr><td>ሁኔታ/transaction status</td><td>Reversed</td></tr> -->",
  '<tr><td colspan="3"></td></tr>',
  "<tr><td><hr></td></tr>",
  '<script>var x = "<td>Payer Name</td>";</script>',
  "<style>.none::after { content: 'Reversed' }</style>",
  "\n\n\t",
];

export const fashions: readonly ((html: string) => string)[] = [
  (html) =>
    html.replace(/<(\/?)([a-z]+)/g, (_, slash: string, name: string) => `<${slash}${name.toUpperCase()}`),
  (html) => html.replaceAll("\n", "\r\n"),
  (html) => html.replace(/>\n\s+</g, "><"),
  (html) => html.replaceAll("<table>", "<table border=0><tbody>").replaceAll("</table>", "</tbody></table>"),
  (html) => html.replace(/<td class="line" style="width: 55%">([^<]*)<\/td>/g, "<th scope=row>$1</th>"),
  (html) =>
    html.replace("<!DOCTYPE html>", '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">'),
  (html) => `${html}\n<!-- rendered in 12 ms -->\n\n`,
  (html) => html.replaceAll("</td>", "</td >").replaceAll("</tr>", "</tr\n>"),
  (html) => `\n\n${html}`,
  (html) => html.replace("</html>", "</HTML >"),
  (html) => html.replace("</head>", '<meta name="x" content="<td>Payer Name</td>"></head>'),
];
