import { createAccounts } from "../../src/accounts/accounts.ts";
import { openStore } from "../../src/database/store.ts";

type Shop = { readonly databaseUrl: string; readonly secret: string; readonly userIds: readonly number[] };

/** What an answer costs. */
export const priceSantim = 500;
/** What the account begins with. */
export const startSantim = 1_000_000_000;

/** An account with more money than is asked for, which all these users' questions are paid from. Gives its id. */
export const openShop = async ({ databaseUrl, secret, userIds }: Shop): Promise<string> => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  try {
    const { id } = given(await accounts.createAccount({ name: "Load", tier: "balance" }));
    given(await accounts.topUp(id, startSantim, "operator"));
    // One after the other: an account has few codes alive at a time.
    for (const userId of userIds) {
      const { code } = given(await accounts.createLinkCode(id, "staff"));
      given(await accounts.redeemLinkCode(code, userId));
    }
    return id;
  } finally {
    await store.close();
  }
};

/** An account with more money than is asked for, and a key of it. */
export const openCustomer = async ({ databaseUrl, secret }: Omit<Shop, "userIds">): Promise<string> => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  try {
    const { id } = given(await accounts.createAccount({ name: "Load", tier: "balance" }));
    given(await accounts.topUp(id, startSantim, "operator"));
    return given(await accounts.createKey(id, "live")).key;
  } finally {
    await store.close();
  }
};

export const given = <T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!result.ok) throw new Error(`cannot be prepared: ${result.error.code}`);
  return result.value;
};
