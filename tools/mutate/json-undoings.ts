import type { Dice } from "./dice.ts";
import type { Twist } from "./medium.ts";
import { refused } from "./refused.ts";
import type { Sheet } from "./sheet.ts";
import { encoded } from "./text-encodings.ts";

/** JSON that no reader may take for the receipt of this payment, or that only speaks of payments in general. */
export const undoingTwists = (write: (sheet: Sheet) => string): Readonly<Record<string, Twist>> => {
  const withMember =
    (members: readonly string[], isRefused: boolean): Twist =>
    async (sheet, dice, expectation) => ({
      written: encoded(put(write(sheet), dice.pick(members), dice), "application/json", null),
      expectation: isRefused ? refused(expectation(sheet, false)) : expectation(sheet, true),
    });
  return {
    "json: a member that undoes the payment": withMember(undoing, true),
    "json: a member that undoes nothing": withMember(harmless, false),
    "json: half a character": withMember([String.raw`"x":"a\ud800"`], true),
    "json: a second transaction": async (sheet, dice, expectation) => {
      const json = write(sheet);
      const other = json.replace(
        /(amount(?:credited)?"\s*:\s*"?(?:ETB ?)?)(\d)/i,
        (_, before, digit) => `${before}${(Number(digit) % 9) + 1}`,
      );
      if (other === json) return null;
      const changed = dice.pick([
        `"related":${other}`,
        `"list":[${json},${other}]`,
        `"more":{"of":[${other}]}`,
      ]);
      return {
        written: encoded(put(json, changed, dice), "application/json", null),
        expectation: refused(expectation(sheet, false)),
      };
    },
    "json: the same transaction again": async (sheet, dice, expectation) => {
      const json = write(sheet);
      return {
        written: encoded(put(json, `"copy":${json}`, dice), "application/json", null),
        expectation: {
          ...expectation(sheet, false),
          codes: new Set([...expectation(sheet, false).codes, "provider_format_changed" as const]),
        },
      };
    },
  };
};

/** As the first member of the root, or deeper in it. */
const put = (json: string, member: string, dice: Dice): string => {
  const deep = dice.pick([member, `"meta":{${member}}`, `"extra":[{"inner":{${member}}}]`]);
  return json.replace(/^\s*\{/, () => `{${deep},`);
};

const undoing = [
  ...['"reversed":true', '"isReversed":"Y"', '"is_cancelled":1', '"refunded":"true"', '"success":false'],
  ...[
    '"transactionStatus":"REVERSED"',
    '"state":"Cancelled"',
    '"reversalDate":"2026-11-16"',
    '"voided":true',
  ],
  ...['"message":"This transaction has been reversed"', '"title":"Reversal Receipt"', '"info":"ተሰርዟል"'],
  ...['"flags":["REFUNDED"]', '"reversal":{"id":7}', '"completed":false', '"title":"Account Statement"'],
] as const;

const harmless = [
  ...['"reversed":false', '"reversal":null', '"isCancelled":"N"', '"refundAmount":"0.00"', '"reversals":[]'],
  ...['"terms":"Non-refundable"', '"remarks":"refund for cancelled order"', '"success":true'],
  ...['"fees":[{"name":"VAT","amount":"1.50"}]', '"balance":{"amount":"99,000.00"}', '"branch":{"id":7}'],
] as const;
