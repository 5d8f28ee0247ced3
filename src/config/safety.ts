import ipaddr from "ipaddr.js";

/** Settings with which the program would run without its protection. */

/** Below this a `SECRET` is refused: 32 random hexadecimal digits are estimated at more than 80. */
const secretBitsMin = 48;
/** Bits of what is no surprise: a repeat, a run such as `abcd` or `qwerty`, a word that everybody tries. */
const expectedBits = 2;

const runs = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const words = [
  "password",
  "passwort",
  "secret",
  "changeme",
  "change",
  "default",
  "example",
  "deresegn",
  "telegram",
  "production",
  "random",
  "admin",
  "token",
  "test",
];

/**
 * Whether somebody may guess a secret: it repeats itself, counts, follows the keyboard, or has few different characters.
 * Words of a language are not known here, so a sentence passes.
 */
export const isGuessable = (secret: string): boolean => {
  const text = secret.toLowerCase();
  if (unrepeated(text.replace(/\s/g, "")) < unrepeatedMin) return true;
  // As in a1b2c3d4.
  const [even, odd] = [0, 1].map((rest) => [...text].filter((_, at) => at % 2 === rest).join(""));
  return Math.min(estimatedBits(text), estimatedBits(even ?? "") + estimatedBits(odd ?? "")) < secretBitsMin;
};

/** Fewest characters that are no repeat of what stands before them; 32 random ones have hardly a repeat of three. */
const unrepeatedMin = 20;
const repeatMin = 3;

/** How many characters are left of a text without its repeats, such as a shorter text that is written twice. */
const unrepeated = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    let length = 0;
    while (at + length < text.length && text.slice(0, at).includes(text.slice(at, at + length + 1)))
      length += 1;
    if (length < repeatMin) count += 1;
    at += length < repeatMin ? 1 : length;
  }
  return count;
};

/** `text` in lower case. */
const estimatedBits = (text: string): number => {
  let expected = 0;
  let surprising = "";
  for (let at = 0; at < text.length; ) {
    const length = expectedLength(text, at);
    if (length > 0) expected += 1;
    else surprising += text[at] ?? "";
    at += Math.max(length, 1);
  }
  return surprising.length * bitsEach(surprising) + expected * expectedBits;
};

/** How many characters from here on are no surprise; 0: this one is. */
const expectedLength = (text: string, at: number): number => {
  const word = words.find((one) => text.startsWith(one, at));
  if (word !== undefined) return word.length;
  let length = 0;
  const isExpected = (part: string) => text.indexOf(part) < at || runs.some((run) => goesAlong(run, part));
  while (at + length < text.length && isExpected(text.slice(at, at + Math.max(length + 1, runMin))))
    length = Math.max(length + 1, runMin);
  return Math.min(length, text.length - at);
};

/** Shorter repeats and runs are chance. */
const runMin = 4;

const goesAlong = (run: string, part: string): boolean =>
  part.length >= runMin && (run.includes(part) || run.includes([...part].reverse().join("")));

/** Shannon's entropy of one character. */
const bitsEach = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length;
    return sum - share * Math.log2(share);
  }, 0);
};

/** A block of addresses: the network, and how many of its bits count. */
export type AddressBlock = readonly [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** More addresses than any operator's proxies have: four networks as large as 10.0.0.0/8, and a /16 of IPv6. */
const trustedMax = { ipv4: 2n ** 26n, ipv6: 2n ** 112n };

/** Whether proxies in these blocks, taken together, could be anybody's. Private IPv6 networks do not count. */
export const trustsEverybody = (blocks: readonly AddressBlock[]): boolean =>
  (["ipv4", "ipv6"] as const).some((kind) => {
    const ranges = blocks.filter((block) => block[0].kind() === kind && !isPrivateIpv6(block)).map(rangeOf);
    return covered(ranges) > trustedMax[kind];
  });

/** fc00::/7 is the largest of them. */
const isPrivateIpv6 = ([network, bits]: AddressBlock): boolean =>
  network.kind() === "ipv6" &&
  bits >= 7 &&
  ["uniqueLocal", "linkLocal", "loopback"].includes(network.range());

type Range = readonly [first: bigint, behind: bigint];

const rangeOf = ([network, bits]: AddressBlock): Range => {
  const bytes = network.toByteArray();
  const size = 2n ** BigInt(bytes.length * 8 - bits);
  const address = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const first = address - (address % size);
  return [first, first + size];
};

/** How many addresses lie in at least one range. */
const covered = (ranges: readonly Range[]): bigint => {
  let sum = 0n;
  let reached = 0n;
  for (const [first, behind] of ranges.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) {
    const from = first > reached ? first : reached;
    if (behind <= from) continue;
    sum += behind - from;
    reached = behind;
  }
  return sum;
};

/** Whether the address leads to this machine, so that nobody can listen on the way: localhost, 127.0.0.0/8 or ::1. */
export const isThisMachine = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
};

/** What Node was told that takes TLS's protection away, each as a problem that names its variable. */
export const tlsProblems = (env: Readonly<Record<string, string | undefined>>): readonly string[] => [
  ...(env.NODE_TLS_REJECT_UNAUTHORIZED === "0"
    ? [
        "NODE_TLS_REJECT_UNAUTHORIZED must not be 0: any server could claim to be a bank; leave it out and name the certificate as ca in the providers file",
      ]
    : []),
  ...(env.PGSSLMODE === "no-verify"
    ? [
        "PGSSLMODE must not be no-verify: any server could claim to be the database; leave it out and say sslmode=verify-full in DATABASE_URL",
      ]
    : []),
  ...(env.NODE_OPTIONS ?? "").split(/[\s"']+/).flatMap((option) =>
    harmfulOptions.flatMap(([harmful, because]) => {
      const [name] = harmful.exec(option) ?? [];
      return name === undefined ? [] : [`NODE_OPTIONS must not hold ${name}: ${because}`];
    }),
  ),
  ...(/\b(?:https?|http2|tls|undici|fetch|net|stream)\b|\*/i.test(env.NODE_DEBUG ?? "")
    ? [
        "NODE_DEBUG must not name http, tls, net or stream, nor hold a *: keys and tokens would stand in the log",
      ]
    : []),
];

const harmfulOptions: readonly (readonly [option: RegExp, because: string])[] = [
  [
    /^--(?:tls[-_]min[-_]v1\.[01]|tls[-_]max[-_]v1\.[01]|tls[-_]cipher[-_]list|insecure[-_]http[-_]parser|security[-_]revert)\b/,
    "it weakens TLS or HTTP for every host",
  ],
  [/^--(?:tls[-_]keylog|trace[-_]tls)\b/, "it writes down what TLS protects"],
  [
    // A port alone is opened for this machine.
    /^--inspect(?:[-_](?:brk|wait|port))?=(?!\d+$|127\.|localhost\b|\[::1\]).+/,
    "whoever reaches that address can run programs here",
  ],
];
