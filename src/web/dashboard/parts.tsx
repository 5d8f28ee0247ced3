import type { FastifyRequest } from "fastify";
import type { ComponentChild, ComponentChildren, JSX } from "preact";
import type { Provider } from "../../providers/provider.ts";
import type { Language } from "../../texts/texts.ts";
import { DrawnMark } from "../form/verdict.tsx";
import { MadeFor } from "../made-for.tsx";
import { queryOf } from "../query.ts";

/** What banks are called, by their labels. Of a bank that is gone the label is left. */
export const bankNames =
  (providers: readonly Pick<Provider, "label" | "settings">[]) =>
  (label: string): string =>
    providers.find((provider) => provider.label === label)?.settings.bank ?? label;

type Column = { readonly name: string; readonly isNumber?: boolean };

/** A list as a table. On a narrow screen each row is a card, whose lines bear the names of the columns. */
export const List = (props: {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly ComponentChild[])[];
}): JSX.Element => (
  <table class="list" aria-label={props.label}>
    <thead>
      <tr>
        {props.columns.map(({ name, isNumber }) => (
          <th scope="col" {...(isNumber && { class: "number" })}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {props.rows.map((row) => (
        <tr>
          {row.map((cell, index) => {
            const { name = "", isNumber = false } = props.columns[index] ?? {};
            return (
              <td data-label={name} {...(isNumber && { class: "number" })}>
                {cell}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);

/** A part of a page under its heading. */
export const Part = (props: {
  readonly id: string;
  readonly title: string;
  /** Unset: it stands on the page itself. */
  readonly card?: "plain" | "bad";
  readonly children: ComponentChildren;
}): JSX.Element => {
  const { id, title, card, children } = props;
  const classes = { plain: "card", bad: "card card--bad" };
  return (
    <section aria-labelledby={id} {...(card && { class: classes[card] })}>
      <h2 id={id} {...(card && { class: "card__title" })}>
        {title}
      </h2>
      {children}
    </section>
  );
};

/** A sentence in which a mark of the answers stands. It is drawn, because not every phone has the sign. */
export const WithMark = ({ text, mark }: { readonly text: string; readonly mark: string }): JSX.Element => {
  const [before, ...after] = text.split(mark);
  return (
    <>
      {before}
      {after.map((piece) => (
        <>
          <DrawnMark mark={mark} />
          {piece}
        </>
      ))}
    </>
  );
};

/** A form of one press. */
export const PressForm = (props: {
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly kind?: "main" | "danger" | "small";
}): JSX.Element => (
  <form class="press" method="post" action={props.action}>
    <MadeFor />
    {Object.entries(props.fields ?? {}).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button class={`button button--${props.kind ?? "small"}`} type="submit">
      {props.label}
    </button>
  </form>
);

/** What cannot be undone is asked once more before it is sent. */
export const Confirm = (props: {
  readonly label: string;
  readonly question: ComponentChildren;
  /** Unset: it takes something away. */
  readonly isHarmless?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <details class={props.isHarmless ? "confirm confirm--harmless" : "confirm"}>
    <summary class={`button button--small ${props.isHarmless ? "" : "button--danger"}`}>
      {props.label}
    </summary>
    <div class="confirm__body">
      <p>{props.question}</p>
      {props.children}
    </div>
  </details>
);

/** Links of which one is where one is. */
export const Choices = (props: {
  readonly options: readonly (readonly [href: string, said: string, language?: Language])[];
  readonly chosen: string;
}): JSX.Element => (
  <ul class="dash__menu">
    {props.options.map(([href, said, language]) => (
      <li>
        <a
          href={href}
          {...(language && { lang: language, hreflang: language })}
          {...(href === props.chosen && { "aria-current": "true" as const })}
        >
          {said}
        </a>
      </li>
    ))}
  </ul>
);

/** Leads to what lies before the last entry that is shown. */
export const Pager = (props: {
  readonly older: string | null;
  readonly newest: string | null;
  readonly texts: { readonly older: string; readonly newest: string };
}): JSX.Element | null =>
  props.older === null && props.newest === null ? null : (
    <p class="pager">
      {props.newest !== null && (
        <a class="button button--small" href={props.newest}>
          {props.texts.newest}
        </a>
      )}
      {props.older !== null && (
        <a class="button button--small" href={props.older} rel="next">
          {props.texts.older}
        </a>
      )}
    </p>
  );

/** A secret that is shown this once. A tap selects it whole, and a script adds a button that copies it. */
export const Secret = (props: {
  readonly label: string;
  readonly value: string;
  readonly hint: string;
  readonly texts: { readonly copy: string; readonly copied: string };
}): JSX.Element => (
  <section class="card card--good" aria-labelledby="secret-label">
    <h2 class="card__title" id="secret-label">
      {props.label}
    </h2>
    <code class="secret" id="secret" data-copy={props.texts.copy} data-copied={props.texts.copied}>
      {props.value}
    </code>
    <p class="field__hint">{props.hint}</p>
  </section>
);

/** A query parameter that came once; `""` for any other. */
export const parameterOf = (request: Pick<FastifyRequest, "query">, name: string): string => {
  const value = queryOf(request)[name];
  return typeof value === "string" ? value.slice(0, 200) : "";
};

/** The place of an entry in a list by time, for the address of the next page. */
export const cursorOf = (at: Date, id: string): string => `${at.getTime()}-${id}`;

/** Where the page before ended; null: nowhere. */
export const cursorIn = (
  request: Pick<FastifyRequest, "query">,
  name: string,
): { readonly at: Date; readonly id: string } | null => {
  const [, at, id] = /^(\d{1,15})-([\w-]{1,64})$/.exec(parameterOf(request, name)) ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
};
