import type { JSX } from "preact";
import { Frame, type FrameContext } from "../frame.tsx";
import { webTexts } from "../texts/texts.ts";

/** Says why no proof was made. */
export const ProofRefused = (props: FrameContext & { readonly said: string }): JSX.Element => {
  const texts = webTexts(props.language).proof;
  return (
    <Frame {...props} title={texts.notMade}>
      <h1>{texts.notMade}</h1>
      <section class="card">
        <p class="note note--bad" id="passed-on" role="status" tabIndex={-1}>
          {props.said}
        </p>
        <p>
          <a class="button button--main" href="/">
            {texts.toForm}
          </a>
        </p>
      </section>
    </Frame>
  );
};
