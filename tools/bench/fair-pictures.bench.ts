import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import sharp from "sharp";
import { createFairScan } from "../../src/photos/fair-scan.ts";
import type {} from "../../src/photos/ocr/print-process.ts";
import { createPrintReader } from "../../src/photos/ocr/print-reader.ts";
import { createPhotoReader } from "../../src/photos/photo-reader.ts";
import { createPictureAllowance } from "../../src/photos/picture-allowance.ts";
// Only so that the processes' own programs are compiled, too.
import type {} from "../../src/photos/picture-process.ts";
import { createPictureSemaphore } from "../../src/photos/picture-semaphore.ts";
import { createScanPicture } from "../../src/photos/scan-picture.ts";
import { noon, startApi } from "../../test/support/api.ts";
import { codePicture } from "../../test/support/pictures.ts";
import { type Benchmark, type Comparison, inParallel, medianOf, timeOf } from "./benchmark.ts";

/** How long somebody's photo of a code takes while others send whatever holds pictures up, beside an idle service. */
export const benchmark: Benchmark = {
  run: async () => {
    const service = await openService();
    try {
      const idle = await timesOf(service.url, async () => undefined);
      const loaded = await underLoad(service.url, (burst) => timesOf(service.url, burst));
      return [compare(idle, loaded)];
    } finally {
      await service.close();
    }
  },
};

const mostMs = 3_000;

const compare = (idle: readonly number[], loaded: readonly number[]): Comparison => ({
  name: "another caller's photo beside 16 dripping forms, 13 connections of dense print and 36 photos, of 3 s",
  ratio: Math.max(...loaded) / mostMs,
  measured: {
    idleMs: medianOf(idle),
    loadedMs: medianOf(loaded),
    loadedMostMs: Math.max(...loaded),
    timesIdle: medianOf(loaded) / medianOf(idle),
  },
  wanted: { atMost: 1 },
});

const openService = async () => {
  const program = (path: string) => new URL(`../../src/photos/${path}`, import.meta.url);
  const photos = createPhotoReader({ processFile: program("picture-process.js") });
  const print = createPrintReader({ processFile: program("ocr/print-process.js") });
  const now = () => new Date();
  const look = createFairScan({
    scanPicture: createScanPicture({ photos, print, now: () => noon }),
    semaphore: createPictureSemaphore(),
    allowance: createPictureAllowance({ now }),
  });
  const api = await startApi({ scanPicture: look, trustedProxies: [ipaddr.parseCIDR("127.0.0.0/8")] });
  const close = async () => {
    await api.close();
    await Promise.all([photos.close(), print.close()]);
  };
  return { url: api.url, close };
};

const upload = async (url: string, network: string, picture: Buffer): Promise<number> => {
  const form = new FormData();
  form.append("image", new Blob([new Uint8Array(picture)]), "receipt.png");
  const headers = { "x-forwarded-for": network };
  const reply = await fetch(`${url}/api/upload`, { method: "POST", body: form, headers });
  await reply.arrayBuffer();
  return reply.status;
};

/** Photos of callers who have sent nothing before, a second apart, each just after what `before` sends. */
const timesOf = async (url: string, before: () => Promise<unknown>): Promise<readonly number[]> => {
  const picture = await codePicture("DKF1AB2CD3").png().toBuffer();
  await upload(url, "198.51.100.1", picture);
  const times: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    await setTimeout(1_000);
    const sent = before();
    const time = await timeOf(async () => {
      const status = await upload(url, `198.51.100.${number + 2}`, picture);
      if (status !== 200) throw new Error(`the photo was answered with ${status}`);
    });
    times.push(time);
    await sent;
  }
  return times;
};

/** Forms that drip, print without end of 13 callers, and in bursts 36 photos, each of another caller. */
const underLoad = async <T>(url: string, work: (burst: () => Promise<void>) => Promise<T>): Promise<T> => {
  const state = { isOver: false };
  const pages = await Promise.all([0, 1, 2].map(densePage));
  const dripping = await Promise.all(Array.from({ length: 16 }, () => drip(url)));
  const printing = inParallel(13, 13, async (at) => {
    // A caller whose allowance is used up comes back from elsewhere.
    for (let round = 0; !state.isOver; round += 1)
      await upload(url, `203.0.${at}.${Math.floor(round / 2)}`, pages[at % 3] ?? Buffer.alloc(0));
  });
  const photo = await codePicture("DKF1AB2CD9", 12).jpeg({ quality: 70 }).toBuffer();
  try {
    return await work(() =>
      inParallel(36, 36, async (at) => {
        const status = await upload(url, `192.0.2.${at}`, photo);
        if (status !== 200) throw new Error(`one of many photos was answered with ${status}`);
      }),
    );
  } finally {
    state.isOver = true;
    for (const stop of dripping) stop();
    await printing;
  }
};

/** A screen full of small print that points to nothing. */
const densePage = async (seed: number): Promise<Buffer> => {
  const words = Array.from({ length: 700 }, (_, at) => ((at + 7) * (seed + 13) * 7_919).toString(36));
  const text = { text: words.join(" "), width: 1_000, rgba: true, dpi: 170 };
  return sharp({ text }).flatten({ background: "#ffffff" }).png().toBuffer();
};

const dripHead = [
  "POST /api/upload HTTP/1.1",
  "Host: here",
  "X-Forwarded-For: 203.0.113.200",
  "Content-Type: multipart/form-data; boundary=drip",
  "Content-Length: 8000000",
  "",
  "--drip",
  'Content-Disposition: form-data; name="image"; filename="receipt.jpg"',
  "Content-Type: image/jpeg",
  "",
  "",
].join("\r\n");

/** A form that brings just enough in time. Gives what ends it. */
const drip = async (url: string): Promise<() => void> => {
  const socket: Socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(dripHead);
  const dripping = setInterval(() => socket.write("x".repeat(20 * 1024)), 1_000);
  return () => {
    clearInterval(dripping);
    socket.destroy();
  };
};
