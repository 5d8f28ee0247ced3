import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { hosts } from "../screens/messages.ts";

/** A drawn screenshot and what reading it must find. */
export type Screen = z.infer<typeof screenSchema>;

const screenSchema = z.object({
  file: z.string(),
  half: z.enum(["tune", "held"]),
  way: z.enum(["clean", "chat", "photo"]),
  provider: z.string().nullable(),
  references: z.array(z.string()),
  account: z.string().nullable(),
});

const folder = join(import.meta.dirname, "../../fixtures/screens");

export const screens: readonly Screen[] = readFileSync(join(folder, "manifest.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => screenSchema.parse(JSON.parse(line)));

/** The picture as it is sent. */
export const bytesOf = ({ file }: Screen): Uint8Array => readFileSync(join(folder, file));

/** Places of the drawn providers' receipts, as an operator would configure them. */
export const screenSettings = Object.fromEntries(
  Object.entries(hosts).map(([label, url]) => [
    label,
    { bank: label, url, aliases: [], headers: {}, labels: {} },
  ]),
);

/** The day on which the newest of them were taken. */
export const screensTakenOn = new Date("2026-11-20T09:00:00Z");
