/** What is used of the engine; its package ships no types in this version. */
declare module "onnxruntime-node" {
  type Values = {
    readonly data: Float32Array | Int32Array | readonly string[];
    readonly dims: readonly number[];
  };
  type Session = {
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    readonly run: (feeds: Readonly<Record<string, Values>>) => Promise<Readonly<Record<string, Values>>>;
  };
  type SessionOptions = {
    readonly intraOpNumThreads: number;
    readonly interOpNumThreads: number;
    readonly enableCpuMemArena: boolean;
    readonly enableMemPattern: boolean;
  };
  export const InferenceSession: {
    readonly create: (file: string, options: SessionOptions) => Promise<Session>;
  };
  export const Tensor: new (type: "float32", data: Float32Array, dims: readonly number[]) => Values;
}
