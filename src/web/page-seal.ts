import type { Session } from "../accounts/sessions.ts";
import { createPseudonym, createSeal } from "../core/crypto.ts";

/**
 * Texts that wait in a visitor's page. They are sealed: a browser can send one back, and can neither read nor change it,
 * nor use it for another person or account.
 */
type PageSeal = {
  readonly close: (session: Session, text: string) => string;
  /** Null for what was not sealed for this person and account, or was changed. */
  readonly open: (session: Session, sealed: string) => string | null;
};

/** With a key of its own for `purpose`. */
export const createPageSeal = (secret: string, purpose: string): PageSeal => {
  const seal = createSeal(secret, purpose);
  return {
    close: (session, text) => seal.close(contextOf(session), text),
    open: (session, sealed) => {
      try {
        return seal.open(contextOf(session), sealed);
      } catch {
        return null;
      }
    },
  };
};

/** What the forms of a page say of whom it was made for: the person or key and the account; null: a guest. */
export const createMadeFor = (secret: string): ((session: Session | null) => string) => {
  const pseudonym = createPseudonym(secret, "web/made-for");
  return (session) => pseudonym(session && contextOf(session));
};

const contextOf = ({ account, who }: Session): string =>
  JSON.stringify([account.id, who.kind === "person" ? who.pseudonym : who.id]);
