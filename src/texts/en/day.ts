/** The day's sums, the history as a file, and which banks answer. */
export const day = {
  /** Before `/start` there is no account that anything would be kept for. */
  noHistory: "Nothing is remembered yet. Press /start; from then on I add up what you check.",
  today: {
    title: (day: string) => `Today, ${day}`,
    receipts: (count: number) => (count === 1 ? "1 receipt" : `${count} receipts`),
    own: "✅ Yours",
    others: "❓ Others",
    notConfirmed: (count: number) => `Not confirmed: ${count}`,
    none: "No receipt was confirmed today.",
    meaning:
      "Each receipt counts once, on the day you first checked it. Others: paid to someone else, or not known to be yours.",
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
      whose: "Whose money",
    },
    results: {
      verified: "Verified",
      receipt_not_found: "Not found",
      receipt_not_completed: "Not completed",
      receipt_mismatch: "Another receipt",
    },
    /** Whose the money of a verified receipt is, by the accounts that are saved. */
    whose: { own: "Yours", others: "Others", unknown: "Not saved" },
    yes: "yes",
    no: "no",
  },
  status: {
    title: "How the banks answered me last:",
    notAsked: "not asked yet",
    answered: (time: string) => `answered at ${time}`,
    timedOut: (count: number, all: number) => `${count} of the last ${all} timed out`,
    failed: (count: number, all: number) => `${count} of the last ${all} failed`,
    rests: (seconds: number) => `I ask again in ${seconds} s`,
    /** What a process of ours knows: not what another one has asked, nor what was asked before it began. */
    since: (time: string) => `This is what was asked since ${time}, by the part of me that answers you.`,
    meaning: "What a bank does not answer is not counted.",
  },
};
