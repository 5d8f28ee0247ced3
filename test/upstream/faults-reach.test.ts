import type { TlsOptions } from "node:tls";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ProviderSettings } from "../../src/providers/provider.ts";
import { orderOf } from "../support/bank.ts";
import { type Certificate, issueCertificate } from "../support/certificates.ts";
import {
  each,
  type FaultWorld,
  faulty,
  free,
  late,
  mendedAfter,
  openFaultWorld,
  same,
  seenOf,
  someBanks,
  worked,
} from "../support/fault-world.ts";
import { answer, closedPort, silence, startMisbehavingServer } from "../support/misbehaving-server.ts";
import { settingsOf } from "../support/upstream-asking.ts";
import { createWorld } from "../support/world.ts";

/** Providers that cannot be reached, cannot prove who they are, or have too much to do. */

const openWorld = async (settings: Partial<ProviderSettings> = {}, tls?: TlsOptions): Promise<FaultWorld> => {
  const opened = await openFaultWorld(settings, tls);
  onTestFinished(opened.close);
  return opened;
};

describe("a provider that cannot be reached", () => {
  /** Asks all of them at an address that leads nowhere. */
  const askAt = async (url: string): Promise<unknown> => {
    const providers = Object.fromEntries(
      someBanks.map((label) => [label, settingsOf(url, { timeoutMs: 800 })]),
    );
    const world = await createWorld({ providers });
    onTestFinished(world.close);
    const seen = await Promise.all(
      someBanks.map(async (label) => {
        const answered = await world.post(`/api/verify-${label}`, orderOf(label, 1, url).body);
        return [label, seenOf(answered, 0)];
      }),
    );
    expect(world.books()).toMatchObject({ taken: 0, pending: 0 });
    return Object.fromEntries(seen);
  };

  test("refuses the connection (C1)", async () => {
    expect(await askAt(`http://127.0.0.1:${await closedPort()}`)).toEqual(each({ ...faulty, asked: 0 }));
  });

  test("takes the connection and never shakes hands (C5)", async () => {
    const silent = await startMisbehavingServer(silence);
    onTestFinished(silent.close);
    expect(await askAt(`https://127.0.0.1:${silent.port}`)).toEqual(each({ ...late, asked: 0 }));
    expect(silent.connections()).toBe(someBanks.length);
  });

  test("has a name that leads nowhere (C6)", async () => {
    // A label of 64 letters: the resolver refuses it by itself.
    expect(await askAt(`https://${"x".repeat(64)}.example`)).toEqual(each({ ...faulty, asked: 0 }));
  });

  test("has a name that leads inside (B7)", async () => {
    expect(await askAt("https://10.0.0.1")).toEqual(each({ ...faulty, asked: 0 }));
  });
});

describe("a certificate", () => {
  const root = issueCertificate({ subject: "Test Root", isAuthority: true });
  const intermediate = issueCertificate({ subject: "Test Intermediate", isAuthority: true, issuer: root });
  const names = ["127.0.0.1"];
  const leaf = issueCertificate({ subject: "bank", names, issuer: intermediate });
  const trusted = { ca: intermediate.certificatePem };
  const dayMs = 86_400_000;
  const served = ({ certificatePem: cert, keyPem: key }: Certificate): TlsOptions => ({ cert, key });

  const refused: readonly (readonly [string, TlsOptions, Partial<ProviderSettings>])[] = [
    ["signed by itself", served(issueCertificate({ subject: "self", names })), trusted],
    ["of an unknown authority", served(leaf), {}],
    [
      "of another host",
      served(issueCertificate({ subject: "other", names: ["other.test"], issuer: intermediate })),
      trusted,
    ],
    [
      "that has expired",
      served(
        issueCertificate({
          subject: "old",
          names,
          issuer: intermediate,
          from: new Date(Date.now() - 2 * dayMs),
          until: new Date(Date.now() - dayMs),
        }),
      ),
      trusted,
    ],
    ["under an old TLS", { ...served(leaf), minVersion: "TLSv1", maxVersion: "TLSv1.1" }, trusted],
  ];

  test.each(refused)("%s is refused, and nothing is sent (C19)", async (_, tls, settings) => {
    const { ofAll, ask } = await openWorld(settings, tls);
    const seen = await ofAll((bank) => ask(bank, bank.newOrder()));
    expect(seen).toEqual(each(free(502, "provider_tls_failure", 0)));
    expect(await ofAll(async ({ connections }) => connections())).toEqual(each(1));
  });

  test("without its intermediate is trusted where that is configured (C20)", async () => {
    const { ofAll, works } = await openWorld(trusted, served(leaf));
    expect(await ofAll(works)).toEqual(each(worked));
  });
});

describe("a provider that has too much to do", () => {
  test("names a time in its 429: it is not asked by whoever cannot wait so long (C8)", async () => {
    const { ofAll, ask, askMisbehaving } = await openWorld({ timeoutMs: 5_000 });
    const seen = await ofAll((bank) => askMisbehaving(bank, same(answer(429, "", { "Retry-After": "60" }))));
    expect(seen).toEqual(each(free(503, "provider_unavailable")));
    expect(await ofAll((bank) => ask(bank, bank.newOrder()))).toEqual(
      each(free(503, "provider_unavailable", 0)),
    );
  });

  test("fails every other time: mended as long as retries are granted, at most three a minute here (C29)", async () => {
    const { ofAll, askMisbehaving } = await openWorld();
    const seen = await ofAll(async (bank) => {
      const codes = [];
      for (let order = 1; order <= 5; order += 1)
        codes.push((await askMisbehaving(bank, mendedAfter(answer(503)))).code);
      return [...codes, bank.requests.length];
    });
    expect(seen).toEqual(each(["Verified", "Verified", "Verified", "provider_error", "provider_error", 8]));
  });

  test("hangs under load: the others answer, and it is left alone once it is known (C30)", async () => {
    const { banks, world, ofAll, ask, works, askMisbehaving } = await openWorld({ timeoutMs: 1_500 });
    const beta = banks.find(({ label }) => label === "beta");
    if (beta === undefined) throw new Error("no beta");
    const hang = (times: number) =>
      Promise.all(Array.from({ length: times }, () => askMisbehaving(beta, same(silence))));

    const hanging = hang(25);
    // The eighth place is kept for callers with a key.
    await expect.poll(() => beta.requests.length, { timeout: 5_000 }).toBe(7);
    const others = someBanks.filter((label) => label !== "beta");
    expect(await ofAll(works, others)).toEqual(each(worked, others));
    const seen = [...(await hanging), ...(await hang(10))];
    const codes = seen.map(({ code }) => code);
    expect(["provider_timeout", "overloaded", "provider_unavailable"]).toEqual(expect.arrayContaining(codes));
    expect(codes).toEqual(expect.arrayContaining(["provider_timeout", "overloaded"]));
    expect(new Set(seen.map(({ charged }) => charged))).toEqual(new Set([false]));
    expect(await ask(beta, beta.newOrder())).toEqual(free(503, "provider_unavailable", 0));
    expect(world.books().pending).toBe(0);
  });
});
