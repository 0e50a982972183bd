import { expect, test } from "vitest";
import { createFailureLimit } from "./failure-limit.ts";

function createLimit() {
  const clock = { seconds: 0 };
  return { clock, limit: createFailureLimit({ now: () => clock.seconds * 1000 }) };
}

test("ten failures are free, then one every ten seconds", () => {
  const { clock, limit } = createLimit();
  for (let i = 0; i < 10; i++) expect(limit.recordFailure("10.0.0.1")).toBe(0);
  expect(limit.secondsToWait("10.0.0.1")).toBe(10);
  clock.seconds = 9.5;
  expect(limit.secondsToWait("10.0.0.1")).toBe(1);
  clock.seconds = 10;
  expect(limit.recordFailure("10.0.0.1")).toBe(0);
  expect(limit.recordFailure("10.0.0.1")).toBe(10);
  clock.seconds = 10_000;
  for (let i = 0; i < 10; i++) expect(limit.recordFailure("10.0.0.1")).toBe(0);
  expect(limit.recordFailure("10.0.0.1")).toBe(10);
});

test("another address does not have to wait", () => {
  const { limit } = createLimit();
  for (let i = 0; i < 11; i++) limit.recordFailure("10.0.0.1");
  expect(limit.secondsToWait("10.0.0.2")).toBe(0);
});

test("each account at an address has a limit of its own", () => {
  const { limit } = createLimit();
  for (let i = 0; i < 11; i++) limit.recordFailure("10.0.0.1", "anna");
  expect(limit.secondsToWait("10.0.0.1", "anna")).toBe(10);
  expect(limit.secondsToWait("10.0.0.1", "ben")).toBe(0);
  expect(limit.secondsToWait("10.0.0.1")).toBe(0);
  expect(limit.secondsToWait("10.0.0.2", "anna")).toBe(0);
});

test("a failure that is undone does not count", () => {
  const { limit } = createLimit();
  for (let i = 0; i < 100; i++) {
    expect(limit.recordFailure("10.0.0.1")).toBe(0);
    limit.undoFailure("10.0.0.1");
  }
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true],
  ["2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["2001:db8::1", "2001:0db8:0:0:1:2:3:4", true],
  ["::1", "::2", true],
  ["fe80::1%eth0", "fe80::2", true],
  ["::ffff:10.0.0.1", "10.0.0.1", true],
  ["::ffff:10.0.0.1", "::ffff:10.0.0.2", false],
])("%s and %s share their failures: %s", (address, otherAddress, isShared) => {
  const { limit } = createLimit();
  for (let i = 0; i < 11; i++) limit.recordFailure(address);
  expect(limit.secondsToWait(otherAddress) > 0).toBe(isShared);
});

test("an attacker with many addresses does not fill the memory", () => {
  const { limit } = createLimit();
  for (let i = 0; i < 11; i++) limit.recordFailure("10.255.0.1");
  for (let i = 0; i < 10_000; i++) limit.recordFailure(`10.0.${i >> 8}.${i & 255}`);
  expect(limit.secondsToWait("10.255.0.1")).toBe(0);
});
