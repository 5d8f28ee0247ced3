import type { Page } from "playwright-core";
import { hindrancesOf } from "./chromium.ts";

const phone = 360;
const wide = 1280;

/** Each scheme and each width once, which is enough for a page whose parts are seen in all four elsewhere. */
export const halfOfAll = [
  ["light", phone],
  ["dark", wide],
] as const;

const all = [...halfOfAll, ["dark", phone], ["light", wide]] as const;

/** Where a page hinders somebody in either scheme, on a phone or on a wide screen. */
export const hindrancesEverywhere = async (
  page: Page,
  looks: readonly (readonly ["light" | "dark", number])[] = all,
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    for (const each of await hindrancesOf(page)) found.push(`${colorScheme} ${width}: ${each}`);
  }
  return found;
};
