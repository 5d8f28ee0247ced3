// The reader of pictures as one function, for benchmarks from outside: `decode(bytes)` gives a code's text or null.
// It needs the build: `npm run build`.
import { createPhotoReader } from "../dist/src/photos/photo-reader.js";

const reader = createPhotoReader({
  processFile: new URL("../dist/src/photos/picture-process.js", import.meta.url),
});

/** Of several codes the first that holds a digit, as every reference does. */
export const decode = async (bytes) => {
  const reading = await reader.read(bytes);
  if (!reading.ok) throw new Error(reading.error.code);
  const texts = reading.value.codes.map(({ text }) => text);
  return texts.find((text) => /\d/.test(text)) ?? texts[0] ?? null;
};

export const close = () => reader.close();
