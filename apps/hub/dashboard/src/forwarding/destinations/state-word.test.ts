import { expect, test } from "vitest";
import { stateWord } from "./destination-status.ts";

test("the state of a destination is one word", () => {
  const oldestPendingAt = "2026-05-12T14:23:00.000Z";
  const counts = { accepted: 5, delivered: 3, dead: 0, pending: 2, dropped: 0, oldestPendingAt };
  const on = { state: "on", circuit: "closed", counts } as const;
  const word = (more: Partial<Parameters<typeof stateWord>[0]>, at = "2026-05-12T14:24:00Z") =>
    stateWord({ ...on, ...more }, Date.parse(at));
  expect(word({})).toBe("on");
  expect(word({}, "2026-05-12T14:24:01Z")).toBe("behind");
  expect(word({ lastError: "It answered 503." })).toBe("retrying");
  expect(word({ lastError: "It answered 400.", counts: { ...counts, pending: 0 } })).toBe("on");
  expect(word({ circuit: "open", lastError: "It answered 503." })).toBe("failing");
  expect(word({ circuit: "probing" })).toBe("failing");
  expect(word({ state: "held", circuit: "open" })).toBe("held");
  expect(word({ state: "held", notice: "It answered 410." })).toBe("off");
  expect(word({ state: "dropping" })).toBe("dropping");
});
