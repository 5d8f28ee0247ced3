/**
 * Whether the visible text of a page says that we, not the receipt, are the trouble: a captcha, a firewall's
 * refusal, a country gate. Never true of a page that prints an amount of money.
 */
export const isBlockPage = (text: string): boolean => {
  const plain = text
    .slice(0, textLengthMax)
    .toLowerCase()
    .replace(/\s{2,}|[^\S ]/g, " ")
    .replaceAll("’", "'");
  if (moneyPattern.test(plain)) return false;
  return phrases.some((phrase) => plain.includes(phrase)) || placePattern.test(plain);
};

const textLengthMax = 20_000;

/** `ETB 500`, `500 birr`. */
const moneyPattern = /(?:\betb|\bbirr|ብር) ?\d|\d ?(?:etb\b|birr\b|ብር)/;

/** `is currently not available in your country`. */
const placePattern =
  /\b(?:not|isn't|unavailable|blocked|restricted|prohibited)(?: currently)?(?: available| accessible| allowed| permitted)? (?:in|from|for) (?:your|this) (?:country|region|location|area|network)\b/;

const phrases = [
  "captcha",
  "access denied",
  "access blocked",
  "access to this page has been denied",
  "access to this site has been denied",
  "access has been blocked",
  "403 forbidden",
  "request rejected",
  "requested url was rejected",
  "your support id is",
  "request unsuccessful. incapsula",
  "incident id:",
  "request blocked",
  "request was blocked",
  "request has been blocked",
  "you have been blocked",
  "you are being blocked",
  "you've been blocked",
  "ip has been blocked",
  "ip address has been blocked",
  "attention required!",
  "attention required |",
  "checking your browser",
  "checking if the site connection is secure",
  "verify you are human",
  "verify that you are human",
  "verifying you are human",
  "confirm you are human",
  "you are not a robot",
  "you're not a robot",
  "are you a robot",
  "unusual traffic",
  "ddos protection by",
  "web application firewall",
  "enable javascript and cookies to continue",
  "geo-blocked",
  "geoblocked",
] as const;
