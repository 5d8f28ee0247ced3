import { describe, expect, test } from "vitest";
import { runTool } from "../../src/operator/cli/run.ts";
import { codeOf, granted, openBooks } from "../support/books.ts";
import { botMessages, fromBot, openBotWorld } from "../support/bot-world.ts";
import { databaseKinds, testSecret } from "../support/temporary-store.ts";

/** Who joins another shop finds their own as they left it; nothing ends but by an erasure that says what it takes. */

const paid = { provider: "beta", reference: "DKF1AB2CD3", amountSantim: 60_000 };

describe.each(databaseKinds)("an account that its owner left, on %s", (kind) => {
  test("keeps money, keys and waiting top-ups, is credited meanwhile, and all of it comes back", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const target = await openAccount(0);
    const { id } = granted(await accounts.registerTelegram(1));
    granted(await accounts.topUp(id, 10_000, "operator"));
    const key = granted(await accounts.createKey(id, "live"));
    const caller = { kind: "telegram", userId: 1 } as const;
    const waiting = granted(await accounts.creditReceipt({ ...paid, account: id, caller }));
    const { code } = granted(await accounts.createLinkCode(target.id, "staff"));
    const move = granted(await accounts.readLinkCode(code, 1));
    expect(move.left).toMatchObject({ balanceSantim: 10_000, waitingSantim: 60_000, keys: 1 });
    granted(await accounts.redeemLinkCode(code, 1));

    expect(codeOf(await accounts.authenticate({ kind: "key", key: key.key }))).toBe("ok");
    granted(await accounts.approveCredit(waiting.id));
    expect(granted(await accounts.showAccount(id)).balanceSantim).toBe(70_000);
    expect(granted(await accounts.showAccount(target.id)).balanceSantim).toBe(0);
    granted(await accounts.leaveAccount(1));
    expect(granted(await accounts.telegramAccount(1))).toMatchObject({ account: id, role: "owner" });
    const acts = granted(await accounts.auditOf(id, { limit: 20 })).map(({ act }) => act);
    expect(acts).toEqual([
      "owner_joined",
      "credit_approved",
      "owner_left",
      "credit_waiting",
      "key_created",
      "topped_up",
      "account_created",
    ]);
  });

  /** Runs both as long as another transaction holds the account: each has read before either writes. */
  const meeting = async (
    { store }: Pick<Awaited<ReturnType<typeof openBooks>>, "store">,
    account: string,
    ...moves: readonly (() => Promise<unknown>)[]
  ) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const moment = () => new Promise((resolve) => setTimeout(resolve, 100));
    const holding = store.transaction(async (trx) => {
      await trx.updateTable("account").set({ erased_at: null }).where("id", "=", account).execute();
      await released;
    });
    await moment();
    const moving = [];
    for (const move of moves) {
      moving.push(move());
      await moment();
    }
    release();
    await Promise.all([holding, ...moving]);
  };

  test.each(["goes back first", "is confirmed first"])(
    "stays theirs who goes back to it while they are confirmed elsewhere: %s",
    async (order) => {
      const { accounts, store, openAccount } = await openBooks(kind);
      const { id: own } = granted(await accounts.registerTelegram(1));
      const { id: first } = await openAccount(0);
      granted(await accounts.redeemLinkCode(granted(await accounts.inviteOwner(first)).code, 1));
      const { id: other } = granted(await accounts.registerTelegram(2));
      const by = { kind: "user", userId: 2 } as const;
      const { code } = granted(await accounts.createLinkCode(other, "owner", { by }));
      expect(granted(await accounts.redeemLinkCode(code, 1)).isWaiting).toBe(true);
      const { id: request } = await store.db
        .selectFrom("owner_request")
        .select("id")
        .executeTakeFirstOrThrow();

      const moves = [() => accounts.leaveAccount(1), () => accounts.decideOwner(request, 2, true)];
      await meeting({ store }, first, ...(order === "goes back first" ? moves : moves.toReversed()));
      const mine = [
        granted(await accounts.telegramAccount(1))?.account,
        ...(await store.db.selectFrom("former_account").select("account_id").execute()).map(
          ({ account_id }) => account_id,
        ),
      ];
      expect(mine).toContain(own);
      expect(mine).toContain(first);
    },
  );

  test("comes back when the other account is erased, or its owner removes them; its owner can be asked again", async () => {
    for (const end of ["erase", "remove"] as const) {
      const { accounts, store, openAccount } = await openBooks(kind);
      const target = await openAccount(0);
      const { id } = granted(await accounts.registerTelegram(1));
      const { code } = granted(await accounts.createLinkCode(target.id, "staff"));
      granted(await accounts.redeemLinkCode(code, 1, "Hana"));
      const pseudonym = granted(await accounts.telegramAccount(1))?.pseudonym ?? "";
      if (end === "erase") granted(await accounts.erase({ account: target.id }));
      else granted(await accounts.removeMember(target.id, { pseudonym, role: "staff" }));
      expect([end, granted(await accounts.telegramAccount(1))]).toMatchObject([
        end,
        { account: id, role: "owner" },
      ]);

      granted(await accounts.registerTelegram(1));
      const by = { kind: "user", userId: 1 } as const;
      const owners = granted(await accounts.createLinkCode(id, "owner", { by }));
      expect(granted(await accounts.redeemLinkCode(owners.code, 2)).isWaiting).toBe(true);
      const asked = await store.db.selectFrom("inbox").select("queue").execute();
      expect([end, asked.map(({ queue }) => queue)]).toEqual([end, [1]]);
    }
  });

  test("a waiting credit can be approved for another account, once", async () => {
    const { accounts, openAccount } = await openBooks(kind);
    const [one, other] = [await openAccount(0), await openAccount(0)];
    const waiting = granted(await accounts.creditReceipt({ ...paid, account: one.id }));
    expect(codeOf(await accounts.approveCredit(waiting.id, { account: "acc_nobody" }))).toBe(
      "account_unknown",
    );
    expect(granted(await accounts.waitingCredits(9))).toMatchObject([{ account: one.id }]);
    const words = await Promise.all(
      [one.id, other.id, other.id].map((id) => accounts.approveCredit(waiting.id, { account: id })),
    );
    expect(words.map(codeOf).sort()).toEqual(["credit_unknown", "credit_unknown", "ok"]);
    const balances = await Promise.all(
      [one, other].map(async ({ id }) => granted(await accounts.showAccount(id)).balanceSantim),
    );
    expect(balances.sort((less, more) => less - more)).toEqual([0, 60_000]);
  });
});

describe("an erasure counts what waits as money", () => {
  test("before the operator says yes; and of an erased account it goes to another one", async () => {
    const { accounts, databaseUrl, now, openAccount } = await openBooks();
    const env = { DATABASE_URL: databaseUrl, SECRET: testSecret, LOG_LEVEL: "silent" };
    const [one, other] = [await openAccount(1_000), await openAccount(0)];
    const { id } = granted(await accounts.creditReceipt({ ...paid, account: one.id }));
    const asked = await runTool(["erase", "--account", one.id], env, { now });
    expect(asked.stderr).toContain("10.00 ETB and 600.00 ETB that wait for your word");
    granted(await accounts.erase({ account: one.id }));
    const words = ["credits", "approve", id, "--account", other.id, "--json"];
    const approved = await runTool(words, env, { now });
    expect(JSON.parse(approved.stdout)).toEqual({
      id,
      account: other.id,
      state: "credited",
      balance_minor: 60_000,
    });
    expect(granted(await accounts.auditOf(one.id, { limit: 9 }))).toEqual([]);
  });

  test("before a pseudonym presses yes in the chat", async () => {
    const world = await openBotWorld();
    await world.selam.say("/start");
    await botMessages(world, 1);
    const { id: userId } = world.telegram.people.conversation("selam").user();
    const account = granted(await world.accounts.telegramAccount(userId))?.account ?? "";
    granted(await world.accounts.creditReceipt({ ...paid, account }));
    await world.selam.say("/erase");
    const { messages } = await world.selam.waitUntil((state) =>
      fromBot(state.messages).some(({ text }) => text.includes("600.00 ETB that wait")),
    );
    expect(fromBot(messages).at(-1)?.text).not.toContain("Your balance");
  });
});
