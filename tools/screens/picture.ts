import sharp from "sharp";
import type { Browser } from "./browser.ts";
import { pageOf } from "./pages.ts";
import type { Shot } from "./plan.ts";

/** A made picture: its bytes and the ending of its file's name. */
export type Picture = { readonly bytes: Buffer; readonly ending: "webp" | "png" | "jpg" };

/** Draws a shot and sends it the way that it comes to us. */
export const pictureOf = async (shot: Shot, browser: Browser, faces: string): Promise<Picture> => {
  const height = Math.round(shot.width * (2 + shot.dice.below(20) / 100));
  const screen = await browser.draw(pageOf(shot, faces), shot.width, height, shot.widthPixels / shot.width);
  if (shot.way === "clean") return clean(screen, shot);
  if (shot.way === "chat") return { bytes: await chat(screen, 68 + shot.dice.below(13)), ending: "jpg" };
  const photographed = await browser.draw(desk(shot, screen), 900, 1200, 1.5);
  return { bytes: await camera(photographed, shot), ending: "jpg" };
};

/** Lossless; some as the phone's own PNG, the rest in the same pixels for half of the space. */
const clean = async (screen: Buffer, { dice }: Shot): Promise<Picture> =>
  dice.chance(8)
    ? {
        bytes: await sharp(screen).removeAlpha().png({ compressionLevel: 9, palette: false }).toBuffer(),
        ending: "png",
      }
    : {
        bytes: await sharp(screen).removeAlpha().webp({ lossless: true, effort: 6 }).toBuffer(),
        ending: "webp",
      };

/** What a messenger makes of a picture: 1,280 pixels on the longer side and a JPEG. */
const chat = (screen: Buffer, quality: number): Promise<Buffer> =>
  sharp(screen)
    .removeAlpha()
    .resize(1280, 1280, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality, mozjpeg: false })
    .toBuffer();

/** The screen on a table, held a little askew, with some glare and the fine lines of a display. */
const desk = ({ dice }: Shot, screen: Buffer): string => {
  const turn = (dice.below(500) - 250) / 100;
  const lean = dice.below(13) - 6;
  const sway = dice.below(17) - 8;
  const shownHeight = 1060;
  return `<!doctype html><body style="margin:0;width:900px;height:1200px;overflow:hidden;background:linear-gradient(${dice.below(360)}deg,#6b5a48,#2f2a26)">
<div style="perspective:1800px;width:900px;height:1200px;display:flex;align-items:center;justify-content:center">
<div style="position:relative;border:14px solid #16161a;border-radius:28px;overflow:hidden;transform:rotateX(${lean}deg) rotateY(${sway}deg) rotateZ(${turn}deg)">
<img src="data:image/png;base64,${screen.toString("base64")}" style="display:block;height:${shownHeight}px;width:${Math.round(shownHeight * proportionOf(screen))}px">
<div style="position:absolute;inset:0;background:repeating-linear-gradient(0deg,rgba(0,0,0,.07) 0 1px,transparent 1px 3px)"></div>
<div style="position:absolute;inset:0;background:radial-gradient(circle at ${dice.below(100)}% ${dice.below(100)}%,rgba(255,255,255,.${10 + dice.below(22)}),transparent 45%)"></div>
</div></div></body>`;
};

/** Width by height; a PNG says its size in bytes 16 to 23. */
const proportionOf = (png: Buffer): number => png.readUInt32BE(16) / png.readUInt32BE(20);

const camera = async (photographed: Buffer, { dice }: Shot): Promise<Buffer> => {
  const { data, info } = await sharp(photographed)
    .removeAlpha()
    .blur(0.5 + dice.below(60) / 100)
    .modulate({ brightness: 0.8 + dice.below(30) / 100 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 1) {
    const noise = dice.below(8) + dice.below(8) - 7;
    data[at] = Math.min(255, Math.max(0, (data[at] ?? 0) + noise));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .resize(1280, 1280, { fit: "inside" })
    .jpeg({ quality: 68 + dice.below(10) })
    .toBuffer();
};
