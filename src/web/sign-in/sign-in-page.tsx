import type { JSX } from "preact";
import type { Session } from "../../accounts/sessions.ts";
import { TextField } from "../field.tsx";
import { Frame, type FrameContext } from "../frame.tsx";
import { accountSaid, shownShop } from "../shown-shop.ts";
import { webTexts } from "../texts/texts.ts";

type SignInPageProps = FrameContext & {
  /** Why the last try was refused; null: there was none. */
  readonly refused: string | null;
  /** What is told before anything else, such as that a link is used up. */
  readonly note: string | null;
  /** Where to go afterwards. */
  readonly to: string;
  /** Where the bot's chat is opened; null: nowhere is known. */
  readonly chatUrl: string | null;
};

/** The page at `/sign-in`: how to get a link from the bot, or a field for a key. */
export const SignInPage = (props: SignInPageProps): JSX.Element => {
  const { language, refused, note, to, chatUrl } = props;
  const texts = webTexts(language).signIn;
  const [openBot, ...furtherSteps] = texts.steps;
  return (
    <Frame {...props} title={texts.title}>
      <h1 class="lead">{texts.title}</h1>
      {note !== null && (
        <p class="note" role="status">
          {note}
        </p>
      )}
      <section class="card" aria-labelledby="by-bot">
        <h2 class="card__title" id="by-bot">
          {texts.byBot}
        </h2>
        <ol class="steps">
          <li>
            {chatUrl === null ? (
              openBot
            ) : (
              <a class="lines__link" href={chatUrl}>
                {openBot}
              </a>
            )}
          </li>
          {furtherSteps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
        <p class="card__hint">{texts.noAccount}</p>
      </section>
      <section class="card" aria-labelledby="by-key">
        <h2 class="card__title" id="by-key">
          {texts.byKey}
        </h2>
        <form method="post" action="/sign-in">
          <input type="hidden" name="to" value={to} />
          <TextField
            name="key"
            label={texts.key}
            hint={
              <>
                {refused !== null && <strong role="alert">{refused} </strong>}
                {texts.keyHint}
              </>
            }
            isWrong={refused !== null}
            type="password"
            required
            autocomplete="off"
            spellcheck={false}
            maxLength={100}
          />
          <button class="button button--main" type="submit">
            {texts.submit}
          </button>
        </form>
      </section>
    </Frame>
  );
};

type SignInLinkPageProps = FrameContext & {
  /** What the account of the link is called; empty where that is not known. */
  readonly shop: string;
  /** The session of another account that it takes the place of; null: none. */
  readonly current: Session | null;
};

/**
 * The page that a link of the bot opens. It says whose the link is, which may be a stranger's. Only its button signs
 * in, so that a preview of the link does not use it up.
 */
export const SignInLinkPage = (props: SignInLinkPageProps): JSX.Element => {
  const texts = webTexts(props.language).signIn;
  const account = texts.account(shownShop(props.shop));
  const { current } = props;
  return (
    <Frame {...props} title={texts.title}>
      <section class="card" aria-labelledby="sign-in">
        <h1 class="card__title" id="sign-in">
          {texts.linkTitle}
        </h1>
        <p>
          <strong>
            {current === null
              ? texts.linkTo(account)
              : texts.linkLeaves(accountSaid(current, props.language), account)}
          </strong>
        </p>
        <p>{texts.linkAsked}</p>
        <p class="card__hint">{texts.linkHint}</p>
        <form method="post" action={props.path}>
          <button class="button button--main" type="submit">
            {current === null ? texts.submit : texts.submitOther}
          </button>
        </form>
      </section>
    </Frame>
  );
};
