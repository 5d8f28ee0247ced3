import type { PictureCaller } from "./picture-caller.ts";

/** One picture that takes memory while it arrives or waits. */
export type Share = {
  /** More of it has come, in bytes. May give up this one or another. */
  readonly grow: (bytes: number) => void;
  readonly release: () => void;
};

/** The memory that the pictures of all callers may take together. */
export type MemoryShare = {
  /** `giveUp` is called once when this one must go; it is released then. */
  readonly take: (caller: Pick<PictureCaller, "id" | "isKeyed">, bytes: number, giveUp: () => void) => Share;
};

type Limits = {
  readonly bytesMax: number;
  /** What each takes at least, so that their number has a limit, too. */
  readonly bytesMin: number;
  /** Which of a caller's goes: the one that came first, or last. */
  readonly goes: "oldest" | "newest";
};

type Held = {
  readonly caller: Pick<PictureCaller, "id" | "isKeyed">;
  readonly giveUp: () => void;
  bytes: number;
};

/** When it is used up, the caller that takes most gives one up; what an anonymous caller takes counts twice. */
export const createMemoryShare = ({ bytesMax, bytesMin, goes }: Limits): MemoryShare => {
  const held = new Set<Held>();

  const heaviest = (): string | null => {
    const weights = new Map<string, number>();
    for (const one of held) {
      const weight = Math.max(one.bytes, bytesMin) * (one.caller.isKeyed ? 1 : 2);
      weights.set(one.caller.id, (weights.get(one.caller.id) ?? 0) + weight);
    }
    const most = Math.max(...weights.values());
    const ids = [...weights].filter(([, weight]) => weight === most).map(([id]) => id);
    return (goes === "oldest" ? ids[0] : ids.at(-1)) ?? null;
  };

  const makeRoom = (): void => {
    const taken = () => [...held].reduce((sum, { bytes }) => sum + Math.max(bytes, bytesMin), 0);
    while (taken() > bytesMax) {
      const id = heaviest();
      const its = [...held].filter(({ caller }) => caller.id === id);
      const going = goes === "oldest" ? its[0] : its.at(-1);
      if (going === undefined) return;
      held.delete(going);
      going.giveUp();
    }
  };

  return {
    take: (caller, bytes, giveUp) => {
      const one: Held = { caller, giveUp, bytes };
      held.add(one);
      makeRoom();
      return {
        grow: (more) => {
          one.bytes += more;
          if (held.has(one)) makeRoom();
        },
        release: () => {
          held.delete(one);
        },
      };
    },
  };
};
