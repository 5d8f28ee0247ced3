import { Busboy, type BusboyFileStream } from "@fastify/busboy";

/**
 * A form's values: texts and files. What the platform itself reads as a form is narrower than what bots send: it wants
 * a file's name in quotes. Rejects when the body is no form.
 */
export const readForm = (body: Buffer, contentType: string): Promise<Readonly<Record<string, unknown>>> =>
  new Promise((resolve, reject) => {
    const values: Record<string, unknown> = {};
    const files: Promise<void>[] = [];
    const form = Busboy({ headers: { "content-type": contentType } });
    form.on("field", (name, value) => {
      values[name] = value;
    });
    form.on("file", (name, stream, fileName, _encoding, type) => {
      const read = async () => {
        values[name] = new File([new Uint8Array(await bytesOf(stream))], fileName, { type });
      };
      files.push(read());
    });
    form.on("error", reject);
    form.on("finish", () => Promise.all(files).then(() => resolve(values), reject));
    form.end(body);
  });

const bytesOf = async (stream: BusboyFileStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};
