import type { Place } from "./chat.ts";

/** Groups and channels have negative numbers, people positive ones. */
export const isGroup = ({ chatId }: Pick<Place, "chatId">): boolean => chatId < 0;

/** `Hana Mekonnen` as `H*** M***`, where others read along. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${[...word][0]}***`)
    .join(" ");

/** `1000200004321` as `***321`; what shows fewer digits behind its mask shows no more here. */
export const maskAccount = (account: string): string => {
  if (account === "") return "";
  return `***${account.slice(-3).replace(/\D/g, "")}`;
};
