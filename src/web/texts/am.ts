import { dashboard } from "./am/dashboard.ts";
import * as dashboardPages from "./am/dashboard-pages.ts";
import { docs } from "./am/docs.ts";
import { form } from "./am/form.ts";
import { frame } from "./am/frame.ts";
import { proof } from "./am/proof.ts";
import { signIn } from "./am/sign-in.ts";
import { failure, status } from "./am/status.ts";
import type { en } from "./en.ts";

export const am: typeof en = {
  frame,
  form,
  proof,
  signIn,
  dashboard,
  ...dashboardPages,
  docs,
  status,
  failure,
};
