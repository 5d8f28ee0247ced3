import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { hourMs } from "../../core/time.ts";

/** Older data may have been copied from another phone. */
const oldestMs = hourMs;
/** How far Telegram's clock may run ahead of ours. */
const aheadMs = 60_000;
const lengthMax = 8 * 1024;

const userSchema = z.looseObject({ id: z.int().positive() });

/**
 * Who has opened a Mini App of this bot, by the data that Telegram signs with the bot's token. Null for data that another
 * made or changed, names a field twice, or is older than an hour.
 *
 * @see Bot API, "Validating data received via the Mini App"
 */
export const readInitData = (
  initData: string,
  botToken: string,
  now: Date,
): { readonly userId: number } | null => {
  if (initData.length > lengthMax) return null;
  const pairs = [...new URLSearchParams(initData)];
  const fields = new Map(pairs);
  if (fields.size !== pairs.length) return null;
  const signed = pairs
    .filter(([name]) => name !== "hash")
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("\n");
  const key = createHmac("sha256", "WebAppData").update(botToken).digest();
  const expected = createHmac("sha256", key).update(signed).digest();
  const given = Buffer.from(fields.get("hash") ?? "", "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const age = now.getTime() - Number(fields.get("auth_date")) * 1000;
  if (!(age <= oldestMs && age >= -aheadMs)) return null;
  const user = userSchema.safeParse(jsonOf(fields.get("user") ?? ""));
  return user.success ? { userId: user.data.id } : null;
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
