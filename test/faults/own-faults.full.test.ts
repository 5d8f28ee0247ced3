import { describe, expect, test } from "vitest";
import { ownFaults } from "./table.ts";

/** Holds every row of the table of our own faults, with the built program. */

describe("a fault of our own", () => {
  test.each(ownFaults)(
    "%s",
    async (_, trial, meanwhile, afterwards, charges) => {
      expect(await trial()).toEqual({ meanwhile, afterwards, charges });
    },
    300_000,
  );
});
