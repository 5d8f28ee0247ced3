import type { SandboxAnswer } from "../src/sandbox/answers.ts";
import { type Colour, qrPicture } from "./qr-picture.ts";
import type { Example, ExampleSection } from "./telegram/examples.ts";

/** Where the simulated banks' receipts are, by provider label: scheme, host and port. */
export type BankUrls = Readonly<Record<string, string>>;

type Text = { readonly mark: string; readonly title: string; readonly text: string };

/** The texts of a section in their order: what is pasted into an empty chat one after the other gets these marks. */
export type Story = { readonly title: string; readonly note: string; readonly texts: readonly Text[] };

/** The merchant's phone: the one that most simulated receipts of beta were paid to. */
const ownPhone = "0911008765";

/** Every mark, one message each, in the order in which they work. */
export const demoStories = (answers: readonly SandboxAnswer[], urls: BankUrls): readonly Story[] => {
  const of = (provider: string, name: string) => find(answers, provider, name);
  const beta = (name: string) => of("beta", name).reference;
  const linkOf = (provider: string, name: string) => {
    const { path } = of(provider, name);
    return `${urls[provider] ?? ""}${path}`;
  };
  return [
    {
      title: "Is it my money?",
      note: "Press START first: ten checks a day instead of five.",
      texts: [
        { mark: "", title: "real, and nobody knows whose account it is", text: beta("verified") },
        { mark: "", title: "save your phone", text: `/accounts ${ownPhone} Hana Mekonnen Tadesse` },
        { mark: "✅", title: "to the saved phone", text: beta("verified-levy") },
        { mark: "✅", title: "a link", text: linkOf("beta", "verified-optional-rows") },
      ],
    },
  ];
};

/** What the chat page offers: the stories, then pictures. */
export const demoExamples = async (
  stories: readonly Story[],
  answers: readonly SandboxAnswer[],
  urls: BankUrls,
): Promise<readonly ExampleSection[]> => {
  const pictureOf = (name: string, colour: Colour) => {
    const { provider, path } = find(answers, "beta", name);
    return qrPicture(`${urls[provider] ?? ""}${path}`, colour);
  };
  const blue = await pictureOf("verified-no-decimals", [43, 127, 184]);
  const green = await pictureOf("verified-other-wording", [46, 139, 87]);
  const red = await pictureOf("reversed", [184, 72, 43]);
  const pictures: readonly Example[] = [
    { mark: "✅", title: "a picture with the code of a receipt", pictures: [blue] },
    { mark: "", title: "an album of three, one of them reversed", pictures: [blue, green, red] },
  ];
  return [
    ...stories.map(({ title, note, texts }) => ({ title, note, examples: texts })),
    { title: "Pictures", note: "", examples: pictures },
  ];
};

export const find = (answers: readonly SandboxAnswer[], provider: string, name: string): SandboxAnswer => {
  const found = answers.find((answer) => answer.provider === provider && answer.name === name);
  if (!found) throw new Error(`the sandbox has no case ${provider}/${name}`);
  return found;
};
