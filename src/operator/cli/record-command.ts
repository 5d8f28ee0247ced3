import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeDocument } from "../../documents/decode.ts";
import type { Document } from "../../documents/document.ts";
import { openProviders, settingsRules } from "../../providers/registry.ts";
import { fingerprintOf } from "../layout-changes/fingerprint.ts";
import { readKnownLayouts, wordsOf } from "../layout-changes/known-layouts.ts";
import { sampleOf } from "../layout-changes/sample.ts";
import { isPdf, type Recording, recordingOf } from "../record/recording.ts";
import { askedQuestion } from "./asked.ts";
import { type Answer, type Command, type Installation, problem } from "./command.ts";
import { lookUpAlone, type RawAnswer } from "./look-up-alone.ts";
import { refusalAnswer } from "./verify-answer.ts";

/** Saves a provider's real answer as a fixture in which nobody is named, once the operator has looked at it. */
export const recordCommand: Command = {
  name: "record",
  synopsis:
    "<text or link> --to <folder> [--provider <label>] [--account-number <digits>] [--phone <number>] [--also <text>,<text>] [--yes]",
  summary:
    "asks the provider once and saves its answer as a fixture with invented people and numbers; shows it and asks first. Of a PDF the structure alone is saved",
  options: ["provider", "account-number", "account", "phone", "also", "to"],
  flags: ["yes"],
  run: async (given, installation) => {
    const { to, also = "" } = given.options;
    if (given.words.length === 0)
      return problem(2, "usage", "record needs a text: a reference, a link or a message");
    if (to === undefined || to === "")
      return problem(2, "usage", "record needs --to, a folder such as fixtures");
    const settings = installation.settings();
    if (!settings.ok) return problem(3, "unavailable", settings.error.join("\n"));
    const digits = given.options["account-number"] ?? given.options.account;
    const asked = await askedQuestion(
      { ...given, options: { ...given.options, "account-number": digits } },
      null,
      openProviders(settings.value, installation.config.deployment),
      installation,
    );
    if (!asked.ok) return refusalAnswer(asked.error);
    const { provider, question } = asked.value;
    let answer: RawAnswer | null = null;
    const { result, checkedAt } = await lookUpAlone(provider, question, installation, (heard) => {
      answer = heard;
    });
    if (!result.ok) return refusalAnswer(result.error);
    const raw = heardIn(answer);
    const document = await decodeDocument(raw.bytes, raw.contentType);
    const words = {
      ...given,
      to,
      also: also
        .split(",")
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    };
    if (document.ok && isPdf(document.value))
      return saveStructure(document.value, provider.label, words, installation);
    const labelWords = labelWordsOf();
    const recording = await recordingOf(
      { ...raw, provider, question, verified: result.value, checkedAt },
      { labelWords, also: words.also },
    );
    if (!recording.ok) return problem(1, recording.error.code, recording.error.message);
    return saveFixture(recording.value, words, installation);
  },
};

type Words = { readonly to: string; readonly flags: readonly string[] };

/** A verified record was read from an answer. */
const heardIn = (answer: RawAnswer | null): RawAnswer => {
  if (answer === null) throw new Error("a receipt was verified without an answer");
  return answer;
};

/** Words that labels are made of, and those of amounts: no telling parts of a name. */
const labelWordsOf = (): ReadonlySet<string> =>
  new Set([
    ...readKnownLayouts().words,
    ...[...settingsRules.values()].flatMap(({ labels }) => labels).flatMap(wordsOf),
    ...["birr", "etb", "cent", "cents", "santim", "only", "and", "completed", "success", "successful"],
  ]);

const saveFixture = async (
  { folder, files, printed, counts, keptNotes }: Recording,
  { to, flags }: Words,
  installation: Installation,
): Promise<Answer> => {
  const target = join(to, folder);
  if (existsSync(target))
    return problem(1, "already_there", `${target} is there already. Nothing is written.`);
  const replaced = [...counts].map(([kind, times]) => `${kind} ${times} times`).join(", ");
  const shown = [
    printed,
    ...Object.entries(files)
      .filter(([name]) => !name.startsWith("body."))
      .map(([name, text]) => `${name}: ${text.trimEnd()}`),
    `Replaced: ${replaced}. Amounts, dates and the institution's own name and address are as they were.`,
    ...(keptNotes.length > 0
      ? [`Kept, since the reading depends on them: ${keptNotes.map((note) => `“${note}”`).join(", ")}`]
      : []),
    "If it still names somebody, answer no and give the words with --also.",
  ].join("\n");
  const isAgreed =
    flags.includes("yes") || (await installation.confirm?.(`${shown}\nWrite ${target}?`)) === true;
  if (!isAgreed) return unwritten(shown, installation);
  mkdirSync(target, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(target, name), text, { flag: "wx" });
  return {
    exitCode: 0,
    json: {
      folder: target,
      files: Object.keys(files),
      replaced: Object.fromEntries(counts),
      kept: keptNotes,
    },
    text: `Written: ${target} (${Object.keys(files).join(", ")}). Replaced: ${replaced}.`,
  };
};

/** The text of a PDF is compressed and drawn in parts with fonts that lack the letters of other names. */
const saveStructure = async (
  document: Document,
  label: string,
  { to, flags }: Words,
  installation: Installation,
): Promise<Answer> => {
  const inner = document.kind === "json" ? document.embedded?.document : undefined;
  const fingerprint = fingerprintOf(document);
  const name = `${label}-${fingerprint}-structure.txt`;
  const target = join(to, name);
  const sample = sampleOf(document, readKnownLayouts().words);
  const text = `${label}, layout ${fingerprint}${inner === undefined ? "" : ", JSON around a PDF"}\n${sample}\n`;
  const shown = `${text}The answer is a PDF, in which names cannot be replaced reliably. Only this structure is saved, which is no fixture: draw its page.json by hand.`;
  if (existsSync(target))
    return problem(1, "already_there", `${target} is there already. Nothing is written.`);
  const isAgreed =
    flags.includes("yes") || (await installation.confirm?.(`${shown}\nWrite ${target}?`)) === true;
  if (!isAgreed) return unwritten(shown, installation);
  mkdirSync(to, { recursive: true });
  writeFileSync(target, text, { flag: "wx" });
  return {
    exitCode: 0,
    json: { structure: target, fingerprint },
    text: `Written: ${target}. The answer is a PDF, so this is its structure alone and no fixture.`,
  };
};

const unwritten = (shown: string, { confirm }: Installation): Answer =>
  problem(
    1,
    "not_confirmed",
    confirm === undefined
      ? `${shown}\nNothing is written without a yes: run it at a terminal, or give --yes.`
      : "Nothing is written.",
  );
