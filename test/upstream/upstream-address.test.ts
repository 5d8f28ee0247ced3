import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { isAddressAllowed, isLoopbackHost, type Resolve } from "../../src/upstream/address-guard.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { answer, type MisbehavingServer, startMisbehavingServer } from "../support/misbehaving-server.ts";
import { ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

let server: MisbehavingServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const inner = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fe80::1",
  "fc00::1",
  "fd12:3456::1",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
];

describe("the addresses a provider may have", () => {
  test.each(inner)("%s is refused", (address) => {
    expect(isAddressAllowed(address, false)).toBe(false);
  });

  test.each(["8.8.8.8", "196.188.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
    expect(isAddressAllowed(address, false)).toBe(true);
  });

  test.each(["not an address", "", "0x7f000001", "2130706433", "127.1"])("%j is no address", (text) => {
    expect(isAddressAllowed(text, false)).toBe(false);
    expect(isAddressAllowed(text, true)).toBe(false);
  });

  test("a host on this machine leads to this machine only", () => {
    expect(isAddressAllowed("127.0.0.1", true)).toBe(true);
    expect(isAddressAllowed("::1", true)).toBe(true);
    expect(isAddressAllowed("8.8.8.8", true)).toBe(false);
    expect(isAddressAllowed("192.168.1.1", true)).toBe(false);
  });

  test("no address of the private blocks is allowed, however it is written", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const block = fc.constantFrom([10], [127], [192, 168], [169, 254], [172, 20]);
    fc.assert(
      fc.property(block, fc.tuple(octet, octet, octet), (prefix, rest) => {
        const address = [...prefix, ...rest].slice(0, 4).join(".");
        expect(isAddressAllowed(address, false)).toBe(false);
        expect(isAddressAllowed(`::ffff:${address}`, false)).toBe(false);
      }),
    );
  });

  test("loopback hosts are localhost, 127.0.0.0/8 and ::1", () => {
    expect(["localhost", "127.0.0.1", "127.8.9.1", "::1"].every(isLoopbackHost)).toBe(true);
    expect(["localhost.test", "10.0.0.1", "bank.test", "::2", ""].some(isLoopbackHost)).toBe(false);
  });
});

describe("a provider's host that leads inside", () => {
  const refused = { ok: false, error: { code: "provider_error" } };

  const askedBy = async (url: (port: number) => string, resolve?: Resolve) => {
    server = await startMisbehavingServer(answer(200, "inner secret"));
    const upstream = createUpstream({ budgets: shortBudgets, ...(resolve ? { resolve } : {}) });
    const result = await ask(upstream, settingsOf(url(server.port)));
    await upstream.close();
    return { result, connections: server.connections() };
  };

  test.each([
    ["127.0.0.1"],
    ["::ffff:127.0.0.1"],
    ["::1"],
    ["0.0.0.0"],
    ["196.188.0.1", "127.0.0.1"],
    ["127.0.0.1", "196.188.0.1"],
  ])("by resolving to %j %j is not connected to", async (...addresses) => {
    const resolve: Resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const { result, connections } = await askedBy((port) => `http://bank.test:${port}`, resolve);
    expect(result).toMatchObject(refused);
    expect(connections).toBe(0);
  });

  test.each(["0.0.0.0", "[::]", "192.168.0.1", "169.254.169.254", "[::ffff:10.0.0.1]"])(
    "by being the address %s is not connected to",
    async (host) => {
      const { result, connections } = await askedBy((port) => `http://${host}:${port}`);
      expect(result).toMatchObject({ error: { code: "provider_error", detail: "address not public" } });
      expect(connections).toBe(0);
    },
  );

  test("a name without addresses is the provider's error", async () => {
    const { result } = await askedBy(
      (port) => `http://bank.test:${port}`,
      async () => [],
    );
    expect(result).toMatchObject(refused);
  });

  test("a name that does not resolve is looked up twice, then the provider's error", async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    };
    const { result } = await askedBy((port) => `http://bank.test:${port}`, resolve);
    expect(result).toMatchObject(refused);
    expect(asked).toEqual(["bank.test", "bank.test"]);
  });

  test("localhost is reached when it is what was configured", async () => {
    server = await startMisbehavingServer(answer(200, "receipt"));
    const upstream = createUpstream({ budgets: shortBudgets });
    expect(told(await ask(upstream, settingsOf(`http://localhost:${server.port}`)))).toBe("200 receipt");
    await upstream.close();
  });
});
