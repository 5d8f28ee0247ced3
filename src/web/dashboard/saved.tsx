import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import { type NewSavedAccount, type SavedAccount, savedAccountsMax } from "../../accounts/saved-accounts.ts";
import { isPhone } from "../../core/phone.ts";
import type { Provider } from "../../providers/provider.ts";
import { foreign } from "../../rendering/rich-text.ts";
import type { Language } from "../../texts/texts.ts";
import { typedName, typedNumber } from "../../verify/parties.ts";
import { SelectField, TextField } from "../field.tsx";
import { readForm } from "../form-body.ts";
import type { PageContext } from "../page-context.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { bankNames, Confirm, Part, PressForm, WithMark } from "./parts.tsx";
import { may } from "./powers.ts";
import {
  DashboardFrame,
  idIn,
  needing,
  orThrow,
  Refusal,
  type Shell,
  sendShell,
  sessionOf,
  shellOf,
} from "./shell.tsx";

const path = "/dashboard/accounts";

const savedForm = z.object({
  number: z.string().max(40),
  name: z.string().max(100).default(""),
  /** A provider's label; empty for a phone. */
  bank: z.string().max(100).default(""),
});

type SavedForm = z.infer<typeof savedForm>;

/** What was removed may be masked, or of a bank that is none of ours: as the receipt printed it that it was saved from. */
const restoreForm = z.object({
  provider: z.string().max(100),
  number: z
    .string()
    .max(40)
    .regex(/^[\d*•]*\d{4}[\d*•]*$/),
  name: z.string().max(200),
});

type SavedState = {
  readonly form?: SavedForm;
  readonly refused?: "number" | "bank" | "full";
  /** Saved just now, and can be taken back. */
  readonly added?: SavedAccount;
  /** Removed just now, and can be taken back. */
  readonly removed?: SavedAccount;
};

/** `GET /dashboard/accounts`: the merchant's own accounts and phones, which decide what is ✅. Only owners change them. */
export const addSaved = (server: FastifyInstance, context: PageContext): void => {
  const { accounts, savedAccounts } = context;
  const changing = needing(context, "change saved accounts");

  server.get(path, needing(context, "see saved accounts"), (request, reply) =>
    showSaved(context, request, reply, {}),
  );

  server.post(path, changing, async (request, reply) => {
    const session = sessionOf(request);
    const form = readForm(request, savedForm) ?? { number: "", name: "", bank: "" };
    const { providers } = visitorOf(request).providerSet;
    const fresh = newSavedOf(form, providers);
    if (typeof fresh === "string") return showSaved(context, request, reply, { form, refused: fresh });
    const by = accounts.ownersChange(session.account.id, personOf(request), "saved_account_kept");
    const id = await orThrow(savedAccounts.save(session.account.id, fresh, by));
    if (id === null) return showSaved(context, request, reply, { form, refused: "full" });
    return showSaved(context, request, reply, { added: { id, ...fresh } });
  });

  server.post(`${path}/restore`, changing, async (request, reply) => {
    const { account } = sessionOf(request);
    const form = readForm(request, restoreForm);
    if (form === null) return showSaved(context, request, reply, {});
    const by = accounts.ownersChange(account.id, personOf(request), "saved_account_kept");
    const id = await orThrow(savedAccounts.save(account.id, form, by));
    return showSaved(context, request, reply, id === null ? { refused: "full" } : {});
  });

  server.post(`${path}/remove`, changing, async (request, reply) => {
    const { account } = sessionOf(request);
    const id = idIn(request);
    const found = (await savedAccounts.of(account.id)).find((one) => one.id === id);
    const by = accounts.ownersChange(account.id, personOf(request), "saved_account_removed");
    const isRemoved = await orThrow(savedAccounts.remove(account.id, id, by));
    return showSaved(context, request, reply, isRemoved && found ? { removed: found } : {});
  });
};

/** Only persons change what is saved. */
const personOf = (request: FastifyRequest) => {
  const { who } = sessionOf(request);
  if (who.kind !== "person") throw new Error("a saved account was changed by a key");
  return { kind: "user", userId: who.userId, face: "web" } as const;
};

/** What a form saves, or which of its fields is wrong. */
const newSavedOf = (form: SavedForm, providers: readonly Provider[]): NewSavedAccount | "number" | "bank" => {
  const number = typedNumber(form.number);
  if (number === null) return "number";
  const name = foreign(typedName(form.name));
  if (isPhone(number)) return { provider: "", number, name };
  const isBank = providers.some(({ label, holdsAccounts }) => label === form.bank && holdsAccounts);
  return isBank ? { provider: form.bank, number, name } : "bank";
};

const showSaved = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: SavedState,
): Promise<FastifyReply> => {
  const shell = await shellOf(context, request);
  const saved = await context.savedAccounts.of(shell.session.account.id);
  const { providers } = visitorOf(request).providerSet;
  const page = <Saved {...shell} {...state} saved={saved} providers={providers} />;
  return sendShell(reply, page, state.refused !== undefined);
};

type SavedProps = Shell &
  SavedState & {
    readonly saved: readonly SavedAccount[];
    readonly providers: readonly Provider[];
  };

const Saved = (props: SavedProps): JSX.Element => {
  const { language, session, saved, providers, added, removed, refused, form } = props;
  const { dashboard, saved: texts } = webTexts(language);
  const mayChange = may(session, "change saved accounts");
  return (
    <DashboardFrame {...props} section="saved" title={dashboard.menu.saved}>
      <p class="lead__more">
        <WithMark text={texts.lead} mark="✅" />
      </p>
      {added !== undefined && (
        <Undo
          said={texts.added(added.number)}
          label={texts.undo}
          action={`${path}/remove`}
          fields={{ id: added.id }}
        />
      )}
      {removed !== undefined && (
        <Undo
          said={texts.removed(removed.number)}
          label={texts.undo}
          action={`${path}/restore`}
          fields={{ number: removed.number, name: removed.name, provider: removed.provider }}
        />
      )}
      {saved.length === 0 ? (
        <p class="empty">
          <WithMark text={mayChange ? texts.none : texts.noneToSee} mark="✅" />
        </p>
      ) : (
        <ul class="lines">
          {saved.map((account) => (
            <SavedLine account={account} providers={providers} language={language} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {mayChange && (
        <Part id="add" title={texts.add} card="plain">
          {refused !== undefined && <Refusal>{texts.refused[refused]}</Refusal>}
          <AddForm
            form={form ?? { number: "", name: "", bank: "" }}
            providers={providers}
            texts={texts}
            refused={refused}
          />
        </Part>
      )}
      {!mayChange && <p class="card__hint">{texts.ownersOnly}</p>}
      {saved.length >= savedAccountsMax && <p class="card__hint">{texts.refused.full}</p>}
    </DashboardFrame>
  );
};

const Undo = (props: {
  readonly said: string;
  readonly label: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}): JSX.Element => (
  <div class="note note--good lines__line" role="status">
    <span>{props.said}</span>
    <PressForm action={props.action} fields={props.fields} label={props.label} />
  </div>
);

const SavedLine = (props: {
  readonly account: SavedAccount;
  readonly providers: readonly Provider[];
  readonly language: Language;
  readonly mayChange: boolean;
}): JSX.Element => {
  const { account, providers, language, mayChange } = props;
  const { saved: texts } = webTexts(language);
  const bank = bankNames(providers)(account.provider);
  return (
    <li class="lines__line">
      <span>
        <code>{account.number}</code>
        {account.name !== "" && (
          <>
            {" "}
            · <bdi>{account.name}</bdi>
          </>
        )}{" "}
        <small class="card__hint">
          <bdi>{bank === "" ? texts.phone : bank}</bdi>
        </small>
      </span>
      {mayChange && (
        <Confirm
          label={texts.remove}
          question={<WithMark text={texts.removeAsk(account.number)} mark="✅" />}
        >
          <PressForm
            action={`${path}/remove`}
            fields={{ id: account.id }}
            label={texts.removeYes}
            kind="danger"
          />
        </Confirm>
      )}
    </li>
  );
};

const AddForm = (props: {
  readonly form: SavedForm;
  readonly providers: readonly Provider[];
  readonly texts: ReturnType<typeof webTexts>["saved"];
  readonly refused: SavedState["refused"];
}): JSX.Element => {
  const { form, providers, texts, refused } = props;
  return (
    <form method="post" action={path}>
      <TextField
        name="number"
        label={texts.number}
        hint={texts.numberHint}
        isWrong={refused === "number"}
        inputMode="numeric"
        autocomplete="off"
        required
        maxLength={40}
        value={form.number}
      />
      <SelectField
        name="bank"
        label={texts.bank}
        isWrong={refused === "bank"}
        options={[
          ["", texts.phone],
          ...providers
            .filter(({ holdsAccounts }) => holdsAccounts)
            .map(({ label, settings }) => [label, settings.bank] as const),
        ]}
        value={form.bank}
      />
      <TextField
        name="name"
        label={texts.name}
        hint={texts.nameHint}
        autocomplete="off"
        maxLength={100}
        value={form.name}
      />
      <button class="button button--main" type="submit">
        {texts.save}
      </button>
    </form>
  );
};
