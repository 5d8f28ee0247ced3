import type { z } from "zod";
import {
  type Accounts,
  type AdminResult,
  createAccounts,
  type Refused,
  type RefusedCode,
} from "../../accounts/accounts.ts";
import type { Failure } from "../../core/failure.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { openStore, type Store } from "../../database/store.ts";
import { type Answer, type Command, type Given, type Installation, problem, type Shown } from "./command.ts";
import { wrapped } from "./layout.ts";

/** What is asked of the person at the terminal, and what that tells them. */
type Asked<Told> = { readonly question: string; readonly told: Told };

type Definition<Fields extends z.ZodRawShape, Value, Told> = Pick<
  Command,
  "name" | "synopsis" | "summary" | "flags"
> & {
  /** Names of the words that follow the command's name, in their order. */
  readonly words?: readonly string[];
  /** The words and the options by name: what is needed, and in which form. */
  readonly given: z.ZodObject<Fields>;
  /** Of what cannot be undone: the question to confirm. The flag `--yes` answers it. */
  readonly question?: (accounts: Accounts, given: z.output<z.ZodObject<Fields>>) => AdminResult<Asked<Told>>;
  /** `told`: what the question that was answered by yes told; null where none was put. */
  readonly ask: (
    accounts: Accounts,
    given: z.output<z.ZodObject<Fields>>,
    told: Told | null,
  ) => AdminResult<Value>;
  readonly show: (value: Value, given: z.output<z.ZodObject<Fields>>) => Shown;
};

/** A command that makes one call to the accounts, with its own types closed over. */
export const adminCommand = <Fields extends z.ZodRawShape, Value, Told = never>(
  definition: Definition<Fields, Value, Told>,
): Command => {
  const { name, synopsis, summary, words = [], flags = [], given: schema, question, ask, show } = definition;
  const options = Object.keys(schema.shape).filter((field) => ![...words, ...flags].includes(field));
  return {
    name,
    synopsis,
    summary,
    options,
    flags,
    run: async (typed, installation) => {
      const given = readGiven(schema, words, typed);
      if (!given.ok)
        return problem(
          2,
          "usage",
          [...given.error, wrapped(`deresegn ${name} ${synopsis}`.trimEnd(), 0)].join("\n"),
        );
      let told: Told | null = null;
      if (question !== undefined && !typed.flags.includes("yes")) {
        const asked = await withAccounts(installation, (accounts) => question(accounts, given.value));
        if (!asked.ok) return refusalOf(asked.error);
        const refusal = await refusalBy(installation, asked.value.question);
        if (refusal !== null) return refusal;
        told = asked.value.told;
      }
      const value = await withAccounts(installation, (accounts) => ask(accounts, given.value, told));
      return value.ok ? { exitCode: 0, ...show(value.value, given.value) } : refusalOf(value.error);
    },
  };
};

/** Null when the person at the terminal says yes. */
const refusalBy = async ({ confirm }: Installation, question: string): Promise<Answer | null> => {
  if (confirm === undefined)
    return problem(1, "confirmation_needed", `${question} Nobody can be asked here: add --yes to confirm.`);
  return (await confirm(question)) ? null : problem(1, "not_confirmed", "Nothing was changed.");
};

/** On failure a sentence for each thing that is wrong. */
const readGiven = <Fields extends z.ZodRawShape>(
  schema: z.ZodObject<Fields>,
  words: readonly string[],
  typed: Given,
): Result<z.output<z.ZodObject<Fields>>, readonly string[]> => {
  const [further] = typed.words.slice(words.length);
  if (further !== undefined) return err([`“${further}” is one word too many`]);
  const parsed = schema.safeParse({
    ...typed.options,
    ...Object.fromEntries(typed.flags.map((flag) => [flag, true])),
    ...Object.fromEntries(words.map((word, at) => [word, typed.words[at]])),
  });
  if (parsed.success) return ok(parsed.data);
  return err(
    parsed.error.issues.map(({ path: [field], message }) => {
      if (field === undefined) return message;
      return `${words.includes(String(field)) ? `<${String(field)}>` : `--${String(field)}`} ${message}`;
    }),
  );
};

const withAccounts = async <T>(
  { config: { databaseUrl, secret, historyDays }, now, clock }: Installation,
  ask: (accounts: Accounts) => AdminResult<T>,
): AdminResult<T> => {
  const store = await openStore({ databaseUrl, secret, now });
  try {
    await goByServer(store, clock);
    return await ask(createAccounts({ store, secret, now, historyDays }));
  } finally {
    await store.close();
  }
};

/** Has the tool go by the server's clock, as the processes do. */
const goByServer = async ({ serverTime, read }: Store, clock: Installation["clock"]): Promise<void> => {
  const told = clock && serverTime && (await read(serverTime));
  if (told?.ok) clock?.goBy(told.value);
};

const refusalOf = (error: Failure | Refused): Answer => {
  if (isRefusal(error)) return problem(1, error.code, refusals[error.code]);
  const detail = "detail" in error ? error.detail : undefined;
  return problem(3, "unavailable", `The database is away: ${detail ?? error.code}`);
};

const isRefusal = (error: Failure | Refused): error is Refused => Object.hasOwn(refusals, error.code);

const refusals = {
  account_unknown: "There is no such account.",
  account_changed: "More would go by now than the question told: nothing was erased. Ask again.",
  account_name_invalid: "A name has 1 to 100 characters.",
  key_unknown: "There is no such key, or it was revoked or replaced before.",
  too_many_keys: "The account has five active keys: revoke one first.",
  key_attributes_invalid:
    "A key needs a scope, an end that lies ahead, at most 50 addresses, and no daily limit below the 5 ETB of one answer.",
  amount_invalid: "No account can hold so much.",
  too_many_link_codes: "Five codes of the account wait to be used: recall one first.",
  account_has_owner: "The account has an owner, or one who may come back: see deresegn owners list.",
  owner_request_unknown: "Nobody waits for that word any more.",
  member_unknown: "The account has nobody of that id: see deresegn owners list and deresegn members list.",
  last_owner: "That is the account's last owner: add --last if the account is to have none.",
  link_code_unknown: "There is no such code, or its time is over.",
  sign_in_code_unknown: "There is no such code, or its time is over.",
  not_owner: "Only an owner of the account can do that.",
  receipt_already_credited: "This receipt was credited before.",
  credit_unknown: "No such receipt waits: see deresegn credits.",
  receipt_undone:
    "The bank says that the payment was undone. A receipt that waits is credited all the same with --undone.",
  too_many_proofs: "A thousand links of the account are valid: withdraw some first.",
} as const satisfies Record<RefusedCode, string>;
