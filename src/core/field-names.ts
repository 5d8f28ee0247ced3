/**
 * The names that a provider's request fields may have, by what they hold. The API, the pages and the bot know a field by
 * its name, so a provider takes one of these and invents none.
 */

/** The reference, of which a provider has one. */
export const referenceFields = ["transactionRef", "reference", "receipt", "transactionId"] as const;

/** The receipt's link or what stands for it. */
export const linkFields = ["url", "link"] as const;

/** A number that a look-up needs besides the reference: what a caller is asked for when it is missing. */
export const secondNumberFields = ["accountNumber", "phone"] as const;

export type SecondNumberField = (typeof secondNumberFields)[number];

export const fieldNames: readonly string[] = [...referenceFields, ...linkFields, ...secondNumberFields];
