import type { Reading } from "../receipt.ts";
import type { Place } from "./chat.ts";

/** Groups and channels have negative numbers, people positive ones. */
export const isGroup = ({ chatId }: Pick<Place, "chatId">): boolean => chatId < 0;

/** A reading as it is shown where others read along: of names the initials, of accounts the last three digits. */
export const maskReading = (reading: Reading): Reading => {
  const { receipt } = reading;
  return {
    ...reading,
    receipt: {
      ...receipt,
      payer_name: maskName(receipt.payer_name),
      payer_account: maskAccount(receipt.payer_account),
      receiver_name: maskName(receipt.receiver_name),
      receiver_account: maskAccount(receipt.receiver_account),
    },
  };
};

/** `Hana Mekonnen` as `H*** M***`. */
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
