import type { ComponentChildren, JSX } from "preact";
import type { FailureCode } from "../../core/failure.ts";
import { Frame, type FrameContext } from "../frame.tsx";
import { webTexts } from "../texts/texts.ts";
import type { Operation } from "./operations.ts";

export type DocsContext = FrameContext & { readonly operations: readonly Operation[] };

type Props = DocsContext & {
  readonly title: string;
  readonly scripts?: readonly string[];
  readonly children: ComponentChildren;
};

/** A page of the documentation, with the list of all of them beside it, or below it on a phone. */
export const DocsFrame = (props: Props): JSX.Element => {
  const { language, path, operations, children, scripts = [] } = props;
  const texts = webTexts(language).docs;
  const groups = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <Frame {...props} scripts={["docs.js", ...scripts]} isWide>
      <div class="docs">
        <div class="docs__text">
          {texts.inEnglish !== null && <p class="note">{texts.inEnglish}</p>}
          <div lang="en" data-copy={texts.copy} data-copied={texts.copied} id="docs-text">
            {children}
          </div>
        </div>
        <nav class="docs__nav" aria-label={texts.pages}>
          <ul>
            <Item to="/docs" at={path}>
              {texts.start}
            </Item>
            <Item to="/docs/guide" at={path}>
              {texts.guide}
            </Item>
            <Item to="/docs/sandbox" at={path}>
              {texts.sandbox}
            </Item>
            <Item to="/docs/errors" at={path}>
              {texts.errors}
            </Item>
            <Item to="/docs/reference" at={path}>
              {texts.reference}
            </Item>
          </ul>
          {groups.map((group) => (
            <>
              <h2 class="docs__group" lang="en">
                {group}
              </h2>
              <ul lang="en">
                {operations
                  .filter(({ tag }) => tag === group)
                  .map((one) => (
                    <Item to={endpointPath(one)} at={path}>
                      <Method name={one.method} /> <span>{one.path}</span>
                    </Item>
                  ))}
              </ul>
            </>
          ))}
        </nav>
      </div>
    </Frame>
  );
};

const Item = (props: {
  readonly to: string;
  readonly at: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <li>
    <a href={props.to} {...(props.to === props.at && { "aria-current": "page" as const })}>
      {props.children}
    </a>
  </li>
);

export const endpointPath = ({ slug }: Pick<Operation, "slug">): string => `/docs/endpoints/${slug}`;

export const Method = ({ name }: { readonly name: string }): JSX.Element => (
  <span class={`method method--${name.toLowerCase()}`}>{name}</span>
);

export const ErrorLink = ({ code }: { readonly code: FailureCode }): JSX.Element => (
  <a href={`/docs/errors/${code}`}>
    <code>{code}</code>
  </a>
);

/** Text in which what stands between backticks is code. */
export const Marked = ({ text }: { readonly text: string }): JSX.Element => (
  <>{text.split("`").map((part, at) => (at % 2 === 0 ? part : <code>{part}</code>))}</>
);

/** Something to read or copy. Long lines wrap, so that nothing scrolls sideways on a phone. */
export const CodeBlock = ({
  label,
  text,
  id,
}: {
  readonly label: string;
  readonly text: string;
  readonly id?: string;
}): JSX.Element => (
  <figure class="code">
    <figcaption class="code__label">{label}</figcaption>
    <pre>
      <code {...(id !== undefined && { id })}>{text}</code>
    </pre>
  </figure>
);

export const json = (value: unknown): string => JSON.stringify(value, null, 2);
