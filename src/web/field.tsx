import type { ComponentChildren, JSX } from "preact";

type Labelled = {
  /** Also its id. */
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Whether what was typed was refused. */
  readonly isWrong?: boolean;
  /** Whether it takes a whole row of a form with several columns. */
  readonly isWide?: boolean;
};

/** What may be typed, and how a phone helps with it. */
type Typed = {
  readonly value?: string;
  readonly maxLength?: number;
  readonly required?: boolean;
};

/** A line of text, a day, or a secret. */
export const TextField = (
  props: Labelled &
    Typed & {
      readonly type?: "text" | "date" | "password";
      readonly inputMode?: "numeric" | "decimal";
      readonly autocomplete?: "off";
      readonly spellcheck?: boolean;
      readonly dir?: "ltr";
    },
): JSX.Element => {
  const { label, hint, isWrong, isWide, type = "text", ...input } = props;
  // The types of Preact know an input by each of its kinds alone.
  const kind = { type } as { readonly type: "text" };
  return <Field {...props}>{(control) => <input {...input} {...kind} {...control} />}</Field>;
};

/** Several lines of text. */
export const TextAreaField = (props: Labelled & Typed & { readonly rows: number }): JSX.Element => {
  const { label, hint, isWrong, isWide, value, ...textarea } = props;
  return (
    <Field {...props}>
      {(control) => (
        <textarea {...textarea} {...control}>
          {value}
        </textarea>
      )}
    </Field>
  );
};

/** One of several, each with its value and its words. */
export const SelectField = (
  props: Labelled & {
    readonly options: readonly (readonly [value: string, said: string])[];
    readonly value: string;
  },
): JSX.Element => (
  <Field {...props}>
    {(control) => (
      <select {...control}>
        {props.options.map(([value, said]) => (
          <option value={value} selected={value === props.value}>
            {said}
          </option>
        ))}
      </select>
    )}
  </Field>
);

/** What every control bears, so that readers say its label, its hint and that it is wrong. */
type Control = {
  readonly id: string;
  readonly name: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: "true";
};

const Field = (props: Labelled & { readonly children: (control: Control) => JSX.Element }): JSX.Element => {
  const { name, label, hint, isWrong = false, isWide = false, children } = props;
  const hintId = `${name}-hint`;
  return (
    <div class={isWide ? "field field--wide" : "field"}>
      <label class="field__label" for={name}>
        {label}
      </label>
      {children({
        id: name,
        name,
        ...(hint !== undefined && { "aria-describedby": hintId }),
        ...(isWrong && { "aria-invalid": "true" }),
      })}
      {hint !== undefined && (
        <p class="field__hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
};

/** Several boxes or buttons under one heading, of which some or one are ticked. */
export const Ticks = (props: {
  readonly name: string;
  readonly label: string;
  readonly type: "radio" | "checkbox";
  readonly options: readonly (readonly [value: string, said: ComponentChildren])[];
  readonly ticked: readonly string[];
}): JSX.Element => {
  const { name, label, type, options, ticked } = props;
  return (
    <fieldset class="field">
      <legend class="field__label">{label}</legend>
      {options.map(([value, said]) => (
        <label class="tick">
          <input type={type} name={name} value={value} checked={ticked.includes(value)} />
          <span>{said}</span>
        </label>
      ))}
    </fieldset>
  );
};
