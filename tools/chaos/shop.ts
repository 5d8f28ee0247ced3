import { createAccounts } from "../../src/accounts/accounts.ts";
import { createPseudonyms } from "../../src/accounts/pseudonyms.ts";
import { createSavedAccounts } from "../../src/accounts/saved-accounts.ts";
import { dayOf } from "../../src/core/time.ts";
import { openStore } from "../../src/database/store.ts";
import { given } from "../chat/customers.ts";
import { callers, people } from "./plan.ts";

/** Of every process that is played with. */
export const secret = "a secret of the chaos, 32 bytes and more";

const startSantim = 100_000;

type Place = { readonly databaseUrl: string; readonly secret: string; readonly now: () => Date };

export type Shop = Awaited<ReturnType<typeof prepareShop>>;

/** A shop with money, two members and a key; a registered customer with a key; registered people. */
export const prepareShop = async (place: Place) => {
  const store = await openStore(place);
  const accounts = createAccounts({ ...place, store });
  const savedAccounts = createSavedAccounts({ ...place, store });
  const pseudonyms = createPseudonyms(place.secret);
  try {
    const { id: account } = given(await accounts.createAccount({ name: "Chaos", tier: "balance" }));
    given(await accounts.topUp(account, startSantim, "operator"));
    const own = { provider: "", number: "251911008765", name: "Hana Mekonnen Tadesse" };
    given(await savedAccounts.save(account, own));
    const { id: free } = given(await accounts.createAccount({ name: "Free", tier: "registered" }));
    const keys: Readonly<Record<string, string>> = {
      paying: given(await accounts.createKey(account, "live")).key,
      registered: given(await accounts.createKey(free, "live")).key,
    };
    const accountsOfPeople = new Map<number, string>();
    for (const { userId, is } of people) {
      if (is === "staff") {
        const { code } = given(await accounts.createLinkCode(account, "staff"));
        given(await accounts.redeemLinkCode(code, userId));
        accountsOfPeople.set(userId, account);
      }
      if (is === "registered")
        accountsOfPeople.set(userId, given(await accounts.registerTelegram(userId)).id);
    }
    const days = [-3, -2, -1, 0, 1, 2, 3].map((n) => dayOf(new Date(place.now().getTime() + n * 86_400_000)));
    const strangers = new Set([
      ...callers.flatMap(({ is, address }) =>
        is === "anonymous" ? days.map((day) => pseudonyms.networkOn(address, day)) : [],
      ),
      ...people.flatMap(({ is, userId }) =>
        is === "stranger" ? days.map((day) => pseudonyms.userOn(pseudonyms.user(userId), day)) : [],
      ),
    ]);
    return {
      account,
      keys,
      /** Answers that this subject has on a day. */
      limitOf: (subject: string): number => (strangers.has(subject) ? 5 : 10),
      accountOf: (is: string): string | null =>
        is === "paying" ? account : is === "registered" ? free : null,
      accountOfPerson: (userId: number): string | null => accountsOfPeople.get(userId) ?? null,
    };
  } finally {
    await store.close();
  }
};
