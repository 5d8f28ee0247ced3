/** The day's sums, the history as a file, and which banks answer. */
export const day = {
  /** Before `/start` there is no account that anything would be kept for. */
  noHistory: "Nothing is kept for you yet. Send /start, then check receipts: from then on I can sum them up.",
  today: {
    title: (day: string) => `Today, ${day}`,
    receipts: (count: number) => (count === 1 ? "1 receipt" : `${count} receipts`),
    total: "Together",
    notConfirmed: (count: number) => `Not confirmed: ${count}`,
    none: "No receipt was confirmed today.",
    meaning: "Each real receipt counts once, on the day on which you first checked it, whoever was paid.",
  },
  exported: {
    caption: (rows: number) => (rows === 1 ? "Your history: 1 answer." : `Your history: ${rows} answers.`),
    /** Rows beyond the newest `rows`. */
    cut: (rows: number) => `Only the newest ${rows} answers are in it.`,
    none: "Your history is empty.",
    columns: {
      date: "Date",
      ethiopicDate: "Ethiopian date",
      time: "Time (Addis Ababa)",
      bank: "Bank",
      result: "Result",
      amount: "Amount (ETB)",
      isFirst: "First time",
      charged: "Charged (ETB)",
    },
    results: {
      verified: "Verified",
      receipt_not_found: "Not found",
      receipt_not_completed: "Not completed",
      receipt_mismatch: "Another receipt",
    },
    yes: "yes",
    no: "no",
  },
  status: {
    title: "Banks, as they answered me last:",
    answers: (bank: string) => `🟢 ${bank} answers`,
    rests: (bank: string, seconds: number) => `🔴 ${bank} does not answer; I ask it again in ${seconds} s`,
    meaning: "What a bank does not answer is not counted.",
  },
};
