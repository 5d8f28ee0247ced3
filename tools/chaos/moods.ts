/** How a bank answers now. */
export type BankMood = "well" | "reset" | "silent" | "error" | "cut" | "slow" | "blocked";

/** How Telegram answers now. */
export type TelegramMood = "well" | "flood" | "error" | "answers lost" | "refused" | "silent";
