import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { createUpstream, type Upstream } from "../../src/upstream/upstream.ts";
import { type Certificate, issueCertificate } from "../support/certificates.ts";
import { answer, type MisbehavingServer, startMisbehavingServer } from "../support/misbehaving-server.ts";
import { asIs, ask, settingsOf, shortBudgets, told } from "../support/upstream-asking.ts";

const root = issueCertificate({ subject: "Test Root", isAuthority: true });
const intermediate = issueCertificate({ subject: "Test Intermediate", isAuthority: true, issuer: root });
const names = ["127.0.0.1"];
const leaf = issueCertificate({ subject: "leaf", names, issuer: intermediate });
const selfSigned = issueCertificate({ subject: "self", names });
const dayMs = 24 * 3600 * 1000;

let upstream: Upstream;
let server: MisbehavingServer;

const serve = async (certificate: Certificate, chain: readonly Certificate[] = [], more: object = {}) => {
  server = await startMisbehavingServer(answer(200, "receipt"), {
    cert: [certificate, ...chain].map((each) => each.certificatePem).join(""),
    key: certificate.keyPem,
    ...more,
  });
};

const asked = async (more: Partial<ProviderSettings> = {}): Promise<string> =>
  told(await ask(upstream, settingsOf(server.url, more), { timeoutMs: 10_000 }));

beforeEach(() => {
  upstream = createUpstream({ budgets: shortBudgets });
});

afterEach(async () => {
  await upstream.close();
  await server.close();
});

describe("a certificate that is not trusted", () => {
  const bad: readonly [string, Certificate, readonly Certificate[], Partial<ProviderSettings>][] = [
    ["self-signed", selfSigned, [], {}],
    ["of an unknown authority", leaf, [intermediate, root], {}],
    ["without its intermediate", leaf, [], {}],
    ["self-signed, another one being configured", selfSigned, [], { ca: root.certificatePem }],
    [
      "for another host",
      issueCertificate({ subject: "other", names: ["other.test"], issuer: root }),
      [],
      { ca: root.certificatePem },
    ],
    [
      "expired",
      issueCertificate({
        subject: "old",
        names,
        issuer: root,
        from: new Date(Date.now() - 2 * dayMs),
        until: new Date(Date.now() - dayMs),
      }),
      [],
      { ca: root.certificatePem },
    ],
    [
      "not valid yet",
      issueCertificate({ subject: "new", names, issuer: root, from: new Date(Date.now() + dayMs / 2) }),
      [],
      { ca: root.certificatePem },
    ],
    [
      "for the host, another name being asked",
      leaf,
      [],
      { ca: intermediate.certificatePem, tlsName: "bank.test" },
    ],
    [
      "signed by a certificate that is no authority",
      issueCertificate({ subject: "child", names, issuer: selfSigned }),
      [selfSigned],
      { ca: root.certificatePem },
    ],
  ];

  test.each(bad)(
    "%s: a TLS failure, and nothing is sent or tried again",
    async (_, certificate, chain, more) => {
      await serve(certificate, chain);
      expect(await asked(more)).toBe("provider_tls_failure");
      expect(server.requests).toEqual([]);
      expect(server.connections()).toBe(1);
    },
  );

  test("a Host header among the configured ones does not change the name that is checked", async () => {
    await serve(issueCertificate({ subject: "other", names: ["other.test"], issuer: root }));
    const more = { ca: root.certificatePem, headers: { Host: "other.test" } };
    expect(await asked(more)).toBe("provider_tls_failure");
  });

  test("a server that speaks no newer TLS than 1.1 is refused", async () => {
    await serve(leaf, [], { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "ALL:@SECLEVEL=0" });
    expect(await asked({ ca: intermediate.certificatePem })).toBe("provider_tls_failure");
  });
});

describe("a certificate that the operator trusts", () => {
  test.each([
    ["a private root", leaf, [intermediate], root],
    ["the missing intermediate alone", leaf, [], intermediate],
    ["the server's own self-signed certificate", selfSigned, [], selfSigned],
    ["the server's own certificate, whose authority is unknown", leaf, [], leaf],
  ] as const)("%s lets the answer through", async (_, certificate, chain, trusted) => {
    await serve(certificate, chain);
    expect(await asked({ ca: trusted.certificatePem })).toBe("200 receipt");
  });

  test("several certificates in one file are all trusted", async () => {
    await serve(leaf);
    expect(await asked({ ca: selfSigned.certificatePem + intermediate.certificatePem })).toBe("200 receipt");
  });

  test("the certificate may carry the configured name instead of the host's", async () => {
    await serve(issueCertificate({ subject: "named", names: ["bank.test"], issuer: root }));
    expect(await asked({ ca: root.certificatePem, tlsName: "bank.test" })).toBe("200 receipt");
    expect(await asked({ ca: root.certificatePem })).toBe("provider_tls_failure");
  });

  test.each([
    ["its own", names, "200 receipt"],
    ["the configured", ["bank.test"], "200 receipt"],
    ["neither", ["other.test"], "provider_tls_failure"],
  ])("a second host of the provider that carries %s name: %s", async (_, carried, seen) => {
    await serve(issueCertificate({ subject: "second", names: carried, issuer: root }));
    const settings = settingsOf("https://receipts.example", {
      apiUrl: server.url,
      ca: root.certificatePem,
      tlsName: "bank.test",
    });
    const request = { url: `${server.url}/1`, headers: {}, statuses: [200] };
    const provider = { label: "alpha", settings, timeoutMs: 10_000 };
    expect(told(await upstream.fetch(provider, [request], asIs))).toBe(seen);
  });
});

describe("an egress proxy", () => {
  /** CONNECT proxy on loopback; `target` is where every tunnel leads. */
  const startProxy = (target: () => number) =>
    startMisbehavingServer((socket) => {
      socket.removeAllListeners("data");
      const tunnel = connect(target(), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        socket.pipe(tunnel).pipe(socket);
      });
      tunnel.on("error", () => socket.destroy());
      socket.on("close", () => tunnel.destroy());
    });

  test("is given the host name, and the provider's certificate is checked through it", async () => {
    await serve(issueCertificate({ subject: "bank", names: ["bank.test"], issuer: root }));
    const proxy = await startProxy(() => server.port);
    const settings = settingsOf("https://bank.test", { proxy: proxy.url, ca: root.certificatePem });
    expect(told(await ask(upstream, settings, { timeoutMs: 10_000 }))).toBe("200 receipt");
    expect(proxy.requests[0]).toMatch(/^CONNECT bank\.test:443 /);
    const untrusting = settingsOf("https://bank.test", { proxy: proxy.url });
    expect(told(await ask(upstream, untrusting, { timeoutMs: 10_000 }))).toBe("provider_tls_failure");
    const misled = settingsOf("https://other.test", { proxy: proxy.url, ca: root.certificatePem });
    expect(told(await ask(upstream, misled, { timeoutMs: 10_000 }))).toBe("provider_tls_failure");
    await upstream.close();
    await proxy.close();
  });

  test("that refuses the tunnel is the provider's error, tried twice", async () => {
    await serve(leaf);
    const proxy = await startMisbehavingServer(answer(502));
    const settings = settingsOf("https://bank.test", { proxy: proxy.url });
    expect(told(await ask(upstream, settings, { timeoutMs: 10_000 }))).toBe("provider_error");
    expect(proxy.requests).toHaveLength(2);
    await upstream.close();
    await proxy.close();
  });
});
