import type { InlineKeyboardButton } from "grammy/types";
import type { ListedKey } from "../../accounts/accounts.ts";
import { formatDay } from "../../texts/dates.ts";
import { catalogues, type Language } from "../../texts/texts.ts";
import type { Reply } from "../chat.ts";
import { code, foreign, lines } from "../rich-text.ts";

/** Neither revoked nor past its end. */
export const isActive = ({ revokedAt, expiresAt }: ListedKey, at: Date): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt > at);

const nameOf = ({ prefix, last4 }: ListedKey): string => `${prefix}…${last4}`;

/** The list of an account's keys. */
export const renderKeys = (keys: readonly ListedKey[], language: Language): Reply => {
  const { keys: texts } = catalogues[language];
  return lines(
    keys.length === 0 ? texts.none : texts.yours,
    ...keys.map((key) => {
      const until = key.expiresAt === null ? "" : ` · ${texts.until(formatDay(key.expiresAt, language))}`;
      const name = key.name === "" ? "" : ` · “${foreign(key.name)}”`;
      const used = key.lastUsedAt === null ? "" : ` · ${texts.used(formatDay(key.lastUsedAt, language))}`;
      return `• ${nameOf(key)}${name} · ${formatDay(key.createdAt, language)}${until}${used}`;
    }),
    "",
    texts.explained,
  );
};

/** A key, which is shown this once. `root` is the service's public address. */
export const renderNewKey = (
  key: string,
  {
    root,
    language,
    note = null,
  }: { readonly root: string; readonly language: Language; readonly note?: string | null },
): Reply => {
  const { keys: texts } = catalogues[language];
  const saveIt = key.startsWith("drs_test_") ? texts.saveTest : texts.saveIt;
  return lines(texts.made, code(key), "", texts.howToUse(root), "", saveIt, note);
};

/** What can be done with the list, a press each. `id`: the question that the presses answer. */
export const buttonsOf = (
  id: string,
  keys: readonly ListedKey[],
  language: Language,
): InlineKeyboardButton[][] => {
  const { keys: texts } = catalogues[language];
  const rows = keys.flatMap(({ last4, isReplaced }, index) => {
    const revoke = { text: texts.revoke(last4), callback_data: `key:${id}:ask${index}` };
    const rotate = { text: texts.rotate(last4), callback_data: `key:${id}:rotate${index}` };
    return [isReplaced ? [revoke] : [rotate, revoke]];
  });
  return [
    [
      { text: texts.newLive, callback_data: `key:${id}:live` },
      { text: texts.newTest, callback_data: `key:${id}:test` },
    ],
    [{ text: texts.newLimited, callback_data: `key:${id}:options` }],
    ...rows,
  ];
};
