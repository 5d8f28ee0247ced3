import type { retries as pattern } from "../en/retries.ts";

/** What is said when a bank does not answer: it is asked again in the background. */
export const retries: typeof pattern = {
  triedAgain: "Sa'aatii tokkoof itti fufee nan gaafadha; baankichi akkuma deebiseen asitti isinitti hima.",
  gaveUp: (bank) =>
    `${bank} sa'aatii tokkoof deebii hin kennine. Gaafachuu dhiiseera; wanti murtaa'e hin jiru.`,
  gaveUpHint: "Booda irra deebi'aa mirkaneessaa; hanga sanatti kaffaltichi hin mirkanoofne.",
};
