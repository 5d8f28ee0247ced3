import { join, resolve } from "node:path";
import { type Case, loadCases, renderBody } from "../../src/operator/sandbox/cases.ts";
import type { Truth } from "../invariants/truth.ts";
import { receiverOf } from "./receivers.ts";

const caseOf: Readonly<Record<Truth, string>> = {
  own: "verified",
  other: "verified",
  "not found": "not-found",
  pending: "pending",
  reversed: "reversed",
  "another's": "verified",
};

/** A page as the bank prints it of a reference that is so. */
export const createBankPages = () => {
  const cases = loadCases(join(resolve(process.cwd()), "fixtures")).filter(({ label }) => label === "beta");
  const named = (name: string): Case => {
    const found = cases.find((one) => one.name === name);
    if (found === undefined) throw new Error(`the fixture beta/${name} is missing`);
    return found;
  };
  const byTruth = new Map(Object.entries(caseOf).map(([truth, name]) => [truth, named(name)]));
  const drawn = new Map<string, string>();
  /** With a reference of its own in place of the one asked for, since drawing takes longer than all else. */
  const modelOf = async (truth: Truth, now: Date): Promise<string> => {
    const name = `${truth} ${Math.floor(now.getTime() / 60_000)}`;
    const known = drawn.get(name);
    if (known !== undefined) return known;
    const fixture = byTruth.get(truth) ?? named("not-found");
    const page = Buffer.from(await renderBody(fixture, { reference: model, now })).toString();
    if (drawn.size > 100) drawn.clear();
    drawn.set(name, page);
    return page;
  };
  return async (truth: Truth, reference: string, now: Date): Promise<string> => {
    const shown = truth === "another's" ? `${reference.slice(0, 7)}ZZZ` : reference;
    const page = (await modelOf(truth, now)).replaceAll(model, shown);
    return truth === "other"
      ? page.replaceAll("HANA MEKONNEN TADESSE", receiverOf("other")).replaceAll("8765", "1111")
      : page;
  };
};

const model = "DKF9ZZMODL";
