/**
 * Values by key, as a contract's labels promise them: a key whose label is marked `optional: true` may have
 * none, every other has one.
 */
export type Values<Labels extends Readonly<Record<string, object>>> = {
  readonly [Key in keyof Labels as Labels[Key] extends { optional: true } ? never : Key]: string;
} & {
  readonly [Key in keyof Labels as Labels[Key] extends { optional: true } ? Key : never]?: string;
};

/** A label or key in all the wordings it is known by, the usual one first. */
export type FieldLabel = { readonly names: readonly string[]; readonly optional?: true };

/** The clause that a label does not meet, with the wording under which an operator can give it synonyms. */
export const labelClause = (usualWording: string, times: number): string =>
  `label “${usualWording}”: ${times} times`;

/** Further wordings that the operator knows of, by the label as the contract spells it. */
export type Synonyms = Readonly<Record<string, readonly string[]>>;
