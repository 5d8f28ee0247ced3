import { createServer, type Server } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settingsOf } from "../../support/detection.ts";
import { isFull, oneIn } from "../../support/extent.ts";
import { hostileLinks } from "../../support/hostile-links.ts";
import { createWorld, type World } from "../../support/world.ts";

/** Whatever a link says: nothing is asked but the configured host, and there nothing but the constant address. */

const token = "PEF7fqVnwxFd7r7XMZ3lbE0AjmmQsNRe1c+lPUxdN/o=";

/** For each provider that takes links: where its receipts lie, and the addresses that may be asked for this one. */
const banks = [
  {
    label: "zeta",
    field: "url",
    path: `/receipt/#/${token}`,
    asked: [`/api/receipt/${encodeURIComponent(token)}`],
  },
  {
    label: "eta",
    field: "url",
    path: "/rt/85527719174ETTB263190044/pdf",
    asked: ["/rt/85527719174ETTB263190044/pdf", "/ft/85527719174ETTB263190044/pdf"],
  },
  { label: "theta", field: "url", path: "/-2KK2MF1YNL-6A1B2C", asked: ["/-2KK2MF1YNL-6A1B2C"] },
  {
    label: "iota",
    field: "url",
    path: "/api/receipt/getReceipt?trxNo=UKF4D2CODA",
    asked: ["/api/receipt/getReceipt?trxNo=UKF4D2CODA"],
  },
  {
    label: "alpha",
    field: "link",
    path: "/v2-hqWErTyUiOpAsDfGhJkL",
    asked: ["/api/v1/transactions/public/transaction-detail/v2-hqWErTyUiOpAsDfGhJkL"],
  },
] as const;

/** Refusals that say what is wrong with a link or a text. */
const refusals = [
  "receipt_url_untrusted",
  "receipt_url_feedback_link",
  "reference_malformed",
  "reference_not_ascii",
  "reference_not_found_in_text",
  "reference_ambiguous",
  "parameter_invalid",
  "account_number_required",
];

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return (server.address() as AddressInfo).port;
};

const atBank: string[] = [];
const atCanary: string[] = [];
/** Ports that this process connected to, and hosts. */
const connections: string[] = [];
const bank = createServer((request, reply) => {
  atBank.push(request.url ?? "");
  reply.writeHead(200, { "content-type": "text/html" }).end("<html><body>No page of ours</body></html>");
});
const canary = createServer((request, reply) => {
  atCanary.push(request.url ?? "");
  reply.end();
});

const portOf = (address: string): string => (address === "" ? "" : new URL(address).port);

const connect = Socket.prototype.connect;
let ports: { readonly bank: number; readonly canary: number };
let world: World;

beforeAll(async () => {
  ports = { bank: await listen(bank), canary: await listen(canary) };
  const url = `http://localhost:${ports.bank}`;
  world = await createWorld({
    providers: Object.fromEntries(banks.map(({ label }) => [label, settingsOf(url)])),
    hasChat: true,
  });
  // What a link brings about goes to a port that it names, or to its scheme's. Servers of other tests have others.
  const links = banks.flatMap(({ path }) =>
    hostileLinks({ port: ports.bank, canary: ports.canary, path }).flatMap(
      (link) => link.match(/\d+/g) ?? [],
    ),
  );
  const named = new Set(["80", "443", String(ports.canary), ...links]);
  const known = new Set([ports.bank, ...[world.url, world.telegramUrl ?? ""].map(portOf)].map(String));
  Socket.prototype.connect = function record(this: Socket, ...parameters: unknown[]) {
    const [first] = parameters.flat();
    const { host = "", port = "" } = (first ?? {}) as { host?: string; port?: number };
    if (named.has(String(port)) && !known.has(String(port))) connections.push(`${host}:${port}`);
    return Reflect.apply(connect, this, parameters);
  } as typeof connect;
});
beforeEach(() => {
  for (const record of [atBank, atCanary, connections]) record.length = 0;
});
afterAll(async () => {
  Socket.prototype.connect = connect;
  await world.close();
  for (const server of [bank, canary]) server.close();
});

/** Whether a browser would open the configured host with it, as cleaned, and nothing stands before the host. */
const isBanks = (link: string): boolean => {
  const address = link.normalize("NFKC").replace(/[\s\p{Cf}]/gu, "");
  const url = URL.canParse(address) ? new URL(address) : null;
  // The service runs without encryption for this machine alone, and a link may say otherwise.
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  return isWeb && url.host === `localhost:${ports.bank}` && url.username + url.password === "";
};

/** What came of a link: refused without a request, or nothing but the constant address asked. */
const outcomeOf = async (path: string, body: object, asked: readonly string[]) => {
  atBank.length = 0;
  const reply = await world.post(path, body);
  if (atBank.length > 0)
    return atBank.every((address) => asked.includes(address)) ? "asked" : `asked ${atBank.join(" ")}`;
  const isRefused = reply.status >= 400 && reply.status < 500 && refusals.includes(reply.body.error.code);
  return isRefused ? "refused" : `answered ${reply.status} ${reply.body.error?.code} without asking`;
};

/** Each bank has others of them, where it does not have them all. */
const linksTo = (path: string) =>
  oneIn(
    12,
    hostileLinks({ port: ports.bank, canary: ports.canary, path }),
    banks.findIndex((bank) => bank.path === path),
  );

describe.each(banks)("a hostile link to $label", ({ label, field, path, asked }) => {
  test("is refused, or asks the configured host for the constant address", async () => {
    const outcomes = new Map<string, string>();
    for (const link of linksTo(path))
      outcomes.set(link, await outcomeOf(`/api/verify-${label}`, { [field]: link }, asked));
    const wrong = [...outcomes].filter(
      ([link, outcome]) => outcome !== "refused" && !(outcome === "asked" && isBanks(link)),
    );
    expect(wrong).toEqual([]);
    expect([...outcomes.values()].filter((outcome) => outcome === "refused").length).toBeGreaterThan(
      isFull ? 200 : 12,
    );
    expect(atCanary).toEqual([]);
    expect(connections).toEqual([]);
  });

  test("in a text is refused, or asks for the constant address", async () => {
    const outcomes = new Map<string, string>();
    for (const link of linksTo(path))
      outcomes.set(link, await outcomeOf("/api/verify", { text: `Receipt: ${link} thanks` }, asked));
    expect([...outcomes].filter(([, outcome]) => !/^(?:refused|asked)$/.test(outcome))).toEqual([]);
    expect(atCanary).toEqual([]);
    expect(connections).toEqual([]);
  });

  test("is told from the bank's own, which is asked for", async () => {
    const link = `http://localhost:${ports.bank}${path}`;
    expect(await outcomeOf(`/api/verify-${label}`, { [field]: link }, asked)).toBe("asked");
  });
});

test("hostile links in the chat ask nothing of anybody else", async () => {
  const links = banks.slice(0, 2).flatMap(({ path }) => linksTo(path));
  for (let at = 0; at < links.length; at += 20)
    await world.selam().say(links.slice(at, at + 20).join("\n\n"));
  await world.selam().say(`last: http://localhost:${ports.bank}${banks[3].path}`);
  await expect.poll(() => atBank.at(-1), { timeout: 60_000 }).toBe(banks[3].asked[0]);
  const constant = new Set<string>(banks.flatMap(({ asked }) => asked));
  expect(atBank.filter((address) => !constant.has(address))).toEqual([]);
  expect(atCanary).toEqual([]);
});
