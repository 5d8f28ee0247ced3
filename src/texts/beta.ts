/**
 * A verdict in a language that no native reader has passed yet: the English beside it decides. Keep both
 * to one line.
 */
export const withEnglish = (said: string, english: string): string => `${said} · ${english}`;
