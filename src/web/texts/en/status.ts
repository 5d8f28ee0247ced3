/** How the banks answer, and what a page says when nothing can be shown. */
export const status = {
  title: "How the banks answer",
  lead: "Counted from the checks of this server alone. A bank that it has not asked lately is not called working.",
  incident: "From the operator",
  noBanks: "No bank is set up on this server yet.",
  since: (time: string) => `This server has counted since ${time} (Addis Ababa).`,
  states: {
    answering: "Answers",
    troubled: "Answers, but not always",
    failing: "Does not answer",
    quiet: "Not asked in the last hour",
    unknown: "Not asked yet",
  },
  lastAnswer: "Last answer",
  none: "none yet",
  lastHour: "Last hour",
  lastDay: "Last 24 hours",
  notAsked: "not asked",
  allAnswered: (asked: number) => (asked === 1 ? "1 check, answered" : `${asked} checks, all answered`),
  failures: (failed: number, asked: number) =>
    `${failed} of ${asked} ${asked === 1 ? "check" : "checks"} without an answer`,
  rests: (seconds: number) => `It failed several times. It is asked again in ${seconds} s.`,
};

export const failure = {
  title: (httpStatus: number) => `Error ${httpStatus}`,
  code: "Code",
  requestId: "Request id",
  home: "Check a receipt",
  docs: "Documentation",
};
