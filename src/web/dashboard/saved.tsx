import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import { type NewSavedAccount, type SavedAccount, savedAccountsMax } from "../../accounts/saved-accounts.ts";
import { isPhone } from "../../core/phone.ts";
import type { Provider } from "../../providers/provider.ts";
import { foreign } from "../../rendering/rich-text.ts";
import type { Language } from "../../texts/texts.ts";
import { createKeepAccount, type KeepAccount, type SavedChange } from "../../verify/keep-account.ts";
import { bankNamesOf, showsEnough, typedName, typedNumber } from "../../verify/parties.ts";
import { SelectField, TextField } from "../field.tsx";
import { readForm } from "../form-body.ts";
import { MadeFor } from "../made-for.tsx";
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

const emptyForm: SavedForm = { number: "", name: "", bank: "" };

/** What was removed may be masked, or of a bank that is none of ours: as the receipt printed it that it was saved from. */
const restoreForm = z.object({
  /** The saved account that was completed; empty: one was removed. */
  id: z.string().max(40).default(""),
  provider: z.string().max(100),
  number: z.string().max(40).refine(showsEnough),
  name: z.string().max(200),
});

type SavedState = {
  readonly form?: SavedForm;
  readonly refused?: "number" | "bank" | "full";
  /** Saved just now; `change`: what can be taken back, null: the same was saved already. */
  readonly added?: { readonly number: string; readonly change: SavedChange | null };
  /** Removed just now, and can be taken back. */
  readonly removed?: SavedAccount;
};

/** `GET /dashboard/accounts`: the merchant's own accounts and phones, which decide what is ✅. Only owners change them. */
export const addSaved = (server: FastifyInstance, context: PageContext): void => {
  const { savedAccounts } = context;
  const changing = needing(context, "change saved accounts");

  server.get(path, needing(context, "see saved accounts"), (request, reply) =>
    showSaved(context, request, reply, {}),
  );

  const showAgain = (request: FastifyRequest, reply: FastifyReply) =>
    showSaved(context, request, reply, { form: readForm(request, savedForm) ?? emptyForm });
  server.post(path, needing(context, "change saved accounts", showAgain), async (request, reply) => {
    const session = sessionOf(request);
    const form = readForm(request, savedForm) ?? emptyForm;
    const { providers } = visitorOf(request).providerSet;
    const fresh = newSavedOf(form, providers);
    if (typeof fresh === "string") return showSaved(context, request, reply, { form, refused: fresh });
    const kept = await orThrow(keeping(context, request)(session.account.id, fresh, personOf(request)));
    if (kept.kind === "full") return showSaved(context, request, reply, { form, refused: "full" });
    const change = kept.kind === "saved" ? kept.change : null;
    return showSaved(context, request, reply, { added: { number: fresh.number, change } });
  });

  server.post(`${path}/restore`, changing, async (request, reply) => {
    const { account } = sessionOf(request);
    const form = readForm(request, restoreForm);
    if (form === null) return showSaved(context, request, reply, {});
    const { id, ...before } = form;
    if (id !== "") {
      await orThrow(savedAccounts.replace(account.id, form, personOf(request)));
      return showSaved(context, request, reply, {});
    }
    const { kind } = await orThrow(keeping(context, request)(account.id, before, personOf(request)));
    return showSaved(context, request, reply, kind === "full" ? { refused: "full" } : {});
  });

  server.post(`${path}/remove`, changing, async (request, reply) => {
    const { account } = sessionOf(request);
    const id = idIn(request);
    const found = (await savedAccounts.of(account.id)).find((one) => one.id === id);
    const isRemoved = await orThrow(savedAccounts.remove(account.id, id, personOf(request)));
    return showSaved(context, request, reply, isRemoved && found ? { removed: found } : {});
  });
};

const keeping = ({ savedAccounts }: PageContext, request: FastifyRequest): KeepAccount => {
  const banks = bankNamesOf(visitorOf(request).providerSet.providers);
  return createKeepAccount({ savedAccounts, banks });
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
        <Undo said={texts.added(added.number)} label={texts.undo} press={undoOf(added.change)} />
      )}
      {removed !== undefined && (
        <Undo
          said={texts.removed(removed.number)}
          label={texts.undo}
          press={{ action: `${path}/restore`, fields: fieldsOf(removed) }}
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
          <AddForm form={form ?? emptyForm} providers={providers} texts={texts} refused={refused} />
        </Part>
      )}
      {!mayChange && <p class="card__hint">{texts.ownersOnly}</p>}
      {saved.length >= savedAccountsMax && <p class="card__hint">{texts.refused.full}</p>}
    </DashboardFrame>
  );
};

/** Where a press goes, and what it posts. */
type Press = { readonly action: string; readonly fields: Readonly<Record<string, string>> };

const fieldsOf = ({ number, name, provider }: NewSavedAccount) => ({ number, name, provider });

/** What undoes a change: the entry is removed, or is again as it was. */
const undoOf = (change: SavedChange | null): Press | null => {
  if (change === null) return null;
  const { id, before } = change;
  return before === null
    ? { action: `${path}/remove`, fields: { id } }
    : { action: `${path}/restore`, fields: { id, ...fieldsOf(before) } };
};

const Undo = (props: {
  readonly said: string;
  readonly label: string;
  /** Null: there is nothing to undo. */
  readonly press: Press | null;
}): JSX.Element => (
  <div class="note note--good lines__line" role="status">
    <span>{props.said}</span>
    {props.press !== null && <PressForm {...props.press} label={props.label} />}
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
      <MadeFor />
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
