import { chatName, firstLineNameMax } from "../rendering/names.ts";

/** The name of a shop or a key as it stands between quotation marks in a sentence of ours; empty where nothing is left. */
export const shownShop = (name: string): string => chatName(name, firstLineNameMax).replace(/[“”]/g, "");
