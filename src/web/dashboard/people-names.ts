import type { Accounts } from "../../accounts/accounts.ts";
import type { Session } from "../../accounts/sessions.ts";
import { chatName, firstLineNameMax } from "../../rendering/names.ts";
import type { Language } from "../../texts/texts.ts";
import { webTexts } from "../texts/texts.ts";
import { orThrow } from "./shell.tsx";

/** What a member or a key of an account is called on its pages, by a user's pseudonym or a key's id. */
export type NameOf = (callerId: string) => string;

/** A session by a key hears no names of people. */
export const namesOf = async (
  accounts: Pick<Accounts, "listMembers" | "listKeys">,
  session: Session,
  language: Language,
): Promise<NameOf> => {
  const { overview: texts } = webTexts(language).dashboard;
  const isPerson = session.who.kind === "person";
  const [members, keys] = await Promise.all([
    isPerson ? orThrow(accounts.listMembers(session.account.id)) : [],
    orThrow(accounts.listKeys(session.account.id)),
  ]);
  const names = new Map([
    ...members.map(({ pseudonym, name }) => [pseudonym, chatName(name, firstLineNameMax)] as const),
    ...keys.map(({ id, name, last4 }) => [id, texts.key(name === "" ? `…${last4}` : name)] as const),
  ]);
  const self = session.who.kind === "person" ? session.who.pseudonym : session.who.id;
  return (callerId) =>
    callerId === self ? texts.you : names.get(callerId) || (isPerson ? texts.somebody : texts.member);
};
