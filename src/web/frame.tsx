import { type ComponentChildren, createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { catalogues, type Language, languages } from "../texts/texts.ts";
import type { Assets } from "./assets.ts";
import { shownShop } from "./shown-shop.ts";
import { frameLanguage, webTexts } from "./texts/texts.ts";
import type { Visitor } from "./visitor.ts";

/** Who looks at the page; null: nobody was met. Every page that is sent has it. */
export const FrameVisitor = createContext<Pick<
  Visitor,
  "session" | "ended" | "language" | "calendar" | "madeFor"
> | null>(null);

/** What every page is shown with. */
export type FrameContext = {
  readonly assets: Pick<Assets, "pathOf">;
  readonly language: Language;
  /** The page's own path, which the language links lead back to. */
  readonly path: string;
  /** Whether simulated banks answer. */
  readonly isTest: boolean;
};

type FrameProps = FrameContext & {
  readonly title: string;
  /** Scripts by their plain names. Without them the page works, too. */
  readonly scripts?: readonly string[];
  /** What stands in the head besides. */
  readonly head?: ComponentChildren;
  /** Whether tables and lists may take the whole width. */
  readonly isWide?: boolean;
  /** Whether the page itself says who is signed in. */
  readonly isWhoSaid?: boolean;
  readonly children: ComponentChildren;
};

const menu = [
  ["/", "check"],
  ["/dashboard", "dashboard"],
  ["/docs", "docs"],
  ["/status", "status"],
] as const;

/** The document around every page: head, menu, languages. */
export const Frame = (props: FrameProps): JSX.Element => {
  const { assets, language, path, isTest, title, scripts = [], isWide = false, head, children } = props;
  const visitor = useContext(FrameVisitor);
  const texts = webTexts(language).frame;
  return (
    <html lang={frameLanguage(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f6f2e9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15181a" media="(prefers-color-scheme: dark)" />
        <title>{`${title} · ${texts.product}`}</title>
        <link rel="icon" href={assets.pathOf("icon.svg")} type="image/svg+xml" />
        <link rel="stylesheet" href={assets.pathOf("style.css")} />
        {head}
        {scripts.map((name) => (
          <script type="module" src={assets.pathOf(name)} />
        ))}
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.skip}
        </a>
        <header class="top">
          <a class="top__name" href="/">
            <span lang="am">ደረሰኝ</span> <span>Deresegn</span>
          </a>
          <nav aria-label={texts.product}>
            <ul class="top__menu">
              {menu.map(([to, name]) => (
                <li>
                  <a href={to} {...(isBelow(path, to) && { "aria-current": "page" as const })}>
                    {texts.menu[name]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div id="who" class="who">
            {props.isWhoSaid !== true && visitor !== null && visitor.session !== null && (
              <SignedInAs session={visitor.session} language={language} />
            )}
          </div>
        </header>
        {isTest && (
          <aside class="test-mode" aria-label={texts.isTest}>
            {texts.isTest}
          </aside>
        )}
        <main id="content" class={isWide ? "page page--wide" : "page"} tabIndex={-1}>
          {visitor !== null && visitor.ended !== null && (
            <p class="note" role="status">
              {texts.ended[visitor.ended]}{" "}
              {visitor.ended === "browser" && path !== "/sign-in" && (
                <a href="/sign-in">{webTexts(language).signIn.title}</a>
              )}
            </p>
          )}
          {children}
        </main>
        <footer class="bottom">
          <p>{texts.footer}</p>
          <nav aria-label={texts.languages}>
            <ul class="bottom__languages">
              {languages.map((one) => (
                <li>
                  <a
                    href={`${path}?lang=${one}`}
                    lang={one}
                    hreflang={one}
                    {...(one === language && { "aria-current": "true" as const })}
                  >
                    {catalogues[one].name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </footer>
      </body>
    </html>
  );
};

/** Who is signed in, so that nobody takes another's account for their own. Telegram's window leads nowhere else. */
const SignedInAs = (props: {
  readonly session: NonNullable<Visitor["session"]>;
  readonly language: Language;
}): JSX.Element => {
  const { session, language } = props;
  const { frame, dashboard, signIn } = webTexts(language);
  const { who } = session;
  const shop = shownShop(session.shop);
  const said =
    who.kind === "key"
      ? frame.signedInByKey(shownShop(who.name) || `…${who.last4}`)
      : shop === ""
        ? `${frame.signedIn} · ${signIn.account("")}`
        : frame.signedInTo(shop);
  if (session.isMini) return <bdi>{said}</bdi>;
  return (
    <>
      <a href="/dashboard">
        <bdi>{said}</bdi>
      </a>
      <form method="post" action="/dashboard/sign-out">
        <button class="button button--small" type="submit">
          {dashboard.signOut}
        </button>
      </form>
    </>
  );
};

const isBelow = (path: string, to: string): boolean =>
  to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
