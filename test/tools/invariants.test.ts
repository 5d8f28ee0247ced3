import { describe, expect, test } from "vitest";
import { drawPlan } from "../../tools/chaos/plan.ts";
import { simulatedScale } from "../../tools/chaos/scale.ts";
import { type Books, mistakesInBooks, readBooks } from "../../tools/invariants/books.ts";
import { type Asked, mistakesInChats, type Said } from "../../tools/invariants/chats.ts";
import { type Attempt, mistakesInReplies } from "../../tools/invariants/replies.ts";
import type { Truth } from "../../tools/invariants/truth.ts";
import { judgeResources } from "../../tools/soak/resources.ts";
import { askFor, missed, openBooks, shop, verified } from "../support/books.ts";

/** A paying account that was charged twice, one that holds money, and an address with two of its five answers. */
const openSound = async (): Promise<Books> => {
  const books = await openBooks();
  const { caller } = await books.openAccount(100_000);
  await books.verify(caller, verified(1), askFor(1));
  await books.verify(caller, missed, askFor(2));
  await books.reserve(caller, askFor(3));
  await books.verify(shop, verified(4), askFor(4));
  await books.verify(shop, verified(5), askFor(5));
  return readBooks(books.store);
};

type Broken = readonly [what: string, change: (books: Books) => Books, says: RegExp];

const charges = ({ entries }: Books) => entries.filter(({ kind }) => kind === "charge");

const broken: readonly Broken[] = [
  [
    "a balance that is not the sum of its entries",
    (books) => ({
      ...books,
      balances: books.balances.map((one) => ({ ...one, postedSantim: one.postedSantim + 500 })),
    }),
    /entries add up to 99000, the balance says 3 and 99500 santim/,
  ],
  [
    "an entry that is missing",
    (books) => ({ ...books, entries: books.entries.slice(0, -1) }),
    /2 entries add up to 99500/,
  ],
  [
    "money that nobody holds",
    (books) => ({ ...books, reservations: books.reservations.filter(({ state }) => state !== "pending") }),
    /0 santim are held, the balance says 500/,
  ],
  [
    "more held than there is",
    (books) => ({ ...books, balances: books.balances.map((one) => ({ ...one, pendingSantim: 200_000 })) }),
    /a balance is negative: 99000 santim with 200000 held/,
  ],
  [
    "a charge without a reservation",
    (books) => ({
      ...books,
      entries: books.entries.map((one) => (one.seq === 2 ? { ...one, reservation: null } : one)),
    }),
    /1 charges belong to no reservation/,
  ],
  [
    "a reservation that was charged twice",
    (books) => {
      const [first, second] = charges(books);
      const entries = books.entries.map((one) =>
        one === second ? { ...one, reservation: first?.reservation ?? null } : one,
      );
      return { ...books, entries };
    },
    /a reservation was charged 2 times/,
  ],
  [
    "a charge for a void reservation",
    (books) => ({
      ...books,
      reservations: books.reservations.map((one) =>
        one.kind === "balance" && one.state === "committed" ? { ...one, state: "void" } : one,
      ),
    }),
    /a void reservation of balance was charged 500, not 0/,
  ],
  [
    "a charge whose answer nobody has",
    (books) => ({ ...books, answers: books.answers.slice(1) }),
    /2 charges of 1000 santim for 1 answers of 500/,
  ],
  [
    "a payment that was credited twice",
    (books) => {
      const paid = books.entries.find(({ kind }) => kind === "topup");
      const twice = [1, 2].flatMap((seq) => (paid ? [{ ...paid, seq, source: "receipt" }] : []));
      return { ...books, entries: [...twice, ...charges(books)] };
    },
    /a payment was credited 2 times/,
  ],
  [
    "more of a day than it has",
    (books) => ({ ...books, days: books.days.map((one) => ({ ...one, taken: 6 })) }),
    /6 taken of a day that has 5/,
  ],
  [
    "a day that counts less than was answered",
    (books) => ({ ...books, days: books.days.map((one) => ({ ...one, taken: 1 })) }),
    /1 taken of a day, 2 counted/,
  ],
  [
    "a unit whose reservation is void",
    (books) => ({
      ...books,
      reservations: books.reservations.map((one) => (one.kind === "quota" ? { ...one, state: "void" } : one)),
    }),
    /a unit of a day belongs to a void reservation/,
  ],
];

describe("the books", () => {
  const limitOf = () => 5;

  test("are sound as the product keeps them", async () => {
    expect(mistakesInBooks(await openSound(), { limitOf })).toEqual([]);
  });

  test.each(broken)("tell of %s", async (_, change, says) => {
    expect(mistakesInBooks(change(await openSound()), { limitOf }).join("\n")).toMatch(says);
  });
});

const reference = "DKF0000001";
const truthIs = (truth: Truth) => (asked: string) => (asked === reference ? truth : null);
const receiver = (truth: Truth) => (truth === "own" ? "HANA" : "BEKELE");

const success = (data: object = {}, charged = 500) => ({
  status: 200,
  body: JSON.stringify({
    status: "success",
    data: { status: "Verified", transaction_reference: reference, receiver_name: "HANA", ...data },
    meta: { billing: { charged_minor: charged } },
  }),
});
const failure = (status: number, code: string, charged = false) => ({
  status,
  body: JSON.stringify({ status: "error", error: { code, charged } }),
});
const attempt = (reply: Attempt["reply"], more: Partial<Attempt> = {}): Attempt => ({
  request: "one",
  reference,
  idempotencyKey: null,
  reply,
  isExcused: false,
  ...more,
});
const keyed = { idempotencyKey: "order-1" };

const judged = (attempts: readonly Attempt[], truth: Truth, counted: number | null = null) =>
  mistakesInReplies(attempts, truthIs(truth), () => counted, receiver);

describe("replies over HTTP", () => {
  test.each<readonly [string, readonly Attempt[], Truth, number]>([
    ["a receipt", [attempt(success())], "own", 1],
    ["no receipt", [attempt(failure(404, "receipt_not_found", true))], "not found", 1],
    ["a bank that is silent", [attempt(failure(504, "provider_timeout"))], "own", 0],
    ["a lost reply", [attempt(null, { isExcused: true })], "own", 1],
    ["a replay", [attempt(success(), keyed), attempt(success(), keyed)], "own", 1],
    ["two requests", [attempt(success()), attempt(success())], "own", 2],
  ])("are right about %s", (_, attempts, truth, counted) => {
    expect(judged(attempts, truth, counted)).toEqual([]);
  });

  test.each<readonly [string, readonly Attempt[], Truth, number | null, RegExp]>([
    [
      "a receipt that is not there",
      [attempt(success())],
      "not found",
      null,
      /verified of a receipt that is not f/,
    ],
    ["a pending one", [attempt(success())], "pending", null, /verified of a receipt that is pending/],
    ["no receipt where there is one", [attempt(failure(404, "receipt_not_found"))], "own", null, /is own/],
    ["another receipt", [attempt(success({ transaction_reference: "X" }))], "own", null, /another receipt/],
    ["another receiver", [attempt(success({ receiver_name: "BEKELE" }))], "own", null, /somebody else/],
    ["a failure that costs", [attempt(failure(504, "provider_timeout", true))], "own", null, /was charged/],
    ["nothing, though its process lived", [attempt(null)], "own", null, /no reply came/],
    ["what is no reply", [attempt({ status: 200, body: "<html>" })], "own", null, /none of the interface's/],
    ["success with a wrong status", [attempt({ ...success(), status: 404 })], "own", null, /came with 404/],
    ["what was not counted", [attempt(success())], "own", 0, /1 answers were told as counted, 0 are/],
    ["what was counted twice", [attempt(success())], "own", 2, /2 answers are counted, 1 were told/],
    [
      "one key in two ways",
      [attempt(success(), keyed), attempt(success({ payer_name: "X" }), keyed)],
      "own",
      1,
      /in different ways/,
    ],
    [
      "one key twice",
      [attempt(success(), keyed), attempt(success(), keyed)],
      "own",
      2,
      /2 answers are counted/,
    ],
  ])("are wrong when they tell of %s", (_, attempts, truth, counted, says) => {
    expect(judged(attempts, truth, counted).join("\n")).toMatch(says);
  });
});

const asked: Asked = { chatId: 7, messageId: 1, reference };
const later: Asked = { chatId: 7, messageId: 2, reference: "DKF0000002" };
const say = (text: string, more: Partial<Said> = {}): Said => ({
  chatId: 7,
  id: 10,
  quotes: 1,
  text,
  isNew: true,
  ...more,
});
const strict = { repeats: () => 0, mayTurn: false, mayGiveUp: false };
const inChat = (
  said: readonly Said[],
  truth: Truth,
  allowed: Partial<Parameters<typeof mistakesInChats>[3]> = {},
) => mistakesInChats([asked], said, truthIs(truth), { ...strict, ...allowed });

describe("chats", () => {
  test.each<readonly [string, readonly Said[], Truth]>([
    ["an answer", [say("✅ 1,250.00 ETB to you")], "own"],
    ["one in the place of progress", [say("Asking …"), say("❓ Real", { isNew: false })], "own"],
    ["one after the bank was silent", [say("⏳ silent"), say("⚠️ somebody else", { id: 11 })], "other"],
    ["a refusal", [say("🚫 Today's checks are used up")], "own"],
  ])("are right with %s", (_, said, truth) => {
    expect(inChat(said, truth)).toEqual([]);
  });

  test.each<readonly [string, readonly Said[], Truth, RegExp]>([
    ["silence", [], "own", /never answered/],
    ["a promise alone", [say("⏳ The bank does not answer")], "own", /never answered/],
    ["✅ of what went elsewhere", [say("✅ 1,250.00 ETB to you")], "other", /✅ of a receipt that is other/],
    [
      "a real receipt that is none",
      [say("❓ Real payment")],
      "not found",
      /❓ of a receipt that is not found/,
    ],
    ["no receipt where there is one", [say("❌ No such receipt")], "own", /❌ of a receipt that is own/],
    ["two answers", [say("✅ yours"), say("✅ yours", { id: 11 })], "own", /answered 2 times, and 1/],
    [
      "a contradiction",
      [say("✅ yours"), say("❓ Real", { isNew: false })],
      "own",
      /contradict each other: ✅ ❓/,
    ],
    [
      "another message quoted",
      [say("✅ yours"), say(`✅ ${reference}`, { quotes: 5 })],
      "own",
      /did not ask/,
    ],
  ])("are wrong with %s", (_, said, truth, says) => {
    expect(inChat(said, truth).join("\n")).toMatch(says);
  });

  test("may repeat an answer where something explains it", () => {
    expect(inChat([say("✅ yours"), say("✅ yours", { id: 11 })], "own", { repeats: () => 1 })).toEqual([]);
  });

  test("tell of an answer that was counted twice, and of one that was not", () => {
    for (const counted of [0, 2])
      expect(inChat([say("✅ yours")], "own", { countedOf: () => counted })).toEqual([
        `${reference} in chat 7: it was counted ${counted} times`,
      ]);
  });

  test("tell of a message that was taken up before the one ahead of it", () => {
    const said = [say("❌ gone", { quotes: 2, id: 11 }), say("✅ yours", { id: 12 })];
    const truthOf = (one: string): Truth => (one === reference ? "own" : "reversed");
    expect(mistakesInChats([asked, later], said, truthOf, strict)).toEqual([
      "chat 7: DKF0000002 was taken up before DKF0000001",
    ]);
  });
});

test("one seed draws one plan", () => {
  expect(drawPlan(7, simulatedScale)).toEqual(drawPlan(7, simulatedScale));
  expect(drawPlan(7, simulatedScale)).not.toEqual(drawPlan(8, simulatedScale));
});

describe("what a program holds", () => {
  const samples = (heldAt: (n: number) => Partial<{ residentBytes: number; descriptors: number }>) =>
    Array.from({ length: 40 }, (_, n) => ({ atMs: n, residentBytes: 1_000, descriptors: 50, ...heldAt(n) }));

  test("may go up and down, and be less in the beginning", () => {
    const held = samples((n) => ({
      residentBytes: (n < 10 ? 500 : 1_000) + (n % 2) * 300,
      descriptors: 50 + (n % 3),
    }));
    expect(judgeResources(held).wrong).toEqual([]);
  });

  test("may not grow on and on", () => {
    expect(judgeResources(samples((n) => ({ residentBytes: 1_000 + 10 * n }))).wrong).toEqual([
      "memory grew by 18.2 %, 5 % are allowed",
    ]);
    expect(judgeResources(samples((n) => ({ descriptors: 50 + n }))).wrong).toEqual([
      "80 descriptors are open in the end, 60 were",
    ]);
  });

  test("tells nothing when it was hardly looked at", () => {
    expect(judgeResources(samples(() => ({})).slice(0, 5)).wrong).toEqual([
      "5 samples are too few to judge by",
    ]);
  });
});
