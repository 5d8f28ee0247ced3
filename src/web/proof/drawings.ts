import { setImmediate, setTimeout } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { widestNetworkOf } from "../../accounts/accounts.ts";
import { type Failure, fail } from "../../core/failure.ts";
import { createRateLimit } from "../../core/rate-limit.ts";
import { ok, type Result } from "../../core/result.ts";
import { createSemaphore } from "../../core/semaphore.ts";

/** A picture to draw, and the address that asks for it. */
type Drawing = {
  readonly name: string;
  readonly address: string;
  readonly draw: () => Promise<Uint8Array>;
};

/**
 * The picture of this name, drawn where it is not kept. Failures: `overloaded` where too many wait to be drawn, and
 * `rate_limited` for a network that has had too many drawn.
 */
type Drawings = (drawing: Drawing) => Promise<Result<Buffer, Failure>>;

/**
 * Drawing holds the thread on which everything is answered. So a picture is drawn once for all who ask meanwhile, pictures
 * take turns with pauses between them, and a network has a few drawn a minute.
 */
export const createDrawings = (now: () => Date): Drawings => {
  const kept = new LRUCache<string, Buffer>({ max: keptMax });
  const underWay = new Map<string, Promise<Result<Buffer, Failure>>>();
  const turns = createSemaphore({ running: 1, waiting: waitingMax, waitMs: waitMaxMs });
  const rateLimit = createRateLimit(networkRateLimit, now);

  const drawn = async ({ name, draw }: Drawing): Promise<Result<Buffer, Failure>> => {
    const turn = await turns.acquire();
    if (!turn.ok) return fail("overloaded", { retryAfterSeconds: 5 });
    await setImmediate();
    const startedMs = performance.now();
    try {
      const picture = Buffer.from(await draw());
      kept.set(name, picture);
      return ok(picture);
    } finally {
      void setTimeout(performance.now() - startedMs).then(turn.value);
    }
  };

  return async (drawing) => {
    const { name, address } = drawing;
    const known = kept.get(name);
    if (known !== undefined) return ok(known);
    const begun = underWay.get(name);
    if (begun !== undefined) return begun;
    const waitSeconds = rateLimit.take(widestNetworkOf(address));
    if (waitSeconds > 0) return fail("rate_limited", { retryAfterSeconds: waitSeconds });
    const made = drawn(drawing).finally(() => underWay.delete(name));
    underWay.set(name, made);
    return made;
  };
};

/** A picture takes a tenth of a second to draw, and some 60 kB. */
const keptMax = 100;
const waitingMax = 20;
const waitMaxMs = 5_000;
/** A person looks at a few new proofs a minute, and the servers of a chat ask once for each. */
const networkRateLimit = { unitsPerMinute: 10, namesMax: 5_000 };
