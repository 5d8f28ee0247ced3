import type { SendFailurePage } from "../http/replies.ts";
import { failureSentence } from "../texts/texts.ts";
import type { Assets } from "./assets.ts";
import { contentPolicy } from "./content-policy.ts";
import { Frame } from "./frame.tsx";
import { sendPage } from "./send-page.ts";
import { frameLanguage, webTexts } from "./texts/texts.ts";
import { languageOf } from "./visitor.ts";

type Dependencies = {
  readonly assets: Pick<Assets, "pathOf">;
  /** Whether simulated banks answer. */
  readonly isTest: boolean;
};

/** What a browser shows where a program gets JSON: the same status, code and sentences, in the frame of all pages. */
export const createSendFailurePage = ({ assets, isTest }: Dependencies): SendFailurePage => {
  const policy = contentPolicy();
  return (request, reply, failure, status) => {
    const language = languageOf(request);
    const { code } = failure;
    const { message, hint } = failureSentence(failure, language);
    const texts = webTexts(language).failure;
    // Many of these pages are sent outside the web face, whose headers they need all the same.
    reply.header("content-security-policy", policy).header("content-language", frameLanguage(language));
    return sendPage(
      reply,
      <Frame
        assets={assets}
        language={language}
        path={linkablePath(request)}
        isTest={isTest}
        title={texts.title(status)}
      >
        <p class="eyebrow">{texts.title(status)}</p>
        <h1 lang={language}>{message}</h1>
        {hint !== undefined && <p lang={language}>{hint}</p>}
        <dl class="rows">
          <div class="rows__row">
            <dt>{texts.code}</dt>
            <dd>
              <a href={`/docs/errors/${code}`}>
                <code>{code}</code>
              </a>
            </dd>
          </div>
          <div class="rows__row">
            <dt>{texts.requestId}</dt>
            <dd>
              <code>{request.id}</code>
            </dd>
          </div>
        </dl>
        <p class="card__actions">
          <a class="button button--main" href="/">
            {texts.home}
          </a>
          <a class="button" href="/docs">
            {texts.docs}
          </a>
        </p>
      </Frame>,
      status,
    );
  };
};

/** The path that was asked for, where a link to it leads nowhere else. `//host` would. */
const linkablePath = ({ method, url }: { readonly method: string; readonly url: string }): string => {
  const path = url.split("?", 1)[0] ?? "";
  return method === "GET" && /^\/(?:[\w~-][\w./~-]{0,200})?$/.test(path) ? path : "/";
};
