import { accessFailures } from "./am/access-failures.ts";
import { account } from "./am/account.ts";
import { albums } from "./am/albums.ts";
import { answer } from "./am/answer.ts";
import { day } from "./am/day.ts";
import { expecting } from "./am/expecting.ts";
import { failed } from "./am/failed.ts";
import { keyTexts } from "./am/keys.ts";
import { ownAccounts } from "./am/own-accounts.ts";
import { ownershipTexts } from "./am/ownership.ts";
import { passingOn } from "./am/passing-on.ts";
import { questions } from "./am/questions.ts";
import { receiptFailures } from "./am/receipt-failures.ts";
import { requestFailures } from "./am/request-failures.ts";
import { staffTexts } from "./am/staff.ts";
import { talk } from "./am/talk.ts";
import { topUp } from "./am/top-up.ts";
import type { Catalogue } from "./catalogue.ts";
import type { FailureSentences } from "./sentences.ts";

const failures: FailureSentences = { ...requestFailures, ...accessFailures, ...receiptFailures };

export const am: Catalogue = {
  name: "አማርኛ",
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
