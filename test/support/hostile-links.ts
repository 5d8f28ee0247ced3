/**
 * Links that want to be taken for a bank's. The bank is `http://localhost:<port>`; `canary` is a port of somebody
 * else's.
 */
export type Stage = { readonly port: number; readonly canary: number; readonly path: string };

/** The same path at another place, or at the bank's by a detour; well over two hundred. */
export const hostileLinks = ({ port, canary, path }: Stage): readonly string[] => {
  const bank = `localhost:${port}`;
  const evil = `127.0.0.1:${canary}`;
  return [
    ...authorities(bank, port, evil, canary).map((authority) => `http://${authority}${path}`),
    ...names(port, canary).map((host) => `http://${host}${path}`),
    ...schemes(bank, evil).map((start) => `${start}${path}`),
    ...paths(path, evil).map((rest) => `http://${bank}${rest}`),
    ...broken(bank, evil).map((start) => `${start}${path}`),
  ];
};

/** User names, ports and marks between scheme and path. */
const authorities = (bank: string, port: number, evil: string, canary: number): readonly string[] => [
  ...["a@", "a:b@", "@", ":@", "localhost@", "%00@", "a%40b@", "a@b@", "‮@", "［@", " @", "\t@"].map(
    (user) => user + bank,
  ),
  ...[
    "@",
    "%40",
    "＠",
    "﹫",
    "\\@",
    "/@",
    "#@",
    "?@",
    ";@",
    "&@",
    ":a@",
    "%2f@",
    "%23@",
    "%3f@",
    "\0@",
    "\n@",
  ].map((mark) => `${bank}${mark}${evil}`),
  ...[
    "",
    "0",
    "1",
    "80",
    "443",
    "8080",
    `0${port}`,
    `00000${port}`,
    `${port}0`,
    "65536",
    "99999",
    `${port + 65536}`,
  ].map((number) => `localhost:${number}`),
  ...[
    "-1",
    `+${port}`,
    `${port}.0`,
    `0x${port.toString(16)}`,
    "1e4",
    `${port}:${port}`,
    `${port}@`,
    `:${port}`,
  ].map((number) => `localhost:${number}`),
  ...[
    `localhost：${port}`,
    `localhost%3A${port}`,
    `localhost:${fullWidth(port)}`,
    `localhost:%38%30`,
    `localhost:`,
  ],
  ...[
    `localhost:${canary}`,
    `${bank},${evil}`,
    `${bank};${evil}`,
    `${bank} ${evil}`,
    `${evil}#${bank}`,
    `${evil}?${bank}`,
  ],
  ...[
    `${evil}/${bank}`,
    `${evil}\\${bank}`,
    `${evil}\\@${bank}`,
    `${evil}@@${bank}`,
    `[${bank}]`,
    `<${bank}>`,
    `${bank}^`,
  ],
];

/** Other names, and other ways to write this machine's address. */
const names = (port: number, canary: number): readonly string[] => [
  ...[
    "localhost.evil.example",
    "localhost.localdomain",
    "evil.localhost",
    "localhost-evil.example",
    "evillocalhost",
  ].map((host) => `${host}:${port}`),
  ...[
    "local-host",
    "1ocalhost",
    "loca1host",
    "localhos",
    "localhostt",
    "loalhost",
    "lcoalhost",
    "localh0st",
  ].map((host) => `${host}:${port}`),
  ...[
    "localhost.",
    "localhost..",
    ".localhost",
    "local.host",
    "localhost。",
    "localhost．",
    "www.localhost",
  ].map((host) => `${host}:${port}`),
  ...[
    "lосalhost",
    "ⅼocalhost",
    "locаlhost",
    "ʟocalhost",
    "localhоst",
    "löcalhost",
    "localhost\u0301",
    "ӏocalhost",
  ].map((host) => `${host}:${port}`),
  ...["xn--localhost-x9a", "xn--lcalhost-y0e", "xn--loclhost-4of", "xn--80ak6aa92e.example", "xn--"].map(
    (host) => `${host}:${port}`,
  ),
  ...[
    "%6cocalhost",
    "localhos%74",
    "local%68ost",
    "localhost%00",
    "localhost%2eevil.example",
    "%6C%6F%63alhost",
    "localhost%20",
  ].map((host) => `${host}:${port}`),
  ...[
    "127.1",
    "127.0.1",
    "127.0.0.1",
    "0177.0.0.1",
    "0x7f.0.0.1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "0",
    "0.0.0.0",
  ].flatMap((host) => [`${host}:${port}`, `${host}:${canary}`]),
  ...[
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::]",
    "[::1%25lo]",
    "[::1",
    "::1",
  ].flatMap((host) => [`${host}:${port}`, `${host}:${canary}`]),
  ...[
    "127.0.0.1.evil.example",
    "127。0。0。1",
    "①②⑦.0.0.1",
    "127.0.0.1.",
    "127.0.0.01",
    "127.00.0.1",
    "1.0.0.721",
    "169.254.169.254",
  ].map((host) => `${host}:${port}`),
  ...[
    "metadata.evil.example",
    "evil.example",
    "203.0.113.7",
    "[2001:db8::1]",
    "10.0.0.1",
    "192.168.0.1",
    "localhost\u200b.evil.example",
  ],
  ...[
    "ባንክ.example",
    "localhostፊ",
    "ℓocalhost",
    "ｌｏｃａｌｈｏｓｔ.evil.example",
    "localhost_",
    "_localhost",
    "-localhost",
  ].map((host) => `${host}:${port}`),
];

const schemes = (bank: string, evil: string): readonly string[] => [
  ...[
    "https",
    "ftp",
    "file",
    "gopher",
    "ws",
    "wss",
    "javascript",
    "data",
    "blob:http",
    "view-source:http",
    "jar:http",
  ].map((scheme) => `${scheme}://${bank}`),
  ...["hxxp", "htp", "httpp", "http+unix", "xhttp", "tg", "intent", "about", "dict", "ldap", "smb"].map(
    (scheme) => `${scheme}://${bank}`,
  ),
  ...[
    "http:",
    "http:/",
    "http:///",
    "http:\\\\",
    "http:/\\",
    "http:\\/",
    "http//",
    "http:////",
    "//",
    "///",
    "\\\\",
    "http:;//",
  ].map((start) => start + bank),
  ...["http:", "http:/", "http:///", "http:\\\\", "http:/\\", "http:\\/", "//", "\\\\", "http:////"].map(
    (start) => start + evil,
  ),
];

/** At the bank's own host: a path that leads elsewhere, or carries another address. */
const paths = (path: string, evil: string): readonly string[] => [
  ...["/..", "/.", "/%2e%2e", "/.%2e", "//", "/;", "/\\..", "/%5c..", "/..;", "/%252e%252e", "/%2f"].map(
    (before) => before + path,
  ),
  ...[
    "/../../admin",
    "/%2e%2e/admin",
    "%0d%0aHost:%20evil.example",
    "%00",
    "%0a",
    "\\..\\admin",
    "/./x",
    ";x=1/../y",
    "%3Fx",
    "%23x",
  ].map((after) => path + after),
  ...[
    `@${evil}${path}`,
    `/@${evil}${path}`,
    `\\@${evil}`,
    `//${evil}${path}`,
    `/http://${evil}${path}`,
    `/\\${evil}${path}`,
    `?next=http://${evil}`,
  ],
  ...[
    `?url=http://${evil}${path}`,
    `#http://${evil}${path}`,
    `?${path}`,
    `#${path}`,
    `?#${path}`,
    "?trxNo=A&trxNo=B",
    "?id=x",
    "?",
    "#",
  ],
];

/** White space, line ends and control characters, as they are and encoded. */
const broken = (bank: string, evil: string): readonly string[] => [
  ...[
    "\r\nHost: evil.example\r\n",
    "\n",
    "\t",
    "\0",
    "%0d%0a",
    "%09",
    "%00",
    "\u2028",
    "\u00a0",
    "\u3000",
    "\ufeff",
  ].map((mark) => `http://${bank}${mark}.evil.example`),
  ...["\n", "\t", "\0", "\u200b", "\u00ad", "\u202e", "\u2060"].map((mark) => `http://${mark}${evil}`),
  ...[
    "\u202eelpmaxe.live//:ptth",
    "http\u0000://evil.example",
    "h\u0131ttp://evil.example",
    "http://evil.example\u2024com",
  ],
];

const fullWidth = (number: number): string =>
  String(number).replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
