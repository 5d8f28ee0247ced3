import type { SandboxAnswer } from "../../src/operator/sandbox/answers.ts";
import { find, type Story } from "./demo-stories.ts";

type DemoAddresses = { readonly chatUrl: string; readonly apiUrl: string };

/** What the demo prints: addresses, three messages to paste, the same question over HTTP, and a message for every mark. */
export const demoGuide = (
  answers: readonly SandboxAnswer[],
  stories: readonly Story[],
  { chatUrl, apiUrl }: DemoAddresses,
): string => {
  const { verifies, asks, isRefused } = demoMessages(answers);
  return `
Deresegn, trying it out: simulated banks, an emulated Telegram, nothing leaves this machine.

  Form   ${apiUrl}/
  Chat   ${chatUrl}/
  Docs   ${apiUrl}/docs

Paste these into the form or into the chat, one at a time.

A payment that is real:
  ${verifies.text}

A reference of two banks, so that you are asked (choose ${asks.bank}, then send ${asks.accountNumber}):
  ${asks.text}

A payment that was reversed, so it is refused:
  ${isRefused.text}

The same over HTTP:
  curl -s ${apiUrl}/api/verify-beta -H 'content-type: application/json' -d '${verifies.body}'

${stories.map(shownStory).join("\n\n")}

The chat page sends all of these at a press, and pictures and albums, too; write there as the owner of a shop, as one of
its staff or as a customer, in private or in their group. Each user has five checks a day, ten after START; "Start over as
a new user" in the menu (⋮) gives new ones.
Ctrl-C ends it and forgets everything.
`;
};

/** The messages of the guide, from the sandbox's own list of answers. */
const demoMessages = (answers: readonly SandboxAnswer[]) => {
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
  // A sign is as wide as two letters.
  const lines = texts.map(
    ({ mark, title: what, text }) => `  ${mark || "  "}  ${what.padEnd(width)}  ${text}`,
  );
  return [title, ...(note ? [`  ${note}`] : []), ...lines].join("\n");
};
