import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BankLabel, bodyOf } from "../support/bank.ts";
import { type FaultWorld, openFaultWorld } from "../support/fault-world.ts";
import { answer, type Behaviour } from "../support/misbehaving-server.ts";

/** What is read of a receipt in another encoding, through the real service over HTTP. */

let opened: FaultWorld;
beforeAll(async () => {
  opened = await openFaultWorld(labels);
});
afterAll(() => opened.close());

const labels: readonly BankLabel[] = ["beta", "gamma", "delta", "zeta", "theta"];
const pages: readonly BankLabel[] = ["beta", "delta", "theta"];
const name = "HANA MEKONNEN TADESSE";
const amharic = "ሐና መኮንን ታደሰ";

/** The receiver's name as the record has it, or the code of the refusal. */
const nameRead = async (label: BankLabel, behaviour: (text: string) => Behaviour): Promise<unknown> => {
  const { bank } = opened.bankOf(label);
  const order = bank.newOrder();
  const text = Buffer.from(await bodyOf(label, "verified", order.reference)).toString();
  bank.misbehave(order, behaviour(text));
  const { body } = await opened.world.post(`/api/verify-${label}`, order.body);
  return body.status === "success" ? body.data.receiver_name : body.error.code;
};
const allRead = (among: readonly BankLabel[], behaviour: (text: string) => Behaviour) =>
  Promise.all(among.map((label) => nameRead(label, behaviour)));

const rows: readonly (readonly [string, (text: string) => Behaviour, string])[] = [
  ["UTF-8 with a byte-order mark", (text) => answer(200, `\ufeff${text}`), name],
  ["UTF-16 with a byte-order mark", (text) => answer(200, Buffer.from(`\ufeff${text}`, "utf16le")), name],
  ["a name in Ethiopic script", (text) => answer(200, text.replaceAll(name, amharic)), amharic],
  [
    "marks of direction and zero width in a name",
    (text) => answer(200, text.replaceAll(name, `\u202e${name.replace(" ", "\u200b ")}`)),
    name,
  ],
  [
    "bytes that are not of its charset",
    (text) => {
      const [before = "", after = ""] = text.split(name);
      return answer(200, Buffer.concat([Buffer.from(before), Buffer.from([0xe9, 0xff]), Buffer.from(after)]));
    },
    "provider_format_changed",
  ],
];

describe("a receipt in another encoding", () => {
  test.each(rows)("%s is read or refused, never garbled", async (_, behaviour, expected) => {
    expect(await allRead(labels, behaviour)).toEqual(labels.map(() => expected));
  });

  test("entities of HTML are decoded once", async () => {
    const written = (text: string) => answer(200, text.replaceAll(name, "HANA &amp;amp; &#4656;&#x12d3;"));
    expect(await allRead(pages, written)).toEqual(pages.map(() => "HANA &amp; ሰዓ"));
  });
});
