/** The first that fits names it: most browsers also name those that they descend from. */
const browsers = [
  ["Telegram", /telegram/i],
  ["Edge", /\bedg(?:e|a|ios)?\//i],
  ["Opera", /\bopr\/|\bopera/i],
  ["Samsung Internet", /samsungbrowser/i],
  ["Firefox", /firefox|fxios/i],
  ["Chrome", /chrome|crios/i],
  ["Safari", /safari/i],
] as const;

const systems = [
  ["Android", /android/i],
  ["iPhone", /iphone/i],
  ["iPad", /ipad/i],
  ["Windows", /windows/i],
  ["Mac", /mac os/i],
  ["Linux", /linux/i],
] as const;

/** What a list of sessions calls a browser, such as `Chrome · Android`; empty where it says nothing that is known. */
export const browserName = (userAgent: string | undefined): string =>
  [browsers, systems]
    .map((known) => known.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0])
    .filter((name) => name !== undefined)
    .join(" · ");
