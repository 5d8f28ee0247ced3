import { openProviders } from "../../providers/registry.ts";
import { holdToParty } from "../../verify/verify.ts";
import { askedQuestion } from "./asked.ts";
import { type Command, problem } from "./command.ts";
import { lookUpAlone } from "./look-up-alone.ts";
import { looksLikePictureFile, pictureNamed } from "./picture-file.ts";
import { recordAnswer, refusalAnswer } from "./verify-answer.ts";

/**
 * Verifies the receipt that a text or a picture's file points to, as the service would, for the operator: uncounted,
 * and asked of the provider whatever the cache holds.
 */
export const verifyCommand: Command = {
  name: "verify",
  synopsis: "<text or image file> [--provider <label>] [--account-number <digits>] [--phone <number>]",
  summary: "asks the provider for the receipt that a text or a picture points to; counts nothing",
  options: ["provider", "account-number", "phone"],
  run: async (given, installation) => {
    const [word = ""] = given.words;
    if (given.words.length === 0)
      return problem(2, "usage", "verify needs a text (a reference, a link or a message) or an image file");
    const settings = installation.settings();
    if (!settings.ok) return problem(3, "unavailable", settings.error.join("\n"));
    const picture = pictureNamed(given.words);
    if (picture === null && given.words.length === 1 && looksLikePictureFile(word))
      return problem(2, "usage", `there is no file ${word}`);
    const asked = await askedQuestion(
      given,
      picture,
      openProviders(settings.value, installation.config.deployment),
      installation,
    );
    if (!asked.ok) return refusalAnswer(asked.error);
    const { provider, question, party, readFrom } = asked.value;
    const { result, checkedAt } = await lookUpAlone(provider, question, installation);
    const held = holdToParty(result, party);
    return held.ok ? recordAnswer(provider, held.value, checkedAt, readFrom) : refusalAnswer(held.error);
  },
};
