import type { SandboxAnswer } from "../src/sandbox/answers.ts";
import { find, type Story } from "./demo-examples.ts";

export type DemoAddresses = { readonly chatUrl: string; readonly apiUrl: string };

/** What the demo prints: addresses, three messages to paste, and the same question over HTTP. */
export const demoGuide = (
  answers: readonly SandboxAnswer[],
  stories: readonly Story[],
  { chatUrl, apiUrl }: DemoAddresses,
): string => {
  const { verifies, asks, isRefused } = demoMessages(answers);
  return `
Deresegn, trying it out: simulated banks, an emulated Telegram, nothing leaves this machine.

  Chat   ${chatUrl}/
  API    ${apiUrl}/

Paste these into the chat, one at a time.

A payment that is real:
  ${verifies.text}

A reference of two banks, so that you are asked (choose ${asks.bank}, then send ${asks.accountNumber}):
  ${asks.text}

A payment that was reversed, so it is refused:
  ${isRefused.text}

The same over HTTP:
  curl -s ${apiUrl}/api/verify-beta -H 'content-type: application/json' -d '${verifies.body}'

${stories.map(shownStory).join("\n\n")}

Each user has five checks a day here; "Start over as a new user" in the chat's menu (⋮) gives five more.
Ctrl-C ends it and forgets everything.
`;
};

/** The messages of the guide, from the sandbox's own list of answers. */
export const demoMessages = (answers: readonly SandboxAnswer[]) => {
  const real = find(answers, "beta", "verified");
  const shared = find(answers, "alpha", "verified");
  const reversed = find(answers, "beta", "reversed");
  return {
    verifies: {
      text: `You have received money. Your transaction number is ${real.reference}.`,
      body: JSON.stringify(real.request),
    },
    asks: { text: shared.reference, bank: "TEST alpha bank", accountNumber: shared.accountNumber ?? "" },
    isRefused: { text: `Your transaction number is ${reversed.reference}.` },
  };
};

const shownStory = ({ title, note, texts }: Story): string => {
  const width = Math.max(...texts.map((one) => one.title.length));
  const lines = texts.map(
    ({ mark, title: what, text }) => `  ${mark.padEnd(2)}  ${what.padEnd(width)}  ${text}`,
  );
  return [title, ...(note ? [`  ${note}`] : []), ...lines].join("\n");
};
