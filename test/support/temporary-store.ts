import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";

export const testSecret = "a secret of the tests, 32 bytes and more";

/** A folder of its own for one test, removed afterwards. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "deresegn-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A store on a new file, closed and removed after the test. */
export const temporaryStore = async (
  now: () => Date = () => new Date(),
): Promise<{ readonly store: Store; readonly path: string }> => {
  const path = join(temporaryFolder(), "deresegn.sqlite");
  const store = await openStore({ databaseUrl: `sqlite:${path}`, secret: testSecret, now });
  onTestFinished(() => store.close());
  return { store, path };
};

/** Name, size and fingerprint of every file in a folder; of shared memory only that it is there. */
export const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        if (name.endsWith("-shm")) return [name, "shared memory"];
        const bytes = readFileSync(join(folder, name));
        return [name, `${bytes.length} bytes ${createHash("sha256").update(bytes).digest("hex")}`];
      }),
  );
