import { setImmediate, setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { createSemaphore } from "../../core/semaphore.ts";

/** The picture of this name, drawn where it is not kept; null where too many wait to be drawn. */
type Drawings = (name: string, draw: () => Promise<Uint8Array>) => Promise<Buffer | null>;

/**
 * Drawing holds the thread on which everything is answered. So each picture is drawn once for all who ask meanwhile, one
 * after the other, and between two the thread is free for as long as the first took.
 */
export const createDrawings = (): Drawings => {
  const kept = new LRUCache<string, Buffer>({ max: keptMax });
  const underWay = new Map<string, Promise<Buffer | null>>();
  const turns = createSemaphore({ running: 1, waiting: waitingMax, waitMs: waitMaxMs });

  const drawn = async (name: string, draw: () => Promise<Uint8Array>): Promise<Buffer | null> => {
    const turn = await turns.acquire();
    if (!turn.ok) return null;
    await setImmediate();
    const startedMs = performance.now();
    try {
      const picture = Buffer.from(await draw());
      kept.set(name, picture);
      return picture;
    } finally {
      void setTimeout(performance.now() - startedMs).then(turn.value);
    }
  };

  return async (name, draw) => {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    const drawing = drawn(name, draw).finally(() => underWay.delete(name));
    underWay.set(name, drawing);
    return drawing;
  };
};

/** A picture takes a tenth of a second to draw, and some 60 kB. */
const keptMax = 100;
const waitingMax = 20;
const waitMaxMs = 5_000;
