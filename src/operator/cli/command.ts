import type { CanaryReceipt } from "../../config/canary-file.ts";
import type { Config } from "../../config/config.ts";
import type { SettingsByLabel } from "../../config/providers-file.ts";
import type { TopUpTerms } from "../../config/top-up-file.ts";
import type { Clock } from "../../core/clock.ts";
import type { Log } from "../../core/log.ts";
import type { Result } from "../../core/result.ts";
import type { Decoder } from "../../documents/decoder.ts";

/** One thing that the operator's tool does. */
export type Command = {
  /** One word, or two; commands of one group share the first. */
  readonly name: string;
  /** What follows the name, as the usage shows it. */
  readonly synopsis: string;
  readonly summary: string;
  /** Names of options that take a text, without the dashes; none may be given twice. */
  readonly options: readonly string[];
  /** Names of options that take nothing. */
  readonly flags?: readonly string[];
  readonly run: (given: Given, installation: Installation) => Promise<Answer>;
  /** What it says where the configuration is wrong, `problems` as sentences; unset, that it cannot work. */
  readonly runUnconfigured?: (
    problems: readonly string[],
    installation: Omit<Installation, "config">,
  ) => Promise<Answer>;
};

/** What was typed after the command's name. */
export type Given = {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly flags: readonly string[];
};

/** Where a command runs: the configuration of the processes beside it. */
export type Installation = {
  readonly config: Config;
  /** The providers file; on failure what is wrong with it, as sentences. */
  readonly settings: () => Result<SettingsByLabel, readonly string[]>;
  /** What the operator takes for a top-up, null without `TOPUP_FILE`; `offered`: labels that can be looked up. */
  readonly topUpTerms: (offered: readonly string[]) => Result<TopUpTerms | null, readonly string[]>;
  /** The operator's own receipts, none without `CANARY_FILE`; `offered` as above. */
  readonly canaries: (offered: readonly string[]) => Result<readonly CanaryReceipt[], readonly string[]>;
  readonly log: Log;
  readonly now: () => Date;
  /** What `now` reads, where it may go by the clock of the database's server. */
  readonly clock?: Pick<Clock, "goBy">;
  /** Asks the person at the terminal yes or no; unset where nobody can be asked. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** The compiled decoding thread; unset, it lies beside the tool's own files. */
  readonly workerFile?: URL;
  /** What reads documents in the process that runs the command; unset: the command opens its own, and closes it. */
  readonly decoder?: Decoder;
};

/** 0: done. 1: refused. 2: used wrongly. 3: something that it needs is not there. */
export type ExitCode = 0 | 1 | 2 | 3;

/** `json` is what a program reads, `text` what a person does; both say the same. */
export type Shown = { readonly json: unknown; readonly text: string };

export type Answer = Shown & { readonly exitCode: ExitCode };

/**
 * An answer that says why there is none. `code` is of the closed lists of failures and refusals, or of the tool's own
 * two.
 */
export const problem = (exitCode: 1 | 2 | 3, code: string, message: string): Answer => ({
  exitCode,
  json: { status: "error", error: { code, message } },
  text: message,
});
