import type { Dice } from "./dice.ts";
import { type Answer, nodesOf } from "./json-answer.ts";
import { bitsIn, copyOf, isList, type Leaf, written } from "./json-tree.ts";
import type { Effect, Paper } from "./paper.ts";
import { bindTwists, type TwistsOf } from "./twists.ts";
import { allOther, otherDigit } from "./values.ts";
import { harmlessMembers, undoingMembers } from "./words.ts";

/** An answer that carries a document has the changes of that document, and few of its own. */
export const twistsOf = (answer: Answer): Paper["twists"] =>
  answer.inner === undefined
    ? bindTwists(twists, answer)
    : { ...answer.inner.twists, ...bindTwists(carrierTwists, answer) };

const insert = ({ root }: Answer, member: string, dice: Dice): void => {
  const deep = dice.pick([member, `"meta":{${member}}`, `"extra":[{"inner":{${member}}}]`]);
  if (isList(root)) root.items.unshift({ kind: "raw", json: deep });
};

const leavesOf = (answer: Answer): Leaf[] => nodesOf(answer).filter((node) => node.kind === "leaf");

const withMember =
  (members: readonly string[], effect: Effect): TwistsOf<Answer>[string] =>
  (answer, dice) => {
    insert(answer, dice.pick(members), dice);
    return effect;
  };

const moreBehind: TwistsOf<Answer>[string] = (answer, dice) => {
  const more = dice.pick(["{}", "x", ",", "]", "{"]);
  answer.finishes.push((json) => json + more);
  return { isRefused: true };
};

const twists: TwistsOf<Answer> = {
  "a member that undoes the payment": withMember(undoingMembers, { isRefused: true }),
  "a member that undoes nothing": withMember(harmlessMembers, { isSame: true }),
  "a second transaction": (answer, dice, { amounts }) => {
    const other = copyOf(answer.root);
    const bits = bitsIn(other).filter(({ tag }) => amounts.has(tag));
    if (bits.length === 0) return null;
    const bit = dice.pick(bits);
    bit.text = allOther(bit.text, dice);
    const [own, json] = [written(answer.root, null), written(other, null)];
    insert(
      answer,
      dice.pick([`"related":${json}`, `"list":[${own},${json}]`, `"more":{"of":[${json}]}`]),
      dice,
    );
    return { isRefused: true };
  },
  "the same transaction again": (answer, dice) => {
    insert(answer, `"copy":${written(answer.root, null)}`, dice);
    return {};
  },
  "a number in place of text": (answer, dice) => {
    const leaf = dice.pick(leavesOf(answer));
    const number = leaf.bits
      .map(({ text }) => text)
      .join("")
      .replaceAll(",", "")
      .match(/\d+(?:\.\d+)?/)?.[0];
    const text = dice.chance(80) ? number : dice.pick(["1e3", "-0", "-1.00", "0"]);
    if (text === undefined || /^0\d/.test(text)) return null;
    leaf.form = "literal";
    for (const [at, bit] of leaf.bits.entries()) bit.text = at === 0 ? text : "";
    return {};
  },
  "neither text nor number": (answer, dice) => {
    const leaf = dice.pick(leavesOf(answer));
    const text = dice.pick(["null", "true", "[]", "{}", '["ETB 1.00"]']);
    leaf.form = "literal";
    for (const [at, bit] of leaf.bits.entries()) bit.text = at === 0 ? text : "";
    return {};
  },
  "an address of another receipt": (answer, dice, { reference }) => {
    const links = bitsIn(answer.root).filter(({ text }) => text.includes("/") && text.includes(reference));
    if (links.length === 0) return null;
    const link = dice.pick(links);
    link.text = link.text.replace(reference, otherDigit(reference, dice));
    return { isRefused: true };
  },
  "more behind its end": moreBehind,
};

const damagedPage =
  (change: (base64: string, dice: Dice) => string): TwistsOf<Answer>[string] =>
  (answer, dice) => {
    answer.finishes.push((json) => json.replace(/[A-Za-z0-9+/=]{200,}/, (base64) => change(base64, dice)));
    return { isRefused: true };
  };

const carrierTwists: TwistsOf<Answer> = {
  "a document that is cut": damagedPage((base64, dice) => base64.slice(0, -40 - 4 * dice.below(250))),
  "letters that are no base64": damagedPage((base64, dice) => {
    const at = base64.length - 200 + dice.below(100);
    return base64.slice(0, at) + dice.pick(["*", "-", "=", "é"]) + base64.slice(at);
  }),
  "more behind its end": moreBehind,
};
