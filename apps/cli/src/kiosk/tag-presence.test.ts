import { expect, test } from "vitest";
import { createTagPresence, graceMs } from "./tag-presence.ts";

function createPresenceWithClock() {
  const clock = { ms: 0 };
  return { clock, presence: createTagPresence({ now: () => clock.ms }) };
}

test("a tag that was away for up to the grace period is the same presence, and after a longer absence it is another presence", () => {
  const { clock, presence } = createPresenceWithClock();
  presence.recordPlaced("desk", "04:A2");
  clock.ms = 60_000;
  expect(presence.isSame("desk", "04:A2")).toBe(true);
  presence.recordRemoved("desk");
  clock.ms += graceMs;
  expect(presence.isSame("desk", "04:A2")).toBe(true);
  clock.ms += 1;
  expect(presence.isSame("desk", "04:A2")).toBe(false);
});

test("another tag on the reader, or the tag on another reader, is another presence", () => {
  const { presence } = createPresenceWithClock();
  presence.recordPlaced("desk", "04:A2");
  expect(presence.isSame("desk", "04:A3")).toBe(false);
  expect(presence.isSame("wall", "04:A2")).toBe(false);
});

test("a tag without an identifier is always another presence, and ends the presence of the previous tag", () => {
  const { presence } = createPresenceWithClock();
  presence.recordPlaced("desk", "04:A2");
  presence.recordPlaced("desk", undefined);
  expect(presence.isSame("desk", undefined)).toBe(false);
  expect(presence.isSame("desk", "04:A2")).toBe(false);
});

test("the time during which the reader was unplugged does not count as absence of the tag", () => {
  const { clock, presence } = createPresenceWithClock();
  presence.recordPlaced("desk", "04:A2");
  presence.recordRemoved("desk");
  clock.ms = 3_600_000;
  presence.readerReturned("desk");
  clock.ms += 400;
  expect(presence.isSame("desk", "04:A2")).toBe(true);
});
