/** What says in Afaan Oromo that a payment was taken back or did not happen, in a few clear words, told from what may happen. */

const apostrophe = "['’ʼ`]?";
/** `haqame`, `haqameera` and `haqamee jira`; the adverb `deebi'ee` is `again`. */
const past = "(?:e?era|e jira)?";

const words = new RegExp(
  [
    String.raw`(?<![\p{L}'’])(?:haqame${past}|deebi${apostrophe}e${past}|deebifame${past}|kufe(?:era)?`,
    `|hin (?:milkoofne|xumuramne|raawwatamne|kaffalamne|mirkanoofne)|fudhatama hin arganne`,
    String.raw`|didame${past}|dhorkame${past}|yeroon isaa darbe${past})(?![\p{L}'’])`,
  ].join(""),
  "u",
);

/** `Yoo haqame`, `Haqame yoo ta'e`, `kan haqame`, `Nagaheen haqame hin fudhatamu`: of any payment. */
const before = /(?<!\p{L})(?:yoo|yommuu|kan|akka|kamiyyuu)(?!\p{L})/u;
const behind = /^[^\p{L}]{0,3}(?:(?:ykn|fi) \p{L}{1,20} )?(?:yoo|hin fudhatam|hin hojjet)/u;

/** @param clause in lower case */
export const isUndoneInOromo = (clause: string): boolean => {
  const found = words.exec(clause);
  if (found === null) return false;
  return (
    !before.test(clause.slice(0, found.index)) && !behind.test(clause.slice(found.index + found[0].length))
  );
};

const underWay =
  /^.{0,60}(?<![\p{L}'’])(?:eeg(?:aa|amaa|gachaa)|adeems(?:a irra|arra)|hojjetamaa|raawwatamaa) jir[au](?![\p{L}'’])/iu;

/** Whether a text says so of a payment that is not done yet. */
export const isUnfinishedInOromo = (text: string): boolean =>
  (underWay.test(text) || /^\W{0,3}eegaa\W{0,3}$/i.test(text)) &&
  !/[?]|(?<!\p{L})(?:yoo|yommuu|maaloo)(?!\p{L})/iu.test(text);
