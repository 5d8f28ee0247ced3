import fc from "fast-check";
import { expect, test } from "vitest";
import { type Books, codeOf, granted, openBooks } from "../support/books.ts";
import { runs } from "../support/properties.ts";
import { databaseKinds } from "../support/temporary-store.ts";

/** However people come and go, what an account holds stays with an owner, or with one who may come back. */

const people = 3;
const person = fc.nat(people - 1);

type Step =
  | { readonly does: "register" | "leave" | "erase"; readonly who: number }
  /** Makes a code of the shop that somebody has made, for somebody who uses it at once or for later. */
  | {
      readonly does: "code";
      readonly who: number;
      readonly by: "person" | "key" | "operator";
      readonly user: number | null;
    }
  | { readonly does: "redeem"; readonly who: number; readonly pick: number }
  | { readonly does: "decide"; readonly who: number; readonly pick: number; readonly isYes: boolean }
  | { readonly does: "remove"; readonly who: number; readonly whom: number };

const does = <const D extends Step["does"]>(word: D) => fc.constant(word);

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: does("register"), who: person }) },
  {
    weight: 9,
    arbitrary: fc.record({
      does: does("code"),
      who: person,
      by: fc.constantFrom("person" as const, "key" as const, "key" as const, "operator" as const),
      user: fc.option(person, { freq: 9 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: does("redeem"), who: person, pick: fc.nat(3) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ does: does("decide"), who: person, pick: fc.nat(1), isYes: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: does("leave"), who: person }) },
  { weight: 3, arbitrary: fc.record({ does: does("remove"), who: person, whom: person }) },
  { weight: 1, arbitrary: fc.record({ does: does("erase"), who: person }) },
);

/** What may be refused, because the step does not fit the moment. Anything else is a mistake. */
const refusals = [
  "ok",
  "link_code_unknown",
  "too_many_link_codes",
  "not_owner",
  "last_owner",
  "member_unknown",
  "owner_request_unknown",
];

/** One game: each account that somebody makes has money and a key. */
const createGame = ({ accounts, store }: Books, first: number) => {
  /** The key of each account. */
  const keys = new Map<string, string>();
  const codes: string[] = [];
  const made = new Map<number, string>();
  const linkOf = async (who: number) => granted(await accounts.telegramAccount(first + who));

  const register = async (who: number): Promise<string> => {
    const { id } = granted(await accounts.registerTelegram(first + who));
    if (keys.has(id)) return "ok";
    granted(await accounts.topUp(id, 30_000, "operator"));
    keys.set(id, granted(await accounts.createKey(id, "live")).id);
    made.set(who, id);
    return "ok";
  };

  const makeCode = async ({ who, by, user }: Extract<Step, { does: "code" }>): Promise<string> => {
    const account = made.get(who) ?? "";
    const key = keys.get(account);
    if (key === undefined || !(await exists(account))) return "ok";
    const actors = {
      person: { kind: "user", userId: first + who },
      key: { kind: "key", key },
      operator: { kind: "operator" },
    } as const;
    const code = await accounts.createLinkCode(account, by === "key" ? "staff" : "owner", {
      by: actors[by],
    });
    if (!code.ok) return code.error.code;
    if (user !== null) return codeOf(await accounts.redeemLinkCode(code.value.code, first + user));
    codes.push(code.value.code);
    return "ok";
  };

  const exists = async (account: string) => codeOf(await accounts.showAccount(account)) === "ok";

  const remove = async (who: number, whom: number): Promise<string> => {
    const [own, other] = [await linkOf(who), await linkOf(whom)];
    if (own === null || other === null) return "ok";
    const { pseudonym, role } = other;
    const by = { kind: "user", userId: first + who } as const;
    return codeOf(await accounts.removeMember(own.account, { pseudonym, role, by }));
  };

  const decide = async ({ who, pick, isYes }: Extract<Step, { does: "decide" }>): Promise<string> => {
    const asked = await store.db.selectFrom("owner_request").select("id").orderBy("id").execute();
    const request = asked[pick % Math.max(asked.length, 1)];
    return request ? codeOf(await accounts.decideOwner(request.id, first + who, isYes)) : "ok";
  };

  const redeem = async (who: number, pick: number): Promise<string> => {
    const [code] = codes.splice(pick % Math.max(codes.length, 1), 1);
    return code === undefined ? "ok" : codeOf(await accounts.redeemLinkCode(code, first + who));
  };

  const take = async (step: Step): Promise<string> => {
    if (step.does === "code") return makeCode(step);
    if (step.does === "redeem") return redeem(step.who, step.pick);
    if (step.does === "decide") return decide(step);
    if (step.does === "remove") return remove(step.who, step.whom);
    if (step.does === "register") return register(step.who);
    if (step.does === "leave") return codeOf(await accounts.leaveAccount(first + step.who));
    return codeOf(await accounts.erase({ telegram: first + step.who }));
  };

  /** Of each account that is not erased: how many own it, how many may come back, and on whose day it counts. */
  const stand = async () => {
    const found = [];
    for (const account of keys.keys()) {
      if (!(await exists(account))) continue;
      const owners = granted(await accounts.ownersOf(account)).length;
      const formers = granted(await accounts.listFormerOwners(account)).length;
      const row = store.db.selectFrom("account").select("made_by").where("id", "=", account);
      found.push({ owners, formers, maker: (await row.executeTakeFirstOrThrow()).made_by });
    }
    return found;
  };

  return { take, stand };
};

test.each(databaseKinds)(
  "any sequence of coming and going leaves each account an owner, or one who may come back, on %s",
  async (kind) => {
    const books = await openBooks(kind);
    let first = 1;
    const play = async (sequence: readonly Step[]) => {
      first += people;
      const game = createGame(books, first);
      for (let who = 0; who < people; who += 1) await game.take({ does: "register", who });
      for (const step of sequence) {
        expect(refusals).toContain(await game.take(step));
        for (const { owners, formers, maker } of await game.stand()) {
          expect(owners > 0 ? 0 : 1).toBe(formers);
          expect(maker.length).toBeGreaterThan(20);
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(steps, { size: "max", maxLength: 25 }), play), {
      ...runs(kind === "sqlite" ? 1_500 : 100),
      interruptAfterTimeLimit: 20_000,
    });
  },
);
