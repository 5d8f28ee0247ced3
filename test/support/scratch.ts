import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for the databases and files of tests. */
    readonly scratchFolder: string;
  }
}

const memory = "/dev/shm";
const bytesNeeded = 1024 ** 3;

/** In memory where there is room, because a test need not wait for a disk. */
export const setup = ({ provide }: TestProject): void => {
  provide("scratchFolder", hasRoom() ? memory : tmpdir());
};

const hasRoom = (): boolean => {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > bytesNeeded;
  } catch {
    return false;
  }
};
