import { writeFileSync } from "node:fs";
import encodeQR from "qr";

const [width, height] = [640, 480];
const scale = 6;
const [black, white, noColour] = [16, 235, 128];

/** A film of one still QR code, as Chromium plays it in place of a camera (`--use-file-for-fake-video-capture`). */
export const writeCodeFilm = (file: string, text: string): void => {
  const modules = encodeQR(text, "raw", { border: 4 });
  const side = modules.length * scale;
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  const luma = Buffer.alloc(width * height, white);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / scale)]?.[Math.floor(x / scale)]) luma[(top + y) * width + left + x] = black;
  const chroma = Buffer.alloc((width * height) / 2, noColour);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, frame, frame, frame, frame, frame]));
};
