import encodeQR from "qr";
import sharp from "sharp";

const width = 720;
const height = 1080;
const pixelsPerModule = 12;
const codeTop = 190;

export type Colour = readonly [red: number, green: number, blue: number];

const black: Colour = [0, 0, 0];
const white: Colour = [255, 255, 255];
const grey: Colour = [190, 198, 205];

/**
 * A picture like the screenshot of a receipt, with a code that holds this text; a PNG. Bars stand where a receipt has
 * lines, so that it needs no font.
 */
export const qrPicture = async (text: string, colour: Colour): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 3, 255);
  const fill = (left: number, top: number, wide: number, high: number, rgb: Colour) => {
    for (let y = top; y < top + high; y += 1)
      for (let x = left; x < left + wide; x += 1) pixels.set(rgb, (y * width + x) * 3);
  };
  const modules = encodeQR(text, "raw", { border: 2 });
  const side = modules.length * pixelsPerModule;
  const codeLeft = Math.round((width - side) / 2);
  fill(0, 0, width, 130, colour);
  fill(60, 54, 260, 22, white);
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      const left = codeLeft + x * pixelsPerModule;
      if (isDark) fill(left, codeTop + y * pixelsPerModule, pixelsPerModule, pixelsPerModule, black);
    }
  }
  for (let row = 0; row < 5; row += 1) {
    const top = codeTop + side + 60 + row * 62;
    fill(60, top, 130 + ((row * 47) % 70), 20, grey);
    fill(400, top, 150 + ((row * 83) % 110), 20, grey);
  }
  const raw = { width, height, channels: 3 } as const;
  return sharp(pixels, { raw }).png({ compressionLevel: 9 }).toBuffer();
};
