/** What a check found. `warning`: it works, and not as well as it could. */
export type Finding = {
  /** What was looked at, such as `database` or `alpha https://receipts.example`. */
  readonly check: string;
  readonly state: "ok" | "warning" | "failed";
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
};
