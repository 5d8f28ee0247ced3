import { z } from "zod";
import {
  type Accounts,
  type AdminResult,
  type AuditEntry,
  describeLinkCode,
  type LinkRole,
  type ListedCode,
  type Member,
  type NewCode,
} from "../../accounts/accounts.ts";
import { err, ok } from "../../core/result.ts";
import { adminCommand } from "./admin-command.ts";
import type { Command, Shown } from "./command.ts";
import { givenId } from "./given-fields.ts";
import { fieldLines, shownTime, tableLines } from "./layout.ts";

/** Who owns and uses an account, how they come to it, and what was done with it. */
export const memberCommands: readonly Command[] = [
  adminCommand({
    name: "owners invite",
    synopsis: "--account <id>",
    summary:
      "a code, shown this once, for the first owner of an account; further owners are made in the chat",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => accounts.inviteOwner(account),
    show: (made) => shownCode(made),
  }),
  adminCommand({
    name: "owners list",
    synopsis: "--account <id>",
    summary: "who owns an account, or left it as its only owner and may come back",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => membersOf(accounts, account, "owner"),
    show: (members) => shownMembers(members, "No owners."),
  }),
  adminCommand({
    name: "owners remove",
    synopsis: "<person id> --account <id> [--last]",
    summary:
      "ends that somebody owns an account, or that it waits for them; of the last owner only with --last",
    words: ["person id"],
    flags: ["last"],
    given: z.object({ "person id": givenId, account: givenId, last: z.boolean().default(false) }),
    ask: (accounts, { account, last, "person id": id }) =>
      removed(accounts, { account, id, role: "owner", last }),
    show: (member) => shownRemoved(member),
  }),
  adminCommand({
    name: "members list",
    synopsis: "--account <id>",
    summary: "who uses an account without owning it",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => membersOf(accounts, account, "staff"),
    show: (members) => shownMembers(members, "No members."),
  }),
  adminCommand({
    name: "members remove",
    synopsis: "<person id> --account <id>",
    summary: "ends that somebody uses an account",
    words: ["person id"],
    given: z.object({ "person id": givenId, account: givenId }),
    ask: (accounts, { account, "person id": id }) =>
      removed(accounts, { account, id, role: "staff", last: false }),
    show: (member) => shownRemoved(member),
  }),
  adminCommand({
    name: "links list",
    synopsis: "--account <id>",
    summary: "codes that wait to be used, at most five",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => codesOf(accounts, account),
    show: (codes) => shownCodes(codes),
  }),
  adminCommand({
    name: "links recall",
    synopsis: "<code id>",
    summary: "ends a code that waits to be used",
    words: ["code id"],
    given: z.object({ "code id": givenId }),
    ask: (accounts, given) => accounts.recallLinkCode(given["code id"]),
    show: (code) => ({ json: describeLinkCode(code), text: `${code.id} is recalled.` }),
  }),
  adminCommand({
    name: "audit",
    synopsis: "--account <id>",
    summary: "what was done with an account, newest first: who, what, when, by which face",
    given: z.object({ account: givenId }),
    ask: (accounts, { account }) => allEntries(accounts, account),
    show: (entries) => shownEntries(entries),
  }),
];

const membersOf = async (
  accounts: Pick<Accounts, "showAccount" | "listMembers" | "listFormerOwners">,
  account: string,
  role: LinkRole,
): AdminResult<readonly Member[]> => {
  const known = await accounts.showAccount(account);
  if (!known.ok) return known;
  const listed = await accounts.listMembers(account);
  if (!listed.ok) return listed;
  const former = role === "owner" ? await accounts.listFormerOwners(account) : ok([]);
  return former.ok ? ok([...listed.value.filter((member) => member.role === role), ...former.value]) : former;
};

const codesOf = async (
  accounts: Pick<Accounts, "showAccount" | "listLinkCodes">,
  account: string,
): AdminResult<readonly ListedCode[]> => {
  const known = await accounts.showAccount(account);
  return known.ok ? accounts.listLinkCodes(account) : known;
};

type Leaving = {
  readonly account: string;
  readonly id: string;
  readonly role: LinkRole;
  readonly last: boolean;
};

const removed = async (
  accounts: Pick<Accounts, "showAccount" | "listMembers" | "listFormerOwners" | "removeMember">,
  { account, id, role, last }: Leaving,
): AdminResult<Member> => {
  const members = await membersOf(accounts, account, role);
  if (!members.ok) return members;
  const member = members.value.find((one) => one.id === id);
  if (member === undefined) return err({ code: "member_unknown" } as const);
  return accounts.removeMember(account, { pseudonym: member.pseudonym, role, isLastToo: last });
};

const jsonOfMember = ({ id, role, name, since, hasLeft }: Member) => ({
  id,
  role,
  name,
  since: since.toISOString(),
  has_left: hasLeft,
});

const shownMembers = (members: readonly Member[], none: string): Shown => ({
  json: members.map(jsonOfMember),
  text:
    members.length === 0
      ? none
      : tableLines(
          [
            { head: "id", of: ({ id }) => id },
            { head: "since", of: ({ since }) => since.toISOString().slice(0, 10) },
            { head: "name", of: ({ name, hasLeft }) => (hasLeft ? "left, may come back" : oneLine(name)) },
          ],
          members,
        ),
});

const shownRemoved = (member: Member): Shown => ({
  json: jsonOfMember(member),
  text: `${member.id} is removed.`,
});

/** What people call themselves may hold what moves a terminal's cursor. */
const oneLine = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");

const shownCode = ({ id, code, expiresAt }: NewCode): Shown => ({
  json: { id, code, send: `/start ${code}`, expires_at: expiresAt.toISOString() },
  text: [
    fieldLines({ id, send: `/start ${code}`, until: shownTime(expiresAt) }),
    "Whoever sends this to the bot in a private chat owns the account. It is not shown again.",
  ].join("\n"),
});

const shownCodes = (codes: readonly ListedCode[]): Shown => ({
  json: codes.map(describeLinkCode),
  text:
    codes.length === 0
      ? "No codes."
      : tableLines(
          [
            { head: "id", of: ({ id }) => id },
            { head: "for", of: ({ role }) => role },
            { head: "made by", of: ({ maker }) => maker },
            { head: "until", of: ({ expiresAt }) => shownTime(expiresAt) },
          ],
          codes,
        ),
});

const auditPage = 500;
const auditMax = 20_000;

const allEntries = async (
  accounts: Pick<Accounts, "showAccount" | "auditOf">,
  account: string,
): AdminResult<readonly AuditEntry[]> => {
  const known = await accounts.showAccount(account);
  if (!known.ok) return known;
  const all: AuditEntry[] = [];
  while (all.length < auditMax) {
    const before = all.at(-1)?.id;
    const page = await accounts.auditOf(account, {
      limit: auditPage,
      ...(before === undefined ? {} : { before }),
    });
    if (!page.ok) return page;
    all.push(...page.value);
    if (page.value.length < auditPage) break;
  }
  return ok(all);
};

const shownEntries = (entries: readonly AuditEntry[]): Shown => ({
  json: entries.map(({ id, at, actor, face, act, subject }) => ({
    id,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id === "" ? null : actor.id, name: actor.name },
    face,
    act,
    subject: subject === "" ? null : subject,
  })),
  text:
    entries.length === 0
      ? "No entries."
      : tableLines(
          [
            { head: "at (UTC)", of: ({ at }) => at.toISOString().slice(0, 16).replace("T", " ") },
            { head: "by", of: ({ face }) => face },
            { head: "act", of: ({ act }) => act },
            { head: "who", of: ({ actor }) => oneLine(actor.name) || actor.kind },
            { head: "what", of: ({ subject }) => subject },
          ],
          entries,
        ),
});
