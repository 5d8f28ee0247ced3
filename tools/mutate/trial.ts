import { byteChanges, changedPart, endOf, touchesOpenPart } from "./bytes.ts";
import { changes } from "./changes.ts";
import type { Dice } from "./dice.ts";
import { type Complaint, complaintOf, complaintOfBytes, wrongRefusal } from "./oracle.ts";
import type { Effect, Source, Written } from "./paper.ts";
import type { Specimen } from "./specimen.ts";
import type { Trace, Tracer } from "./trace.ts";

/** One changed document: what was done to it, how it was written, and what is wrong with what came of it. */
export type Trial = {
  readonly kind: string;
  readonly written: Written;
  readonly isVerified: boolean;
  readonly complaint: Complaint;
};

const changeKinds = Object.entries(changes);
const byteKinds = Object.entries(byteChanges);

export const makeTrial = async (specimen: Specimen, dice: Dice, tracer: Tracer): Promise<Trial> => {
  const { source, expected } = specimen;
  const share = dice.below(100);
  if (source === null || share < 12) return byteTrial(specimen, dice);
  const trace = await tracer(specimen);
  const isReceipt = "receipt" in expected;
  // A document that is refused anyway is only written in other ways.
  if (share < 24 || !isReceipt)
    return paperTrial(specimen, source, trace, dice, "the same in other writing", []);
  const paper = source.open();
  if (share < 40) {
    const [kind, twist] = dice.pick(Object.entries(paper.twists));
    const effect = twist(dice, { ...trace, reference: specimen.reference });
    if (effect !== null) return judged(specimen, trace, paper, kind, effect, dice);
  }
  const first = dice.pick(changeKinds);
  return paperTrial(
    specimen,
    source,
    trace,
    dice,
    first[0],
    dice.chance(15) ? [first, dice.pick(changeKinds)] : [first],
  );
};

const paperTrial = async (
  specimen: Specimen,
  source: Source,
  trace: Trace,
  dice: Dice,
  name: string,
  chosen: typeof changeKinds,
): Promise<Trial> => {
  const paper = source.open();
  const made = chosen.map(([kind, change]) => ({ kind, effect: change(paper, dice, trace) }));
  const effects = made.flatMap(({ effect }) => effect ?? []);
  const effect: Effect =
    effects.length === 0
      ? { isSame: true }
      : {
          isRefused: effects.some(({ isRefused }) => isRefused),
          isGood: effects.every(({ isGood }) => isGood),
        };
  const kinds = made.filter((one) => one.effect !== null).map(({ kind }) => kind);
  return judged(
    specimen,
    trace,
    paper,
    kinds.join(", ") || (made.length > 0 ? "the same in other writing" : name),
    effect,
    dice,
  );
};

const judged = async (
  specimen: Specimen,
  trace: Trace,
  paper: ReturnType<Source["open"]>,
  kind: string,
  effect: Effect,
  dice: Dice,
): Promise<Trial> => {
  const written = await paper.write(dice.chance(60) ? dice : null);
  const outcome = await specimen.read(written);
  return {
    kind,
    written,
    isVerified: outcome.ok,
    complaint: complaintOf(outcome, specimen, trace, paper, effect),
  };
};

const byteTrial = async (specimen: Specimen, dice: Dice): Promise<Trial> => {
  const { bytes, contentType } = await specimen.body();
  if (dice.chance(25)) {
    const written = { bytes: bytes.subarray(0, dice.below(endOf(bytes))), contentType };
    const outcome = await specimen.read(written);
    const complaint = outcome.ok
      ? { expected: "provider_error", got: "Verified" }
      : wrongRefusal(outcome.error.code, ["provider_error"]);
    return { kind: "bytes: cut", written, isVerified: outcome.ok, complaint };
  }
  for (;;) {
    const [kind, change] = dice.pick(byteKinds);
    const after = change(bytes, dice);
    if (Buffer.from(bytes).subarray(0, 5).toString() === "%PDF-" && touchesOpenPart(bytes, after)) continue;
    const written = { bytes: after, contentType };
    const outcome = await specimen.read(written);
    const complaint = complaintOfBytes(
      outcome,
      specimen,
      new TextDecoder().decode(bytes),
      changedPart(bytes, after),
    );
    return { kind, written, isVerified: outcome.ok, complaint };
  }
};
