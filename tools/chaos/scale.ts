import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import type { Scale } from "./plan.ts";

export const simulatedScale: Scale = { overMs: 120_000, deedsMax: 30, faultsMax: 8, faultMsMax: 40_000 };

/** In memory where there is some, because a simulation need not wait for a disk. */
export const scratchFolder = (): string => {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
};

export const realScale: Scale = { overMs: 15_000, deedsMax: 40, faultsMax: 6, faultMsMax: 5_000 };
