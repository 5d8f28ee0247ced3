import type { SandboxAnswer } from "../../src/operator/sandbox/answers.ts";
import { type BankUrls, find, linkTo, type Story } from "./demo-stories.ts";
import { type Colour, qrPicture } from "./qr-picture.ts";
import type { Example, ExampleSection } from "./telegram/examples.ts";

/** What the chat page offers to send: the stories, then pictures. */
export const demoExamples = async (
  stories: readonly Story[],
  answers: readonly SandboxAnswer[],
  urls: BankUrls,
): Promise<readonly ExampleSection[]> => {
  const pictureOf = (name: string, colour: Colour) =>
    qrPicture(linkTo(find(answers, "beta", name), urls), colour);
  const blue = await pictureOf("verified", [43, 127, 184]);
  const green = await pictureOf("verified-other-wording", [46, 139, 87]);
  const red = await pictureOf("reversed", [184, 72, 43]);
  const pictures: readonly Example[] = [
    { mark: "", title: "a picture with the code of a receipt", pictures: [blue] },
    { mark: "", title: "an album: two receipts and one that was reversed", pictures: [blue, green, red] },
  ];
  return [
    ...stories.map(({ title, note, texts }) => ({ title, note, examples: texts })),
    { title: "Pictures (as anybody)", note: "✅ once the phone is saved, ❓ before.", examples: pictures },
  ];
};
