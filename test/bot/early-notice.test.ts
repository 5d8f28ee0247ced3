import { expect, test } from "vitest";
import { createTakeEarlyNotice } from "../../src/bot/conversation/limits/early-notice.ts";

test("five messages or changes of a chat are read when they arrive, and each of them once more; others in their turn", () => {
  let nowMs = 0;
  const take = createTakeEarlyNotice(() => new Date(nowMs));
  const message = { chat: { id: 7, type: "private", first_name: "Hana" } } as const;
  const takeEach = (...ids: readonly number[]) => ids.map((update_id) => take({ update_id }, message));
  expect(takeEach(1, 2, 3, 4, 5, 6, 7)).toEqual([true, true, true, true, true, false, false]);
  // Telegram brings an update again whose answer it has not heard.
  expect(takeEach(5, 6)).toEqual([true, false]);
  expect(take({ update_id: 8 }, { chat: { ...message.chat, id: 8 } })).toBe(true);
  nowMs = 10_001;
  expect(takeEach(9)).toEqual([true]);
});
