import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPseudonyms } from "../../src/accounts/pseudonyms.ts";
import { dayQuota, tiers } from "../../src/accounts/quotas.ts";
import { dayOf } from "../../src/core/time.ts";
import { testSecret } from "../support/temporary-store.ts";

describe("the day of a quota", () => {
  test.each([
    ["2026-11-15T20:59:59.999Z", "2026-11-15", "2026-11-15T21:00:00.000Z"],
    ["2026-11-15T21:00:00.000Z", "2026-11-16", "2026-11-16T21:00:00.000Z"],
    ["2026-12-31T21:00:00.000Z", "2027-01-01", "2027-01-01T21:00:00.000Z"],
    ["2028-02-28T21:00:00.000Z", "2028-02-29", "2028-02-29T21:00:00.000Z"],
  ])("at %s is %s in Addis Ababa, and ends at %s", (now, day, resetAt) => {
    expect(dayQuota("anonymous", new Date(now))).toEqual({ limit: 5, day, resetAt: new Date(resetAt) });
  });

  test("ends after now and within 24 hours, whenever now is", () => {
    const instants = fc.date({
      min: new Date("2020-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, (now) => {
        const { day, resetAt } = dayQuota("registered", now);
        const leftMs = resetAt.getTime() - now.getTime();
        expect(leftMs).toBeGreaterThan(0);
        expect(leftMs).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
        expect(dayOf(resetAt)).not.toBe(day);
        expect(dayOf(new Date(resetAt.getTime() - 1))).toBe(day);
      }),
    );
  });

  test("has five answers for the anonymous, ten for the registered, a thousand of the sandbox; one costs 5 ETB", () => {
    expect(tiers).toEqual({
      anonymous: { answersPerDay: 5 },
      site: { answersPerDay: 20 },
      registered: { answersPerDay: 10 },
      test: { answersPerDay: 1_000 },
      topup: { answersPerDay: 10 },
      balance: { answerSantim: 500 },
    });
  });
});

describe("the pseudonym that is counted", () => {
  const day = "2026-11-15";
  const ofAddress = (address: string, onDay = day) => createPseudonyms(testSecret).networkOn(address, onDay);

  test.each([
    ["203.0.113.7", "::ffff:203.0.113.7"],
    ["203.0.113.7", "::ffff:cb00:7107"],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
    ["2001:db8:1:2::1", "2001:0DB8:0001:0002:0000:0000:0000:0009"],
    ["2001:db8:1:2::1", "2001:db8:1:ff::1"],
    ["fe80::1", "fe80::2%eth0"],
    ["unknown", "not an address either"],
  ])("is the same for %s and %s", (one, other) => {
    expect(ofAddress(one)).toBe(ofAddress(other));
  });

  test.each([
    ["203.0.113.7", "203.0.113.8"],
    ["2001:db8:1:2::1", "2001:db8:1:102::1"],
    ["203.0.113.7", "2001:db8:1:2::1"],
  ])("differs between %s and %s", (one, other) => {
    expect(ofAddress(one)).not.toBe(ofAddress(other));
  });

  test("differs between Telegram users, days and secrets, and never holds what it stands for", () => {
    const userOn = (userId: number, onDay: string, secret = testSecret) => {
      const pseudonyms = createPseudonyms(secret);
      return pseudonyms.userOn(pseudonyms.user(userId), onDay);
    };
    const subjects = [
      userOn(203, day),
      userOn(204, day),
      userOn(203, "2026-11-16"),
      userOn(203, day, `${testSecret}!`),
      ofAddress("203.0.113.7"),
      ofAddress("203.0.113.7", "2026-11-16"),
    ];
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(subjects.every((subject) => /^[\w-]{43}$/.test(subject))).toBe(true);
  });
});
