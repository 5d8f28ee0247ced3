import { createAccounts } from "../../../src/accounts/accounts.ts";
import { createSavedAccounts } from "../../../src/accounts/saved-accounts.ts";
import { openStore } from "../../../src/database/store.ts";
import { given } from "../../chat/customers.ts";

const receipts = 300;
const keys = 20;
const staff = 5;
const owner = 1;

type Kept = { readonly databaseUrl: string; readonly secret: string };

/** What a merchant of some months has. Gives the token of its owner's session, and a proof's id. */
export const openFilledAccount = async ({ databaseUrl, secret }: Kept) => {
  const now = () => new Date();
  const store = await openStore({ databaseUrl, secret, now });
  const accounts = createAccounts({ store, secret, now });
  const by = { kind: "user", userId: owner } as const;
  try {
    const { id: account } = given(await accounts.createAccount({ name: "Merkato Shoes", tier: "balance" }));
    given(await accounts.topUp(account, 100_000_000, "operator"));
    const { code } = given(await accounts.createLinkCode(account, "owner"));
    given(await accounts.redeemLinkCode(code, owner, "Hana Mekonnen"));
    for (let userId = 2; userId < 2 + staff; userId += 1) {
      const link = given(await accounts.createLinkCode(account, "staff", { by }));
      given(await accounts.redeemLinkCode(link.code, userId, `Clerk ${userId}`));
    }
    for (let number = 0; number < receipts; number += 1) {
      const reference = `DK${String(number).padStart(8, "0")}`;
      const reservation = given(
        await accounts.reserve(
          { kind: "telegram", userId: 1 + (number % (1 + staff)) },
          {
            deadlineMs: 15_000,
            question: { provider: "alpha", canonical: `alpha ${reference}` },
            mode: "live",
          },
        ),
      );
      const receipt = { reference, amountSantim: 125_000 + number, leg: null };
      given(
        await accounts.commit(reservation, {
          askedAt: null,
          receiptSource: null,
          verdict: "verified",
          receipt,
          takings: number % 3 > 0 ? "own" : "others",
        }),
      );
    }
    for (let number = 0; number < keys; number += 1) {
      const { id } = given(await accounts.createKey(account, "live", { name: `Till ${number}`, by }));
      // An account has few keys that work.
      if (number > 2) given(await accounts.revokeKey(id, account, by));
    }
    const saved = createSavedAccounts({ store, secret, now });
    await saved.save(account, { provider: "beta", number: "251911008765", name: "Hana Mekonnen" });
    const proof = given(
      await accounts.createProof(account, {
        of: { provider: "alpha", reference: "FT26319K4Q7Z" },
        amountSantim: 125_000,
        receiver: "H*** M***",
        bank: "Alpha Bank",
        paidAt: now().toISOString(),
        checkedAt: now(),
        by,
      }),
    );
    const session = given(await accounts.createSession({ kind: "person", userId: owner }, "Benchmark"));
    return { token: session.token, proof: proof.id };
  } finally {
    await store.close();
  }
};
