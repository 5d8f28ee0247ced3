import type { Session } from "../accounts/sessions.ts";
import { chatName, firstLineNameMax } from "../rendering/names.ts";
import type { Language } from "../texts/language.ts";
import { webTexts } from "./texts/texts.ts";

/** The name of a shop or a key as it stands between quotation marks in a sentence of ours; empty where nothing is left. */
export const shownShop = (name: string): string => chatName(name, firstLineNameMax).replace(/[“”]/g, "");

/**
 * How an answer names the shop for which it was asked. That of a person is never left out: a stranger's link may have signed
 * them in to an account without a name.
 */
export const answeredShop = (session: Session | null, language: Language): string => {
  if (session === null) return "";
  const shown = shownShop(session.shop);
  return shown === "" && session.who.kind === "person" ? webTexts(language).signIn.account("") : shown;
};

/** Whom a session is signed in to, as a sentence names it. */
export const accountSaid = ({ who, shop }: Session, language: Language): string => {
  const { signIn } = webTexts(language);
  return who.kind === "key"
    ? signIn.ofKey(shownShop(who.name) || `…${who.last4}`)
    : signIn.account(shownShop(shop));
};
