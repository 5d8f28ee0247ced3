import { dashboard } from "./en/dashboard.ts";
import * as dashboardPages from "./en/dashboard-pages.ts";
import { docs } from "./en/docs.ts";
import { form } from "./en/form.ts";
import { frame } from "./en/frame.ts";
import { proof } from "./en/proof.ts";
import { signIn } from "./en/sign-in.ts";
import { failure, status } from "./en/status.ts";

/** English: the pattern that Amharic follows, chapter by chapter. Answers themselves are worded in `src/rendering`. */
export const en = { frame, form, proof, signIn, dashboard, ...dashboardPages, docs, status, failure };
