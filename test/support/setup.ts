import { afterEach, expect } from "vitest";
import "./properties.ts";
import { takeReplies } from "./sent-replies.ts";

/** Runs for each test file; what it imports is loaded once for all files of a worker. */

/** Every reply of every server that a test starts is held to `/openapi.json`: status, field, error code and header. */
afterEach(async () => {
  const replies = takeReplies();
  if (replies.length === 0) return;
  const { undescribedIn } = await import("./api.ts");
  expect(await undescribedIn(replies)).toEqual([]);
});
