import type { Accounts } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import { chatName, firstLineNameMax } from "../../rendering/names.ts";
import type { Language } from "../../texts/texts.ts";
import { webTexts } from "../texts/texts.ts";
import { orThrow } from "./shell.tsx";

/** What a member or a key of an account is called on its pages, by a user's pseudonym or a key's id. */
export type NameOf = (callerId: string) => string;

/** A session by a key hears no names of people. Staff hear of themselves alone, as they do not see what others took. */
export const namesOf = async (
  accounts: Pick<Accounts, "listMembers" | "listKeys">,
  session: Session,
  language: Language,
): Promise<NameOf> => {
  const { overview: texts } = webTexts(language).dashboard;
  const { who } = session;
  const isStaff = who.kind === "person" && who.role === "staff";
  const isOwner = who.kind === "person" && !isStaff;
  const [members, keys] = await Promise.all([
    isOwner ? orThrow(accounts.listMembers(session.account.id)) : [],
    isStaff ? [] : orThrow(accounts.listKeys(session.account.id)),
  ]);
  const names = new Map([
    ...members.map(({ pseudonym, name }) => [pseudonym, chatName(name, firstLineNameMax)] as const),
    ...keys.map(({ id, name, last4 }) => [id, texts.key(name === "" ? `…${last4}` : name)] as const),
  ]);
  const self = who.kind === "person" ? who.pseudonym : who.id;
  return (callerId) =>
    callerId === self ? texts.you : names.get(callerId) || (isOwner ? texts.somebody : texts.member);
};
