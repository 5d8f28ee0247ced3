import { randomBytes } from "node:crypto";
import { type Config, type Environment, parseConfig } from "../../src/config/config.ts";
import type { Result } from "../../src/core/result.ts";

/** Variables that the demo heeds; all others would lead it out of its box. */
const heeded = ["HOST", "PORT", "PUBLIC_URL", "DEPLOYMENT", "LOG_LEVEL"] as const;

/**
 * The service's configuration in the demo: its own secret, a made-up token and a database in `folder`. The
 * Telegram address is set when the emulator has one. On failure: every problem at once.
 */
export const demoSettings = (env: Environment, folder: string): Result<Config, readonly string[]> =>
  parseConfig({
    LOG_LEVEL: "warn",
    ...Object.fromEntries(heeded.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : []))),
    SECRET: randomBytes(48).toString("base64url"),
    TELEGRAM_BOT_TOKEN: `700000000:${randomBytes(24).toString("base64url")}`,
    DATABASE_URL: `sqlite:${folder}/deresegn.sqlite`,
  });
