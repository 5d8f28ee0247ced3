/** How a mark colours its card. */
export const toneOf = (mark: string): string => tones[mark] ?? "open";

const tones: Readonly<Record<string, string>> = {
  "✅": "good",
  "❌": "bad",
  "⚠️": "warn",
  "🕓": "wait",
  "⏳": "wait",
  "🚫": "refused",
};
