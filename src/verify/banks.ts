/** The banks that are asked here, by their label, each with the name that the operator gave it. */
export type BankNames = readonly { readonly label: string; readonly name: string }[];

/**
 * Whether two banks are one. Each is a provider's label or a name as a receipt prints it; a name is compared by its
 * words without those that many banks share.
 */
export const isSameBank = (one: string, other: string, banks: BankNames): boolean => {
  const [first, second] = [bankKeyOf(one, banks), bankKeyOf(other, banks)];
  return first !== "" && first === second;
};

/** The label of a bank that is asked here, else the distinctive words of its name; `""` for no bank. */
export const bankKeyOf = (bank: string, banks: BankNames): string => {
  if (banks.some(({ label }) => label === bank)) return bank;
  const words = distinctiveWords(bank);
  const known = words === "" ? undefined : banks.find(({ name }) => distinctiveWords(name) === words);
  return known?.label ?? words;
};

const distinctiveWords = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !shared.has(word))
    .join(" ");

/** `test` begins the names of simulated banks. */
const shared = new Set(["test", "the", "bank", "share", "company", "s", "c", "sc", "ባንክ"]);
