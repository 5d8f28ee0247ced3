import type { Catalogue } from "./catalogue.ts";
import type { FailureSentences } from "./sentences.ts";
import { accessFailures } from "./ti/access-failures.ts";
import { account } from "./ti/account.ts";
import { albums } from "./ti/albums.ts";
import { answer } from "./ti/answer.ts";
import { day } from "./ti/day.ts";
import { expecting } from "./ti/expecting.ts";
import { failed } from "./ti/failed.ts";
import { keyTexts } from "./ti/keys.ts";
import { ownAccounts } from "./ti/own-accounts.ts";
import { ownershipTexts } from "./ti/ownership.ts";
import { passingOn } from "./ti/passing-on.ts";
import { questions } from "./ti/questions.ts";
import { receiptFailures } from "./ti/receipt-failures.ts";
import { requestFailures } from "./ti/request-failures.ts";
import { staffTexts } from "./ti/staff.ts";
import { talk } from "./ti/talk.ts";
import { topUp } from "./ti/top-up.ts";

const failures: FailureSentences = { ...requestFailures, ...accessFailures, ...receiptFailures };

export const ti: Catalogue = {
  name: "ትግርኛ",
  failures,
  currency: "ብር",
  colon: "፦ ",
  ...talk,
  ...questions,
  ...answer,
  ...account,
  ...keyTexts,
  ...topUp,
  ...ownAccounts,
  ...expecting,
  ...failed,
  ...day,
  ...staffTexts,
  ...ownershipTexts,
  ...albums,
  ...passingOn,
};
