import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { onTestFinished } from "vitest";

/** Mounts a disk in memory on the folder `$0`, of the size `$1`, and keeps it until its input ends. */
const holdDisk = `mount -t tmpfs -o "size=$1" none "$0" && echo ready && exec cat`;

/** Whether this machine lets its user mount a disk that nobody else sees. */
export const canMountDisks: boolean =
  spawnSync("unshare", ["-rm", "sh", "-c", holdDisk, "/mnt", "1m"], { input: "" }).status === 0 &&
  spawnSync("nsenter", ["--version"]).status === 0;

/** A disk of its own on a folder, which only the processes see that are started in it; gone after the test. */
export const openSmallDisk = async (folder: string, megabytes: number) => {
  mkdirSync(folder, { recursive: true });
  const holder = spawn("unshare", ["-rm", "sh", "-c", holdDisk, folder, `${megabytes}m`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.stdin.end());
  await once(holder.stdout, "data");
  const enter = ["nsenter", "-t", String(holder.pid), "-U", "-m", "--preserve-credentials", "--"] as const;
  return {
    /** What stands before a command so that it sees the disk. */
    enter,
    resize: (size: number): void => {
      const [command, ...args] = enter;
      execFileSync(command, [...args, "mount", "-o", `remount,size=${size}m`, folder]);
    },
  };
};
