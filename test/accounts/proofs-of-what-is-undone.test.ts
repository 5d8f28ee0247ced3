import { describe, expect, test } from "vitest";
import { granted, openBooks } from "../support/books.ts";
import { isFull } from "../support/extent.ts";
import { databaseKinds } from "../support/temporary-store.ts";

describe.each(databaseKinds)("a proof on %s", (kind) => {
  test("of a payment that its bank calls undone at that very moment is none", async () => {
    const { accounts, openBeside, now } = await openBooks(kind);
    const beside = await openBeside();
    const { id } = granted(await accounts.registerTelegram(7));
    const by = { kind: "user", userId: 7 } as const;
    const left: string[] = [];
    for (let pair = 0; pair < (isFull ? 40 : 5); pair += 1) {
      const of = { provider: "beta", reference: `DKF${pair}` };
      const content = { amountSantim: 125_000, receiver: "Hana", bank: "Beta Bank", paidAt: null };
      const [made] = await Promise.all([
        accounts.createProof(id, { ...content, checkedAt: now(), of, by }),
        beside.noteUndone(id, { provider: of.provider, references: [of.reference], at: now() }),
      ]);
      if (made.ok) left.push(granted(await accounts.readProof(made.value.id)).kind);
    }
    expect(left.filter((read) => read === "proof")).toEqual([]);
    expect(granted(await accounts.listProofs(id, { before: null, limit: 100 }))).toEqual([]);
  });
});
