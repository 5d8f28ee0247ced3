import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { JSX } from "preact";
import { z } from "zod";
import type { LinkRole, ListedCode, Member, Refused } from "../../accounts/accounts.ts";
import type { Failure } from "../../core/failure.ts";
import { chatName } from "../../rendering/names.ts";
import { formatTime } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import { useDates } from "../dates.ts";
import { readForm } from "../form-body.ts";
import type { PageContext } from "../page-context.ts";
import { refusalText } from "../refusal-text.ts";
import { webTexts } from "../texts/texts.ts";
import { visitorOf } from "../visitor.ts";
import { Confirm, Part, PressForm, Secret } from "./parts.tsx";
import {
  actorOf,
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

const path = "/dashboard/people";

const roleForm = z.object({ role: z.enum(["owner", "staff"]) });
type PeopleState = {
  readonly made?: { readonly role: LinkRole; readonly code: string };
  readonly refused?: Failure | Refused;
  readonly done?: string;
};

/** `GET /dashboard/people`: owners, staff and the codes that bring further ones. For owners alone. */
export const addPeople = (server: FastifyInstance, context: PageContext): void => {
  const { accounts } = context;
  const options = needing(context, "see people");

  server.get(path, options, (request, reply) => showPeople(context, request, reply, {}));

  server.post(`${path}/invite`, options, async (request, reply) => {
    const session = sessionOf(request);
    const { role = "staff" } = readForm(request, roleForm) ?? {};
    const made = await accounts.createLinkCode(session.account.id, role, { by: actorOf(session) });
    const state = made.ok ? { made: { role, code: made.value.code } } : { refused: made.error };
    return showPeople(context, request, reply, state);
  });

  server.post(`${path}/recall`, options, async (request, reply) => {
    const session = sessionOf(request);
    const id = idIn(request);
    const recalled = await accounts.recallLinkCode(id, session.account.id, actorOf(session));
    const { recalled: done } = catalogues[visitorOf(request).language].ownership;
    return showPeople(context, request, reply, recalled.ok ? { done } : { refused: recalled.error });
  });

  server.post(`${path}/remove`, options, async (request, reply) => {
    const session = sessionOf(request);
    const id = idIn(request);
    const members = await orThrow(accounts.listMembers(session.account.id));
    const member = members.find((one) => one.id === id);
    if (member === undefined)
      return showPeople(context, request, reply, { refused: { code: "member_unknown" } });
    const { pseudonym, role } = member;
    const removed = await accounts.removeMember(session.account.id, {
      pseudonym,
      role,
      by: actorOf(session),
    });
    if (!removed.ok) return showPeople(context, request, reply, { refused: removed.error });
    const { staff, ownership } = catalogues[visitorOf(request).language];
    // An owner has seen the keys, which go on working.
    const done = role === "owner" ? `${staff.removed} ${ownership.keysGoOn}` : staff.removed;
    return showPeople(context, request, reply, { done });
  });
};

const showPeople = async (
  context: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: PeopleState,
): Promise<FastifyReply> => {
  const shell = await shellOf(context, request);
  const { id } = shell.session.account;
  const members = await orThrow(context.accounts.listMembers(id));
  const codes = await orThrow(context.accounts.listLinkCodes(id));
  return sendShell(
    reply,
    <People {...shell} {...state} members={members} codes={codes} />,
    state.refused !== undefined,
  );
};

type PeopleProps = Shell &
  PeopleState & {
    readonly members: readonly Member[];
    readonly codes: readonly ListedCode[];
  };

const People = (props: PeopleProps): JSX.Element => {
  const { language, session, members, codes, made, refused, done = null } = props;
  const { dashboard, people: texts } = webTexts(language);
  const self = session.who.kind === "person" ? session.who.pseudonym : "";
  const [owners, staff] = (["owner", "staff"] as const).map((role) =>
    members.filter((member) => member.role === role),
  );
  return (
    <DashboardFrame {...props} section="people" title={dashboard.menu.people} done={done}>
      {refused !== undefined && <Refusal>{refusalText(refused, language)}</Refusal>}
      {made !== undefined && (
        <Secret
          texts={dashboard}
          label={texts.code[made.role]}
          value={made.role === "owner" ? `/start ${made.code}` : `/join ${made.code}`}
          hint={texts.codeHint[made.role]}
        />
      )}
      <Part id="owners" title={texts.owners}>
        <Members members={owners ?? []} self={self} language={language} isLast={owners?.length === 1} />
        <PressForm action={`${path}/invite`} fields={{ role: "owner" }} label={texts.addOwner} />
      </Part>
      <Part id="staff" title={texts.staff}>
        {staff?.length === 0 ? (
          <p class="empty">{texts.noStaff}</p>
        ) : (
          <Members members={staff ?? []} self={self} language={language} isLast={false} />
        )}
        <PressForm action={`${path}/invite`} fields={{ role: "staff" }} label={texts.addStaff} />
      </Part>
      <Part id="codes" title={texts.codes}>
        {codes.length === 0 ? (
          <p class="empty">{texts.noCodes}</p>
        ) : (
          <ul class="lines">
            {codes.map(({ id, role, createdAt, expiresAt }) => (
              <li class="lines__line">
                <span>{texts.codeLine(texts.roles[role], formatTime(createdAt), formatTime(expiresAt))}</span>
                <PressForm action={`${path}/recall`} fields={{ id }} label={texts.recall} />
              </li>
            ))}
          </ul>
        )}
      </Part>
    </DashboardFrame>
  );
};

const Members = (props: {
  readonly members: readonly Member[];
  readonly self: string;
  readonly language: Language;
  /** Whether this is the only one, who stays. */
  readonly isLast: boolean;
}): JSX.Element => {
  const { members, self, language, isLast } = props;
  const { people: texts, dashboard } = webTexts(language);
  const dates = useDates();
  return (
    <ul class="lines">
      {members.map((member) => {
        const name = chatName(member.name, 40) || catalogues[language].staff.unnamed;
        const isSelf = member.pseudonym === self;
        return (
          <li class="lines__line">
            <span>
              <bdi>{name}</bdi>
              {isSelf && ` (${dashboard.overview.you})`}{" "}
              <small class="card__hint">{texts.since(dates.day(member.since))}</small>
            </span>
            {!isSelf && !isLast && (
              <Confirm label={texts.remove} question={texts.removeAsk(name)}>
                <PressForm
                  action={`${path}/remove`}
                  fields={{ id: member.id }}
                  label={texts.removeYes}
                  kind="danger"
                />
              </Confirm>
            )}
          </li>
        );
      })}
    </ul>
  );
};
