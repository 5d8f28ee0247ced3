import { accessFailures } from "./en/access-failures.ts";
import { account } from "./en/account.ts";
import { albums } from "./en/albums.ts";
import { answer } from "./en/answer.ts";
import { day } from "./en/day.ts";
import { expecting } from "./en/expecting.ts";
import { failed } from "./en/failed.ts";
import { keyTexts } from "./en/keys.ts";
import { ownAccounts } from "./en/own-accounts.ts";
import { ownershipTexts } from "./en/ownership.ts";
import { passingOn } from "./en/passing-on.ts";
import { questions } from "./en/questions.ts";
import { receiptFailures } from "./en/receipt-failures.ts";
import { requestFailures } from "./en/request-failures.ts";
import { staffTexts } from "./en/staff.ts";
import { talk } from "./en/talk.ts";
import { topUp } from "./en/top-up.ts";
import type { FailureSentences } from "./sentences.ts";

const failures: FailureSentences = { ...requestFailures, ...accessFailures, ...receiptFailures };

/** English: the pattern that every other language follows, chapter by chapter. */
export const en = {
  name: "English",
  failures,
  currency: "ETB",
  /** Between a label and what it labels. */
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
