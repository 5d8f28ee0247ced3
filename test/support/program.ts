import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { boundNode } from "./processes.ts";
import { temporaryFolder } from "./temporary-store.ts";

const root = resolve(import.meta.dirname, "../..");
export const programSecret = "S3cret-of-the-tests-0123456789-abcdefgh";

type Env = Record<string, string>;

type Options = {
  readonly unprivileged?: boolean;
  /** No file may grow larger, which is to the program as a disk that is full; unset: as large as it wants. */
  readonly fileBytesMax?: number;
};

/** The limit is ignored as a signal, so that the write itself fails; the shell counts in blocks of 512 bytes. */
const limitedNode = (bytes: number): readonly [string, ...string[]] => [
  "sh",
  "-c",
  `trap '' XFSZ; ulimit -f ${Math.ceil(bytes / 512)}; exec "$0" "$@"`,
  process.execPath,
];

/** Starts the built program in a folder of its own, with nothing of this process's variables but the path. */
export const startProgram = (
  folder: string,
  env: Env,
  { unprivileged = false, fileBytesMax }: Options = {},
) => {
  const [command, ...before]: readonly [string, ...string[]] =
    fileBytesMax !== undefined ? limitedNode(fileBytesMax) : unprivileged ? boundNode() : [process.execPath];
  const child = spawn(command, [...before, join(root, "dist/src/main.js")], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  const closed = once(child, "close");
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      output.stdout += part;
      const url = /listening at (http:\/\/[\d.:]+)"/.exec(output.stdout)?.[1];
      if (url) resolve(url);
    });
    void closed.then(() => reject(new Error(`it ended: ${output.stderr}`)));
  });
  listening.catch(() => undefined);
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    output.stderr += part;
  });
  const ended = closed.then(([code]) => ({ ...output, code }));
  return { child, listening, ended, stdout: () => output.stdout };
};

/** A folder with a providers file that leads to nobody. */
export const prepareFolder = (): { readonly folder: string; readonly env: Env } => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const beta = { bank: "Beta", url: "http://127.0.0.1:9" };
  writeFileSync(join(folder, "providers.json"), JSON.stringify({ beta, zeta: { ...beta, bank: "Zeta" } }));
  return { folder, env: { SECRET: programSecret, ROLES: "api", PORT: "0" } };
};

/** A service with one question at its bank, which the test answers. */
export const startWithQuestion = async () => {
  const provider = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void provider.close());
  await once(provider, "listening");
  const { folder, env } = prepareFolder();
  const beta = { bank: "Beta", url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` };
  writeFileSync(join(folder, "providers.json"), JSON.stringify({ beta }));
  const program = startProgram(folder, env);
  const url = await program.listening;
  const askedOfProvider = once(provider, "request");
  const running = fetch(`${url}/api/verify-beta`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ reference: "DKF7ABCD12" }),
  });
  const [, answer] = await askedOfProvider;
  return { program, running, answer };
};
