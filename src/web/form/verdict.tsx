import type { ComponentChildren, JSX } from "preact";
import type { Language } from "../../texts/texts.ts";
import { Icon, type IconName } from "../icons.tsx";

type VerdictProps = {
  readonly mark: string;
  readonly language: Language;
  readonly children: ComponentChildren;
};

/** Drawn, because not every phone has the chat's signs. */
const drawn: Readonly<Record<string, IconName>> = {
  "✅": "check",
  "❌": "close",
  "⚠️": "warning",
  "❓": "question",
  "🕓": "clock",
  "⏳": "hourglass",
  "🚫": "refused",
  ℹ️: "info",
};

/** A mark of the answers as a drawing; readers and copies have the sign itself. */
export const DrawnMark = ({ mark }: { readonly mark: string }): JSX.Element => (
  <>
    <span class="visually-hidden">{mark}</span>
    <Icon name={drawn[mark] ?? "info"} />
  </>
);

/** The head of an answer: its mark, and what it says. */
export const Verdict = ({ mark, language, children }: VerdictProps): JSX.Element => (
  <h2 class="verdict" id="verdict" data-fact="verdict" lang={language}>
    <span class="verdict__mark">
      <DrawnMark mark={mark} />
    </span>{" "}
    <span class="verdict__said">{children}</span>
  </h2>
);
