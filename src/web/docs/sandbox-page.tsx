import type { JSX } from "preact";
import { type DocsContext, DocsFrame, endpointPath, Marked } from "./docs-frame.tsx";
import { mostUseful, type Preset } from "./presets.ts";

type Props = DocsContext & { readonly presets: readonly Preset[] };

/** `/docs/sandbox`: what the simulated banks answer, dated today. */
export const SandboxPage = (props: Props): JSX.Element => {
  const { operations, presets } = props;
  const own = operations.filter(({ provider }) => provider !== null);
  return (
    <DocsFrame {...props} title="Sandbox references">
      <h1>Sandbox references</h1>
      <p class="lead__more">
        <Marked text="Simulated banks answer every test key (`drs_test_…`), free of charge, 1,000 times a day." />
      </p>
      <p>
        Their receipts are laid out as the real ones are and dated a minute ago, so references change with the
        day. All people, accounts and amounts are made up. Any other well-formed reference is not found.
      </p>
      {own.length === 0 && <p class="empty">This installation asks no bank yet.</p>}
      {own.map((operation) => {
        const all = presets.filter(({ provider }) => provider === operation.provider);
        const first = mostUseful(all, 6);
        const rest = all.filter((one) => !first.includes(one));
        return (
          <section aria-labelledby={`of-${operation.provider}`}>
            <h2 id={`of-${operation.provider}`}>
              <a href={endpointPath(operation)}>{operation.provider}</a>
            </h2>
            <List presets={first} page={endpointPath(operation)} />
            {rest.length > 0 && (
              <details class="more">
                <summary>{`${rest.length} more of ${operation.provider}`}</summary>
                <List presets={rest} page={endpointPath(operation)} />
              </details>
            )}
          </section>
        );
      })}
    </DocsFrame>
  );
};

const List = ({
  presets,
  page,
}: {
  readonly presets: readonly Preset[];
  readonly page: string;
}): JSX.Element => (
  <ul class="presets">
    {presets.map(({ name, request, outcome }) => (
      <li>
        <a href={`${page}?preset=${encodeURIComponent(name)}`}>{name}</a>
        <code class="presets__request">{JSON.stringify(request)}</code>
        <span class="presets__outcome">{outcome}</span>
      </li>
    ))}
  </ul>
);
