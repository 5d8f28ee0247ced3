import type { Catalogue } from "./catalogue.ts";
import { accessFailures } from "./om/access-failures.ts";
import { account } from "./om/account.ts";
import { albums } from "./om/albums.ts";
import { answer } from "./om/answer.ts";
import { day } from "./om/day.ts";
import { expecting } from "./om/expecting.ts";
import { failed } from "./om/failed.ts";
import { keyTexts } from "./om/keys.ts";
import { ownAccounts } from "./om/own-accounts.ts";
import { ownershipTexts } from "./om/ownership.ts";
import { passingOn } from "./om/passing-on.ts";
import { questions } from "./om/questions.ts";
import { receiptFailures } from "./om/receipt-failures.ts";
import { requestFailures } from "./om/request-failures.ts";
import { staffTexts } from "./om/staff.ts";
import { talk } from "./om/talk.ts";
import { topUp } from "./om/top-up.ts";
import type { FailureSentences } from "./sentences.ts";

const failures: FailureSentences = { ...requestFailures, ...accessFailures, ...receiptFailures };

export const om: Catalogue = {
  name: "Afaan Oromoo",
  failures,
  currency: "ETB",
  colon: ": ",
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
