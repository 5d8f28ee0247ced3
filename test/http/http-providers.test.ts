import { describe, expect, test } from "vitest";
import { openProviders, providerLabels } from "../../src/providers/registry.ts";
import { settingsOf, startApi } from "../support/api.ts";
import { openShop } from "../support/shop.ts";

type Described = {
  readonly provider: string;
  readonly endpoint: string;
  readonly fields: readonly { readonly name: string; readonly required: boolean }[];
  readonly forms: readonly (readonly string[])[];
  readonly shapes: readonly { readonly pattern: string; readonly fields: readonly string[] }[];
  readonly state: string;
  readonly retry_after: number | null;
};
type Listed = { readonly providers: readonly Described[]; readonly not_offered: readonly string[] };

describe("the list of providers", () => {
  test("names for each what it takes, in forms that its endpoint reads as a whole question", async () => {
    const all = openProviders(
      Object.fromEntries(providerLabels.map((label) => [label, settingsOf(label)])),
      "full",
    );
    const api = await startApi({ providers: all });
    const { providers, not_offered } = (await (await fetch(`${api.url}/api/providers`)).json()) as Listed;
    expect(not_offered).toEqual([]);
    expect(providers.map(({ provider }) => provider).sort()).toEqual([...providerLabels].sort());
    const forms = Object.fromEntries(providers.map(({ provider, forms }) => [provider, forms]));
    expect(forms).toMatchObject({
      beta: [["reference"]],
      gamma: [["reference"], ["reference", "accountNumber"]],
      epsilon: [["receipt", "phone"]],
      zeta: [["url"]],
      theta: [["reference"], ["url"]],
      iota: [["transactionId"], ["url"]],
    });
    expect(forms.alpha).toContainEqual(["transactionRef", "accountNumber"]);
    expect(forms.eta).toContainEqual(["reference", "accountNumber"]);
    for (const { endpoint, fields, forms } of providers) {
      for (const form of forms) {
        // Values that are no references: refused for what they hold, never for what is there or missing.
        const body = Object.fromEntries(form.map((name) => [name, "?"]));
        const reply = (await (await api.post(endpoint, body)).json()) as { error: { code: string } };
        expect(reply.error.code).toMatch(/malformed|invalid|untrusted|not_ascii/);
      }
      const required = fields.filter(({ required }) => required).map(({ name }) => name);
      for (const name of required) expect(forms.every((form) => form.includes(name))).toBe(true);
    }
    await api.close();
  });

  test("has patterns that a form can try", async () => {
    const api = await startApi();
    const { providers } = (await (await fetch(`${api.url}/api/providers`)).json()) as Listed;
    const shapes = providers.find(({ provider }) => provider === "gamma")?.shapes ?? [];
    expect(shapes.some(({ pattern }) => new RegExp(pattern).test("FT26319K4Q7Z12345"))).toBe(true);
    expect(shapes.every(({ fields }) => fields.includes("reference"))).toBe(true);
    await api.close();
  });

  test("says while a bank is not asked because it fails", async () => {
    const shop = await openShop();
    const stateOf = async () => {
      const { body } = await shop.ask("/api/providers");
      const [beta] = (body as unknown as Listed).providers;
      return [beta?.state, beta?.retry_after];
    };
    expect(await stateOf()).toEqual(["available", null]);
    const fail = async (key: string) => {
      const order = shop.bank.newOrder();
      shop.bank.misbehave(order, (socket) => void socket.resetAndDestroy());
      await shop.ask("/api/verify-beta", { key, body: order.body });
    };
    for (let callers = 0; callers < 7; callers += 1) {
      const { key } = await shop.open({ santim: 100_000 });
      for (const _ of [1, 2]) await fail(key);
    }
    const { key } = await shop.open({ santim: 100_000 });
    expect(await stateOf()).toEqual(["unavailable", expect.any(Number)]);
    expect((await shop.ask("/api/verify-beta", { key, body: shop.bank.newOrder().body })).code).toBe(
      "provider_unavailable",
    );
  });
});
