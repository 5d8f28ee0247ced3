import { offerLink } from "./form/pass-on.ts";

/** The page of a proof, for its owner. */

document.documentElement.classList.add("has-script");
const part = document.querySelector<HTMLElement>("#passed-on");
if (part !== null) offerLink(part);
